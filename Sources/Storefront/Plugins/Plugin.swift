/// One key that a plug-in reads from its section of a manifest.
public struct PluginOption: Sendable, Equatable {
    public enum Kind: String, Sendable {
        case text
        case path
        /// An absolute `http` or `https` URL.
        case url
        /// Decimal digits.
        case integer
        /// `true` or `false`.
        case boolean
        /// A list of texts.
        case texts
    }

    public var key: String
    public var kind: Kind
    public var isRequired: Bool
    /// Whether two sections of one plug-in that differ in it are two different ones.
    public var isIdentity: Bool
    /// One line for `storefront plugins`: what it does and its default.
    public var summary: String

    public init(_ key: String, _ kind: Kind, required: Bool = false, identity: Bool = false, summary: String) {
        self.key = key
        self.kind = kind
        isRequired = required
        isIdentity = identity
        self.summary = summary
    }
}

/// What a plug-in is handed when it is made: its section with variables replaced, and where it lives.
public struct PluginContext: Sendable {
    public var section: Section
    /// The app it is made for.
    public var app: String
    /// The deployment's data folder; relative paths of options are under it.
    public var dataFolder: String

    public init(section: Section, app: String, dataFolder: String) {
        self.section = section
        self.app = app
        self.dataFolder = dataFolder
    }

    /// An option's path made absolute under the data folder; `fallback` where the manifest does not set it.
    public func path(_ key: String, default fallback: String) -> String {
        let path = section.text(key) ?? fallback
        return path.hasPrefix("/") ? path : "\(dataFolder)/\(path)"
    }
}

/// A plug-in that a manifest can name: its name, its options, and how one is made.
///
/// Life cycle: 1. its options are checked against ``options`` when a manifest is read; 2. `make` builds it, without
/// side effects; 3. it opens what it needs on first use and throws `storage-unavailable` or `store-unavailable` where
/// that fails; 4. it is closed once, after its last call.
public struct Plugin<Instance>: Sendable {
    /// What a manifest calls it.
    public var name: String
    /// One line for `storefront plugins`.
    public var summary: String
    /// Where it comes from: `built in`, or a file.
    public var origin: String
    public var options: [PluginOption]
    public var make: @Sendable (PluginContext) throws -> Instance

    public init(
        name: String, summary: String, origin: String = "built in", options: [PluginOption] = [],
        make: @escaping @Sendable (PluginContext) throws -> Instance
    ) {
        self.name = name
        self.summary = summary
        self.origin = origin
        self.options = options
        self.make = make
    }
}
