/// Something found in a manifest: what, where, how bad, by which rule.
public struct Diagnostic: Sendable, Hashable {
    public enum Severity: String, Sendable {
        /// The manifest is refused.
        case error
        /// A store would likely refuse it, or it is probably not meant.
        case warning
    }

    /// The file as it was named to the reader.
    public var file: String
    public var place: Place
    public var severity: Severity
    /// A rule's stable id, as `price-precision`.
    public var rule: String
    public var message: String
    /// What to write instead, where that is known.
    public var suggestion: String?

    public init(
        file: String, place: Place, severity: Severity, rule: String, message: String, suggestion: String? = nil
    ) {
        self.file = file
        self.place = place
        self.severity = severity
        self.rule = rule
        self.message = message
        self.suggestion = suggestion
    }
}
