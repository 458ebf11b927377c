/// One app as its `storefront.yaml` describes it, with `defaults.yaml` already folded in.
public struct Manifest: Sendable {
    public var app: App
    public var products: [Product]
    /// The entitlements that products may name; nil where the manifest leaves them undeclared.
    public var entitlements: [EntitlementName]?
    public var offerings: [Offering]
    public var paywall: Paywall?
    public var customers: CustomerRules
    public var store: Section
    public var persistence: Section
    public var notifications: [Section]
    /// The name of the folder the manifest was read from; the app's id where there was none.
    public var slug: String
    /// The file the manifest was read from, as diagnostics name it.
    public var file: String

    public init(app: App, products: [Product], slug: String? = nil, file: String = "storefront.yaml") {
        self.app = app
        self.products = products
        offerings = []
        customers = CustomerRules()
        store = Section(name: "sandbox")
        persistence = Section(name: "sqlite")
        notifications = [Section(name: "log")]
        self.slug = slug ?? app.id
        self.file = file
    }

    public func product(_ id: String) -> Product? { products.first { $0.id == id } }
}

/// The app itself.
public struct App: Sendable, Equatable {
    /// Its bundle id or package name.
    public var id: String
    public var name: String
    /// The locale of the texts outside `localizations`, BCP 47.
    public var defaultLocale: String

    public init(id: String, name: String, defaultLocale: String = "en-US") {
        self.id = id
        self.name = name
        self.defaultLocale = defaultLocale
    }
}

/// An entitlement's id and what it is called.
public struct EntitlementName: Sendable, Equatable {
    public var id: String
    public var name: String

    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}

/// What a paywall shows, in order.
public struct Offering: Sendable, Equatable {
    public struct Package: Sendable, Equatable {
        public var id: String
        public var product: String

        public init(id: String, product: String) {
            self.id = id
            self.product = product
        }
    }

    public var id: String
    public var packages: [Package]

    public init(id: String, packages: [Package]) {
        self.id = id
        self.packages = packages
    }
}

/// The texts and links of a paywall.
public struct Paywall: Sendable, Equatable {
    public var title: String?
    public var features: [String]
    public var offering: String?
    public var termsURL: String?
    public var privacyURL: String?

    public init() {
        features = []
    }
}

/// What an app decides about its customers.
public struct CustomerRules: Sendable, Equatable {
    /// What happens to a purchase that another customer restores.
    public enum Restore: String, Sendable, CaseIterable {
        case transfer
        case transferIfInactive = "transfer-if-inactive"
        case keep
    }

    /// What happens to a balance when a consumable already spent is refunded.
    public enum Refunds: String, Sendable, CaseIterable {
        case allowNegative = "allow-negative"
        case floorAtZero = "floor-at-zero"
    }

    public var restore: Restore
    public var refunds: Refunds

    public init(restore: Restore = .transfer, refunds: Refunds = .allowNegative) {
        self.restore = restore
        self.refunds = refunds
    }
}
