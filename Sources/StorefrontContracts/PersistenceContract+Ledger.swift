import Storefront

extension PersistenceContract {
    static let apartRules: [ContractRule<PersistencePlaces>] = [
        ContractRule("apps-apart", "Two apps with equal ids in one place see nothing of each other.") { places in
            try await places.open { persistence in
                let (mine, theirs) = (Sample.customer(), Sample.customer(app: Sample.otherApp))
                let empty = try await persistence.everything(of: theirs)
                try await persistence.update(mine, loading: Loading()) { $0.writeEverything("tx_1", of: mine) }
                try expect("the other app", try await persistence.everything(of: theirs), is: empty)
                let key = Sample.transaction("tx_1", of: theirs)
                let loading = Loading(chains: [key.chain], entries: [key.name], attempt: "key tx_1")
                try await persistence.update(theirs, loading: loading) { commit in
                    try expect("entries found", commit.recorded, is: [:])
                    try expect("owners found", commit.foreignOwners, is: [:])
                    try expect("attempts found", commit.attempts, is: [:])
                    commit.writeEverything("tx_1", of: theirs)
                }
                try expect("a position", try await persistence.position(ofEvent: "evt_none", app: Sample.app), is: nil)
                try expect("the balance", try await persistence.read(mine).balances, is: ["gems": -7])
            }
        },
        ContractRule("receivers-apart", "A receiver of one app is handed no event of another.") { places in
            try await places.open { persistence in
                let theirs = Sample.customer(app: Sample.otherApp)
                try await persistence.listen(app: Sample.app, Listener(name: "screen"))
                try await persistence.buy("tx_1", for: theirs, notifiers: ["log"])
                for receiver in ["log", "screen"] {
                    try expect("what \(receiver) got", try await persistence.claim(receiver, "a", at: 0), is: [])
                }
            }
        },
        ContractRule("erase-one-app", "Erasing an app forgets all of it and nothing of another.") { places in
            try await places.open { persistence in
                let (mine, theirs) = (Sample.customer(), Sample.customer(app: Sample.otherApp))
                let empty = try await persistence.everything(of: mine)
                for id in [mine, theirs] {
                    try await persistence.listen(app: id.app, Listener(name: "screen"))
                    try await persistence.update(id, loading: Loading()) { $0.writeEverything("tx_1", of: id) }
                }
                let before = try await persistence.everything(of: theirs)
                try await persistence.erase(app: mine.app)
                try expect("the erased app", try await persistence.everything(of: mine), is: empty)
                try expect("the other app", try await persistence.everything(of: theirs), is: before)
                let isNew = try await persistence.buy("tx_1", for: mine)
                try expect(isNew, "an erased entry still made a repeat")
                try expect("what an erased listener got", try await persistence.claim("screen", "a", at: 0), is: [])
            }
        },
    ]

    static let ledgerRules: [ContractRule<PersistencePlaces>] = [
        ContractRule("pages", "Entries and events come page by page in order, each once, of one customer or of all.") {
            places in
            try await places.open { persistence in
                for number in 1...25 {
                    try await persistence.buy("tx_\(number)", for: Sample.customer(number % 5 == 0 ? "ben" : "ada"))
                }
                for (customer, expected) in [(nil, Array(1...25)), ("ben", [5, 10, 15, 20, 25])] as [(String?, [Int])] {
                    var (position, ids): (Int64, [String]) = (0, [])
                    for _ in 0..<10 {
                        let page = try await persistence.entries(
                            app: Sample.app, customer: customer, after: position, limit: 4)
                        try expect(page.count <= 4, "a page has \(page.count) entries, not 4 at most")
                        ids += page.map(\.value.transaction.id)
                        position = page.last?.position ?? position
                    }
                    try expect("the entries", ids, is: expected.map { "tx_\($0)" })
                }
                let events = try await persistence.events(app: Sample.app, after: 0, limit: 100)
                let third = try await persistence.position(ofEvent: "evt_ada_tx_3", app: Sample.app)
                try expect("the third position", third, is: events[2].position)
                let rest = try await persistence.events(app: Sample.app, after: third ?? 0, limit: 2)
                try expect("the page behind it", rest.map(\.value.id), is: ["evt_ada_tx_4", "evt_ben_tx_5"])
            }
        },
        ContractRule("documents-whole", "Entries and events come back with every field and every character.") {
            places in
            try await places.open { persistence in
                let id = Sample.customer("a'da \"\u{1F642}\u{65}\u{301}")
                var transaction = Sample.transaction("tx'1", of: id)
                transaction.customer = nil
                transaction.kind = Transaction.Kind(rawValue: "new-kind")
                transaction.expiresAt = Timestamp(milliseconds: -1)
                transaction.revokedAt = Timestamp(milliseconds: .max)
                transaction.ownership = .familyShared
                transaction.offer = ""
                transaction.price = Currency("KWD").map { Money(minorUnits: 35_613_673_800, currency: $0) }
                let terms = Entry.Terms(
                    type: .subscription, renews: true, group: "plus", period: Period(1, .month),
                    entitlements: ["plus", "a \"b\""], grants: [Grant(unit: "coins", amount: 1)])
                let entry = Entry(
                    transaction, customer: id.customer, terms: terms, cause: .operator, recordedAt: Sample.start,
                    balances: [:])
                var chain = Sample.chain(transaction, of: id, terms: terms)
                chain.revokedAt = transaction.revokedAt
                chain.endTold = transaction.expiresAt
                let event = Sample.event("evt", of: id, sequence: 1)
                try await persistence.update(id, loading: Loading()) { [chain] commit in
                    commit.append(entry)
                    commit.customer.chains[chain.key] = chain
                    commit.tell(event, to: ["log"])
                }
                try expect("the chain", try await persistence.read(id).chains[chain.key], is: chain)
                let found = try await persistence.everything(of: id)
                try expect("the entries", found.entries, is: [entry])
                try expect("the events", found.events, is: [event])
                let rows = try await persistence.claim(
                    app: Sample.app, receiver: "log", lease: Sample.lease("a", at: 0), limit: 1)
                try expect("the outbox", rows, is: [OutboxRow(event: event, tries: 0)])
            }
        },
        ContractRule("sold-products", "Every product ever recorded is known with the type it had first.") { places in
            try await places.open { persistence in
                try await persistence.buy("tx_1", for: Sample.customer("ada"))
                try await persistence.buy("tx_2", for: Sample.customer("ben"), terms: Sample.pro)
                try expect(
                    "what was sold", try await persistence.soldProducts(app: Sample.app),
                    is: ["coins100": .consumable])
            }
        },
    ]
}
