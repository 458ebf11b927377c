import Storefront

extension StoreContract {
    /// An order is charged once, as ordered.
    static let charging: [ContractRule<StoreHarness>] = [
        rule(
            "transaction-as-ordered",
            "a transaction says who bought how many of what, under which key"
        ) { store, trial in
            let order = trial.order(quantity: 3)
            let bought = try await trial.buy(order, from: store)
            try expect(bought.app == order.app, "the app is \(bought.app)")
            try expect(bought.store == store.name, "the store is \(bought.store), not \(store.name)")
            try expect(bought.environment == store.environment, "the environment is \(bought.environment)")
            try expect(bought.customer == order.customer, "the customer is \(bought.customer ?? "missing")")
            try expect(bought.orderKey == order.key, "the key is \(bought.orderKey ?? "missing")")
            try expect(bought.product == order.product.id, "the product is \(bought.product)")
            try expect(bought.quantity == 3, "the quantity is \(bought.quantity), not 3")
            try expect(bought.kind == .purchased, "the kind is \(bought.kind.rawValue)")
            try expect(bought.revokedAt == nil, "it is revoked from the start")
        },
        rule(
            "charge-once",
            "an order repeated with its key is charged once and has the first outcome"
        ) { store, trial in
            let first = try await trial.buy(trial.order(), from: store)
            let second = try await trial.buy(trial.order(), from: store)
            try expect(first == second, "the repeat has another transaction: \(first.id), then \(second.id)")
            try expect(try await trial.unfinished(store) == [first], "the charge is not there exactly once")
        },
        rule("charge-once-at-once", "64 repeats at the same time are charged once") { store, trial in
            let bought = try await trial.atOnce(64, from: [store])
            try expect(Set(bought).count == 1, "\(Set(bought).count) transactions for one key")
            try expect(try await trial.unfinished(store).count == 1, "charged more than once")
        },
        rule("charge-once-in-two-places", "two stores over one place charge one key once") { store, trial in
            let other = try await trial.open()
            let bought = try await trial.atOnce(64, from: [store, other])
            let left = try await trial.unfinished(other)
            await other.close()
            try expect(Set(bought).count == 1, "\(Set(bought).count) transactions for one key")
            try expect(left.count == 1, "charged more than once")
        },
        rule("charge-each-key", "orders with keys of their own are each charged") { store, trial in
            let ids = try await withThrowingTaskGroup(of: String.self) { group in
                for number in 1...64 {
                    group.addTask { try await trial.buy(trial.order(key: "key-\(number)"), from: store).id }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            try expect(ids.count == 64, "\(ids.count) transactions for 64 orders")
            let left = try await trial.unfinished(store)
            try expect(Set(left.map(\.id)) == ids && left.count == 64, "\(left.count) of 64 charges are unfinished")
        },
        rule("odd-quantities", "quantities that nobody can pay for do no harm") { store, trial in
            for (index, quantity) in [0, -1, Int64.min, Int64.max].enumerated() {
                let order = trial.order(key: "key-\(index)", quantity: quantity)
                let outcome = try? await store.purchase(order)
                if case .completed = outcome { throw Broken(message: "a quantity of \(quantity) was charged") }
            }
            try expect(try await trial.backlog(store) == [], "something was charged")
        },
        rule(
            "outcome-told",
            "what became of an order can be asked; of one never seen there is nothing"
        ) { store, trial in
            try expect(
                try await store.outcome(of: trial.order().reference) == nil, "an order never sent has an outcome")
            let bought = try await trial.buy(trial.order(), from: store)
            let told = try await store.outcome(of: trial.order().reference)
            try expect(told == .completed(bought), "the outcome is told as \(told.map { "\($0)" } ?? "none")")
        },
        rule(
            "apps-apart",
            "two apps with equal customers, products and keys see nothing of each other"
        ) { store, trial in
            let app = trial.app + ".other"
            let other = try await trial.open(app)
            let mine = try await trial.buy(trial.order(trial.harness.nonConsumable), from: store)
            let before = (
                try await trial.backlog(other), try await other.restore("ada"),
                try await other.outcome(of: trial.order(app: app).reference)
            )
            let theirs = try await trial.buy(trial.order(trial.harness.nonConsumable, app: app), from: other)
            try await other.finish(theirs.reference)
            let left = try await trial.unfinished(store)
            await other.close()
            try expect(before.0 == [] && before.1 == [] && before.2 == nil, "an app sees the purchase of another")
            try expect(theirs.app == app, "the transaction is of \(theirs.app)")
            try expect(left == [mine], "finishing in one app finished in another")
        },
        rule(
            "customers-apart",
            "one key of two customers is two orders, and each restores their own"
        ) { store, trial in
            let hers = try await trial.buy(trial.order(trial.harness.nonConsumable), from: store)
            let his = try await trial.buy(trial.order(trial.harness.nonConsumable, customer: "bob"), from: store)
            try expect(hers.id != his.id, "one transaction for two customers")
            for transaction in [hers, his] { try await store.finish(transaction.reference) }
            try expect(try await store.restore("ada").map(\.id) == [hers.id], "ada restores what is not hers")
            try expect(try await store.restore("bob").map(\.id) == [his.id], "bob restores what is not his")
            try expect(try await store.restore("eve") == [], "eve restores what is not hers")
        },
    ]
}

extension StoreTrial {
    /// One order so many times at the same moment, from each store in turn.
    fileprivate func atOnce(_ count: Int, from stores: [any Store]) async throws -> [Transaction] {
        try await withThrowingTaskGroup(of: Transaction.self) { group in
            for number in 0..<count {
                group.addTask { try await buy(order(), from: stores[number % stores.count]) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
