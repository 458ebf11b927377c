import Storefront

/// What one receiver of one app has yet to get.
struct MemoryOutbox {
    private struct Row {
        var event: Positioned<Event>
        var tries = 0
        /// Not before this time; nil for at once.
        var due: Timestamp?
        var lease: Lease?
        var failedAt: Timestamp?
        var lastError: String?

        func isFree(at time: Timestamp) -> Bool {
            (due.map { $0 <= time } ?? true) && (lease.map { $0.until <= time } ?? true)
        }

        mutating func fail(_ reason: String, at time: Timestamp) {
            tries += 1
            failedAt = time
            lastError = reason
        }
    }

    /// By customer, in order of sequence.
    private var lanes: [CustomerID: [Row]] = [:]
    private var dead: [Row] = []

    mutating func add(_ event: Positioned<Event>) { insert(Row(event: event)) }

    private mutating func insert(_ row: Row) {
        let event = row.event.value
        let before = lanes[event.customerID]?.lastIndex { $0.event.value.sequence <= event.sequence }
        if let before, lanes[event.customerID]?[before].event == row.event { return }
        lanes[event.customerID, default: []].insert(row, at: before.map { $0 + 1 } ?? 0)
    }

    mutating func claim(_ lease: Lease, limit: Int) -> [OutboxRow] {
        var claimed: [OutboxRow] = []
        let oldestFirst = lanes.sorted { ($0.value.first?.event.position ?? 0) < ($1.value.first?.event.position ?? 0) }
        for (customer, lane) in oldestFirst {
            for (index, row) in lane.enumerated() {
                guard claimed.count < limit else { return claimed }
                guard row.isFree(at: lease.now) else { break }
                lanes[customer]?[index].lease = lease
                claimed.append(OutboxRow(event: row.event.value, tries: row.tries))
            }
        }
        return claimed
    }

    mutating func settle(_ lease: Lease, _ event: Event, _ outcome: Verdict.Outcome) {
        let lane = lanes[event.customerID] ?? []
        guard let index = lane.firstIndex(where: { $0.event.value.id == event.id }),
            lane[index].lease?.holder == lease.holder
        else { return }
        var row = lane[index]
        row.lease = nil
        lanes[event.customerID] = lane.count > 1 ? Array(lane[..<index] + lane[(index + 1)...]) : nil
        switch outcome {
        case .delivered: return
        case .released: insert(row)
        case .postponed(let until, let reason):
            row.fail(reason, at: lease.now)
            row.due = until
            insert(row)
        case .dead(let reason):
            row.fail(reason, at: lease.now)
            dead.append(row)
        }
    }

    mutating func revive(at time: Timestamp) -> Int {
        let revived = dead
        dead = []
        for var row in revived {
            row.tries = 0
            row.due = time
            insert(row)
        }
        return revived.count
    }

    /// Nil where there is nothing to tell.
    func state(of receiver: String) -> ReceiverState? {
        let waiting = lanes.values.flatMap(\.self)
        guard !waiting.isEmpty || !dead.isEmpty else { return nil }
        let oldest = waiting.min { $0.event.position < $1.event.position }
        let failures = (waiting + dead).compactMap { row in row.failedAt.map { (at: $0, row: row) } }
        let last = failures.max { ($0.at, $0.row.event.position) < ($1.at, $1.row.event.position) }
        return ReceiverState(
            receiver: receiver, waiting: waiting.count, dead: dead.count, oldest: oldest?.event.value.recordedAt,
            lastError: last?.row.lastError)
    }
}

extension Event {
    fileprivate var customerID: CustomerID { CustomerID(app: app, customer: customer) }
}
