import Glibc
public import Storefront

/// A store for trying things: it takes orders and no money, as durably as a real one, in a file of its own.
///
/// It stands apart from the engine's storage, so that what it charged outlives a process that dies before delivery.
/// It sells whatever it is asked for at the price that the order's product says, and its clock is the wall's and
/// whatever ``advance(by:at:)`` has added. Any number of stores of any number of apps, in one process or several, work
/// on one file at the same time.
///
/// Constructing one has no side effects; the file is opened, or made for its owner only, on first use. Trouble with it
/// is a `StorefrontError` of `storage-unavailable`; nothing of the call was done then.
public final class SandboxStore: Store {
    /// What a store is made with.
    public struct Settings: Sendable {
        /// Ids that it does not sell.
        public var unknownProducts: Set<String>
        /// Whether this account may pay at all.
        public var allowsPayments: Bool
        /// The wall's time, for actions that are not told it.
        public var clock: @Sendable () -> Timestamp
        /// Ends the process for an order whose outcome is `crash-before-delivery`.
        public var die: @Sendable () -> Void

        public init(
            unknownProducts: Set<String> = [], allowsPayments: Bool = true,
            clock: @escaping @Sendable () -> Timestamp = SandboxStore.systemClock,
            die: @escaping @Sendable () -> Void = SandboxStore.killItself
        ) {
            self.unknownProducts = unknownProducts
            self.allowsPayments = allowsPayments
            self.clock = clock
            self.die = die
        }
    }

    static let storeName = "sandbox"
    static let storeEnvironment = "sandbox"

    /// The app whose orders it takes.
    public let app: String
    let settings: Settings
    let file: SandboxFile
    let view: SandboxView
    let handed = HandedOut()

    /// A store on a file that it shares with no other in this process.
    public convenience init(app: String, path: String, settings: Settings = Settings()) {
        let view = SandboxView(app: app)
        self.init(view, of: SandboxFile(path: path, opening: view), settings: settings)
    }

    /// A store that is counted in on its file.
    init(_ view: SandboxView, of file: SandboxFile, settings: Settings) {
        app = view.app
        self.file = file
        self.view = view
        self.settings = settings
    }

    /// Its file, for messages.
    public var path: String { file.database.path }

    public var name: String { Self.storeName }
    public var environment: String { Self.storeEnvironment }

    /// The wall's time and what the clock was advanced by; never goes back unless the sandbox is reset. An advance by
    /// another process shows within 200 ms, one made before this store was opened once any other call has returned.
    public func now(at wall: Timestamp) -> Timestamp {
        file.noticeOthers()
        return view.now(at: wall)
    }

    public func canMakePayments() async throws -> Bool { settings.allowsPayments }

    public func products(_ ids: [String]) async throws -> StoreProducts {
        StoreProducts(
            found: ids.filter { !settings.unknownProducts.contains($0) },
            unknown: ids.filter(settings.unknownProducts.contains))
    }

    public func outcome(of order: OrderReference) async throws -> OrderOutcome? {
        guard order.app == app else { return nil }
        return try await read { book in try book.order(order).map(book.outcome) }
    }

    /// Non-consumables and subscriptions that were charged, each as it is now, the oldest first.
    public func restore(_ customer: String) async throws -> [Transaction] {
        let owned = try await read { try $0.owned(by: customer) }
        for transaction in owned { handed.note(transaction) }
        return owned
    }

    /// Finishes what this store has handed out of a transaction; of one that it has not, the purchase. So a snapshot
    /// that nobody was given yet, as of an expiry, is never finished unseen. An order that waited in vain is
    /// acknowledged with the id that it waited under.
    public func finish(_ transaction: TransactionReference) async throws {
        guard transaction.app == app, transaction.store == name, transaction.environment == environment else { return }
        let revision = handed.revision(of: transaction.id)
        try await write { try $0.dequeue(transaction.id, upTo: revision) }
        if let revision { handed.forget(transaction.id, upTo: revision) }
    }

    public func close() async { await file.leave(view) }

    // MARK: The file

    /// Runs a job on the app's rows; it may be run more than once. What it throws undoes it.
    func write<Answer: Sendable>(
        _ job: @escaping @Sendable (SandboxBook) throws -> Answer
    ) async throws -> Answer {
        try await file.database.write { [app] in try job(SandboxBook(connection: $0, app: app)) }
    }

    func read<Answer: Sendable>(_ job: @escaping @Sendable (SandboxBook) throws -> Answer) async throws -> Answer {
        try await file.database.read { [app] in try job(SandboxBook(connection: $0, app: app)) }
    }

    /// Ends this process as `kill -9` does.
    public static let killItself: @Sendable () -> Void = { _ = kill(getpid(), SIGKILL) }

    /// The system's time.
    public static let systemClock: @Sendable () -> Timestamp = {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
