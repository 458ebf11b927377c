extension Engine {
    /// Gives back what the customer's store account owns. Never charges, never grants a consumable again.
    ///
    /// What has ended or was taken back does not come back. Calls for one customer at the same time are one. A purchase
    /// that another customer has stays with them.
    /// - Parameter dryRun: Only says what would come back.
    /// - Throws: `store-unavailable`, `storage-unavailable`, `unknown-app`, `invalid-request`.
    public func restore(app: String, customer: String, dryRun: Bool = false) async throws -> RestoreResult {
        let session = try await session(app)
        try Ordering.check(customer, "customer")
        let parts = try session.parts()
        let restoring = Restoring(session: session, parts: parts, customer: customer)
        if dryRun { return try await restoring.look() }
        return try await session.running.restore(restoring.id) { try await restoring.run() }
    }
}

extension Transaction {
    /// Whether its own dates let it entitle.
    fileprivate func entitles(at now: Timestamp) -> Bool {
        revokedAt == nil && (expiresAt.map { now < $0 } ?? true)
    }
}

struct Restoring {
    let session: AppSession
    let parts: AppSession.Parts
    let customer: String

    var id: CustomerID { CustomerID(app: session.app, customer: customer) }

    func look() async throws -> RestoreResult {
        let transactions = try await owned()
        let loading = Loading(chains: transactions.map(\.chain), entries: transactions.map(\.name))
        let now = session.now(parts)
        return try await parts.persistence.update(id, loading: loading) { commit in
            let items = transactions.filter { $0.entitles(at: now) }.map { transaction in
                let owner = commit.foreignOwners[transaction.chain]
                let isKnown = commit.recorded[transaction.name] != nil
                return RestoreResult.Item(
                    transaction: transaction,
                    outcome: owner != nil ? .keptByOwner : isKnown ? .alreadyOwned : .restored, owner: owner)
            }
            return RestoreResult(items: items, entitlements: commit.customer.entitlements(at: now))
        }
    }

    func run() async throws -> RestoreResult {
        var items: [RestoreResult.Item] = []
        for transaction in try await owned() {
            do {
                let delivery = try await Delivering(session: session, parts: parts).deliver(transaction, cause: .client)
                items.append(
                    RestoreResult.Item(
                        transaction: transaction,
                        outcome: delivery.owner != nil ? .keptByOwner : delivery.isRepeat ? .alreadyOwned : .restored,
                        owner: delivery.owner))
            } catch let error as StorefrontError where error.code == .verificationFailed {
                session.note(refused: transaction, error)
                session.surroundings.log("\(session.app): \(error.message). \(error.recovery)")
            }
        }
        let now = session.now(parts)
        let running = try await parts.persistence.read(id).spans().filter { $0.contains(now) }.map(\.chain)
        items.removeAll { $0.owner == nil && !running.contains($0.transaction.chain) }
        let after = try await tell(items)
        return RestoreResult(items: items, entitlements: after.entitlements(at: now))
    }

    private func owned() async throws -> [Transaction] {
        do {
            return try await parts.store.restore(customer)
        } catch let error as StoreError {
            throw StorefrontError(.storeUnavailable, error.words)
        }
    }

    /// Each restore is told, also one that gave nothing back.
    private func tell(_ items: [RestoreResult.Item]) async throws -> Customer {
        let words = Words(session: session, parts: parts)
        let now = session.now(parts)
        let telling = Telling(
            type: "restore.completed", subject: ["restore", String(session.surroundings.random())], occurredAt: now,
            data: ["restored": .array(items.filter { $0.owner == nil }.map(\.transaction.json))])
        let foreignChanges = parts.persistence.foreignChanges
        let after = try await parts.persistence.update(id, loading: Loading()) { commit in
            words.tell(telling, in: &commit, cause: .client, at: now)
            commit.due = commit.customer.nextEnd
            return commit.customer
        }
        parts.cache.put(after, committedAt: foreignChanges)
        session.wakeCouriers()
        return after
    }
}
