extension Engine {
    /// Takes an amount from a balance, once per key.
    ///
    /// The same key again gives the first answer. A spend larger than the balance changes nothing.
    /// - Throws: `insufficient-balance`; `invalid-request` for an amount below 1 or a key that was used for another
    ///   spend; `storage-unavailable`, `unknown-app`.
    public func spend(
        app: String, customer: String, unit: String, amount: Int64, key: String
    ) async throws -> SpendResult {
        let session = try await session(app)
        let parts = try session.parts()
        try Ordering.check(customer, "customer")
        try Ordering.check(unit, "unit")
        try Ordering.check(key, "key")
        guard (1...EngineLimits.balance).contains(amount) else {
            throw StorefrontError(.invalidRequest, "an amount is 1 to \(EngineLimits.balance), not \(amount)")
        }
        let spend = Spend(
            id: CustomerID(app: session.app, customer: customer), unit: unit, amount: amount, key: key,
            environment: parts.store.environment, now: session.now(parts))
        let words = Words(session: session, parts: parts)
        let rules = session.manifest.customers
        let foreignChanges = parts.persistence.foreignChanges
        let (result, customer) = try await parts.persistence.update(
            spend.id, loading: Loading(entries: [spend.transaction.name])
        ) { commit in
            if let recorded = commit.recorded[spend.transaction.name] {
                return (try spend.answer(to: recorded), commit.customer)
            }
            let entry = try spend.entry(from: commit.customer)
            commit.append(entry)
            for telling in commit.customer.fold(entry, rules: rules, at: spend.now) {
                words.tell(telling, in: &commit, cause: .client, at: spend.now)
            }
            return (spend.answer(commit.customer.balances, isDuplicate: false), commit.customer)
        }
        guard !result.isDuplicate else { return result }
        parts.cache.put(customer, committedAt: foreignChanges)
        session.wakeCouriers()
        return result
    }
}

/// One spend, and the ledger entry that it is.
private struct Spend: Sendable {
    let id: CustomerID
    let unit: String
    let amount: Int64
    let key: String
    let environment: String
    let now: Timestamp

    /// The ledger's own transaction: its id derives from customer and key, so the same key is the same entry.
    var transaction: Transaction {
        Transaction(
            id: "spend_" + Digest.id([id.app, id.customer, key]), app: id.app, store: "ledger",
            environment: environment, kind: .spent, revision: 0, customer: id.customer, orderKey: key, product: unit,
            quantity: amount, purchasedAt: now)
    }

    func entry(from customer: Customer) throws -> Entry {
        let balance = customer.balances[unit] ?? 0
        guard balance >= amount else {
            throw StorefrontError(
                .insufficientBalance, "the balance of \(unit) is \(balance), less than \(amount); nothing was spent")
        }
        var after = customer.balances
        after[unit] = balance - amount
        return Entry(
            transaction, customer: id.customer,
            terms: Entry.Terms(type: .consumable, grants: [Grant(unit: unit, amount: -amount)]), cause: .client,
            recordedAt: now, balances: after)
    }

    func answer(to recorded: Entry) throws -> SpendResult {
        guard recorded.transaction.product == unit, recorded.transaction.quantity == amount else {
            throw StorefrontError(
                .invalidRequest,
                "the key \"\(key)\" was used to spend \(recorded.transaction.quantity) \(recorded.transaction.product)",
                recovery: "Use a new key for a new spend.")
        }
        return answer(recorded.balances ?? [:], isDuplicate: true)
    }

    func answer(_ balances: [String: Int64], isDuplicate: Bool) -> SpendResult {
        SpendResult(unit: unit, amount: amount, key: key, balances: balances, isDuplicate: isDuplicate)
    }
}
