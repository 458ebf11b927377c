import Storefront

extension PersistenceContract {
    static let commitRules: [ContractRule<PersistencePlaces>] = [
        ContractRule("unknown-customer-is-empty", "A customer never seen reads as an empty one.") { places in
            try await places.open { persistence in
                try expect(
                    "the customer", try await persistence.read(Sample.customer()), is: Customer(id: Sample.customer()))
            }
        },
        ContractRule("reads-own-writes", "What an update wrote is read back whole as soon as it returns.") { places in
            try await places.open { persistence in
                let id = Sample.customer()
                try await persistence.buy("tx_1", for: id, terms: Sample.pro)
                try await persistence.buy("tx_2", for: id)
                let customer = try await persistence.read(id)
                let chain = Sample.chain(Sample.transaction("tx_1", of: id), of: id, terms: Sample.pro)
                try expect("the balance", customer.balances, is: ["coins": 100])
                try expect("the entitling chains", customer.chains, is: [chain.key: chain])
                try expect("the version", customer.version, is: 2)
                try expect("the sequence", customer.sequence, is: 2)
            }
        },
        ContractRule("nothing-half-written", "A change that throws writes nothing, and its error comes out.") {
            places in
            try await places.open { persistence in
                let id = Sample.customer()
                try await persistence.buy("tx_1", for: id)
                let before = try await persistence.everything(of: id)
                do {
                    try await persistence.update(id, loading: Loading()) { commit in
                        commit.writeEverything("tx_2", of: id)
                        throw Refusal()
                    }
                    try expect(false, "the change's error did not come out")
                } catch is Refusal {}
                try expect("what is stored", try await persistence.everything(of: id), is: before)
            }
        },
        ContractRule(
            "conflict-writes-nothing", "A commit that claims a recorded entry or event again is refused whole."
        ) {
            places in
            try await places.open { persistence in
                let id = Sample.customer()
                try await persistence.buy("tx_1", for: id)
                let before = try await persistence.everything(of: id)
                for change in [
                    { @Sendable (commit: inout Commit) in commit.writeEverything("tx_1", event: "evt_new", of: id) },
                    { @Sendable commit in commit.writeEverything("tx_new", event: "evt_ada_tx_1", of: id) },
                ] {
                    let isRefused = await persistence.refuses(id, change)
                    try expect(isRefused, "a claim that was taken was not refused")
                }
                try expect("what is stored", try await persistence.everything(of: id), is: before)
            }
        },
        ContractRule("nothing-to-write", "A change that changes nothing writes nothing.") { places in
            try await places.open { persistence in
                let id = Sample.customer()
                try await persistence.buy("tx_1", for: id)
                let before = try await persistence.read(id)
                let answer = try await persistence.update(id, loading: Loading()) { $0.customer.balances["coins"] }
                try expect("the answer", answer, is: 100)
                try expect("the customer", try await persistence.read(id), is: before)
            }
        },
        ContractRule("no-lost-update", "Writers at once, also of two processes, each see the one before.") { places in
            try await places.openTwice { one, other in
                let id = Sample.customer()
                let answers = try await atOnce(64) { index in
                    try await (index % 2 == 0 ? one : other).update(id, loading: Loading()) { commit -> Int64 in
                        commit.customer.balances["coins", default: 0] += 1
                        return commit.customer.balances["coins"] ?? 0
                    }
                }
                try expect("the set of answers", answers.sorted(), is: Array(1...64))
                let customer = try await one.read(id)
                try expect("the balance", customer.balances["coins"], is: 64)
                try expect("the version", customer.version, is: 64)
            }
        },
        ContractRule("no-overspending", "Of 100 spends at once of a balance of 50, 50 succeed.") { places in
            try await places.openTwice { one, other in
                let id = Sample.customer()
                try await one.update(id, loading: Loading()) { $0.customer.balances["coins"] = 50 }
                let spent = try await atOnce(100) { index in
                    try await (index % 2 == 0 ? one : other).update(id, loading: Loading()) { commit -> Bool in
                        guard let balance = commit.customer.balances["coins"], balance > 0 else { return false }
                        commit.customer.balances["coins"] = balance - 1
                        return true
                    }
                }
                try expect("the spends that succeeded", spent.count(where: \.self), is: 50)
                try expect("the balance", try await other.read(id).balances["coins"], is: 0)
            }
        },
        ContractRule("survives-reopening", "What was written is there when the place is opened again.") { places in
            let open = try await places.fresh()
            let id = Sample.customer()
            let first = try await open()
            try await first.buy("tx_1", for: id, terms: Sample.pro)
            try await first.update(id, loading: Loading()) { $0.writeEverything("tx_2", of: id) }
            let before = try await first.everything(of: id)
            await first.close()
            try await closing(try await open()) { again in
                try expect("what is stored", try await again.everything(of: id), is: before)
            }
        },
        ContractRule("big-numbers", "Numbers near 2^31, 2^53 and 2^63 keep every digit.") { places in
            try await places.open { persistence in
                let id = Sample.customer()
                var numbers: [Int64] = [.max, .min, .max - 1, .min + 1]
                for bits in [31, 53, 62] { for step in -1...1 { numbers.append((1 << Int64(bits)) + Int64(step)) } }
                for (index, number) in numbers.enumerated() {
                    try await persistence.update(id, loading: Loading()) { commit in
                        commit.customer.balances["coins"] = number
                        commit.append(
                            Entry(
                                Sample.transaction("tx_\(index)", of: id, quantity: number, revision: number),
                                customer: id.customer, terms: Sample.coins, cause: .store,
                                recordedAt: Sample.start, balances: ["coins": number]))
                    }
                    try expect("the balance", try await persistence.read(id).balances["coins"], is: number)
                }
                let entries = try await persistence.entries(app: Sample.app, customer: nil, after: 0, limit: 100)
                try expect("the quantities", entries.map(\.value.transaction.quantity), is: numbers)
                try expect("the revisions", entries.map(\.value.transaction.revision), is: numbers)
                try expect("the balances kept", entries.map(\.value.balances), is: numbers.map { ["coins": $0] })
            }
        },
    ]
}

