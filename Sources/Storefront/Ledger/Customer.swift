/// Names one customer of one app. Equal byte by byte, as a database sees it: Swift takes a composed and a decomposed
/// letter for one, and whoever writes their id so would else be given another one's things.
public struct CustomerID: Sendable, Hashable {
    public var app: String
    public var customer: String

    public init(app: String, customer: String) {
        self.app = app
        self.customer = customer
    }

    public static func == (a: CustomerID, b: CustomerID) -> Bool {
        a.customer.hasBytes(of: b.customer) && a.app.hasBytes(of: b.app)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(app)
        hasher.combine(customer)
    }
}

extension String {
    /// Whether both are the same bytes of UTF-8; `==` takes a composed and a decomposed letter for one.
    func hasBytes(of other: String) -> Bool {
        unsafe withBytes { bytes in unsafe other.withBytes { unsafe bytes.elementsEqual($0) } }
    }

    /// The bytes of UTF-8 where they lie; valid inside `body` only.
    func withBytes<Answer>(_ body: (UnsafeBufferPointer<UInt8>) -> Answer) -> Answer {
        var text = self
        return text.withUTF8(body)
    }
}

/// The state of one customer, or the part of it that was loaded: sums, and the chains that matter.
public struct Customer: Sendable, Equatable {
    public var id: CustomerID
    /// Grows by one with each commit; 0 for a customer never seen.
    public var version: Int64
    /// The sequence of the last event told.
    public var sequence: Int64
    /// By unit. May be negative after a refund of what was spent.
    public var balances: [String: Int64]
    /// Those that entitle or once did, and those that were asked for.
    public var chains: [ChainKey: Chain]

    public init(
        id: CustomerID, version: Int64 = 0, sequence: Int64 = 0, balances: [String: Int64] = [:],
        chains: [ChainKey: Chain] = [:]
    ) {
        self.id = id
        self.version = version
        self.sequence = sequence
        self.balances = balances
        self.chains = chains
    }
}

/// The state of one chain: its newest snapshot and what of it took effect.
public struct Chain: Sendable, Equatable {
    public var key: ChainKey
    public var customer: String
    public var product: String
    public var type: ProductType
    public var renews: Bool
    public var group: String?
    public var period: Period?
    public var entitlements: [String]
    /// The transaction of the newest snapshot, and that snapshot's stamp.
    public var transactionID: String
    public var revision: Int64
    public var quantity: Int64
    public var purchasedAt: Timestamp
    public var expiresAt: Timestamp?
    public var revokedAt: Timestamp?
    /// What it has given to balances and not taken back, the quantity included.
    public var granted: [Grant]
    /// The kinds already told for a transaction, as `purchased tx_1`, sorted.
    public var told: [String]
    /// The end whose expiry was told; that end stays one, whatever the clock says later.
    public var endTold: Timestamp?

    public init(
        key: ChainKey, customer: String, product: String, terms: Entry.Terms, transactionID: String, revision: Int64,
        quantity: Int64, purchasedAt: Timestamp, expiresAt: Timestamp?, revokedAt: Timestamp?
    ) {
        self.key = key
        self.customer = customer
        self.product = product
        type = terms.type
        renews = terms.renews
        group = terms.group
        period = terms.period
        entitlements = terms.entitlements
        self.transactionID = transactionID
        self.revision = revision
        self.quantity = quantity
        self.purchasedAt = purchasedAt
        self.expiresAt = expiresAt
        self.revokedAt = revokedAt
        granted = []
        told = []
    }

    /// Whether it belongs to what is loaded with every customer: all but consumables that unlock nothing.
    public var entitles: Bool { type != .consumable || !entitlements.isEmpty }
}
