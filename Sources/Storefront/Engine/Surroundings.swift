/// What the engine is handed of the world around it: it has no clock, no randomness and no environment of its own.
public struct Surroundings: Sendable {
    /// The time now. May step back: the engine never does.
    public var clock: @Sendable () -> Timestamp
    /// 64 random bits, for keys and back-off.
    public var random: @Sendable () -> UInt64
    /// Returns after so many milliseconds, or throws when the task is cancelled.
    public var sleep: @Sendable (Int64) async throws -> Void
    /// One of its own for each engine that is open at the same time: orders are told apart by it.
    public var presence: Presence
    /// What `${NAME}` in a manifest stands for.
    public var environment: [String: String]
    /// Where backends keep their files.
    public var dataFolder: String
    /// A line for whoever runs the engine: a recovery, a notifier that is down. No customer's data beyond ids.
    public var log: @Sendable (String) -> Void

    public init(
        clock: @escaping @Sendable () -> Timestamp, random: @escaping @Sendable () -> UInt64,
        sleep: @escaping @Sendable (Int64) async throws -> Void, presence: Presence,
        environment: [String: String] = [:], dataFolder: String, log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.clock = clock
        self.random = random
        self.sleep = sleep
        self.presence = presence
        self.environment = environment
        self.dataFolder = dataFolder
        self.log = log
    }
}

/// Tells which processes are still there, so that an order left behind by a dead one is taken over at once.
public struct Presence: Sendable {
    /// This process, unlike any other before or beside it.
    public var holder: String
    /// Whether the process so named is certainly gone.
    public var isGone: @Sendable (String) -> Bool

    public init(holder: String, isGone: @escaping @Sendable (String) -> Bool) {
        self.holder = holder
        self.isGone = isGone
    }
}

/// Every bound of the engine.
public enum EngineLimits {
    /// The most of one product in one order.
    public static let quantity: Int64 = 1_000_000
    /// A customer id's, a key's or a unit's length in bytes of UTF-8.
    public static let textBytes = 256
    /// The most a balance may hold, and the most one spend may take.
    public static let balance: Int64 = 1_000_000_000_000_000_000
    /// Rows read at a time from the ledger, the events, or the work in progress.
    public static let page = 500
    /// Events carried at a time to one receiver.
    public static let deliveryBatch = 64
    /// How long a receiver has for a batch before another process may take it over, in milliseconds.
    public static let deliveryLease: Int64 = 60_000
    /// Tries of one event before it is a dead letter: with the back-off below, about three days.
    public static let deliveryTries = 20
    /// The first wait between two tries, and the longest, in milliseconds.
    public static let firstBackOff: Int64 = 1_000
    public static let longestBackOff: Int64 = 6 * 3_600_000
    /// Customers whose state is kept in memory for quick checks, of each app.
    public static let cachedCustomers = 100_000
    /// Transactions waiting to be finished in this process; past that a purchase waits for room.
    public static let finishQueue = 4_096
    /// How often an open app looks for ends that have come and work that others left, in milliseconds.
    public static let tick: Int64 = 5_000
}
