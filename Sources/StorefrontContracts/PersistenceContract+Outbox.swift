import Storefront

extension PersistenceContract {
    static let outboxRules: [ContractRule<PersistencePlaces>] = [
        ContractRule(
            "customers-in-order", "A customer's events leave in order of sequence; a postponed one holds the rest."
        ) {
            places in
            try await places.open { persistence in
                let (ada, ben) = (Sample.customer("ada"), Sample.customer("ben"))
                try await persistence.tell(3, ada, to: "log")
                try await persistence.tell(1, ben, to: "log")
                try expect(
                    "the first run", try await persistence.claim("log", "a", at: 0, limit: 2),
                    is: ["evt_ada_1", "evt_ada_2"])
                try expect("beside a leased one", try await persistence.claim("log", "b", at: 1), is: ["evt_ben_1"])
                try await persistence.settle(
                    "log", "a", at: 2,
                    [
                        Verdict(event: "evt_ada_1", .delivered),
                        Verdict(event: "evt_ada_2", .postponed(until: Sample.time(60), reason: "down")),
                    ])
                try expect(
                    "behind a postponed one", try await persistence.claim("log", "c", at: 59),
                    is: [
                        "evt_ben_1"
                    ])
                let rows = try await persistence.claim(
                    app: Sample.app, receiver: "log", lease: Sample.lease("d", at: 60), limit: 9)
                try expect("the run later", rows.map(\.event.id), is: ["evt_ada_2", "evt_ada_3"])
                try expect("its tries", rows.map(\.tries), is: [1, 0])
            }
        },
        ContractRule("run-ends-at-what-waits", "A run stops before a row that waits for its time.") { places in
            try await places.open { persistence in
                try await persistence.tell(3, Sample.customer(), to: "log")
                _ = try await persistence.claim("log", "a", at: 0)
                try await persistence.settle(
                    "log", "a", at: 1,
                    [
                        Verdict(event: "evt_ada_1", .released),
                        Verdict(event: "evt_ada_2", .postponed(until: Sample.time(60), reason: "down")),
                        Verdict(event: "evt_ada_3", .released),
                    ])
                try expect("the run", try await persistence.claim("log", "b", at: 2), is: ["evt_ada_1"])
                try await persistence.settle("log", "b", at: 3, [Verdict(event: "evt_ada_1", .delivered)])
                try expect("the run before its time", try await persistence.claim("log", "c", at: 4), is: [])
                try expect(
                    "the run at its time", try await persistence.claim("log", "d", at: 60),
                    is: ["evt_ada_2", "evt_ada_3"])
            }
        },
        ContractRule("leased-once", "A row is leased to one holder, however many ask at once, until the lease ends.") {
            places in
            try await places.openTwice { one, other in
                for index in 0..<20 { try await one.tell(2, Sample.customer("customer \(index)"), to: "log") }
                let claims = try await atOnce(16) { index in
                    try await (index % 2 == 0 ? one : other).claim("log", "holder \(index)", at: 0, limit: 8)
                }
                let ids = claims.flatMap(\.self)
                try expect("rows leased twice", ids.count - Set(ids).count, is: 0)
                try expect("the rows leased", ids.count, is: 40)
                try expect("the largest claim", claims.map(\.count).max(), is: 8)
                try expect("rows before the lease ends", try await one.claim("log", "late", at: 29), is: [])
                try expect("rows after the lease ends", try await one.claim("log", "late", at: 30).count, is: 40)
            }
        },
        ContractRule("stale-verdict", "A verdict after the lease has passed to another is of no effect.") { places in
            try await places.open { persistence in
                try await persistence.tell(2, Sample.customer(), to: "log")
                let all = ["evt_ada_1", "evt_ada_2"]
                try expect("the first claim", try await persistence.claim("log", "slow", at: 0), is: all)
                try expect("the second claim", try await persistence.claim("log", "new", at: 40), is: all)
                for outcome in [
                    .delivered, .dead(reason: "no"), .released, .postponed(until: Sample.time(999), reason: "no"),
                ] as [Verdict.Outcome] {
                    try await persistence.settle("log", "slow", at: 41, all.map { Verdict(event: $0, outcome) })
                    try expect("rows free then", try await persistence.claim("log", "other", at: 42), is: [])
                }
                let waiting = try await persistence.deliveries(app: Sample.app).map(\.waiting)
                try expect("the rows waiting", waiting, is: [2])
                try await persistence.settle("log", "new", at: 43, all.map { Verdict(event: $0, .delivered) })
                try expect("the rows at the end", try await persistence.deliveries(app: Sample.app), is: [])
            }
        },
        ContractRule("late-verdict-counts", "A verdict after the lease's end counts while nobody else has the row.") {
            places in
            try await places.open { persistence in
                try await persistence.tell(1, Sample.customer(), to: "log")
                _ = try await persistence.claim("log", "slow", at: 0)
                try await persistence.settle("log", "slow", at: 99, [Verdict(event: "evt_ada_1", .delivered)])
                try expect("rows left", try await persistence.claim("log", "new", at: 100), is: [])
            }
        },
        ContractRule("slow-writer-is-not-skipped", "Events of writers at once are all told, whoever committed first.") {
            places in
            try await places.openTwice { one, other in
                let told = try await atOnce(33) { index -> [String] in
                    guard index < 32 else {
                        var seen: [String] = []
                        for round in 0..<50 { seen += try await other.claim("log", "early \(round)", at: 0) }
                        return seen
                    }
                    try await (index % 2 == 0 ? one : other).buy(
                        "tx_\(index)", for: Sample.customer("customer \(index)"), notifiers: ["log"])
                    return []
                }
                let ids = try await told.flatMap(\.self) + one.claim("log", "last", at: 0)
                try expect("the events told", Set(ids).count, is: 32)
                try expect("the events told twice", ids.count, is: 32)
            }
        },
    ]

