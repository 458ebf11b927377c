import Storefront

extension PersistenceContract {
    static let workRules: [ContractRule<PersistencePlaces>] = [
        ContractRule("due-in-order", "Customers come when they are due, the earliest first, and not before.") {
            places in
            try await places.open { persistence in
                for (name, second) in [("late", 30), ("early", 10), ("never", nil), ("middle", 20)]
                    as [(String, Int64?)]
                {
                    try await persistence.update(Sample.customer(name), loading: Loading()) { commit in
                        commit.customer.balances["coins"] = 1
                        commit.due = second.map { Sample.time($0) }
                    }
                }
                func due(_ second: Int64, limit: Int = 100) async throws -> [String] {
                    try await persistence.due(app: Sample.app, at: Sample.time(second), limit: limit)
                }
                try expect("who is due before", try await due(9), is: [])
                try expect("who is due at its time", try await due(10), is: ["early"])
                try expect("who is due later", try await due(99), is: ["early", "middle", "late"])
                try expect("the first who is due", try await due(99, limit: 1), is: ["early"])
                try await persistence.update(Sample.customer("early"), loading: Loading()) { commit in
                    try expect("the time found", commit.due, is: Sample.time(10))
                    commit.due = nil
                }
                try expect("who is due then", try await due(99), is: ["middle", "late"])
            }
        },
        ContractRule(
            "attempts", "Open attempts are found with every update and at every start; ended ones by key only."
        ) {
            places in
            try await places.open { persistence in
                let id = Sample.customer()
                let states: [Attempt.State] = [.pending, .ordered, .completed, .cancelled, .failed]
                let attempts = states.enumerated().map { index, state in
                    Sample.attempt("key \(index)", of: id, state: state, second: Int64(10 + index))
                }
                try await persistence.update(id, loading: Loading()) { commit in
                    for attempt in attempts { commit.put(attempt) }
                }
                for (index, attempt) in attempts.enumerated() {
                    let found = try await persistence.update(id, loading: Loading(attempt: attempt.key)) { $0.attempts }
                    try expect("attempt \(attempt.key)", found[attempt.key], is: attempt)
                    try expect("the number found", found.count, is: index < 2 ? 2 : 3)
                }
                let open = try await persistence.openAttempts(app: Sample.app, limit: 100)
                try expect("the open ones", open, is: [attempts[1], attempts[0]])
                try await persistence.update(id, loading: Loading()) { commit in
                    var attempt = attempts[1]
                    attempt.state = .completed
                    attempt.transactionID = "tx_9"
                    attempt.revision = .max
                    commit.put(attempt)
                }
                let first = try await persistence.openAttempts(app: Sample.app, limit: 1)
                try expect("the oldest open one", first, is: [attempts[0]])
            }
        },
        ContractRule("finishes", "What is to be finished stays until it is, with its failures, what is due first.") {
            places in
            try await places.open { persistence in
                let finishes = (0..<3).map { index in
                    Finish(
                        transaction: Sample.transaction("tx_\(index)", of: Sample.customer()).reference,
                        customer: "ada", product: "coins100", since: Sample.time(Int64(9 - index)),
                        due: Sample.time(0))
                }
                try await persistence.update(Sample.customer(), loading: Loading()) { commit in
                    for finish in finishes { commit.finish(finish) }
                }
                var failed = finishes[2]
                failed.tries = 5
                failed.due = Sample.time(60)
                failed.lastError = "no answer"
                var gone = finishes[0]
                gone.transaction.id = "tx_gone"
                try await persistence.settle(finished: [finishes[1].transaction], failed: [failed, gone])
                let left = try await persistence.unfinished(app: Sample.app, limit: 100)
                try expect("what is left", left, is: [finishes[0], failed])
                try await persistence.settle(finished: left.map(\.transaction), failed: [])
                try expect("the end", try await persistence.unfinished(app: Sample.app, limit: 100), is: [])
            }
        },
    ]
}
