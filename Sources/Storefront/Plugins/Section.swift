/// Where in a manifest something stands; lines and columns count from 1, columns in characters.
public struct Place: Sendable, Hashable {
    public var line: Int
    public var column: Int
    /// The column behind the last character, on the same line.
    public var endColumn: Int

    public init(line: Int, column: Int, endColumn: Int) {
        self.line = line
        self.column = column
        self.endColumn = endColumn
    }

    /// Used where nothing was read from a file.
    public static let none = Place(line: 1, column: 1, endColumn: 1)
}

/// The part of a manifest that is for one plug-in: its name and its options as texts, each with its place.
///
/// Texts are as written, `${NAME}` included; ``resolved(environment:)`` replaces those when the plug-in starts.
public struct Section: Sendable, Hashable {
    public struct Value: Sendable, Hashable {
        public var texts: [String]
        public var place: Place

        public init(_ texts: [String], place: Place = .none) {
            self.texts = texts
            self.place = place
        }
    }

    /// The plug-in's name: `provider:` of a store, `backend:` elsewhere.
    public var name: String
    public var place: Place
    /// The file it stands in.
    public var file: String
    public var options: [String: Value]
    /// The event types asked for (notifiers only): whole types, or a prefix with `*`. Empty means all.
    public var events: [String]

    public init(
        name: String, place: Place = .none, file: String = "storefront.yaml", options: [String: Value] = [:],
        events: [String] = []
    ) {
        self.name = name
        self.place = place
        self.file = file
        self.options = options
        self.events = events
    }

    /// One option's text; nil where the manifest does not set it.
    public func text(_ key: String) -> String? { options[key]?.texts.first }
}
