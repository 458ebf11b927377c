/// What the outside is told. The same cause always tells the same id.
public struct Event: Sendable, Equatable {
    public enum Cause: String, Sendable {
        case client
        case store
        case timer
        case `operator`
    }

    public var id: String
    /// Dotted, parts in kebab-case, as `purchase.completed`.
    public var type: String
    public var app: String
    public var customer: String
    public var environment: String
    /// Counts per customer from 1 without gaps.
    public var sequence: Int64
    public var cause: Cause
    public var occurredAt: Timestamp
    public var recordedAt: Timestamp
    /// An object: the transaction and the state after it.
    public var data: JSON

    public init(
        id: String, type: String, app: String, customer: String, environment: String, sequence: Int64, cause: Cause,
        occurredAt: Timestamp, recordedAt: Timestamp, data: JSON
    ) {
        self.id = id
        self.type = type
        self.app = app
        self.customer = customer
        self.environment = environment
        self.sequence = sequence
        self.cause = cause
        self.occurredAt = occurredAt
        self.recordedAt = recordedAt
        self.data = data
    }

    /// Whether a type is one that `patterns` ask for: whole types, or a prefix that ends in `*`; none means all.
    public static func matches(_ type: String, _ patterns: [String]) -> Bool {
        patterns.isEmpty || patterns.contains { $0.hasSuffix("*") ? type.hasPrefix($0.dropLast()) : type == $0 }
    }
}
