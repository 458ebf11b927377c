/// Lines of files that diagnostics point at, kept for showing them; never whole files.
public struct SourceLines: Sendable {
    private struct Key: Hashable {
        var file: String
        var line: Int
    }

    private var lines: [Key: String] = [:]

    public init() {}

    /// The text of a line, counted from 1; nil where it was not kept.
    public subscript(file: String, line: Int) -> String? {
        get { lines[Key(file: file, line: line)] }
        set { lines[Key(file: file, line: line)] = newValue }
    }

    public mutating func merge(_ other: SourceLines) {
        lines.merge(other.lines) { first, _ in first }
    }
}
