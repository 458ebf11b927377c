/// What a `.storekit` file says beside its products: its format, its settings, its policies.
struct StoreKitSettings {
    /// The settings that Xcode's editor writes; all begin with an underscore.
    static let knownKeys = [
        "_storefront", "_locale", "_timeRate", "_compatibilityTimeRate", "_failTransactionsEnabled",
        "_askToBuyEnabled", "_billingIssuesEnabled", "_renewalBillingIssuesEnabled", "_billingGracePeriodEnabled",
        "_disableDialogs", "_storeKitErrors", "_applicationInternalID", "_developerTeamID", "_lastSynchronizedDate",
    ]
    /// Where Xcode keeps a key for signing offers.
    static let keyPair = "subscriptionOffersKeyPair"
    /// The newest format that public files were seen in.
    static let newestMajorVersion = 5

    var storefront: String?
    var locale: String?
    var identifier: String?
    var version: String?

    mutating func read(_ root: inout StoreKitObject, _ log: inout StoreKitLog) {
        identifier = root.nonEmptyText("identifier", &log)
        readVersion(&root, &log)
        if let value = root.take("settings") { readSettings(value, root.path("settings"), &log) }
        if root.take(Self.keyPair) != nil {
            log.warn(
                Self.keyPair,
                "holds a private key and is not copied; keep it out of the repository, and revoke it if it was shared")
        }
    }

    private mutating func readVersion(_ root: inout StoreKitObject, _ log: inout StoreKitLog) {
        guard let value = root.take("version") else { return }
        guard var object = StoreKitObject(value, path: root.path("version"), log: &log) else { return }
        let major = object.take("major")?.integer
        let minor = object.take("minor")?.integer
        object.warnOfRest(&log)
        guard let major else { return log.fault(object.path("major"), "is missing, or no whole number") }
        version = "\(major).\(minor ?? 0)"
        if major > Self.newestMajorVersion {
            log.warn("version", "\(version ?? "") is newer than the formats known here (1.1 to 5.0); check the result")
        }
    }

    private mutating func readSettings(_ value: JSON, _ path: String, _ log: inout StoreKitLog) {
        let misspellings = Dictionary(uniqueKeysWithValues: Self.knownKeys.map { (String($0.dropFirst()), $0) })
        guard var object = StoreKitObject(value, path: path, misspellings: misspellings, log: &log) else { return }
        storefront = object.nonEmptyText("_storefront", &log)
        locale = object.nonEmptyText("_locale", &log)
        for member in object.rest {
            let kind = Self.knownKeys.contains(member.name) ? "a setting of Xcode's" : "an unknown setting"
            log.warn(object.path(member.name), "is \(kind) and is left out")
        }
    }

    /// The currency of all prices: what the caller wants, else that of the storefront, else US dollars.
    func currency(_ wanted: String?, _ log: inout StoreKitLog) throws(StorefrontError) -> Currency {
        if let wanted {
            guard let currency = Currency(wanted.uppercased()) else {
                throw StorefrontError(.invalidRequest, "\"\(wanted)\" is no currency of ISO 4217, as USD or EUR are")
            }
            return currency
        }
        guard let dollars = Currency("USD") else {
            throw StorefrontError(.invalidRequest, "No currency is named and the US dollar is unknown")
        }
        guard let storefront else {
            log.warn("settings._storefront", "is missing, so prices are taken as USD; choose another with --currency")
            return dollars
        }
        guard let currency = AppStoreCountries.currency(of: storefront.uppercased()) else {
            log.warn(
                "settings._storefront",
                "\"\(storefront)\" is no App Store storefront, so prices are taken as USD; choose another with --currency"
            )
            return dollars
        }
        return currency
    }
}