    static let deliveryRules: [ContractRule<PersistencePlaces>] = [
        ContractRule("dead-letters", "A dead row holds up nobody, is counted, and comes back when it is revived.") {
            places in
            try await places.open { persistence in
                try await persistence.tell(3, Sample.customer(), to: "log")
                _ = try await persistence.claim("log", "a", at: 0)
                try await persistence.settle(
                    "log", "a", at: 5,
                    [Verdict(event: "evt_ada_1", .dead(reason: "gone")), Verdict(event: "evt_ada_2", .delivered)])
                let state = ReceiverState(
                    receiver: "log", waiting: 1, dead: 1, oldest: Sample.time(3), lastError: "gone")
                try expect("the state", try await persistence.deliveries(app: Sample.app), is: [state])
                try await persistence.settle("log", "a", at: 6, [Verdict(event: "evt_ada_3", .released)])
                try expect("who is not held up", try await persistence.claim("log", "b", at: 7), is: ["evt_ada_3"])
                try await persistence.settle("log", "b", at: 8, [Verdict(event: "evt_ada_3", .released)])
                let none = try await persistence.revive(app: Sample.app, receiver: "other", at: Sample.time(9))
                try expect("another receiver's dead", none, is: 0)
                let revived = try await persistence.revive(app: Sample.app, receiver: nil, at: Sample.time(9))
                try expect("the dead revived", revived, is: 1)
                try expect(
                    "the run then", try await persistence.claim("log", "c", at: 9), is: ["evt_ada_1", "evt_ada_3"])
            }
        },
        ContractRule("receivers-do-not-wait", "A receiver that is down holds up no other.") { places in
            try await places.open { persistence in
                let id = Sample.customer()
                try await persistence.buy("tx_1", for: id, notifiers: ["log", "webhook"])
                _ = try await persistence.claim("webhook", "a", at: 0)
                try expect("the other's", try await persistence.claim("log", "b", at: 0), is: ["evt_ada_tx_1"])
            }
        },
        ContractRule("listeners", "A named listener hears each event once: late, twice, after a restart.") { places in
            let open = try await places.fresh()
            let first = try await open()
            let id = Sample.customer()
            try await first.tell(2, id, to: "log")
            try await first.listen(app: Sample.app, Listener(name: "late"))
            try await first.tell(1, id, to: "log")
            try await first.listen(app: Sample.app, Listener(name: "late"))
            try expect(
                "what came", try await first.claim("late", "a", at: 0), is: ["evt_ada_1", "evt_ada_2", "evt_ada_3"])
            try await first.settle(
                "late", "a", at: 1, (1...3).map { Verdict(event: "evt_ada_\($0)", .delivered) })
            await first.close()
            try await closing(try await open()) { again in
                try await again.listen(app: Sample.app, Listener(name: "late"))
                try expect("what came again", try await again.claim("late", "b", at: 2), is: [])
                try await again.tell(1, id, to: "log")
                try expect("what came after", try await again.claim("late", "c", at: 3), is: ["evt_ada_4"])
                try await again.unlisten(app: Sample.app, name: "late")
                try await again.tell(1, id, to: "log")
                try expect("what came to nobody", try await again.claim("late", "d", at: 99), is: [])
            }
        },
        ContractRule("listeners-choose", "A listener hears the types it asked for, of earlier and of later events.") {
            places in
            try await places.open { persistence in
                let id = Sample.customer()
                func tellBoth() async throws {
                    try await persistence.tell(1, id, type: "purchase.completed", to: "log")
                    try await persistence.tell(1, id, type: "balance.changed", to: "log")
                }
                try await tellBoth()
                try await persistence.listen(app: Sample.app, Listener(name: "screen", events: ["purchase.*"]))
                try await tellBoth()
                try expect(
                    "what came", try await persistence.claim("screen", "a", at: 0), is: ["evt_ada_1", "evt_ada_3"])
            }
        },
        ContractRule("oldest-customer-first", "A full claim takes the customers whose events have waited longest.") {
            places in
            try await places.open { persistence in
                for name in ["zoe", "mia", "ada"] { try await persistence.tell(1, Sample.customer(name), to: "log") }
                let ids = try await persistence.claim("log", "a", at: 0, limit: 2)
                try expect("the first two", ids.sorted(), is: ["evt_mia_1", "evt_zoe_1"])
            }
        },
    ]
}
