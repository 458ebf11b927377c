/// The types of events there are; a new one is added here and nowhere else.
public enum EventType {
    public static let all = [
        "balance.changed", "customer.transferred", "entitlement.granted", "entitlement.revoked", "purchase.cancelled",
        "purchase.completed", "purchase.failed", "purchase.pending", "restore.completed", "store.unknown-entry",
        "subscription.auto-renew-disabled", "subscription.auto-renew-enabled", "subscription.billing-retry-started",
        "subscription.expired", "subscription.extended", "subscription.grace-ended", "subscription.grace-started",
        "subscription.paused", "subscription.price-increase-accepted", "subscription.price-increase-pending",
        "subscription.product-change-cancelled", "subscription.product-change-scheduled",
        "subscription.product-changed", "subscription.recovered", "subscription.renewed",
        "subscription.resubscribed", "subscription.resumed", "subscription.revoked", "subscription.started",
        "transaction.refund-reversed", "transaction.refunded",
    ]

    /// Patterns that match all types of one kind, as `subscription.*`.
    static let families = Set(all.map { "\($0.prefix { $0 != "." }).*" }).sorted()
}
