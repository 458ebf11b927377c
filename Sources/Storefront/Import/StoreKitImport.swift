/// Xcode's StoreKit configuration file (`.storekit`) as a manifest.
///
/// Apple publishes no schema of it; what is read here was read off public files of the formats 1.1 to 5.0. Every
/// product arrives; what a manifest has no place for is named in a warning, never dropped silently.
public enum StoreKitImport {
    /// The largest file that is read, in bytes.
    public static let maximumBytes = 16 << 20

    /// What the file itself does not say.
    public struct Options: Sendable {
        /// The app's id; made from ``folderName`` where nil.
        public var appID: String?
        /// The app's name; made from ``folderName`` where nil.
        public var name: String?
        /// The currency of all prices, ISO 4217; that of the file's storefront where nil.
        public var currency: String?
        /// The folder whose name stands in for the app's id and name, with a warning.
        public var folderName: String
        /// The file's name, for comments and errors.
        public var sourceName: String

        public init(
            appID: String? = nil, name: String? = nil, currency: String? = nil, folderName: String = "app",
            sourceName: String = "Configuration.storekit"
        ) {
            self.appID = appID
            self.name = name
            self.currency = currency
            self.folderName = folderName
            self.sourceName = sourceName
        }
    }

    /// A manifest and what is to know of it.
    public struct Outcome: Sendable {
        /// The manifest's text.
        public var yaml: String
        /// In the order of the file's parts; the same file gives the same ones.
        public var warnings: [Warning]
    }

    /// Makes a manifest of a file's bytes; the same bytes and options give the same text.
    ///
    /// - Throws: `invalid-request` where the bytes are no such JSON (with line and column), or where a product cannot
    ///   be told by a manifest; then the message names every such place.
    public static func manifest(from bytes: [UInt8], options: Options) throws(StorefrontError) -> Outcome {
        let source = YAMLText.comment(options.sourceName)
        var log = StoreKitLog()
        var root = try root(of: bytes, source: source, &log)
        var settings = StoreKitSettings()
        settings.read(&root, &log)
        let currency = try settings.currency(options.currency, &log)
        let policies = root.take("appPolicies")
        var catalogue = StoreKitCatalogue(prices: StoreKitPrices(currency: currency))
        catalogue.read(&root, &log)
        root.warnOfRest(&log)
        let locale = catalogue.fillTexts(localeSetting: settings.locale, &log)
        let paywall = StoreKitPolicies(defaultLocale: locale).paywall(policies, path: "appPolicies", &log)
        if log.internalIDs > 0 {
            log.warn("", "\(log.internalIDs) internal ids are left out; only Xcode and App Store Connect use them")
        }
        let app = try app(options, locale: locale, &log)
        if let error = log.error(sourceName: source) { throw error }

        var manifest = Manifest(app: app, products: catalogue.products)
        manifest.paywall = paywall
        let writer = ManifestWriter(
            heading: heading(settings, catalogue, asked: options.currency != nil, source: source),
            productComments: catalogue.comments)
        return Outcome(yaml: writer.yaml(of: manifest), warnings: log.warnings)
    }

    private static func root(
        of bytes: [UInt8], source: String, _ log: inout StoreKitLog
    ) throws(StorefrontError) -> StoreKitObject {
        let recovery = "Choose a StoreKit configuration file as Xcode writes it; it is JSON and ends in .storekit."
        guard bytes.count <= maximumBytes else {
            throw StorefrontError(
                .invalidRequest, "\(source) has \(bytes.count) bytes; at most \(maximumBytes) are read",
                recovery: recovery)
        }
        let json: JSON
        do throws(JSONError) { json = try JSON(parsing: bytes) } catch {
            throw StorefrontError(
                .invalidRequest, "\(source):\(error.line):\(error.column): no JSON: \(error.message)",
                recovery: recovery)
        }
        guard let root = StoreKitObject(json, path: "", log: &log) else {
            throw StorefrontError(
                .invalidRequest, "\(source) holds \(json.kindName) where a StoreKit configuration is an object",
                recovery: recovery)
        }
        let lists = [
            "products", "subscriptionGroups", "nonRenewingSubscriptions", "consumableProducts",
            "nonConsumableProducts", "subscriptions",
        ]
        guard lists.contains(where: { json[$0] != nil }) else {
            throw StorefrontError(
                .invalidRequest,
                "\(source) is JSON but no StoreKit configuration: it has neither products nor subscriptionGroups",
                recovery: recovery)
        }
        let others = JSON.object(json.members?.filter { $0.name != StoreKitSettings.keyPair } ?? [])
        if let path = StoreKitSecrets.path(in: others) {
            throw StorefrontError(
                .invalidRequest, "\(source) holds a private key at \(path.isEmpty ? "its top" : path)",
                recovery: "Take the key out of the file, revoke it if it was shared, and import the file again.")
        }
        return root
    }

    private static func app(
        _ options: Options, locale: String, _ log: inout StoreKitLog
    ) throws(StorefrontError) -> App {
        let slug = Slug.kebab(options.folderName)
        if let id = options.appID {
            guard AppID.isValid(id) else {
                throw StorefrontError(.invalidRequest, "\"\(YAMLText.comment(id))\" is no app id: \(AppID.rule)")
            }
        }
        let fallback = "com.example.\((slug.isEmpty ? "app" : slug).filter { $0 != "-" })"
        if options.appID == nil { log.warn("", "the file names no app; its id is \(fallback) until --app-id says it") }
        let words = slug.isEmpty ? "App" : Slug.title(slug)
        if options.name == nil { log.warn("", "the file names no app; it is called \"\(words)\" until --name says it") }
        return App(id: options.appID ?? fallback, name: options.name ?? words, defaultLocale: locale)
    }

    private static func heading(
        _ settings: StoreKitSettings, _ catalogue: StoreKitCatalogue, asked: Bool, source: String
    ) -> [String] {
        let currency = catalogue.prices.currency.code
        let file = [
            settings.identifier.map { "configuration \($0)" }, settings.version.map { "format \($0)" },
        ].compactMap { $0 }.joined(separator: ", ")
        var origin = "as the file names no storefront of the App Store"
        if asked {
            origin = "as asked for at the import"
        } else if let storefront = settings.storefront, AppStoreCountries.currency(of: storefront.uppercased()) != nil {
            origin = "the currency of the file's storefront, \(storefront)"
        }
        var lines = [
            "Imported from \(source), a StoreKit configuration of Xcode's\(file.isEmpty ? "" : " (\(file))").",
            "Prices are in \(currency), \(origin).",
        ]
        if catalogue.products.contains(where: { $0.type != .consumable }) {
            lines += [
                "Such a file does not say what a product unlocks, so each unlocks its own id; where several",
                "unlock the same, give them the same `entitlements: [name]`.",
            ]
        }
        return lines
    }
}
