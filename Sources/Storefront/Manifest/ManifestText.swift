/// What characters in ids and texts are called, and how texts are quoted in messages.
enum ManifestText {
    /// A text as it may stand in a message: short, on one line, with nothing invisible in it.
    static func quotable(_ text: String) -> String {
        var out = ""
        for (index, scalar) in text.unicodeScalars.enumerated() {
            guard index < ManifestLimits.maximumQuoted else { return out + "…" }
            if hiddenName(scalar) != nil {
                out += "\\u{\(hex(scalar))}"
            } else {
                out.unicodeScalars.append(scalar)
            }
        }
        return out
    }

    /// A source line as it may be shown: nothing in it moves the cursor or turns the text around.
    static func visible(_ text: some Sequence<Unicode.Scalar>) -> String {
        var out = ""
        for scalar in text {
            let isHidden = scalar != "\t" && scalar != "\u{A0}" && hiddenName(scalar) != nil
            out.unicodeScalars.append(isHidden ? "\u{FFFD}" : scalar)
        }
        return out
    }

    /// A character's code point and, where it is known, what it is called.
    static func name(_ scalar: Unicode.Scalar) -> String {
        let name = hiddenName(scalar) ?? scalar.properties.name.map { $0.lowercased() }
        return "U+\(hex(scalar))" + (name.map { " (\($0))" } ?? "")
    }

    /// What a character that a reader cannot see, or takes for a blank, is called; nil for all others and the blank.
    static func hiddenName(_ scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0x20..<0x7F: return nil
        case 0x00: return "NUL"
        case 0x09: return "tab"
        case 0x0A, 0x0D, 0x85, 0x2028, 0x2029: return "line break"
        case 0xA0, 0x202F, 0x2007: return "no-break space"
        case 0xAD: return "soft hyphen"
        case 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: return "bidirectional control"
        case 0x200B: return "zero-width space"
        case 0x200C: return "zero-width non-joiner"
        case 0x200D: return "zero-width joiner"
        case 0x2060: return "word joiner"
        case 0xFEFF: return "byte order mark"
        case 0..<0x20, 0x7F..<0xA0: return "control character"
        case 0xA1..<0x300: return nil
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control: return "control character"
        case .format: return "invisible character"
        case .spaceSeparator: return "space"
        case .privateUse: return "private-use character"
        case .unassigned, .surrogate: return "character without a meaning"
        default: return nil
        }
    }

    private static func hex(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
