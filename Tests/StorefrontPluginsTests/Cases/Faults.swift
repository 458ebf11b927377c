import Storefront
import Synchronization

/// Where a fault strikes: before the call reaches what is behind, or after that has done it.
enum Step: String, Sendable, CaseIterable {
    case beforeCharge, afterCharge, beforeCommit, afterCommit, beforeFinish, afterFinish
}

/// A process that dies: what runs into it goes no further.
struct Died: Error {}

/// The faults a test has ordered, each for so many calls.
final class Faults: Sendable {
    private struct State {
        var deaths: [Step: Int] = [:]
        var isDead = false
        var failures: [Step: Int] = [:]
        var calls: [Step: Int] = [:]
    }

    private let state = Mutex(State())

    /// The process dies when it comes to `step` the `nth` time; from then on nothing gets through until `revive`.
    func die(at step: Step, nth: Int = 1) { state.withLock { $0.deaths[step] = nth } }
    func fail(at step: Step, times: Int) { state.withLock { $0.failures[step] = times } }
    func revive() { state.withLock { ($0.isDead, $0.deaths) = (false, [:]) } }
    func count(_ step: Step) -> Int { state.withLock { $0.calls[step] ?? 0 } }
    var isDead: Bool { state.withLock { $0.isDead } }

    func pass(_ step: Step, failure: @autoclosure () -> any Error) throws {
        let (died, failed) = state.withLock { state in
            state.calls[step, default: 0] += 1
            if let left = state.deaths[step] {
                state.deaths[step] = left > 1 ? left - 1 : nil
                if left <= 1 { state.isDead = true }
            }
            if state.isDead { return (true, false) }
            guard let left = state.failures[step], left > 0 else { return (false, false) }
            state.failures[step] = left - 1
            return (false, true)
        }
        if died { throw Died() }
        if failed { throw failure() }
    }
}

/// A store in front of which, or behind which, things go wrong.
struct DyingStore: Store {
    let store: any Store
    let faults: Faults

    init(of store: any Store, faults: Faults) {
        self.store = store
        self.faults = faults
    }

    var name: String { store.name }
    var environment: String { store.environment }
    func now(at wall: Timestamp) -> Timestamp { store.now(at: wall) }
    func canMakePayments() async throws -> Bool { try await store.canMakePayments() }
    func products(_ ids: [String]) async throws -> StoreProducts { try await store.products(ids) }

    func purchase(_ order: Order) async throws -> OrderOutcome {
        try faults.pass(.beforeCharge, failure: StoreError.unreachable("the line is down"))
        let outcome = try await store.purchase(order)
        try faults.pass(.afterCharge, failure: StoreError.noAnswer("the answer was lost"))
        return outcome
    }

    func outcome(of order: OrderReference) async throws -> OrderOutcome? { try await store.outcome(of: order) }
    func unfinished() -> AsyncThrowingStream<Unfinished, any Error> { store.unfinished() }
    func restore(_ customer: String) async throws -> [Transaction] { try await store.restore(customer) }

    func finish(_ transaction: TransactionReference) async throws {
        try faults.pass(.beforeFinish, failure: StoreError.unreachable("the line is down"))
        try await store.finish(transaction)
        try faults.pass(.afterFinish, failure: StoreError.noAnswer("the answer was lost"))
    }

    func close() async { await store.close() }
}

/// A persistence whose commits go wrong before or after they are made.
struct DyingPersistence: Persistence {
    let persistence: any Persistence
    let faults: Faults
    /// Memory outlives the engine that closes it, as a disk outlives a process.
    let outlives: Bool

    init(of persistence: any Persistence, faults: Faults, outlives: Bool) {
        self.persistence = persistence
        self.faults = faults
        self.outlives = outlives
    }

    private var failure: StorefrontError { StorefrontError(.storageUnavailable, "\(location): the disk is full") }

    var location: String { persistence.location }
    var foreignChanges: Int { persistence.foreignChanges }
    func read(_ id: CustomerID) async throws -> Customer { try await persistence.read(id) }

    func update<Answer: Sendable>(
        _ id: CustomerID, loading: Loading, _ change: @escaping @Sendable (inout Commit) throws -> Answer
    ) async throws -> Answer {
        try faults.pass(.beforeCommit, failure: failure)
        let answer = try await persistence.update(id, loading: loading, change)
        try faults.pass(.afterCommit, failure: failure)
        return answer
    }

    func due(app: String, at time: Timestamp, limit: Int) async throws -> [String] {
        try await persistence.due(app: app, at: time, limit: limit)
    }
    func entries(app: String, customer: String?, after position: Int64, limit: Int) async throws -> [Positioned<Entry>]
    {
        try await persistence.entries(app: app, customer: customer, after: position, limit: limit)
    }
    func events(app: String, after position: Int64, limit: Int) async throws -> [Positioned<Event>] {
        try await persistence.events(app: app, after: position, limit: limit)
    }
    func position(ofEvent id: String, app: String) async throws -> Int64? {
        try await persistence.position(ofEvent: id, app: app)
    }
    func soldProducts(app: String) async throws -> [String: ProductType] {
        try await persistence.soldProducts(app: app)
    }
    func openAttempts(app: String, limit: Int) async throws -> [Attempt] {
        try await persistence.openAttempts(app: app, limit: limit)
    }
    func unfinished(app: String, limit: Int) async throws -> [Finish] {
        try await persistence.unfinished(app: app, limit: limit)
    }
    func settle(finished: [TransactionReference], failed: [Finish]) async throws {
        if faults.isDead { throw Died() }
        try await persistence.settle(finished: finished, failed: failed)
    }
    func listen(app: String, _ listener: Listener) async throws { try await persistence.listen(app: app, listener) }
    func unlisten(app: String, name: String) async throws { try await persistence.unlisten(app: app, name: name) }
    func claim(app: String, receiver: String, lease: Lease, limit: Int) async throws -> [OutboxRow] {
        try await persistence.claim(app: app, receiver: receiver, lease: lease, limit: limit)
    }
    func settle(app: String, receiver: String, lease: Lease, _ verdicts: [Verdict]) async throws {
        try await persistence.settle(app: app, receiver: receiver, lease: lease, verdicts)
    }
    func deliveries(app: String) async throws -> [ReceiverState] { try await persistence.deliveries(app: app) }
    func revive(app: String, receiver: String?, at time: Timestamp) async throws -> Int {
        try await persistence.revive(app: app, receiver: receiver, at: time)
    }
    func erase(app: String) async throws { try await persistence.erase(app: app) }
    func close() async { if !outlives { await persistence.close() } }
}
