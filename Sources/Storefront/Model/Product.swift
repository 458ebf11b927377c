/// What kind of thing a product is.
public enum ProductType: String, Sendable, Hashable, CaseIterable {
    case consumable
    case nonConsumable = "non-consumable"
    case subscription
}

/// Something an app sells, as its manifest says it.
public struct Product: Sendable, Equatable {
    public var id: String
    public var type: ProductType
    /// The display name in the app's default locale.
    public var name: String
    public var description: String?
    /// The price by currency, in the manifest's order; the first is the base price. Never empty.
    public var prices: [Money]
    /// The team's own name for it, never shown to a customer.
    public var referenceName: String?
    public var isForSale: Bool
    public var isFamilyShareable: Bool
    /// Set for subscriptions only.
    public var subscription: Subscription?
    /// What a customer is entitled to while owning it, by name.
    public var entitlements: [String]
    /// How much of each unit buying one gives.
    public var grants: [Grant]
    public var localizations: [Localization]
    public var stores: [StoreListing]
    public var reviewScreenshot: String?
    public var metadata: [Metadatum]

    public init(id: String, type: ProductType, name: String, prices: [Money]) {
        self.id = id
        self.type = type
        self.name = name
        self.prices = prices
        isForSale = true
        isFamilyShareable = false
        entitlements = type == .consumable ? [] : [id]
        grants = type == .consumable ? [Grant(unit: id, amount: 1)] : []
        localizations = []
        stores = []
        metadata = []
    }

    /// Whether it is a subscription that renews by itself.
    public var renews: Bool { subscription?.renews ?? false }

    /// The price in a currency; nil where the manifest names none.
    public func price(in currency: String) -> Money? { prices.first { $0.currency.code == currency } }
}

/// What a subscription has and no other product.
public struct Subscription: Sendable, Equatable {
    /// How long one payment entitles. Only a non-renewing subscription may lack it: then until taken back.
    public var period: Period?
    public var renews: Bool
    /// The group of which a customer holds one at a time; set when it renews.
    public var group: String?
    /// The service level in the group; 1 is the highest. Set when it renews.
    public var level: Int?
    public var introductoryOffer: Offer?
    public var offers: [Offer]

    public init(
        period: Period?, renews: Bool = true, group: String? = nil, level: Int? = nil,
        introductoryOffer: Offer? = nil, offers: [Offer] = []
    ) {
        self.period = period
        self.renews = renews
        self.group = group
        self.level = level
        self.introductoryOffer = introductoryOffer
        self.offers = offers
    }
}

/// A price for the first periods of a subscription.
public struct Offer: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable {
        case introductory
        case promotional
        case code = "offer-code"
        case winBack = "win-back"
    }

    public enum Mode: String, Sendable, CaseIterable {
        case freeTrial = "free-trial"
        case payAsYouGo = "pay-as-you-go"
        case payUpFront = "pay-up-front"
    }

    /// Its id among the product's offers; nil for the introductory offer only.
    public var id: String?
    public var kind: Kind
    public var mode: Mode
    public var period: Period
    /// How many periods it lasts: 1 unless it is paid as you go.
    public var periods: Int
    /// By currency, as a product's; empty for a free trial.
    public var prices: [Money]
    public var referenceName: String?
    /// Who may take an offer code: of `new`, `existing`, `expired`.
    public var eligibility: [String]
    /// Whether an offer code may be taken beside an introductory offer.
    public var isStackable: Bool?

    public init(id: String?, kind: Kind, mode: Mode, period: Period, periods: Int = 1, prices: [Money] = []) {
        self.id = id
        self.kind = kind
        self.mode = mode
        self.period = period
        self.periods = periods
        self.prices = prices
        eligibility = []
    }
}

/// So much of a unit, as 100 `coins`.
public struct Grant: Sendable, Hashable {
    public var unit: String
    public var amount: Int64

    public init(unit: String, amount: Int64) {
        self.unit = unit
        self.amount = amount
    }
}

/// A product's texts in one locale (BCP 47).
public struct Localization: Sendable, Equatable {
    public var locale: String
    public var name: String
    public var description: String?

    public init(locale: String, name: String, description: String? = nil) {
        self.locale = locale
        self.name = name
        self.description = description
    }
}

/// What a product is called at one store, where that differs from its own id.
public struct StoreListing: Sendable, Equatable {
    /// A store's name, as `google-play`.
    public var store: String
    public var id: String?
    public var basePlan: String?

    public init(store: String, id: String? = nil, basePlan: String? = nil) {
        self.store = store
        self.id = id
        self.basePlan = basePlan
    }
}

/// A free pair of texts, handed to apps as it is.
public struct Metadatum: Sendable, Equatable {
    public var key: String
    public var value: String

    public init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}
