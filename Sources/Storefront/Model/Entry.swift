/// One line of the ledger: a transaction, whose it is, and what buying meant when it was recorded.
public struct Entry: Sendable, Equatable {
    /// What the manifest said of the product, kept so that a later manifest changes nothing that was sold.
    public struct Terms: Sendable, Equatable {
        public var type: ProductType
        public var renews: Bool
        public var group: String?
        public var period: Period?
        public var entitlements: [String]
        /// For one of the quantity. A spend has a negative amount.
        public var grants: [Grant]

        public init(_ product: Product) {
            type = product.type
            renews = product.renews
            group = product.subscription?.group
            period = product.subscription?.period
            entitlements = product.entitlements
            grants = product.grants
        }

        public init(
            type: ProductType, renews: Bool = false, group: String? = nil, period: Period? = nil,
            entitlements: [String] = [], grants: [Grant] = []
        ) {
            self.type = type
            self.renews = renews
            self.group = group
            self.period = period
            self.entitlements = entitlements
            self.grants = grants
        }
    }

    public var transaction: Transaction
    public var customer: String
    public var terms: Terms
    public var cause: Event.Cause
    public var recordedAt: Timestamp
    /// The balances after a spend, so that a repeat of it gets the first answer; nil for all others.
    public var balances: [String: Int64]?

    public init(
        _ transaction: Transaction, customer: String, terms: Terms, cause: Event.Cause, recordedAt: Timestamp,
        balances: [String: Int64]? = nil
    ) {
        self.transaction = transaction
        self.customer = customer
        self.terms = terms
        self.cause = cause
        self.recordedAt = recordedAt
        self.balances = balances
    }
}
