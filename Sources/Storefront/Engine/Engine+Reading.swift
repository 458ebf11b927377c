extension Engine {
    /// The manifest's products, each with whether the store sells it.
    public func products(of app: String) async throws -> [CatalogueProduct] {
        let session = try await session(app)
        let ids = session.manifest.products.map(\.id)
        do {
            let unknown = Set(try await session.parts().store.products(ids).unknown)
            return session.manifest.products.map {
                CatalogueProduct(product: $0, isKnownToStore: !unknown.contains($0.id))
            }
        } catch let error as StoreError {
            throw StorefrontError(.storeUnavailable, error.words)
        }
    }

    /// What the customer is or was entitled to, by name in order.
    public func entitlements(app: String, customer: String) async throws -> [Entitlement] {
        let (state, now) = try await state(of: customer, app: app)
        return state.entitlements(at: now)
    }

    /// Whether the customer is entitled. Own commits are seen at once, another process's within 100 ms.
    public func isEntitled(app: String, customer: String, to entitlement: String) async throws -> Bool {
        if let known = knownEntitlement(app: app, customer: customer, to: entitlement) { return known }
        let session = try await session(app)
        let parts = try session.parts()
        let foreignChanges = parts.persistence.foreignChanges
        let state = try await parts.persistence.read(CustomerID(app: session.app, customer: customer))
        parts.cache.put(state, readAt: foreignChanges)
        return state.entitlements(at: session.now(parts)).contains { $0.id == entitlement && $0.isActive }
    }

    /// The same without waiting: nil where the customer is not in memory. Allocates nothing.
    public func knownEntitlement(app: String, customer: String, to entitlement: String) -> Bool? {
        guard let session = readySession(app), let parts = try? session.parts() else { return nil }
        return parts.cache.isEntitled(
            customer, to: entitlement, at: session.now(parts), foreignChanges: parts.persistence.foreignChanges)
    }

    /// How much of each unit the customer holds.
    public func balances(app: String, customer: String) async throws -> [String: Int64] {
        try await state(of: customer, app: app).0.balances
    }

    /// The customer after every end that has come is told.
    private func state(of customer: String, app: String) async throws -> (Customer, Timestamp) {
        let session = try await session(app)
        try Ordering.check(customer, "customer")
        let parts = try session.parts()
        let state = try await parts.persistence.read(CustomerID(app: session.app, customer: customer))
        let now = session.now(parts)
        guard let end = state.nextEnd, end <= now else { return (state, now) }
        return (try await session.tellEnds(of: customer, parts), now)
    }

    // MARK: Records

    /// Ledger entries in the order they were recorded, at most `limit` of those behind `position`.
    public func entries(
        app: String, customer: String? = nil, after position: Int64 = 0, limit: Int = EngineLimits.page
    ) async throws -> [Positioned<Entry>] {
        let session = try await session(app)
        return try await session.parts().persistence.entries(
            app: session.app, customer: customer, after: position, limit: max(0, limit))
    }

    /// Events in the order they were recorded, at most `limit` of those behind `position`.
    public func events(
        app: String, after position: Int64 = 0, limit: Int = EngineLimits.page
    ) async throws -> [Positioned<Event>] {
        let session = try await session(app)
        return try await session.parts().persistence.events(
            app: session.app, after: position, limit: max(0, limit))
    }

    /// Where an event stands; nil where the app has none of this id.
    public func position(ofEvent id: String, app: String) async throws -> Int64? {
        let session = try await session(app)
        return try await session.parts().persistence.position(ofEvent: id, app: session.app)
    }

    /// How each receiver of the app's events stands: those that the manifest names, and those of earlier days that
    /// still have events waiting.
    public func deliveries(app: String) async throws -> [ReceiverState] {
        let session = try await session(app)
        let parts = try session.parts()
        let found = try await parts.persistence.deliveries(app: session.app)
        let idle = parts.couriers.map(\.receiver).filter { name in !found.contains { $0.receiver == name } }
        let states = found + idle.map { ReceiverState(receiver: $0, waiting: 0, dead: 0, oldest: nil, lastError: nil) }
        return states.sorted { $0.receiver < $1.receiver }
    }

    /// Sends dead letters again, of one receiver or of all; how many.
    public func retryDeliveries(app: String, receiver: String? = nil) async throws -> Int {
        let session = try await session(app)
        let count = try await session.parts().persistence.revive(
            app: session.app, receiver: receiver, at: surroundings.clock())
        session.wakeCouriers()
        return count
    }

    /// Forgets everything of the app; for sandboxes.
    public func erase(app: String) async throws {
        let session = try await session(app)
        let parts = try session.parts()
        try await parts.persistence.erase(app: session.app)
        parts.cache.forgetAll()
    }

    /// What is pending, of unknown outcome, charged but not delivered, or delivered but not finished; oldest first.
    public func unfinished(app: String, customer: String? = nil) async throws -> [UnfinishedItem] {
        let session = try await session(app)
        let parts = try session.parts()
        await parts.finisher.drain()
        let attempts = try await parts.persistence.openAttempts(app: session.app, limit: EngineLimits.page)
        let finishes = try await parts.persistence.unfinished(app: session.app, limit: EngineLimits.page)
        let items =
            attempts.map(UnfinishedItem.init) + finishes.map(UnfinishedItem.init)
            + session.refused.map { UnfinishedItem($0.0, refused: $0.1) }
        return items.filter { customer == nil || $0.customer == customer }.sorted { $0.since < $1.since }
    }
}

extension UnfinishedItem {
    fileprivate init(_ attempt: Attempt) {
        let isPending = attempt.state == .pending
        self.init(
            state: isPending ? .pending : .unknown, customer: attempt.id.customer, product: attempt.product,
            key: attempt.key, transactionID: attempt.transactionID, since: attempt.orderedAt,
            reason: isPending ? "waits for approval" : "ordered; the store's answer is not known yet")
    }

    fileprivate init(_ finish: Finish) {
        let reason = finish.lastError.map { "delivered; the store could not be told: \($0)" }
        self.init(
            state: .unfinished, customer: finish.customer, product: finish.product, key: nil,
            transactionID: finish.transaction.id, since: finish.since,
            reason: reason ?? "delivered; the store is yet to be told")
    }

    fileprivate init(_ transaction: Transaction, refused error: StorefrontError) {
        self.init(
            state: .undelivered, customer: transaction.customer, product: transaction.product,
            key: transaction.orderKey, transactionID: transaction.id, since: transaction.purchasedAt,
            reason: "charged, not delivered: \(error.message)")
    }
}
