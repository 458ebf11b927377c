/// One atomic change of one customer: what was found, and what shall be written together or not at all.
///
/// A backend fills in what was found, calls the change with it, and writes the outcome. The change is pure and may be
/// run again with fresh findings.
public struct Commit: Sendable {
    /// In: as stored. Out: as it shall be; its `version` is the backend's to raise.
    public var customer: Customer
    /// Of the entries asked for, those that the ledger has, by name.
    public let recorded: [EntryName: Entry]
    /// Of the chains asked for, those that belong to another customer of the app, and to whom.
    public let foreignOwners: [ChainKey: String]
    /// The customer's attempts that are ordered or pending, and the one asked for by key.
    public let attempts: [String: Attempt]
    /// The listeners of the app, for which outbox rows are to be written.
    public let listeners: [Listener]

    public private(set) var newEntries: [Entry] = []
    public private(set) var newEvents: [OutgoingEvent] = []
    public private(set) var changedAttempts: [Attempt] = []
    /// Transactions to be finished at the store from now on.
    public private(set) var finishing: [Finish] = []
    /// When the customer next needs the engine's attention; nil for never.
    public var due: Timestamp?

    public init(
        customer: Customer, recorded: [EntryName: Entry] = [:], foreignOwners: [ChainKey: String] = [:],
        attempts: [String: Attempt] = [:], listeners: [Listener] = [], due: Timestamp? = nil
    ) {
        self.customer = customer
        self.recorded = recorded
        self.foreignOwners = foreignOwners
        self.attempts = attempts
        self.listeners = listeners
        self.due = due
    }

    /// Whether there is nothing to write.
    public var isEmpty: Bool {
        newEntries.isEmpty && newEvents.isEmpty && changedAttempts.isEmpty && finishing.isEmpty
    }

    public mutating func append(_ entry: Entry) { newEntries.append(entry) }
    public mutating func put(_ attempt: Attempt) { changedAttempts.append(attempt) }
    public mutating func finish(_ finish: Finish) { finishing.append(finish) }

    /// Adds an event, with an outbox row for each notifier named and each listener that asked for its type.
    public mutating func tell(_ event: Event, to notifiers: [String]) {
        let hearing = listeners.filter { Event.matches(event.type, $0.events) }.map(\.name)
        newEvents.append(OutgoingEvent(event: event, receivers: notifiers + hearing))
    }
}

/// An event and who is to get it.
public struct OutgoingEvent: Sendable, Equatable {
    public var event: Event
    public var receivers: [String]
}

/// What a change needs to find: beside the customer's sums and entitling chains, these.
public struct Loading: Sendable {
    public var chains: [ChainKey]
    public var entries: [EntryName]
    /// An attempt's key.
    public var attempt: String?

    public init(chains: [ChainKey] = [], entries: [EntryName] = [], attempt: String? = nil) {
        self.chains = chains
        self.entries = entries
        self.attempt = attempt
    }
}

/// One order under its key, written down before it went to the store.
public struct Attempt: Sendable, Equatable {
    public enum State: String, Sendable {
        /// With the store, or its answer was lost: the store may have charged.
        case ordered
        case pending
        case completed
        case cancelled
        case failed
    }

    public var id: CustomerID
    public var key: String
    public var product: String
    public var quantity: Int64
    public var offer: String?
    public var state: State
    /// The store's transaction, once there is one.
    public var transactionID: String?
    /// The stamp of the snapshot that completed it; with the transaction it names the ledger entry.
    public var revision: Int64?
    /// Why it failed: an error's code, a colon, its message.
    public var failure: String?
    /// The process that sent the order, as ``Presence`` names it.
    public var holder: String
    public var orderedAt: Timestamp

    public init(
        id: CustomerID, key: String, product: String, quantity: Int64, offer: String? = nil, state: State,
        transactionID: String? = nil, revision: Int64? = nil, failure: String? = nil, holder: String,
        orderedAt: Timestamp
    ) {
        self.id = id
        self.key = key
        self.product = product
        self.quantity = quantity
        self.offer = offer
        self.state = state
        self.transactionID = transactionID
        self.revision = revision
        self.failure = failure
        self.holder = holder
        self.orderedAt = orderedAt
    }
}

/// A delivered transaction that the store has yet to be told of.
public struct Finish: Sendable, Equatable {
    public var transaction: TransactionReference
    public var customer: String
    public var product: String
    public var since: Timestamp
    /// Tries that failed.
    public var tries: Int
    /// Not before this time.
    public var due: Timestamp
    public var lastError: String?

    public init(
        transaction: TransactionReference, customer: String, product: String, since: Timestamp, tries: Int = 0,
        due: Timestamp, lastError: String? = nil
    ) {
        self.transaction = transaction
        self.customer = customer
        self.product = product
        self.since = since
        self.tries = tries
        self.due = due
        self.lastError = lastError
    }
}

/// Somebody in a process who hears an app's events under a name that outlives the process.
public struct Listener: Sendable, Equatable {
    public var name: String
    /// Event types asked for, as in a manifest; none means all.
    public var events: [String]

    public init(name: String, events: [String] = []) {
        self.name = name
        self.events = events
    }
}
