import Storefront

extension StoreContract {
    struct SituationRule: Sendable {
        var situation: StoreHarness.Situation
        var rule: ContractRule<StoreHarness>
    }

    /// What must hold when an order does not simply succeed.
    static let situations: [SituationRule] = [
        SituationRule(
            situation: .cancelled,
            rule: rule(
                "cancelled-charges-nothing",
                "a cancelled order charges nothing, and stays cancelled"
            ) { store, trial in
                try await trial.refused(.cancelled, by: store) { $0 == .cancelled }
            }),
        SituationRule(
            situation: .declined,
            rule: rule(
                "declined-charges-nothing",
                "a declined order charges nothing, and stays declined"
            ) { store, trial in
                try await trial.refused(.declined, by: store) { if case .declined = $0 { true } else { false } }
            }),
        SituationRule(
            situation: .pending,
            rule: rule(
                "pending-charges-nothing",
                "a pending order charges nothing yet, and stays pending"
            ) { store, trial in
                try await trial.refused(.pending, by: store) { if case .pending = $0 { true } else { false } }
            }),
        SituationRule(
            situation: .unreachable,
            rule: rule(
                "unreachable-charges-nothing",
                "an order that never arrived is not charged, and can be sent again"
            ) { store, trial in
                let order = trial.order(trial.harness.nonConsumable, .unreachable)
                do {
                    throw Broken(message: "it ended as \(try await store.purchase(order))")
                } catch StoreError.unreachable {}
                try await trial.expectNothing(store)
                try expect(try await store.outcome(of: order.reference) == nil, "the store says it saw the order")
                _ = try await trial.buy(trial.order(trial.harness.nonConsumable), from: store)
            }),
        SituationRule(
            situation: .unreachable,
            rule: rule(
                "unreachable-after-charge",
                "a repeat of what was charged is never called unreachable"
            ) { store, trial in
                let first = try await trial.buy(trial.order(), from: store)
                do {
                    let again = try await trial.buy(trial.order(.unreachable), from: store)
                    try expect(again == first, "the repeat has another transaction")
                } catch StoreError.unreachable {
                    throw Broken(message: "the order is called unreachable, though it was charged")
                }
            }),
        SituationRule(
            situation: .answerLost,
            rule: rule(
                "lost-answer-charges-once",
                "an order whose answer was lost is charged once and found by its key"
            ) { store, trial in
                let order = trial.order(.answerLost)
                do {
                    throw Broken(message: "it ended as \(try await store.purchase(order))")
                } catch StoreError.noAnswer {}
                let told = try await store.outcome(of: order.reference)
                guard case .completed(let charged) = told else { throw Broken(message: "the charge is not told") }
                let again = try await trial.buy(order, from: store)
                try expect(again == charged, "the repeat has another transaction")
                try expect(try await trial.unfinished(store) == [charged], "it is not unfinished exactly once")
            }),
    ]
}

extension StoreTrial {
    fileprivate func order(_ situation: StoreHarness.Situation) -> Order { order(nil, situation) }

    fileprivate func refused(
        _ situation: StoreHarness.Situation, by store: any Store, _ isAsMeant: @Sendable (OrderOutcome) -> Bool
    ) async throws {
        let order = order(harness.nonConsumable, situation)
        let first = try await store.purchase(order)
        try expect(isAsMeant(first), "it ended as \(first)")
        try await expectNothing(store)
        let again = try await store.purchase(self.order(harness.nonConsumable))
        try expect(again == first, "the repeat ended as \(again), not as \(first)")
        let told = try await store.outcome(of: order.reference)
        try expect(told == first, "the outcome is told as \(told.map { "\($0)" } ?? "none")")
        try await expectNothing(store)
        _ = try await buy(self.order(harness.nonConsumable, key: "key-2"), from: store)
    }

    fileprivate func expectNothing(_ store: any Store) async throws {
        try expect(try await unfinished(store) == [], "something is charged")
        try expect(try await store.restore("ada") == [], "something is owned")
    }
}
