import Storefront

/// One rule being tried: an app of its own, and what rules do and look at.
struct StoreTrial: Sendable {
    let harness: StoreHarness
    let app: String

    func open(_ app: String? = nil) async throws -> any Store { try await harness.open(app ?? self.app) }

    func order(
        _ product: Product? = nil, key: String = "key-1", customer: String = "ada", app: String? = nil,
        quantity: Int64 = 1, _ situation: StoreHarness.Situation = .success
    ) -> Order {
        Order(
            app: app ?? self.app, customer: customer, key: key, product: product ?? harness.consumable,
            quantity: quantity, options: harness.options[situation] ?? [:], orderedAt: harness.start)
    }

    /// Buys, and fails unless it is charged.
    func buy(_ order: Order, from store: any Store) async throws -> Transaction {
        let outcome = try await store.purchase(order)
        guard case .completed(let transaction) = outcome else {
            throw Broken(message: "an order that nothing hinders ended as \(outcome)")
        }
        return transaction
    }

    /// What a fresh sequence says before it is caught up.
    func backlog(_ store: any Store) async throws -> [Unfinished] {
        try await inTime {
            var said: [Unfinished] = []
            for try await word in store.unfinished() {
                if word == .caughtUp { return said }
                said.append(word)
            }
            throw Broken(message: "the sequence ended before it was caught up")
        }
    }

    func unfinished(_ store: any Store) async throws -> [Transaction] {
        try await backlog(store).compactMap { if case .transaction(let transaction) = $0 { transaction } else { nil } }
    }

    /// Runs what must come to an end; a store that never answers fails the rule instead of hanging it.
    func inTime<Answer: Sendable>(_ body: @escaping @Sendable () async throws -> Answer) async throws -> Answer {
        try await withThrowingTaskGroup(of: Answer.self) { group in
            group.addTask(operation: body)
            group.addTask {
                try await Task.sleep(for: harness.patience)
                throw Broken(message: "nothing came within \(harness.patience)")
            }
            defer { group.cancelAll() }
            guard let answer = try await group.next() else { throw CancellationError() }
            return answer
        }
    }
}

extension StoreContract {
    /// A rule whose store is closed behind it.
    static func rule(
        _ name: String, _ summary: String,
        _ body: @escaping @Sendable (_ store: any Store, _ trial: StoreTrial) async throws -> Void
    ) -> ContractRule<StoreHarness> {
        ContractRule(name, summary) { harness in
            let trial = StoreTrial(harness: harness, app: "com.acme.\(name)")
            let store = try await trial.open()
            do {
                try await body(store, trial)
            } catch {
                await store.close()
                throw error
            }
            await store.close()
        }
    }
}
