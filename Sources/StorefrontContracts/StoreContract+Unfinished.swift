import Storefront

extension StoreContract {
    /// What is charged is said until it is finished.
    static let unfinished: [ContractRule<StoreHarness>] = [
        rule(
            "charged-is-unfinished",
            "what was charged is said, in order, then that this was all, once"
        ) { store, trial in
            var bought: [Transaction] = []
            for number in 1...3 { bought.append(try await trial.buy(trial.order(key: "key-\(number)"), from: store)) }
            try expect(try await trial.unfinished(store) == bought, "the backlog is not what was charged, oldest first")
        },
        rule(
            "finished-is-not-unfinished",
            "what is finished is not said again, and finishing twice is fine"
        ) { store, trial in
            let first = try await trial.buy(trial.order(), from: store)
            let second = try await trial.buy(trial.order(key: "key-2"), from: store)
            try await store.finish(first.reference)
            try await store.finish(first.reference)
            try expect(try await trial.unfinished(store) == [second], "finishing did not take exactly one away")
        },
        rule(
            "finished-keeps-its-outcome",
            "an order repeated after it was finished is not charged again"
        ) { store, trial in
            let first = try await trial.buy(trial.order(), from: store)
            try await store.finish(first.reference)
            let again = try await trial.buy(trial.order(), from: store)
            try expect(first == again, "the repeat has another transaction")
            try expect(try await trial.unfinished(store) == [], "the repeat is unfinished")
        },
        rule(
            "unfinished-survives",
            "what is charged and not finished is said after reopening; the finished is not"
        ) { store, trial in
            let first = try await trial.buy(trial.order(), from: store)
            let second = try await trial.buy(trial.order(key: "key-2"), from: store)
            try await store.finish(first.reference)
            await store.close()
            let reopened = try await trial.open()
            let left = try await trial.unfinished(reopened)
            let again = try await trial.buy(trial.order(key: "key-2"), from: reopened)
            await reopened.close()
            try expect(left == [second], "\(left.map(\.id)) are unfinished after reopening, not \([second.id])")
            try expect(again == second, "the key was charged again after reopening")
        },
        rule(
            "later-is-said",
            "a sequence that is caught up says what is charged later in another place"
        ) { store, trial in
            let other = try await trial.open()
            let heard = try await trial.inTime {
                for try await word in store.unfinished() {
                    switch word {
                    case .caughtUp: _ = try await trial.buy(trial.order(), from: other)
                    case .transaction(let transaction): return transaction.orderKey
                    case .ended: break
                    }
                }
                return nil
            }
            await other.close()
            try expect(heard == "key-1", "it said \(heard ?? "nothing")")
        },
        rule("every-listener-hears", "two sequences each say everything") { store, trial in
            let bought = try await trial.buy(trial.order(), from: store)
            let first = try await trial.unfinished(store)
            let second = try await trial.unfinished(store)
            try expect(first == [bought] && second == [bought], "the second sequence says \(second.count) of 1")
        },
        rule("closing-ends-the-sequence", "a sequence that waits ends when the store closes") { store, trial in
            let ended = try await trial.inTime {
                for try await word in store.unfinished() where word == .caughtUp { await store.close() }
                return true
            }
            try expect(ended, "it goes on")
        },
    ]

    /// What a customer owns comes back, and nothing else.
    static let owning: [ContractRule<StoreHarness>] = [
        rule(
            "restore-what-is-owned",
            "a finished non-consumable comes back, a finished consumable never"
        ) { store, trial in
            let coins = try await trial.buy(trial.order(), from: store)
            let full = try await trial.buy(trial.order(trial.harness.nonConsumable, key: "key-2"), from: store)
            for transaction in [coins, full] { try await store.finish(transaction.reference) }
            try expect(try await store.restore("ada").map(\.id) == [full.id], "restored is not exactly what is owned")
        },
        rule(
            "restore-changes-nothing",
            "restoring three times at once charges nothing and answers alike"
        ) { store, trial in
            let full = try await trial.buy(trial.order(trial.harness.nonConsumable), from: store)
            try await store.finish(full.reference)
            let answers = try await withThrowingTaskGroup(of: [Transaction].self) { group in
                for _ in 0..<3 { group.addTask { try await store.restore("ada") } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            try expect(answers.allSatisfy { $0.map(\.id) == [full.id] }, "the answers are not alike")
            try expect(try await trial.backlog(store) == [], "restoring made something unfinished")
        },
    ]

    /// Which ids are sold.
    static let selling: [ContractRule<StoreHarness>] = [
        rule(
            "unknown-ids-told",
            "ids that the store does not sell are told, those that it sells are found"
        ) { store, trial in
            let known = [trial.harness.consumable.id, trial.harness.nonConsumable.id]
            let unknown = trial.harness.unknownProduct ?? ""
            let answer = try await store.products(known + [unknown])
            try expect(answer.found == known, "found are \(answer.found), not \(known)")
            try expect(answer.unknown == [unknown], "unknown are \(answer.unknown), not \([unknown])")
        }
    ]
}
