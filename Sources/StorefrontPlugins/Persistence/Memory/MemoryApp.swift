import Storefront

/// Everything of one app.
struct MemoryApp {
    struct Sums {
        var version: Int64 = 0
        var sequence: Int64 = 0
        var balances: [String: Int64] = [:]
        var due: Timestamp?
    }

    var customers: [CustomerID: Sums] = [:]
    var chains: [ChainKey: Chain] = [:]
    /// The entitling ones of each customer.
    var entitling: [CustomerID: Set<ChainKey>] = [:]
    /// In order; an entry's position is its index plus one.
    var ledger: [Positioned<Entry>] = []
    var ledgerPositions: [EntryName: Int64] = [:]
    var sold: [String: ProductType] = [:]
    /// In order; an event's position is its index plus one.
    var events: [Positioned<Event>] = []
    var eventPositions: [String: Int64] = [:]
    /// By customer and key.
    var attempts: [CustomerID: [String: Attempt]] = [:]
    var finishes: [TransactionReference: Finish] = [:]
    var listeners: [String: Listener] = [:]
    /// By receiver.
    var outbox: [String: MemoryOutbox] = [:]
}

extension MemoryApp {
    func customer(_ id: CustomerID, chains asked: [ChainKey]) -> Customer {
        let sums = customers[id] ?? Sums()
        var found: [ChainKey: Chain] = [:]
        for key in entitling[id] ?? [] { found[key] = chains[key] }
        for key in asked {
            if let chain = chains[key], id == CustomerID(app: id.app, customer: chain.customer) { found[key] = chain }
        }
        return Customer(
            id: id, version: sums.version, sequence: sums.sequence, balances: sums.balances, chains: found)
    }

    func commit(for id: CustomerID, loading: Loading) -> Commit {
        var recorded: [EntryName: Entry] = [:]
        for name in loading.entries {
            if let position = ledgerPositions[name] { recorded[name] = ledger[Int(position) - 1].value }
        }
        var owners: [ChainKey: String] = [:]
        for key in loading.chains {
            if let owner = chains[key]?.customer, id != CustomerID(app: id.app, customer: owner) { owners[key] = owner }
        }
        return Commit(
            customer: customer(id, chains: loading.chains), recorded: recorded, foreignOwners: owners,
            attempts: (attempts[id] ?? [:]).filter { $0.value.state.isOpen || $0.key == loading.attempt },
            listeners: listeners.values.sorted { $0.name < $1.name }, due: customers[id]?.due)
    }

    /// Whether nothing that a commit inserts is there already; where one thing is, none is written.
    func check(_ commit: Commit, of id: CustomerID, found: Commit) throws {
        var names: Set<EntryName> = []
        for transaction in commit.newEntries.map(\.transaction)
        where ledgerPositions[transaction.name] != nil || !names.insert(transaction.name).inserted {
            throw StorefrontError.claimed("entry \(transaction.id)", at: "memory")
        }
        var ids: Set<String> = []
        for event in commit.newEvents.map(\.event)
        where eventPositions[event.id] != nil || !ids.insert(event.id).inserted {
            throw StorefrontError.claimed("event \(event.id)", at: "memory")
        }
        for chain in commit.changedChains(from: found) {
            guard let owner = chains[chain.key]?.customer, id != CustomerID(app: id.app, customer: owner) else {
                continue
            }
            throw StorefrontError.claimed("chain \(chain.key.originalID)", at: "memory")
        }
    }

    mutating func write(_ commit: Commit, of id: CustomerID, found: Commit) {
        for entry in commit.newEntries { record(entry) }
        for chain in commit.changedChains(from: found) { put(chain, of: id) }
        for event in commit.newEvents { tell(event) }
        for attempt in commit.changedAttempts { attempts[id, default: [:]][attempt.key] = attempt }
        for finish in commit.finishing { finishes[finish.transaction] = finish }
        guard commit.raisesVersion(from: found) else { return }
        customers[id] = Sums(
            version: found.customer.version + 1, sequence: commit.customer.sequence,
            balances: commit.customer.balances, due: commit.due)
    }

    private mutating func record(_ entry: Entry) {
        let position = Int64(ledger.count + 1)
        ledgerPositions[entry.transaction.name] = position
        ledger.append(Positioned(position: position, entry))
        if sold[entry.transaction.product] == nil { sold[entry.transaction.product] = entry.terms.type }
    }

    private mutating func put(_ chain: Chain, of id: CustomerID) {
        chains[chain.key] = chain
        chains[chain.key]?.customer = id.customer
        if chain.entitles {
            entitling[id, default: []].insert(chain.key)
        } else {
            entitling[id]?.remove(chain.key)
        }
    }

    private mutating func tell(_ outgoing: OutgoingEvent) {
        let event = Positioned(position: Int64(events.count + 1), outgoing.event)
        eventPositions[outgoing.event.id] = event.position
        events.append(event)
        for receiver in outgoing.receivers { outbox[receiver, default: MemoryOutbox()].add(event) }
    }
}
