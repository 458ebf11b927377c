/// Texts as YAML scalars that every reader takes for the same text, quoted only where one would not.
///
/// Plain texts are safe under YAML 1.1 too: what its readers turn into a boolean, a null, a number or a time (`no`,
/// `~`, `1e3`, `12:30:00`) is quoted, though Storefront's own reader would take it as it stands.
public enum YAMLText {
    /// A text as a value or key of a block mapping or an item of a block list.
    public static func scalar(_ text: String) -> String { needsQuotes(text, inFlow: false) ? quoted(text) : text }

    /// A text inside `{}` or `[]`, where commas and brackets have a meaning.
    public static func flowScalar(_ text: String) -> String { needsQuotes(text, inFlow: true) ? quoted(text) : text }

    /// A text for the rest of a comment's line: what could end the line or hide in it becomes `?`.
    public static func comment(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { isVisible($0) ? $0 : "?" }))
    }

    private static func needsQuotes(_ text: String, inFlow: Bool) -> Bool {
        let scalars = text.unicodeScalars
        guard let first = scalars.first, let last = scalars.last else { return true }
        if first == " " || last == " " || last == ":" || indicators.contains(first) { return true }
        if isAmbiguous(text) { return true }
        var before: Unicode.Scalar = "\0"
        for scalar in scalars {
            if !isVisible(scalar) { return true }
            if (before == ":" && scalar == " ") || (before == " " && scalar == "#") { return true }
            if inFlow, flowIndicators.contains(scalar) { return true }
            before = scalar
        }
        return false
    }

    /// What cannot begin a plain scalar, or only with care that a reader of the file would have to take too.
    private static let indicators = Set("-?:,[]{}#&*!|>'\"%@`=<\\".unicodeScalars)
    private static let flowIndicators = Set(",[]{}?".unicodeScalars)

    /// Whether some reader takes the text for something else than text (https://yaml.org/type/).
    private static func isAmbiguous(_ text: String) -> Bool {
        let words: Set<String> = [
            "~", "null", "y", "n", "yes", "no", "true", "false", "on", "off", ".inf", "+.inf", ".nan",
        ]
        if words.contains(text.lowercased()) { return true }
        guard let first = text.unicodeScalars.first, "0123456789+.".unicodeScalars.contains(first) else { return false }
        // Numbers of any base, sexagesimals and times are made of these; a few texts more than needed are quoted.
        let digits = Set("0123456789abcdefABCDEFxXoOtTzZ_.:+- ".unicodeScalars)
        return text.unicodeScalars.allSatisfy(digits.contains)
    }

    /// Whether a scalar is printable for YAML 1.1 and can be seen as what it is.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E: return true
        case 0..<0x20, 0x7F...0xA0, 0xFEFF, 0xFFFE, 0xFFFF: return false
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: return false
        default: return true
        }
    }

    private static func quoted(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let needsEscape = !scalars.allSatisfy(isVisible)
        if !needsEscape, !scalars.contains("'"), scalars.contains("\"") || scalars.contains("\\") { return "'\(text)'" }
        var out = "\""
        for scalar in scalars {
            switch scalar {
            case "\"": out += "\\\""
            case "\\": out += "\\\\"
            case "\n": out += "\\n"
            case "\r": out += "\\r"
            case "\t": out += "\\t"
            default:
                if isVisible(scalar) { out.unicodeScalars.append(scalar) } else { out += escape(scalar) }
            }
        }
        return out + "\""
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let (letter, width) = scalar.value <= 0xFF ? ("x", 2) : scalar.value <= 0xFFFF ? ("u", 4) : ("U", 8)
        return "\\\(letter)" + String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
