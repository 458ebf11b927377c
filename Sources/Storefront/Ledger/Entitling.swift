extension Customer {
    /// The time in which one chain entitles.
    struct Span: Sendable, Equatable {
        var chain: ChainKey
        var product: String
        var entitlements: [String]
        var start: Timestamp
        /// Exclusive; nil for ever.
        var end: Timestamp?
        /// Whether it has ended whatever a clock says: its end was told, or it was taken back.
        var isOver: Bool

        /// A start in the future is no hindrance: it follows a span that runs, or a clock has stepped back.
        func contains(_ now: Timestamp) -> Bool { !isOver && (end.map { now < $0 } ?? true) }
    }

    /// When each chain entitles, in the order of purchase. A non-renewing subscription bought while an earlier one of
    /// the same product runs begins at that one's end.
    func spans() -> [Span] {
        let ordered = chains.values.filter(\.entitles).sorted {
            ($0.purchasedAt, $0.key.originalID) < ($1.purchasedAt, $1.key.originalID)
        }
        var lastEnd: [String: Timestamp] = [:]
        return ordered.map { chain in
            var start = chain.purchasedAt
            var end = chain.expiresAt
            if end == nil, chain.type == .subscription, !chain.renews, let period = chain.period {
                if chain.revokedAt == nil, let previous = lastEnd[chain.product], previous > start { start = previous }
                let computed = start.adding(period)
                if chain.revokedAt == nil { lastEnd[chain.product] = computed }
                end = computed
            }
            let isOver = chain.revokedAt != nil || (end != nil && chain.endTold == end)
            if let revokedAt = chain.revokedAt { end = min(end ?? revokedAt, revokedAt) }
            return Span(
                chain: chain.key, product: chain.product, entitlements: chain.entitlements, start: start, end: end,
                isOver: isOver)
        }
    }

    /// What the customer is or was entitled to, by name in order.
    public func entitlements(at now: Timestamp) -> [Entitlement] {
        let spans = spans()
        let names = Set(spans.flatMap(\.entitlements)).sorted()
        return names.map { name in
            Self.entitlement(name, from: spans.filter { $0.entitlements.contains(name) }, at: now)
        }
    }

    /// Of several spans the one that ends last counts: access really ends with it.
    private static func entitlement(_ name: String, from spans: [Span], at now: Timestamp) -> Entitlement {
        let active = spans.filter { $0.contains(now) }
        let forEver = Timestamp(milliseconds: .max)
        let last = (active.isEmpty ? spans : active).max { ($0.end ?? forEver) < ($1.end ?? forEver) }
        let since = active.map(\.start).min() ?? last?.start ?? now
        return Entitlement(
            id: name, isActive: !active.isEmpty, product: last?.product ?? "", since: since, until: last?.end)
    }

    /// When the next end comes that was not told yet; nil for never.
    public var nextEnd: Timestamp? {
        spans().filter { !$0.isOver }.compactMap(\.end).min()
    }
}
