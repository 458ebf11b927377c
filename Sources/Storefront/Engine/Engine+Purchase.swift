extension Engine {
    /// Runs a purchase to its end, also where the calling task is cancelled.
    ///
    /// What the store decides comes as a result, whatever its status; what hinders the purchase before the store is
    /// asked is thrown: `product-not-found`, `product-not-for-sale`, `payments-not-allowed`, `purchase-in-progress`,
    /// `already-owned`, `unknown-app`, `invalid-request`, `store-unavailable`, `storage-unavailable`.
    public func purchase(_ request: PurchaseRequest) async throws -> PurchaseResult {
        let session = try await session(request.app)
        let key = request.key ?? "key_" + Digest.id([String(surroundings.random()), String(surroundings.random())])
        let parts = try session.parts()
        let order = try Ordering(session: session).order(request, key: key, at: session.now(parts))
        return try await session.running.purchase(order.reference) {
            try await Purchasing(session: session, parts: parts).run(order)
        }
    }
}
