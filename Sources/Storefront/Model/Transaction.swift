/// A store's snapshot of one charge, renewal, restore or refund, already verified by the store's plug-in.
public struct Transaction: Sendable, Hashable {
    /// What happened; a store may know kinds that this version does not.
    public struct Kind: RawRepresentable, Sendable, Hashable {
        public var rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let purchased = Kind(rawValue: "purchased")
        public static let renewed = Kind(rawValue: "renewed")
        public static let refunded = Kind(rawValue: "refunded")
        public static let revoked = Kind(rawValue: "revoked")
        public static let expired = Kind(rawValue: "expired")
        /// A balance was spent: the engine's own entry, never a store's.
        public static let spent = Kind(rawValue: "spent")
    }

    public enum Ownership: String, Sendable {
        case purchased
        case familyShared = "family-shared"
    }

    public var id: String
    /// Ties the periods of a subscription into one chain; its own id for everything else.
    public var originalID: String
    public var app: String
    public var store: String
    public var environment: String
    public var kind: Kind
    /// The store's own stamp of this snapshot, in milliseconds; the newest wins.
    public var revision: Int64
    /// The buyer, as the order named them. Nil where the store does not know.
    public var customer: String?
    /// The key of the order that caused it, where one did.
    public var orderKey: String?
    public var product: String
    public var quantity: Int64
    public var purchasedAt: Timestamp
    public var expiresAt: Timestamp?
    public var revokedAt: Timestamp?
    public var ownership: Ownership
    public var offer: String?
    /// What was paid for all of the quantity.
    public var price: Money?

    public init(
        id: String, originalID: String? = nil, app: String, store: String, environment: String, kind: Kind,
        revision: Int64, customer: String?, orderKey: String? = nil, product: String, quantity: Int64 = 1,
        purchasedAt: Timestamp, expiresAt: Timestamp? = nil, revokedAt: Timestamp? = nil,
        ownership: Ownership = .purchased, offer: String? = nil, price: Money? = nil
    ) {
        self.id = id
        self.originalID = originalID ?? id
        self.app = app
        self.store = store
        self.environment = environment
        self.kind = kind
        self.revision = revision
        self.customer = customer
        self.orderKey = orderKey
        self.product = product
        self.quantity = quantity
        self.purchasedAt = purchasedAt
        self.expiresAt = expiresAt
        self.revokedAt = revokedAt
        self.ownership = ownership
        self.offer = offer
        self.price = price
    }

    public var reference: TransactionReference {
        TransactionReference(app: app, store: store, environment: environment, id: id)
    }

    public var chain: ChainKey { ChainKey(store: store, environment: environment, originalID: originalID) }

    public var name: EntryName {
        EntryName(store: store, environment: environment, transactionID: id, kind: kind, revision: revision)
    }
}

/// Names one transaction at its store.
public struct TransactionReference: Sendable, Hashable {
    public var app: String
    public var store: String
    public var environment: String
    public var id: String

    public init(app: String, store: String, environment: String, id: String) {
        self.app = app
        self.store = store
        self.environment = environment
        self.id = id
    }
}

/// Names one chain of one app: a one-time purchase, or a subscription with all its periods.
public struct ChainKey: Sendable, Hashable {
    public var store: String
    public var environment: String
    public var originalID: String

    public init(store: String, environment: String, originalID: String) {
        self.store = store
        self.environment = environment
        self.originalID = originalID
    }
}

/// Names one ledger entry of one app; the claim that makes a repeat a repeat.
public struct EntryName: Sendable, Hashable {
    public var store: String
    public var environment: String
    public var transactionID: String
    public var kind: Transaction.Kind
    public var revision: Int64

    public init(store: String, environment: String, transactionID: String, kind: Transaction.Kind, revision: Int64) {
        self.store = store
        self.environment = environment
        self.transactionID = transactionID
        self.kind = kind
        self.revision = revision
    }
}
