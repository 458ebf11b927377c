import Storefront

extension PersistenceContract {
    static let claimRules: [ContractRule<PersistencePlaces>] = [
        ContractRule("repeat-is-found", "The same entry from many callers at once is recorded once.") { places in
            try await places.openTwice { one, other in
                for round in 0..<10 {
                    let isNew = try await atOnce(20) { index in
                        try await (index % 2 == 0 ? one : other).buy("tx_\(round)", for: Sample.customer())
                    }
                    try expect("the callers who recorded it", isNew.count(where: \.self), is: 1)
                }
                try expect("the balance", try await one.read(Sample.customer()).balances, is: ["coins": 1000])
                let events = try await other.events(app: Sample.app, after: 0, limit: 100)
                try expect("the sequences", events.map(\.value.sequence), is: Array(1...10))
            }
        },
        ContractRule("repeat-carries-its-entry", "An entry that was asked for and is there comes with what it said.") {
            places in
            try await places.open { persistence in
                let id = Sample.customer()
                let transaction = Sample.transaction("tx_1", of: id)
                var other = transaction
                other.revision += 1
                var refund = transaction
                refund.kind = .refunded
                try await persistence.buy("tx_1", for: id)
                let names = [transaction.name, other.name, refund.name]
                let found = try await persistence.update(id, loading: Loading(entries: names)) { $0.recorded }
                let entry = Entry(
                    transaction, customer: id.customer, terms: Sample.coins, cause: .client, recordedAt: Sample.start)
                try expect("what was found", found, is: [transaction.name: entry])
            }
        },
        ContractRule(
            "marked-only-when-done", "A try that failed after its claim leaves nothing that makes the next a repeat."
        ) {
            places in
            try await places.open { persistence in
                let id = Sample.customer()
                let transaction = Sample.transaction("tx_1", of: id)
                _ = try? await persistence.update(id, loading: Loading(entries: [transaction.name])) { commit in
                    commit.append(
                        Entry(
                            transaction, customer: id.customer, terms: Sample.coins, cause: .client,
                            recordedAt: Sample.start))
                    throw Refusal()
                }
                let isNew = try await persistence.buy("tx_1", for: id)
                try expect(isNew, "the next try was taken for a repeat")
                try expect("the balance", try await persistence.read(id).balances["coins"], is: 100)
            }
        },
        ContractRule(
            "one-owner", "A chain claimed by 100 customers at once has one owner, and the others see whose it is."
        ) {
            places in
            try await places.openTwice { one, other in
                let transaction = Sample.transaction("tx_1", of: Sample.customer())
                let owners = try await atOnce(100) { index in
                    let id = Sample.customer("customer \(index)")
                    let loading = Loading(chains: [transaction.chain], entries: [transaction.name])
                    return try await (index % 2 == 0 ? one : other).update(id, loading: loading) { commit -> String in
                        if let owner = commit.foreignOwners[transaction.chain] { return owner }
                        commit.append(
                            Entry(
                                transaction, customer: id.customer, terms: Sample.pro, cause: .client,
                                recordedAt: Sample.start))
                        commit.customer.chains[transaction.chain] = Sample.chain(transaction, of: id, terms: Sample.pro)
                        return id.customer
                    }
                }
                try expect("the number of owners", Set(owners).count, is: 1)
                var entitled: [String] = []
                for index in 0..<100 {
                    let id = Sample.customer("customer \(index)")
                    if try await !one.read(id).chains.isEmpty { entitled.append(id.customer) }
                }
                try expect("the customers entitled", entitled, is: [owners[0]])
            }
        },
        ContractRule("owner-is-never-overwritten", "A commit that puts another customer's chain is refused whole.") {
            places in
            try await places.open { persistence in
                let owner = Sample.customer("ada")
                try await persistence.buy("tx_1", for: owner, terms: Sample.pro)
                let taker = Sample.customer("ben")
                let before = try await persistence.everything(of: taker)
                let transaction = Sample.transaction("tx_1", of: taker)
                let isRefused = await persistence.refuses(taker) { commit in
                    commit.customer.chains[transaction.chain] = Sample.chain(transaction, of: taker, terms: Sample.pro)
                    commit.customer.balances["coins"] = 1
                }
                try expect(isRefused, "the chain was taken")
                try expect("what is stored", try await persistence.everything(of: taker), is: before)
                try expect("the owner's chains", try await persistence.read(owner).chains.count, is: 1)
            }
        },
        ContractRule("chains-by-need", "A chain that entitles to nothing comes only where it is asked for.") { places in
            try await places.open { persistence in
                let id = Sample.customer()
                try await persistence.buy("tx_1", for: id)
                let key = Sample.transaction("tx_1", of: id).chain
                try expect("the chains read", try await persistence.read(id).chains, is: [:])
                let chain = try await persistence.update(id, loading: Loading(chains: [key])) {
                    $0.customer.chains[key]
                }
                try expect(
                    "the chain asked for", chain, is: Sample.chain(Sample.transaction("tx_1", of: id), of: id))
            }
        },
    ]
}
