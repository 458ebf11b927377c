import Storefront

/// Customers and purchases of Acme's apps, as the checks need them.
enum Sample {
    static let app = "com.acme.wordgame"
    static let otherApp = "com.acme.scanner"
    static let start = Timestamp(milliseconds: 1_796_000_000_000)
    static let coins = Entry.Terms(type: .consumable, grants: [Grant(unit: "coins", amount: 100)])
    static let pro = Entry.Terms(type: .nonConsumable, entitlements: ["pro"])

    static func customer(_ name: String = "ada", app: String = app) -> CustomerID {
        CustomerID(app: app, customer: name)
    }

    static func time(_ seconds: Int64) -> Timestamp { start.advanced(byMilliseconds: seconds * 1000) }

    static func transaction(
        _ id: String, of customer: CustomerID, product: String = "coins100", quantity: Int64 = 1, revision: Int64 = 1
    ) -> Transaction {
        Transaction(
            id: id, app: customer.app, store: "sandbox", environment: "sandbox", kind: .purchased,
            revision: revision, customer: customer.customer, orderKey: "key \(id)", product: product,
            quantity: quantity, purchasedAt: start, price: Currency("USD").map { Money(minorUnits: 99, currency: $0) })
    }

    static func chain(_ transaction: Transaction, of customer: CustomerID, terms: Entry.Terms = coins) -> Chain {
        var chain = Chain(
            key: transaction.chain, customer: customer.customer, product: transaction.product, terms: terms,
            transactionID: transaction.id, revision: transaction.revision, quantity: transaction.quantity,
            purchasedAt: transaction.purchasedAt, expiresAt: transaction.expiresAt, revokedAt: nil)
        chain.granted = terms.grants
        chain.told = ["purchased \(transaction.id)"]
        return chain
    }

    static func event(_ id: String, of customer: CustomerID, sequence: Int64, type: String = "purchase.completed")
        -> Event
    {
        Event(
            id: id, type: type, app: customer.app, customer: customer.customer, environment: "sandbox",
            sequence: sequence, cause: .client, occurredAt: start, recordedAt: time(sequence),
            data: [
                "note": "\u{201C}\u{20AC} \u{1F3AE}\u{201D}\n", "minorUnits": .number("35613673800"),
                "list": [1, .null],
            ])
    }

    static func attempt(_ key: String, of customer: CustomerID, state: Attempt.State, second: Int64 = 0) -> Attempt {
        Attempt(
            id: customer, key: key, product: "coins100", quantity: 3, offer: "win", state: state,
            transactionID: state == .completed ? "tx" : nil, revision: state == .completed ? 7 : nil,
            failure: state == .failed ? "payment-declined: no" : nil, holder: "host-1-1", orderedAt: time(second))
    }

    static func lease(_ holder: String, at second: Int64, for seconds: Int64 = 30) -> Lease {
        Lease(holder: holder, now: time(second), until: time(second + seconds))
    }
}

extension Persistence {
    /// Records a purchase as an engine does: the entry, its chain, the balance and one event; false for a repeat.
    @discardableResult
    func buy(
        _ id: String, for customer: CustomerID, terms: Entry.Terms = Sample.coins, quantity: Int64 = 1,
        notifiers: [String] = []
    ) async throws -> Bool {
        let transaction = Sample.transaction(id, of: customer, quantity: quantity)
        let loading = Loading(chains: [transaction.chain], entries: [transaction.name])
        return try await update(customer, loading: loading) { commit in
            guard commit.recorded.isEmpty, commit.foreignOwners.isEmpty else { return false }
            commit.append(
                Entry(transaction, customer: customer.customer, terms: terms, cause: .client, recordedAt: Sample.start))
            commit.customer.chains[transaction.chain] = Sample.chain(transaction, of: customer, terms: terms)
            for grant in terms.grants { commit.customer.balances[grant.unit, default: 0] += grant.amount * quantity }
            commit.tellNext("evt_\(customer.customer)_\(id)", to: notifiers)
            return true
        }
    }

    /// Tells so many events to a notifier, in one commit each.
    func tell(_ count: Int, _ customer: CustomerID, type: String = "purchase.completed", to notifier: String)
        async throws
    {
        for _ in 0..<count {
            try await update(customer, loading: Loading()) { commit in
                commit.tellNext(
                    "evt_\(customer.customer)_\(commit.customer.sequence + 1)", type: type, to: [notifier])
            }
        }
    }

    /// Events that a receiver is handed at a second, by id; the lease ends 30 seconds later.
    func claim(_ receiver: String, _ holder: String, at second: Int64, limit: Int = 100) async throws -> [String] {
        try await claim(app: Sample.app, receiver: receiver, lease: Sample.lease(holder, at: second), limit: limit)
            .map(\.event.id)
    }

    func settle(_ receiver: String, _ holder: String, at second: Int64, _ verdicts: [Verdict]) async throws {
        try await settle(app: Sample.app, receiver: receiver, lease: Sample.lease(holder, at: second), verdicts)
    }
}

extension Commit {
    /// Tells an event with the customer's next sequence.
    mutating func tellNext(_ id: String, type: String = "purchase.completed", to notifiers: [String]) {
        customer.sequence += 1
        tell(Sample.event(id, of: customer.id, sequence: customer.sequence, type: type), to: notifiers)
    }
}

/// Runs so many bodies at once and gives back what each answered.
func atOnce<Answer: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) async throws -> Answer
) async throws -> [Answer] {
    try await withThrowingTaskGroup(of: Answer.self) { group in
        for index in 0..<count { group.addTask { try await body(index) } }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}
