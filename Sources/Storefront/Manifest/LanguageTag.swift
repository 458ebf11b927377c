/// Whether a text is a well-formed language tag of BCP 47 (RFC 5646, section 2.1), registered or not.
enum LanguageTag {
    static func isWellFormed(_ text: String) -> Bool {
        if text.utf8.count == 2 { return text.utf8.allSatisfy(isLetter) }
        var parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)[...]
        guard parts.allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy(isAlphanumeric) }) else { return false }
        if isSingle(parts.first, "x") { return parts.count > 1 }
        guard let language = parts.popFirst(), language.count >= 2, language.allSatisfy(isLetter) else { return false }
        if language.count <= 3 {
            for _ in 0..<3 where parts.first.map({ $0.count == 3 && $0.allSatisfy(isLetter) }) ?? false {
                parts.removeFirst()
            }
        }
        if let script = parts.first, script.count == 4, script.allSatisfy(isLetter) { parts.removeFirst() }
        if let region = parts.first,
            (region.count == 2 && region.allSatisfy(isLetter)) || (region.count == 3 && region.allSatisfy(isDigit))
        {
            parts.removeFirst()
        }
        while let variant = parts.first, variant.count >= 5 || (variant.count == 4 && isDigit(variant.first ?? 0)) {
            parts.removeFirst()
        }
        return hasOnlyExtensions(parts)
    }

    /// Each a letter or digit and at least one longer part; `x` and all behind it is for private use.
    private static func hasOnlyExtensions(_ rest: ArraySlice<Substring.UTF8View>) -> Bool {
        var parts = rest
        while let single = parts.popFirst() {
            guard single.count == 1 else { return false }
            if isSingle(single, "x") { return !parts.isEmpty }
            guard let first = parts.first, first.count >= 2 else { return false }
            while let part = parts.first, part.count >= 2 { parts.removeFirst() }
        }
        return true
    }

    private static func isSingle(_ part: Substring.UTF8View?, _ letter: String) -> Bool {
        part.map { String(Substring($0)).lowercased() == letter } ?? false
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isAlphanumeric(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }
}