extension Commit {
    /// One of everything that a commit can hold.
    mutating func writeEverything(_ transaction: String, event: String? = nil, of id: CustomerID) {
        let transaction = Sample.transaction(transaction, of: id)
        append(
            Entry(transaction, customer: id.customer, terms: Sample.pro, cause: .store, recordedAt: Sample.start))
        customer.chains[transaction.chain] = Sample.chain(transaction, of: id, terms: Sample.pro)
        customer.balances["gems"] = -7
        tellNext(event ?? "evt_\(transaction.id)", to: ["log"])
        put(Sample.attempt("key \(transaction.id)", of: id, state: .pending))
        finish(
            Finish(
                transaction: transaction.reference, customer: id.customer, product: "pro", since: Sample.start,
                tries: 2,
                due: Sample.time(5), lastError: "no answer"))
        due = Sample.time(9)
    }
}

/// All that the calls of a backend tell about one customer's app.
struct Everything: Equatable {
    var customer: Customer
    var due: [String]
    var entries: [Entry]
    var events: [Event]
    var sold: [String: ProductType]
    var attempts: [Attempt]
    var finishes: [Finish]
    var deliveries: [ReceiverState]
}

extension Persistence {
    func everything(of id: CustomerID) async throws -> Everything {
        Everything(
            customer: try await read(id), due: try await due(app: id.app, at: Sample.time(1000), limit: 100),
            entries: try await entries(app: id.app, customer: nil, after: 0, limit: 100).map(\.value),
            events: try await events(app: id.app, after: 0, limit: 100).map(\.value),
            sold: try await soldProducts(app: id.app), attempts: try await openAttempts(app: id.app, limit: 100),
            finishes: try await unfinished(app: id.app, limit: 100), deliveries: try await deliveries(app: id.app))
    }

    /// Whether an update throws.
    func refuses(_ id: CustomerID, _ change: @escaping @Sendable (inout Commit) -> Void) async -> Bool {
        do {
            try await update(id, loading: Loading(), change)
            return false
        } catch {
            return true
        }
    }
}
