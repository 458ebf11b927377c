public import Storefront
import Synchronization

/// Keeps everything in memory, for as long as the process lives: for tests, previews and trying things out.
///
/// It is also the plainest reading of ``Persistence``'s contract.
public final class MemoryPersistence: Persistence {
    private let apps = Mutex<[String: MemoryApp]>([:])

    public init() {}

    public var location: String { "memory" }

    /// No other process can commit here.
    public var foreignChanges: Int { 0 }

    private func with<Answer: Sendable>(_ app: String, _ body: (inout MemoryApp) throws -> Answer) rethrows -> Answer {
        try apps.withLock { try body(&$0[app, default: MemoryApp()]) }
    }

    public func read(_ id: CustomerID) async throws -> Customer {
        with(id.app) { $0.customer(id, chains: []) }
    }

    public func update<Answer: Sendable>(
        _ id: CustomerID, loading: Loading, _ change: @escaping @Sendable (inout Commit) throws -> Answer
    ) async throws -> Answer {
        try with(id.app) { app in
            let found = app.commit(for: id, loading: loading)
            var commit = found
            let answer = try change(&commit)
            guard commit.changes(from: found) else { return answer }
            try app.check(commit, of: id, found: found)
            app.write(commit, of: id, found: found)
            return answer
        }
    }

    public func due(app: String, at time: Timestamp, limit: Int) async throws -> [String] {
        with(app) { app in
            let due = app.customers.compactMap { name, row in
                row.due.flatMap { $0 <= time ? (time: $0, name: name.customer) : nil }
            }
            return due.sorted { ($0.time, $0.name) < ($1.time, $1.name) }.prefix(limit).map(\.name)
        }
    }

    public func entries(
        app name: String, customer: String?, after position: Int64, limit: Int
    ) async throws -> [Positioned<Entry>] {
        with(name) { app in
            let later = app.ledger.suffix(from: min(app.ledger.count, Int(clamping: max(0, position))))
            guard let customer else { return Array(later.prefix(limit)) }
            let id = CustomerID(app: name, customer: customer)
            return Array(
                later.lazy.filter { CustomerID(app: name, customer: $0.value.customer) == id }.prefix(limit))
        }
    }

    public func events(app: String, after position: Int64, limit: Int) async throws -> [Positioned<Event>] {
        with(app) { app in
            Array(app.events.suffix(from: min(app.events.count, Int(clamping: max(0, position)))).prefix(limit))
        }
    }

    public func position(ofEvent id: String, app: String) async throws -> Int64? {
        with(app) { $0.eventPositions[id] }
    }

    public func soldProducts(app: String) async throws -> [String: ProductType] { with(app) { $0.sold } }

    public func openAttempts(app: String, limit: Int) async throws -> [Attempt] {
        with(app) { app in
            let open = app.attempts.values.flatMap(\.values).filter(\.state.isOpen)
            let sorted = open.sorted {
                ($0.isPending, $0.orderedAt, $0.id.customer, $0.key)
                    < ($1.isPending, $1.orderedAt, $1.id.customer, $1.key)
            }
            return Array(sorted.prefix(limit))
        }
    }

    public func unfinished(app: String, limit: Int) async throws -> [Finish] {
        with(app) { app in
            let sorted = app.finishes.values.sorted { ($0.due, $0.transaction.id) < ($1.due, $1.transaction.id) }
            return Array(sorted.prefix(limit))
        }
    }

    public func settle(finished: [TransactionReference], failed: [Finish]) async throws {
        for transaction in finished { with(transaction.app) { _ = $0.finishes.removeValue(forKey: transaction) } }
        for finish in failed {
            with(finish.transaction.app) { app in
                if app.finishes[finish.transaction] != nil { app.finishes[finish.transaction] = finish }
            }
        }
    }

    public func listen(app: String, _ listener: Listener) async throws {
        with(app) { app in
            let isNew = app.listeners.updateValue(listener, forKey: listener.name) == nil
            guard isNew else { return }
            for event in app.events where Event.matches(event.value.type, listener.events) {
                app.outbox[listener.name, default: MemoryOutbox()].add(event)
            }
        }
    }

    public func unlisten(app: String, name: String) async throws {
        with(app) { app in
            app.listeners[name] = nil
            app.outbox[name] = nil
        }
    }

    public func claim(app: String, receiver: String, lease: Lease, limit: Int) async throws -> [OutboxRow] {
        with(app) { $0.outbox[receiver]?.claim(lease, limit: limit) ?? [] }
    }

    public func settle(app: String, receiver: String, lease: Lease, _ verdicts: [Verdict]) async throws {
        with(app) { app in
            for verdict in verdicts {
                guard let position = app.eventPositions[verdict.event] else { continue }
                app.outbox[receiver]?.settle(lease, app.events[Int(position) - 1].value, verdict.outcome)
            }
        }
    }

    public func deliveries(app: String) async throws -> [ReceiverState] {
        with(app) { app in
            app.outbox.sorted { $0.key < $1.key }.compactMap { $0.value.state(of: $0.key) }
        }
    }

    public func revive(app: String, receiver: String?, at time: Timestamp) async throws -> Int {
        with(app) { app in
            let names = receiver.map { [$0] } ?? Array(app.outbox.keys)
            return names.reduce(0) { $0 + (app.outbox[$1]?.revive(at: time) ?? 0) }
        }
    }

    public func erase(app: String) async throws { apps.withLock { $0[app] = nil } }

    public func close() async {}
}

extension Plugin where Instance == any Persistence {
    /// `backend: memory`: gone when the process ends.
    public static let memory = Plugin(name: "memory", summary: "In memory only; gone when the process ends.") { _ in
        MemoryPersistence()
    }
}

extension Attempt {
    /// 1 behind the others, which wait for an answer and not for a person.
    fileprivate var isPending: Int { state == .pending ? 1 : 0 }
}
