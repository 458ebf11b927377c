import Synchronization

/// One app while the engine is open: its plug-ins, made on first use, and what runs for it.
///
/// It opens once: the first caller does, those beside it wait, and where opening failed the next one tries again.
final class AppSession: Sendable {
    let manifest: Manifest
    let surroundings: Surroundings
    let products: [String: Product]

    /// What an open session works with.
    final class Parts: Sendable {
        let store: any Store
        let persistence: any Persistence
        let finisher: Finisher
        let couriers: [Courier]
        let cache: CustomerCache

        init(
            store: any Store, persistence: any Persistence, finisher: Finisher, couriers: [Courier], seed: UInt64
        ) {
            cache = CustomerCache(seed: seed)
            self.store = store
            self.persistence = persistence
            self.finisher = finisher
            self.couriers = couriers
        }
    }

    private struct State {
        var opening: Task<Void, any Error>?
        /// Keeping time; ends with the session.
        var background: [Task<Void, Never>] = []
        /// Hearing the store; ends with the session.
        var listening: Task<Void, Never>?
        /// In order of arrival, at most ``EngineLimits/page``: what could not be delivered, and why.
        var refused: [TransactionReference: (Transaction, StorefrontError)] = [:]
        var listeners: [String: Courier] = [:]
    }

    private let state = Mutex(State())
    /// Made once, and looked at by every call.
    private let made = Mutex<Parts?>(nil)
    private let ready = Atomic(false)
    private let closed = Atomic(false)
    private let latest = Atomic<Int64>(.min)
    let running = Running()

    init(_ manifest: Manifest, surroundings: Surroundings) {
        self.manifest = manifest
        self.surroundings = surroundings
        products = Dictionary(manifest.products.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    var app: String { manifest.app.id }

    /// Whether it has delivered what was left over and takes calls.
    var isReady: Bool { ready.load(ordering: .acquiring) }

    /// Whether it is open or being opened.
    var isOpen: Bool {
        (made.withLock(\.self) != nil || state.withLock { $0.opening != nil }) && !closed.load(ordering: .acquiring)
    }

    func parts() throws -> Parts {
        guard !closed.load(ordering: .acquiring), let parts = made.withLock(\.self) else {
            throw StorefrontError(.invalidRequest, "the engine is closed", recovery: "Open an engine anew.")
        }
        return parts
    }

    /// The store's time, which never goes back while the session lasts.
    func now(_ parts: Parts) -> Timestamp {
        let now = parts.store.now(at: surroundings.clock()).milliseconds
        let seen = latest.load(ordering: .relaxed)
        if now <= seen { return Timestamp(milliseconds: seen) }
        return Timestamp(milliseconds: latest.max(now, ordering: .relaxed).newValue)
    }

    // MARK: Opening and closing

    func open(_ engine: Engine) async throws {
        let opening = try state.withLock { state in
            if closed.load(ordering: .acquiring) {
                throw StorefrontError(.invalidRequest, "the engine is closed", recovery: "Open an engine anew.")
            }
            if let opening = state.opening { return opening }
            let opening = Task { try await self.start(engine) }
            state.opening = opening
            return opening
        }
        do {
            try await opening.value
        } catch {
            state.withLock { if $0.opening == opening { $0.opening = nil } }
            throw error
        }
    }

    private func start(_ engine: Engine) async throws {
        let parts = try made.withLock { made in
            let parts = try made ?? make(engine)
            made = parts
            return parts
        }
        try await refuseChangedTypes(parts)
        try await recover(parts)
        ready.store(true, ordering: .releasing)
    }

    private func make(_ engine: Engine) throws -> Parts {
        let store = try engine.store(for: manifest.store, app: app)
        let persistence = try engine.persistence(for: manifest.persistence, app: app)
        let couriers = try manifest.notifications.map { section in
            Courier(
                app: app, receiver: try engine.receiver(for: section), events: section.events,
                notifier: try engine.notifier(for: section, app: app), persistence: persistence,
                surroundings: surroundings)
        }
        let finisher = Finisher(store: store, persistence: persistence, surroundings: surroundings)
        return Parts(
            store: store, persistence: persistence, finisher: finisher, couriers: couriers,
            seed: surroundings.random())
    }

    /// A product that was sold keeps its type for as long as there is a ledger of it.
    private func refuseChangedTypes(_ parts: Parts) async throws {
        let sold = try await parts.persistence.soldProducts(app: app)
        for product in manifest.products {
            guard let type = sold[product.id], type != product.type else { continue }
            throw StorefrontError(
                .invalidRequest,
                "\(manifest.file): product \"\(product.id)\" is a \(product.type.rawValue), but was sold as a "
                    + "\(type.rawValue)",
                recovery: "Give the \(product.type.rawValue) an id of its own and keep \"\(product.id)\" as it was.")
        }
    }

    /// Ends at once what is begun while the session closes.
    func runInBackground(_ task: Task<Void, Never>) {
        let isLate = state.withLock { state in
            if !closed.load(ordering: .acquiring) { state.background.append(task) }
            return closed.load(ordering: .acquiring)
        }
        if isLate { task.cancel() }
    }

    /// The same for what hears the store, which takes the last one's place.
    func runListening(_ task: Task<Void, Never>) {
        let old = state.withLock { state in
            if closed.load(ordering: .acquiring) { return task as Task<Void, Never>? }
            defer { state.listening = task }
            return state.listening
        }
        old?.cancel()
    }

    /// Whether hearing the store broke off.
    let isDeaf = Atomic(false)

    func close() async {
        let (wasClosed, background, listeners) = state.withLock { state in
            defer { (state.background, state.listeners) = ([], [:]) }
            let wasClosed = closed.exchange(true, ordering: .acquiringAndReleasing)
            let background = state.background + (state.listening.map { [$0] } ?? [])
            return (wasClosed, background, Array(state.listeners.values))
        }
        guard !wasClosed else { return }
        for task in background { task.cancel() }
        // Whoever is opening it uses the store and the files until they are done.
        if let opening = state.withLock(\.opening) {
            opening.cancel()
            _ = await opening.result
        }
        ready.store(false, ordering: .releasing)
        guard let parts = made.withLock(\.self) else { return }
        for task in background { await task.value }
        await running.wait()
        await parts.finisher.drain()
        for courier in parts.couriers + listeners { await courier.close() }
        await parts.store.close()
    }

    // MARK: What could not be delivered

    func note(refused transaction: Transaction, _ error: StorefrontError) {
        state.withLock { state in
            guard state.refused.count < EngineLimits.page || state.refused[transaction.reference] != nil else { return }
            state.refused[transaction.reference] = (transaction, error)
        }
    }

    func forgetRefused(_ transaction: TransactionReference) {
        state.withLock { _ = $0.refused.removeValue(forKey: transaction) }
    }

    var refused: [(Transaction, StorefrontError)] {
        state.withLock { Array($0.refused.values) }.sorted { $0.0.purchasedAt < $1.0.purchasedAt }
    }

    // MARK: Listeners

    func put(_ courier: Courier, listening name: String) -> Courier? {
        state.withLock { $0.listeners.updateValue(courier, forKey: name) }
    }

    func takeListener(_ name: String, if courier: Courier) -> Bool {
        state.withLock { state in
            guard state.listeners[name] === courier else { return false }
            state.listeners[name] = nil
            return true
        }
    }

    var couriers: [Courier] {
        (made.withLock(\.self)?.couriers ?? []) + state.withLock { Array($0.listeners.values) }
    }
}
