/// One thing that is checked in a manifest. An id is never renamed, nor used for anything else.
public struct ManifestRule: Sendable, Hashable {
    /// Kebab-case, as diagnostics bear it.
    public var id: String
    /// How bad it is. A store's rule is an error where the app names that store, else a warning.
    public var severity: Diagnostic.Severity
    /// What must hold, in one line.
    public var summary: String
    /// Where the rule comes from, as a URL, where it is a store's.
    public var source: String?

    init(_ id: String, _ severity: Diagnostic.Severity, _ summary: String, source: String? = nil) {
        self.id = id
        self.severity = severity
        self.summary = summary
        self.source = source
    }
}

/// Reading the file.
extension ManifestRule {
    static let fileSize = ManifestRule("file-size", .error, "A file has at most 16 MiB.")
    static let invalidEncoding = ManifestRule(
        "invalid-encoding", .error, "A file is UTF-8, or UTF-16 with a byte order mark.")
    static let controlCharacter = ManifestRule(
        "control-character", .error, "A file holds no NUL and no other control characters.")
    static let yamlSyntax = ManifestRule("yaml-syntax", .error, "A file is YAML.")
    static let emptyFile = ManifestRule("empty-file", .error, "A file has a document.")
    static let secondDocument = ManifestRule("second-document", .error, "A file has one document.")
    static let nestingLimit = ManifestRule("nesting-limit", .error, "Values nest at most 64 levels, aliases expanded.")
    static let nodeLimit = ManifestRule("node-limit", .error, "A file has at most 1,000,000 nodes, aliases expanded.")
    static let unknownAnchor = ManifestRule("unknown-anchor", .error, "An alias follows its anchor.")
    static let aliasCycle = ManifestRule("alias-cycle", .error, "An alias does not stand inside what it stands for.")
    static let typeTag = ManifestRule("type-tag", .error, "No tag changes a value's type.")
    static let mergeValue = ManifestRule("merge-value", .error, "`<<` takes a mapping, or a list of mappings.")
    static let tooManyFaults = ManifestRule(
        "too-many-faults", .warning, "At most 1,000 errors and 1,000 warnings are listed for a file.")
    static let unreadableFile = ManifestRule("unreadable-file", .error, "A manifest can be read.")
    static let privateKey = ManifestRule("private-key", .error, "A manifest holds no private key.")
}

/// Keys, kinds and values.
extension ManifestRule {
    static let duplicateKey = ManifestRule("duplicate-key", .error, "A key stands once in a mapping.")
    static let unknownKey = ManifestRule("unknown-key", .error, "Every key is one that the format has.")
    static let missingKey = ManifestRule("missing-key", .error, "Required keys are there.")
    static let misplacedKey = ManifestRule(
        "misplaced-key", .error, "A key fits the type of product or offer it stands in.")
    static let wrongKind = ManifestRule(
        "wrong-kind", .error, "A value is a text, a list or a mapping, as its key asks.")
    static let emptyValue = ManifestRule("empty-value", .error, "A key has a value; a bare `~` or `null` is none.")
    static let invalidBoolean = ManifestRule("invalid-boolean", .error, "A boolean is `true` or `false`.")
    static let invalidInteger = ManifestRule(
        "invalid-integer", .error, "An integer is decimal digits within its range.")
    static let invalidPeriod = ManifestRule("invalid-period", .error, "A period is ISO 8601 with one unit, as `P1M`.")
    static let invalidLocale = ManifestRule("invalid-locale", .error, "A locale is a BCP 47 tag, as `en-US`.")
    static let invalidURL = ManifestRule("invalid-url", .error, "A URL is absolute, with http or https.")
    static let unknownValue = ManifestRule("unknown-value", .error, "A value is one of those its key knows.")
    static let formatVersion = ManifestRule("format-version", .error, "The format version is 1.")
    static let idCharacters = ManifestRule("id-characters", .error, "An id is of letters, digits, `-`, `.` and `_`.")
    static let nameCharacters = ManifestRule(
        "name-characters", .warning,
        "A name holds no tab, no-break space, bidirectional control or invisible character.")
    static let repeatedValue = ManifestRule("repeated-value", .warning, "A list names each thing once.")
}

/// Prices and amounts.
extension ManifestRule {
    static let priceFormat = ManifestRule(
        "price-format", .error, "A price is digits with at most one point, and a currency.")
    static let priceCurrency = ManifestRule("price-currency", .error, "A currency is a code of ISO 4217.")
    static let pricePrecision = ManifestRule(
        "price-precision", .error, "A price has no more decimals than its currency.",
        source: "https://www.six-group.com/en/products-services/financial-information/data-standards.html")
    static let priceNegative = ManifestRule("price-negative", .error, "A price is not negative.")
    static let priceLimit = ManifestRule("price-limit", .error, "A price has at most 18 digits.")
    static let priceZero = ManifestRule("price-zero", .warning, "A price is not zero: some stores refuse it.")
    static let grantAmount = ManifestRule(
        "grant-amount", .error, "A grant is a whole number from 1 to 1,000,000,000,000,000.")
}

/// What belongs together.
extension ManifestRule {
    static let duplicateApp = ManifestRule("duplicate-app", .error, "An app's id is unique among the loaded manifests.")
    static let duplicateProduct = ManifestRule("duplicate-product", .error, "A product's id is unique within its app.")
    static let duplicateID = ManifestRule("duplicate-id", .error, "An offer's, package's or locale's id is unique.")
    static let caseOnlyIDs = ManifestRule(
        "ids-differ-by-case", .error, "Two product ids differ by more than case.", source: appStoreProducts)
    static let unknownProduct = ManifestRule("unknown-product", .error, "An offering's products are declared.")
    static let unknownOffering = ManifestRule("unknown-offering", .error, "The paywall's offering is declared.")
    static let unknownEntitlement = ManifestRule(
        "unknown-entitlement", .error, "Entitlements are declared, where a manifest declares any.")
    static let unknownStore = ManifestRule("unknown-store", .error, "A product's `stores` are stores there are.")
    static let unknownPlugin = ManifestRule("unknown-plugin", .error, "A store or backend is one that this build has.")
    static let duplicateNotifier = ManifestRule("duplicate-notifier", .error, "A notifier is listed once.")
    static let unknownEvent = ManifestRule("unknown-event", .error, "Events asked for are events there are.")
    static let unsetVariable = ManifestRule("unset-variable", .warning, "Variables are set in the environment.")
    static let variableSyntax = ManifestRule(
        "variable-syntax", .error, "A variable is written `${NAME}`, a literal `${` as `$${`.")
    static let offerPrice = ManifestRule("offer-price", .error, "An offer that is not free has a price.")
    static let offerFree = ManifestRule("offer-free", .warning, "A free offer has no price.")
    static let offerPeriods = ManifestRule(
        "offer-periods", .warning, "Only an offer paid as you go lasts several periods.")
    static let endless = ManifestRule(
        "endless-subscription", .warning,
        "A subscription that does not renew has a period, else it is until taken back.")
}
