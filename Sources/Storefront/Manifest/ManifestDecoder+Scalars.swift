extension ManifestDecoder {
    /// A text as it is written; nil, and a fault, where there is none.
    mutating func text(_ node: Int, _ label: @autoclosure () -> String) -> String? {
        let scalar = tree.resolved(node)
        guard tree.nodes[scalar].kind == .scalar else {
            wrongKind(node, label(), expected: "a text")
            return nil
        }
        guard !tree.isEmpty(scalar) else {
            let isWord = tree.nodes[scalar].count > 0
            report(
                .emptyValue, at: node, "\(label()) is empty" + (isWord ? "; if a text is meant, put it in quotes" : ""))
            return nil
        }
        return tree.text(scalar)
    }

    /// A text that customers or colleagues read: not blank, and a warning for what they cannot see in it.
    ///
    /// - Parameter isListed: Whether stores list it, and so refuse more.
    mutating func name(_ node: Int, _ label: String, allowsLines: Bool = false, isListed: Bool = false) -> String? {
        guard let text = text(node, label) else { return nil }
        let scalar = tree.resolved(node)
        let (isBlank, isPlain) = tree.withBytes(scalar, Self.look)
        guard !isBlank else {
            report(.emptyValue, at: node, "\(label) is empty")
            return nil
        }
        guard !isPlain else { return text }
        if let (offset, found) = firstHidden(scalar, allowsLines: allowsLines) {
            faults.add(
                ManifestFault(
                    .nameCharacters, range(scalar, offset, found),
                    "\(label) has \(ManifestText.name(found)) at character \(characters(text, offset)), which nobody sees"
                ))
        }
        if isListed, let what = AppStoreLimits.refusedCharacters(text) {
            report(
                .appStoreTextCharacters, at: node, "the App Store refuses \(what) in names and descriptions",
                store: .appStore)
        }
        return text
    }

    /// Whether a text is blank, and whether nothing but printable ASCII without the makings of markup is in it.
    private static func look(_ bytes: Span<UInt8>) -> (isBlank: Bool, isPlain: Bool) {
        var isBlank = true
        var isPlain = true
        for index in bytes.indices {
            let byte = bytes[index]
            if byte > 0x20 { isBlank = false }
            if byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") { isPlain = false }
        }
        return (isBlank, isPlain)
    }

    private func firstHidden(_ scalar: Int, allowsLines: Bool) -> (Int, Unicode.Scalar)? {
        var offset = 0
        for found in tree.text(scalar).unicodeScalars {
            let isLine = found == "\n" && allowsLines
            if !isLine, ManifestText.hiddenName(found) != nil { return (offset, found) }
            offset += UTF8.width(found)
        }
        return nil
    }

    /// An id: letters, digits, `-`, `.` and `_`, the characters that at least one store takes.
    mutating func id(_ node: Int, _ label: String) -> String? {
        guard let text = text(node, label) else { return nil }
        return checkID(text, node, label) ? text : nil
    }

    /// The same for a key, which is never empty.
    mutating func checkID(_ text: String, _ node: Int, _ label: String) -> Bool {
        let scalar = tree.resolved(node)
        let isPlain = tree.withBytes(scalar) { bytes in
            for index in bytes.indices where !Self.isIDByte(bytes[index]) { return false }
            return true
        }
        guard !isPlain else { return true }
        var offset = 0
        for found in text.unicodeScalars {
            guard !(found.isASCII && Self.isIDByte(UInt8(truncatingIfNeeded: found.value))) else {
                offset += 1
                continue
            }
            faults.add(
                ManifestFault(
                    .idCharacters, range(scalar, offset, found),
                    "\(label) \"\(ManifestText.quotable(text))\" has \(ManifestText.name(found)) at character "
                        + "\(characters(text, offset)); an id is of letters, digits, \"-\", \".\" and \"_\""))
            return false
        }
        return true
    }

    private static func isIDByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
        default: false
        }
    }

    /// The bytes of one character of a scalar; the whole scalar where the file spells the text otherwise.
    private func range(_ scalar: Int, _ offset: Int, _ character: Unicode.Scalar) -> Range<Int> {
        let start = Int(tree.nodes[scalar].reference) + offset
        guard start < tree.source.bytes.count else { return tree.range(scalar) }
        return start..<start + UTF8.width(character)
    }

    private func characters(_ text: String, _ offset: Int) -> Int {
        text.utf8.prefix(offset).reduce(1) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
    }

    mutating func boolean(_ node: Int, _ label: String) -> Bool? {
        guard let text = text(node, label) else { return nil }
        switch text {
        case "true": return true
        case "false": return false
        default:
            let yes = ["yes", "y", "on", "1", "True", "TRUE"].contains(text)
            let no = ["no", "n", "off", "0", "False", "FALSE"].contains(text)
            report(
                .invalidBoolean, at: node, "\(label) is \"\(ManifestText.quotable(text))\", but it takes true or false",
                suggestion: yes ? "true" : no ? "false" : nil)
            return nil
        }
    }

    mutating func integer(
        _ node: Int, _ label: @autoclosure () -> String, in range: ClosedRange<Int64>,
        rule: ManifestRule = .invalidInteger
    ) -> Int64? {
        guard let text = text(node, label()) else { return nil }
        guard text.utf8.allSatisfy({ (48...57).contains($0) }), let value = Int64(text), range.contains(value) else {
            report(
                rule, at: node,
                "\(label()) is \"\(ManifestText.quotable(text))\", but it takes a whole number from "
                    + "\(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        return value
    }

    mutating func period(_ node: Int, _ label: String) -> Period? {
        guard let text = text(node, label) else { return nil }
        if let period = Period(text) { return period }
        let upper = text.uppercased()
        report(
            .invalidPeriod, at: node,
            "\(label) is \"\(ManifestText.quotable(text))\", but it takes one unit of ISO 8601, as P3D, P1W, P1M or P1Y",
            suggestion: Period(upper) == nil ? (Period("P" + upper) == nil ? nil : "P" + upper) : upper)
        return nil
    }

    /// One of a closed list.
    mutating func choice<Value: CaseIterable & RawRepresentable<String>>(
        _ node: Int, _ label: String, _: Value.Type = Value.self
    ) -> Value? {
        guard let text = text(node, label) else { return nil }
        if let value = Value(rawValue: text) { return value }
        unknownValue(node, label, text, among: Value.allCases.map(\.rawValue))
        return nil
    }

    mutating func unknownValue(_ node: Int, _ label: String, _ text: String, among values: [String]) {
        report(
            .unknownValue, at: node,
            "\(label) is \"\(ManifestText.quotable(text))\", but it takes \(values.joined(separator: ", "))",
            suggestion: suggestion(for: text, among: values))
    }

    mutating func locale(_ text: String, _ node: Int) -> Bool {
        if LanguageTag.isWellFormed(text) { return true }
        let dashed = String(text.map { $0 == "_" ? "-" : $0 })
        report(
            .invalidLocale, at: node,
            "\"\(ManifestText.quotable(text))\" is no BCP 47 language tag, as en, pt-BR or zh-Hans",
            suggestion: LanguageTag.isWellFormed(dashed) ? dashed : nil)
        return false
    }

    mutating func url(_ node: Int, _ label: String) -> String? {
        guard let text = text(node, label) else { return nil }
        guard Self.isURL(text) else {
            report(
                .invalidURL, at: node,
                "\(label) is \"\(ManifestText.quotable(text))\", but it takes a URL, as https://acme.example/terms")
            return nil
        }
        return text
    }

    static func isURL(_ text: String) -> Bool {
        let lower = text.lowercased()
        guard let scheme = ["https://", "http://"].first(where: lower.hasPrefix) else { return false }
        let rest = text.dropFirst(scheme.count)
        guard let first = rest.first, first.isLetter || first.isNumber || first == "[" else { return false }
        return rest.unicodeScalars.allSatisfy {
            $0.value > 0x20 && $0.value != 0x7F && ManifestText.hiddenName($0) == nil
        }
    }

    /// A list of names, each once.
    mutating func names(_ node: Int, _ label: String, _ one: String, isID: Bool) -> [String] {
        var result: [String] = []
        var seen: Set<String> = []
        let items = items(node, label, of: "texts")
        for item in items {
            guard let text = isID ? id(item, one) : name(item, one) else { continue }
            // One text repeats nothing, and most lists are that short.
            if items.count == 1 || seen.insert(text).inserted {
                result.append(text)
            } else {
                report(.repeatedValue, at: item, "\"\(ManifestText.quotable(text))\" stands twice in \(label)")
            }
        }
        return result
    }
}
