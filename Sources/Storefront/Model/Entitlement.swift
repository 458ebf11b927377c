/// What a customer may use, since when and until when.
public struct Entitlement: Sendable, Equatable {
    public var id: String
    public var isActive: Bool
    /// The product that gives it.
    public var product: String
    public var since: Timestamp
    /// Exclusive: at this instant it has ended. Nil means for ever.
    public var until: Timestamp?

    public init(id: String, isActive: Bool, product: String, since: Timestamp, until: Timestamp?) {
        self.id = id
        self.isActive = isActive
        self.product = product
        self.since = since
        self.until = until
    }
}
