import Storefront

extension Commit {
    /// Whether there is anything to write, seen from what was found.
    func changes(from found: Commit) -> Bool {
        !isEmpty || due != found.due || customer.sequence != found.customer.sequence
            || customer.balances != found.customer.balances || customer.chains != found.customer.chains
    }

    /// Whether a reader of the customer, the ledger or the events would see a difference, so that the version grows.
    func raisesVersion(from found: Commit) -> Bool {
        !newEntries.isEmpty || !newEvents.isEmpty || due != found.due
            || customer.sequence != found.customer.sequence || customer.balances != found.customer.balances
            || customer.chains != found.customer.chains
    }

    /// The chains that are new or other than found.
    func changedChains(from found: Commit) -> [Chain] {
        customer.chains.values.filter { found.customer.chains[$0.key] != $0 }
    }
}

extension Attempt.State {
    /// Whether it may still end in a charge.
    var isOpen: Bool { self == .ordered || self == .pending }
}

extension StorefrontError {
    /// A change wrote what another commit has claimed, without having asked for it.
    static func claimed(_ what: String, at location: String) -> StorefrontError {
        StorefrontError(
            .storageUnavailable, "\(location): \(what) was recorded by another call; nothing was written",
            recovery: "Try again; this is a fault of Storefront worth reporting.")
    }
}
