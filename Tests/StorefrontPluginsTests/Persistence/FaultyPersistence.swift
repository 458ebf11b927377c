import Storefront
import StorefrontPlugins
import Synchronization

/// A backend with one fault, which a rule of the contract must find.
struct FaultyPersistence: Persistence {
    enum Fault: String, CaseIterable {
        case losesUpdates
        case writesWhatThrew
        case forgetsTheApp
        case leasesTwice
        case takesStaleVerdicts
        case wakesNoEarlierEvents
        case findsNoRepeats
        case letsDeadRowsBlock
    }

    let fault: Fault
    private let sound = MemoryPersistence()
    private let holders = Holders()

    private final class Holders: Sendable {
        let newest = Mutex<[String: String]>([:])
    }

    init(_ fault: Fault) { self.fault = fault }

    private func app(_ name: String) -> String { fault == .forgetsTheApp ? "any" : name }

    func update<Answer: Sendable>(
        _ id: CustomerID, loading: Loading, _ change: @escaping @Sendable (inout Commit) throws -> Answer
    ) async throws -> Answer {
        let id = CustomerID(app: app(id.app), customer: id.customer)
        var loading = loading
        if fault == .findsNoRepeats { loading.entries = [] }
        switch fault {
        case .losesUpdates:
            var commit = try await sound.update(id, loading: loading) { $0 }
            let answer = try change(&commit)
            await Task.yield()
            try await sound.update(id, loading: loading) { [commit] in $0 = commit }
            return answer
        case .writesWhatThrew:
            let outcome = try await sound.update(id, loading: loading) { commit in
                Result { try change(&commit) }
            }
            return try outcome.get()
        default: return try await sound.update(id, loading: loading, change)
        }
    }

    func claim(app: String, receiver: String, lease: Lease, limit: Int) async throws -> [OutboxRow] {
        holders.newest.withLock { $0[receiver] = lease.holder }
        var lease = lease
        if fault == .leasesTwice { lease.until = lease.now }
        return try await sound.claim(app: self.app(app), receiver: receiver, lease: lease, limit: limit)
    }

    func settle(app: String, receiver: String, lease: Lease, _ verdicts: [Verdict]) async throws {
        var lease = lease
        if fault == .takesStaleVerdicts { lease.holder = holders.newest.withLock { $0[receiver] } ?? lease.holder }
        let kept = fault == .letsDeadRowsBlock ? verdicts.filter { !$0.isDead } : verdicts
        try await sound.settle(app: self.app(app), receiver: receiver, lease: lease, kept)
    }

    func listen(app: String, _ listener: Listener) async throws {
        try await sound.listen(app: self.app(app), listener)
        guard fault == .wakesNoEarlierEvents else { return }
        let lease = Lease(holder: "drop", now: .init(milliseconds: 0), until: .init(milliseconds: 1))
        let rows = try await sound.claim(app: app, receiver: listener.name, lease: lease, limit: .max)
        let verdicts = rows.map { Verdict(event: $0.event.id, .delivered) }
        try await sound.settle(app: app, receiver: listener.name, lease: lease, verdicts)
    }

    // MARK: Sound but for the app

    var location: String { sound.location }
    var foreignChanges: Int { sound.foreignChanges }

    func read(_ id: CustomerID) async throws -> Customer {
        var customer = try await sound.read(CustomerID(app: app(id.app), customer: id.customer))
        customer.id = id
        return customer
    }

    func due(app: String, at time: Timestamp, limit: Int) async throws -> [String] {
        try await sound.due(app: self.app(app), at: time, limit: limit)
    }

    func entries(
        app: String, customer: String?, after position: Int64, limit: Int
    ) async throws -> [Positioned<Entry>] {
        try await sound.entries(app: self.app(app), customer: customer, after: position, limit: limit)
    }

    func events(app: String, after position: Int64, limit: Int) async throws -> [Positioned<Event>] {
        try await sound.events(app: self.app(app), after: position, limit: limit)
    }

    func position(ofEvent id: String, app: String) async throws -> Int64? {
        try await sound.position(ofEvent: id, app: self.app(app))
    }

    func soldProducts(app: String) async throws -> [String: ProductType] {
        try await sound.soldProducts(app: self.app(app))
    }

    func openAttempts(app: String, limit: Int) async throws -> [Attempt] {
        try await sound.openAttempts(app: self.app(app), limit: limit)
    }

    func unfinished(app: String, limit: Int) async throws -> [Finish] {
        try await sound.unfinished(app: self.app(app), limit: limit)
    }

    func settle(finished: [TransactionReference], failed: [Finish]) async throws {
        try await sound.settle(finished: finished, failed: failed)
    }

    func unlisten(app: String, name: String) async throws { try await sound.unlisten(app: self.app(app), name: name) }

    func deliveries(app: String) async throws -> [ReceiverState] { try await sound.deliveries(app: self.app(app)) }

    func revive(app: String, receiver: String?, at time: Timestamp) async throws -> Int {
        try await sound.revive(app: self.app(app), receiver: receiver, at: time)
    }

    func erase(app: String) async throws { try await sound.erase(app: self.app(app)) }

    func close() async { await sound.close() }
}

extension Verdict {
    fileprivate var isDead: Bool { if case .dead = outcome { true } else { false } }
}
