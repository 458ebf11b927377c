/// Who takes the money. Times are the store's own.
///
/// A store is called from any task at any time and serialises what it must. The rules it must keep are public in
/// `StorefrontContracts`.
public protocol Store: Sendable {
    /// The store's name in ledger entries, as `sandbox`; never changes for one store.
    var name: String { get }

    /// Which of the store's worlds this is, as `sandbox` or `production`.
    var environment: String { get }

    /// The store's own time at `wall`; a sandbox's clock may be ahead. Called often: no I/O, no lock held long.
    func now(at wall: Timestamp) -> Timestamp

    /// Whether this device or account may pay at all.
    func canMakePayments() async throws -> Bool

    /// Which of the ids the store sells. Errors: ``StoreError``.
    func products(_ ids: [String]) async throws -> StoreProducts

    /// Takes an order. An order whose key was seen before is not charged again: it has the first one's outcome.
    ///
    /// - Throws: ``StoreError/unreachable(_:)`` where the order certainly never reached the store; anything else
    ///   means that the store may have charged.
    func purchase(_ order: Order) async throws -> OrderOutcome

    /// What became of an order: nil where the store never saw it and never will.
    func outcome(of order: OrderReference) async throws -> OrderOutcome?

    /// Everything charged and not finished, then ``Unfinished/caughtUp`` once, then whatever comes, until cancelled.
    func unfinished() -> AsyncThrowingStream<Unfinished, any Error>

    /// What the customer's store account owns: finished purchases and paid periods, oldest first; never a consumable
    /// that is finished, nor one that is pending, declined or cancelled.
    func restore(_ customer: String) async throws -> [Transaction]

    /// Tells the store that the transaction is delivered. Finishing twice is fine.
    func finish(_ transaction: TransactionReference) async throws

    /// Frees what it holds; it is not called afterwards.
    func close() async
}

/// Something the store has to say without being asked.
public enum Unfinished: Sendable, Equatable {
    case transaction(Transaction)
    /// An order that waited was declined or cancelled at last.
    case ended(OrderReference, OrderOutcome)
    /// All that was unfinished when the sequence began has been said.
    case caughtUp
}

/// What went wrong at a store's edge.
public enum StoreError: Error, Sendable, Equatable {
    /// The store was not reached: nothing was ordered, nothing charged.
    case unreachable(String)
    /// The store was reached but did not answer: it may have charged.
    case noAnswer(String)
}

/// Which of the asked ids a store sells, at what price.
public struct StoreProducts: Sendable, Equatable {
    public var found: [String]
    public var unknown: [String]

    public init(found: [String], unknown: [String]) {
        self.found = found
        self.unknown = unknown
    }
}

/// One order as it goes to a store.
public struct Order: Sendable, Equatable {
    public var app: String
    public var customer: String
    /// Unique per customer; the store charges once for it.
    public var key: String
    public var product: Product
    public var quantity: Int64
    /// The offer asked for, by id.
    public var offer: String?
    /// The currency asked for; the product's base price where nil.
    public var currency: String?
    /// What only one store understands, as the sandbox's `outcome`.
    public var options: [String: String]
    public var orderedAt: Timestamp

    public init(
        app: String, customer: String, key: String, product: Product, quantity: Int64 = 1, offer: String? = nil,
        currency: String? = nil, options: [String: String] = [:], orderedAt: Timestamp
    ) {
        self.app = app
        self.customer = customer
        self.key = key
        self.product = product
        self.quantity = quantity
        self.offer = offer
        self.currency = currency
        self.options = options
        self.orderedAt = orderedAt
    }

    public var reference: OrderReference { OrderReference(app: app, customer: customer, key: key) }
}

/// Names one order of one customer. Equal byte by byte, as ``CustomerID`` is.
public struct OrderReference: Sendable, Hashable {
    public var app: String
    public var customer: String
    public var key: String

    public init(app: String, customer: String, key: String) {
        self.app = app
        self.customer = customer
        self.key = key
    }

    public static func == (a: OrderReference, b: OrderReference) -> Bool {
        a.key.hasBytes(of: b.key) && a.customer.hasBytes(of: b.customer) && a.app.hasBytes(of: b.app)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(app)
        hasher.combine(customer)
        hasher.combine(key)
    }
}

/// How an order ended, so far.
public enum OrderOutcome: Sendable, Equatable {
    case completed(Transaction)
    /// Waits for somebody's approval, under the store's id for it.
    case pending(String)
    case cancelled
    /// The store refused to charge, with its reason in words.
    case declined(String)
}
