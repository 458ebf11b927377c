/// Keeps ledgers, states, events and the outbox of any number of apps. Apps share it and see nothing of each other:
/// every key begins with the app.
///
/// Every method may be called from any task at any time. An error is a ``StorefrontError`` of `storage-unavailable`
/// with the location in its message; then nothing of the call was written, and a later call works once the cause is
/// gone. When a call returns, what it wrote survives the death of the process and, where the backend is durable, of
/// the machine. The rules are public in `StorefrontContracts`.
public protocol Persistence: Sendable {
    /// Where the data is, for messages: a path or a host, never with a secret.
    var location: String { get }

    /// Grows, within 100 ms, when another process has committed; own commits may leave it as it is. Read often.
    var foreignChanges: Int { get }

    // MARK: A customer

    /// The customer's sums and entitling chains as last committed; an empty one where there is none.
    func read(_ id: CustomerID) async throws -> Customer

    /// Changes one customer atomically and serialisably, with its entries, events, outbox rows and attempts.
    ///
    /// `change` runs at least once, each time with what is stored at that moment; what it throws is thrown on and
    /// nothing is written. An entry's name is claimed by inserting it in the same commit. A chain belongs to whoever
    /// inserted it. Where ``Commit/isEmpty`` and the customer is unchanged, nothing is written.
    func update<Answer: Sendable>(
        _ id: CustomerID, loading: Loading, _ change: @escaping @Sendable (inout Commit) throws -> Answer
    ) async throws -> Answer

    /// Customers of the app whose `due` is at or before `time`, the earliest first.
    func due(app: String, at time: Timestamp, limit: Int) async throws -> [String]

    // MARK: The ledger

    /// Entries in the order they were recorded, those behind `position` only.
    func entries(app: String, customer: String?, after position: Int64, limit: Int) async throws -> [Positioned<Entry>]

    /// Events in the order they were recorded, those behind `position` only.
    func events(app: String, after position: Int64, limit: Int) async throws -> [Positioned<Event>]

    /// The position of an event; nil where the app has none of this id.
    func position(ofEvent id: String, app: String) async throws -> Int64?

    /// Every product that the app's ledger has an entry of, with its type then.
    func soldProducts(app: String) async throws -> [String: ProductType]

    // MARK: Work in progress

    /// Attempts that are ordered, the oldest first, and behind them those that are pending, which may wait for weeks.
    func openAttempts(app: String, limit: Int) async throws -> [Attempt]

    /// Transactions yet to be finished, those that are due first.
    func unfinished(app: String, limit: Int) async throws -> [Finish]

    /// Forgets those that are finished, and notes the failure of the others. Need not be durable when it returns.
    func settle(finished: [TransactionReference], failed: [Finish]) async throws

    // MARK: The outbox

    /// Makes a listener known; it hears every event of the app from then on, and all earlier ones where it is new.
    func listen(app: String, _ listener: Listener) async throws

    /// Forgets a listener and what it had yet to hear.
    func unlisten(app: String, name: String) async throws

    /// Leases rows that are due, at most `limit`: of each customer a run in order of sequence that begins with its
    /// oldest row not dead; none of a customer whose oldest is leased or postponed.
    func claim(app: String, receiver: String, lease: Lease, limit: Int) async throws -> [OutboxRow]

    /// Writes down what became of leased rows. A row whose lease has passed to another holder is left alone.
    func settle(app: String, receiver: String, lease: Lease, _ verdicts: [Verdict]) async throws

    /// Each receiver's rows by state.
    func deliveries(app: String) async throws -> [ReceiverState]

    /// Makes dead rows due at once, of one receiver or of all; how many.
    func revive(app: String, receiver: String?, at time: Timestamp) async throws -> Int

    /// Forgets everything of an app.
    func erase(app: String) async throws

    /// Waits for what runs and frees everything; it is not called afterwards.
    func close() async
}

/// A value and where it stands in its app's order.
public struct Positioned<Value: Sendable & Equatable>: Sendable, Equatable {
    public var position: Int64
    public var value: Value

    public init(position: Int64, _ value: Value) {
        self.position = position
        self.value = value
    }
}

/// Who holds outbox rows, from when to when.
public struct Lease: Sendable, Equatable {
    /// Unique among all claims.
    public var holder: String
    public var now: Timestamp
    public var until: Timestamp

    public init(holder: String, now: Timestamp, until: Timestamp) {
        self.holder = holder
        self.now = now
        self.until = until
    }
}

/// One event on its way to one receiver.
public struct OutboxRow: Sendable, Equatable {
    public var event: Event
    /// Tries before this one.
    public var tries: Int

    public init(event: Event, tries: Int) {
        self.event = event
        self.tries = tries
    }
}

/// What became of one leased row.
public struct Verdict: Sendable, Equatable {
    public enum Outcome: Sendable, Equatable {
        case delivered
        /// Counts a try.
        case postponed(until: Timestamp, reason: String)
        /// Counts a try; no further one follows by itself.
        case dead(reason: String)
        /// Given back untried.
        case released
    }

    public var event: String
    public var outcome: Outcome

    public init(event: String, _ outcome: Outcome) {
        self.event = event
        self.outcome = outcome
    }
}

/// How one receiver of one app stands.
public struct ReceiverState: Sendable, Equatable {
    public var receiver: String
    public var waiting: Int
    public var dead: Int
    /// When the oldest row that waits was recorded.
    public var oldest: Timestamp?
    public var lastError: String?

    public init(receiver: String, waiting: Int, dead: Int, oldest: Timestamp?, lastError: String?) {
        self.receiver = receiver
        self.waiting = waiting
        self.dead = dead
        self.oldest = oldest
        self.lastError = lastError
    }
}
