/// Gives what was charged: verifies a transaction, commits it with its effect, and has the store told.
struct Delivering {
    let session: AppSession
    let parts: AppSession.Parts

    struct Delivery: Sendable {
        var entry: Entry
        /// Whether the ledger had it already.
        var isRepeat: Bool
        /// Who has the chain, where that is another customer: then nothing was written.
        var owner: String?
        /// The attempt that ordered it, where there is one.
        var attempt: Attempt?
    }

    /// One commit: entry, state, events. Delivering again changes nothing.
    ///
    /// - Throws: `verification-failed` for a transaction that is not this app's, store's or manifest's; nothing is
    ///   granted and it stays unfinished.
    func deliver(_ transaction: Transaction, cause: Event.Cause) async throws -> Delivery {
        let (entry, now) = try entry(transaction, cause: cause)
        let words = Words(session: session, parts: parts)
        let rules = session.manifest.customers
        let id = CustomerID(app: session.app, customer: entry.customer)
        let loading = Loading(
            chains: [transaction.chain], entries: [transaction.name], attempt: transaction.orderKey)
        let finish = Finish(
            transaction: transaction.reference, customer: entry.customer, product: transaction.product, since: now,
            due: now)
        let foreignChanges = parts.persistence.foreignChanges
        let (delivery, customer) = try await parts.persistence.update(id, loading: loading) { commit in
            if let owner = commit.foreignOwners[transaction.chain] {
                return (Delivery(entry: entry, isRepeat: false, owner: owner), commit.customer)
            }
            try commit.refuseReusedID(transaction)
            let attempt = commit.complete(transaction)
            if let recorded = commit.recorded[transaction.name] {
                return (Delivery(entry: recorded, isRepeat: true, attempt: attempt), commit.customer)
            }
            commit.append(entry)
            commit.finish(finish)
            for telling in commit.customer.fold(entry, rules: rules, at: now) {
                words.tell(telling, in: &commit, cause: cause, at: now)
            }
            for telling in commit.customer.tellEnds(at: now) {
                words.tell(telling, in: &commit, cause: .timer, at: now)
            }
            commit.due = commit.customer.nextEnd
            return (Delivery(entry: entry, isRepeat: false, attempt: attempt), commit.customer)
        }
        session.forgetRefused(transaction.reference)
        guard delivery.owner == nil, !delivery.isRepeat else { return delivery }
        parts.cache.put(customer, committedAt: foreignChanges)
        session.wakeCouriers()
        await parts.finisher.add(finish)
        return delivery
    }

    private func entry(_ transaction: Transaction, cause: Event.Cause) throws -> (Entry, Timestamp) {
        func refuse(_ why: String, _ recovery: String? = nil) -> StorefrontError {
            StorefrontError(.verificationFailed, "transaction \"\(transaction.id)\" \(why)", recovery: recovery)
        }
        guard transaction.app == session.app else { throw refuse("is of the app \"\(transaction.app)\"") }
        guard transaction.store == parts.store.name, transaction.environment == parts.store.environment else {
            throw refuse("is of \(transaction.store) (\(transaction.environment))")
        }
        guard let product = session.products[transaction.product] else {
            throw refuse(
                "is of \"\(transaction.product)\", which the manifest does not have",
                "Put the product back into \(session.manifest.file); it is delivered on the next start.")
        }
        guard (1...EngineLimits.quantity).contains(transaction.quantity) else {
            throw refuse("has a quantity of \(transaction.quantity)")
        }
        guard let customer = transaction.customer, !customer.isEmpty else { throw refuse("names no customer") }
        let now = session.now(parts)
        return (Entry(transaction, customer: customer, terms: Entry.Terms(product), cause: cause, recordedAt: now), now)
    }
}

extension Commit {
    /// A store gives an id once. One that starts anew, as a sandbox whose file was deleted, would have its charges taken
    /// for repeats and never delivered.
    fileprivate func refuseReusedID(_ transaction: Transaction) throws {
        guard transaction.kind == .purchased, let chain = customer.chains[transaction.chain],
            chain.transactionID == transaction.id, chain.purchasedAt != transaction.purchasedAt
        else { return }
        throw StorefrontError(
            .verificationFailed,
            "transaction \"\(transaction.id)\" is in the ledger as another purchase, of \(chain.purchasedAt.rfc3339)",
            recovery: "If a sandbox's file was deleted, begin anew with `storefront sandbox reset`.")
    }

    /// The attempt that ordered the transaction, completed in this commit where it was not.
    fileprivate mutating func complete(_ transaction: Transaction) -> Attempt? {
        guard let key = transaction.orderKey, var attempt = attempts[key] else { return nil }
        guard attempt.state != .completed, transaction.kind == .purchased else { return attempt }
        attempt.state = .completed
        attempt.transactionID = transaction.id
        attempt.revision = transaction.revision
        attempt.failure = nil
        put(attempt)
        return attempt
    }
}
