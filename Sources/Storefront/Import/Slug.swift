/// Names for folders, groups and offers, made from the words of a free text.
public enum Slug {
    /// Small letters and digits of ASCII with hyphens between the words, as `word-game` for `WordGame`, `word_game` and
    /// `Word Game!`; empty where the text has none of them. Other letters part words like blanks do.
    public static func kebab(_ text: String) -> String {
        var out = ""
        var before: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            guard isLetterOrDigit(scalar) else {
                before = " "
                continue
            }
            let beginsWord = !isLetterOrDigit(before) || (isUpper(scalar) && !isUpper(before))
            if beginsWord, !out.isEmpty { out += "-" }
            out += String(scalar).lowercased()
            before = scalar
        }
        return out
    }

    /// The words of a slug as a name, as `Word Game` for `word-game`.
    public static func title(_ slug: String) -> String {
        kebab(slug).split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    }

    /// Whether a text can be an id of a manifest: letters and digits of ASCII, `-`, `.` and `_`.
    static func isID(_ text: String) -> Bool {
        !text.isEmpty && text.unicodeScalars.allSatisfy { isLetterOrDigit($0) || $0 == "-" || $0 == "." || $0 == "_" }
    }

    static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: false
        }
    }

    private static func isUpper(_ scalar: Unicode.Scalar) -> Bool { ("A"..."Z").contains(scalar) }
}
