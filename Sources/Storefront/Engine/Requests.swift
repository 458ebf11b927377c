/// A purchase as an app or a person asks for it.
public struct PurchaseRequest: Sendable {
    /// An app's id or its folder's name.
    public var app: String
    public var product: String
    public var customer: String
    public var quantity: Int64
    public var offer: String?
    public var currency: String?
    /// The same key again gives the first one's result. Made by the engine where nil.
    public var key: String?
    /// What only the app's store understands, as the sandbox's `outcome`.
    public var storeOptions: [String: String]

    public init(
        app: String, product: String, customer: String, quantity: Int64 = 1, offer: String? = nil,
        currency: String? = nil, key: String? = nil, storeOptions: [String: String] = [:]
    ) {
        self.app = app
        self.product = product
        self.customer = customer
        self.quantity = quantity
        self.offer = offer
        self.currency = currency
        self.key = key
        self.storeOptions = storeOptions
    }
}

/// How a purchase ended.
public struct PurchaseResult: Sendable, Equatable {
    public enum Status: String, Sendable {
        case completed
        case pending
        case cancelled
        case failed
        /// The store may have charged; the same key, or the next start, resolves it.
        case unknown
    }

    public var status: Status
    /// The key it has, also where the engine made it.
    public var key: String
    /// Set when completed.
    public var transaction: Transaction?
    /// The store's id of what waits; set when pending.
    public var pendingTransaction: String?
    /// What the customer is entitled to after it.
    public var entitlements: [Entitlement]
    /// Whether this is the answer to an earlier call with the same key.
    public var isDuplicate: Bool
    /// Set for every status but completed.
    public var error: StorefrontError?

    public init(
        status: Status, key: String, transaction: Transaction? = nil, pendingTransaction: String? = nil,
        entitlements: [Entitlement] = [], isDuplicate: Bool = false, error: StorefrontError? = nil
    ) {
        self.status = status
        self.key = key
        self.transaction = transaction
        self.pendingTransaction = pendingTransaction
        self.entitlements = entitlements
        self.isDuplicate = isDuplicate
        self.error = error
    }
}

/// What a restore gave back.
public struct RestoreResult: Sendable, Equatable {
    /// One of the store's transactions that the customer owns.
    public struct Item: Sendable, Equatable {
        public enum Outcome: String, Sendable {
            /// The ledger did not have it yet.
            case restored
            /// The customer had it already.
            case alreadyOwned = "already-owned"
            /// It stays with another customer.
            case keptByOwner = "kept-by-owner"
        }

        public var transaction: Transaction
        public var outcome: Outcome
        /// Who has it, where that is another customer.
        public var owner: String?

        public init(transaction: Transaction, outcome: Outcome, owner: String? = nil) {
            self.transaction = transaction
            self.outcome = outcome
            self.owner = owner
        }
    }

    public var items: [Item]
    public var entitlements: [Entitlement]

    public init(items: [Item], entitlements: [Entitlement]) {
        self.items = items
        self.entitlements = entitlements
    }
}

/// What a spend did.
public struct SpendResult: Sendable, Equatable {
    public var unit: String
    public var amount: Int64
    public var key: String
    /// All balances after it; of the first answer where it is a repeat.
    public var balances: [String: Int64]
    public var isDuplicate: Bool

    public init(unit: String, amount: Int64, key: String, balances: [String: Int64], isDuplicate: Bool) {
        self.unit = unit
        self.amount = amount
        self.key = key
        self.balances = balances
        self.isDuplicate = isDuplicate
    }
}

/// A manifest's product and whether its store sells it.
public struct CatalogueProduct: Sendable, Equatable {
    public var product: Product
    public var isKnownToStore: Bool

    public init(product: Product, isKnownToStore: Bool) {
        self.product = product
        self.isKnownToStore = isKnownToStore
    }
}

/// Something under way: why, and since when.
public struct UnfinishedItem: Sendable, Equatable {
    public enum State: String, Sendable {
        /// Waits for somebody's approval.
        case pending
        /// Ordered; the store's answer is not known.
        case unknown
        /// Charged, not delivered.
        case undelivered
        /// Delivered; the store is yet to be told.
        case unfinished
    }

    public var state: State
    public var customer: String?
    public var product: String
    public var key: String?
    public var transactionID: String?
    public var since: Timestamp
    /// In words.
    public var reason: String

    public init(
        state: State, customer: String?, product: String, key: String?, transactionID: String?, since: Timestamp,
        reason: String
    ) {
        self.state = state
        self.customer = customer
        self.product = product
        self.key = key
        self.transactionID = transactionID
        self.since = since
        self.reason = reason
    }
}
