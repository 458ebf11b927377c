/// The part of a source line that is shown beside a message: all of it unless it is very long.
public struct SourceExcerpt: Sendable, Equatable {
    public var text: String
    /// The column of the first character, from 1; more than that where the line begins earlier.
    public var firstColumn: Int
    /// Whether the line goes on.
    public var isCut: Bool

    public init(text: String, firstColumn: Int = 1, isCut: Bool = false) {
        self.text = text
        self.firstColumn = firstColumn
        self.isCut = isCut
    }
}

/// The source lines that diagnostics point at, kept for showing them; never whole files.
public struct SourceLines: Sendable {
    private struct Key: Hashable {
        var file: String
        var line: Int
        var column: Int
    }

    private var excerpts: [Key: SourceExcerpt] = [:]

    public init() {}

    /// What to show at a place of a file; nil where nothing was kept.
    public subscript(file: String, place: Place) -> SourceExcerpt? {
        get { excerpts[Key(file: file, line: place.line, column: place.column)] }
        set { excerpts[Key(file: file, line: place.line, column: place.column)] = newValue }
    }

    public mutating func merge(_ other: SourceLines) {
        excerpts.merge(other.excerpts) { first, _ in first }
    }
}
