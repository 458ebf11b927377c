/// The keys one kind of mapping may have; the raw value is a key's place among ``names``.
protocol ManifestKeys: RawRepresentable<Int>, CaseIterable, Sendable {
    static var names: [String] { get }
}

extension ManifestKeys {
    var name: String { Self.names[rawValue] }
}

enum RootKey: Int, ManifestKeys {
    case storefront, app, products, entitlements, offerings, paywall, customers, store, persistence, notifications

    static let names = [
        "storefront", "app", "products", "entitlements", "offerings", "paywall", "customers", "store", "persistence",
        "notifications",
    ]
}

enum DefaultsKey: Int, ManifestKeys {
    case storefront, customers, store, persistence, notifications

    static let names = ["storefront", "customers", "store", "persistence", "notifications"]
}

enum AppKey: Int, ManifestKeys {
    case id, name, defaultLocale

    static let names = ["id", "name", "default-locale"]
}

enum ProductKey: Int, ManifestKeys {
    case id, type, name, price, description, referenceName, forSale, familySharing, period, renews, group, level
    case introductoryOffer, offers, entitlements, grants, localizations, stores, reviewScreenshot, metadata

    static let names = [
        "id", "type", "name", "price", "description", "reference-name", "for-sale", "family-sharing", "period",
        "renews", "group", "level", "introductory-offer", "offers", "entitlements", "grants", "localizations",
        "stores", "review-screenshot", "metadata",
    ]
}

enum OfferKey: Int, ManifestKeys {
    case id, kind, mode, period, periods, price, referenceName, eligibility, stackable

    static let names = [
        "id", "kind", "mode", "period", "periods", "price", "reference-name", "eligibility", "stackable",
    ]
}

enum LocalizationKey: Int, ManifestKeys {
    case name, description

    static let names = ["name", "description"]
}

enum ListingKey: Int, ManifestKeys {
    case id, basePlan

    static let names = ["id", "base-plan"]
}

enum EntitlementKey: Int, ManifestKeys {
    case name

    static let names = ["name"]
}

enum PackageKey: Int, ManifestKeys {
    case id, product

    static let names = ["id", "product"]
}

enum PaywallKey: Int, ManifestKeys {
    case title, features, offering, termsURL, privacyURL

    static let names = ["title", "features", "offering", "terms-url", "privacy-url"]
}

enum CustomersKey: Int, ManifestKeys {
    case restore, refunds

    static let names = ["restore", "refunds"]
}

/// Finds a key by its bytes: one comparison of a number for all but long keys that begin alike.
struct KeyTable<Key: ManifestKeys> {
    private let heads: [UInt64]
    private let keys: [[UInt8]]

    init(_: Key.Type) {
        keys = Key.names.map { Array($0.utf8) }
        heads = keys.map { Self.head($0.span) }
    }

    func index(of bytes: Span<UInt8>) -> Int? {
        let head = Self.head(bytes)
        for index in heads.indices where heads[index] == head {
            if bytes.count <= 7 || isKey(index, bytes) { return index }
        }
        return nil
    }

    private func isKey(_ index: Int, _ bytes: Span<UInt8>) -> Bool {
        guard keys[index].count == bytes.count else { return false }
        for at in bytes.indices where keys[index][at] != bytes[at] { return false }
        return true
    }

    /// The length and the first seven bytes.
    private static func head(_ bytes: Span<UInt8>) -> UInt64 {
        var head = UInt64(truncatingIfNeeded: bytes.count)
        for index in 0..<min(7, bytes.count) { head = head << 8 | UInt64(bytes[index]) }
        return head
    }
}

/// What a mapping has under each of its keys; 0, the root, where it has not.
struct Fields<Key: ManifestKeys> {
    let node: Int
    /// As many as the kind of mapping with the most keys needs.
    private var values = InlineArray<24, UInt32>(repeating: 0)

    init(node: Int) {
        self.node = node
    }

    subscript(key: Key) -> Int? {
        let value = values[key.rawValue]
        return value == 0 ? nil : Int(value)
    }

    /// Takes a value unless there is one already.
    mutating func offer(_ value: Int, at index: Int) {
        if values[index] == 0 { values[index] = UInt32(value) }
    }
}
