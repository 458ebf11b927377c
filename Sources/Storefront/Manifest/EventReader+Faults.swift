import CYAML

/// What libyaml says, in a person's words, and what it does not check.
extension EventReader {
    static func string(_ text: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        guard let text = unsafe text else { return nil }
        return unsafe String(cString: text)
    }

    /// Texts stay texts whatever a tag says, so only the tags that say so are fine.
    mutating func checkTag(_ tag: UnsafeMutablePointer<yaml_char_t>?, _ own: String, _ start: Int) {
        guard let tag = unsafe Self.string(tag), tag != "!", tag != "tag:yaml.org,2002:\(own)" else { return }
        let standard = "tag:yaml.org,2002:"
        let written = tag.hasPrefix(standard) ? "!!\(tag.dropFirst(standard.count))" : tag
        let bytes = tree.source.bytes[start...]
        let end = bytes.firstIndex { $0 <= 0x20 || $0 == UInt8(ascii: ",") } ?? bytes.endIndex
        faults.append(
            ManifestFault(
                .typeTag, start..<end,
                "the tag \(ManifestText.quotable(written)) changes a type; a manifest's types are fixed, leave it out"))
    }

    mutating func fault(of parser: UnsafeMutablePointer<yaml_parser_t>) -> ManifestFault {
        let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? "it cannot be read"
        guard unsafe parser.pointee.error != YAML_READER_ERROR else {
            return unsafe encodingFault(
                problem, value: Int(parser.pointee.problem_value),
                at: tree.source.start + Int(parser.pointee.problem_offset))
        }
        let context = unsafe parser.pointee.context.map { unsafe ", " + String(cString: $0) } ?? ""
        let offset = unsafe min(cursor.offset(of: parser.pointee.problem_mark.index), tree.source.bytes.count)
        let isTab = offset < tree.source.bytes.count && tree.source.bytes[offset] == 0x09
        return ManifestFault(
            .yamlSyntax, offset..<offset,
            isTab ? "a tab cannot begin or indent anything in YAML; use blanks" : "not valid YAML: \(problem)\(context)"
        )
    }

    private func encodingFault(_ problem: String, value: Int, at offset: Int) -> ManifestFault {
        let range = min(offset, tree.source.bytes.count)..<min(offset + 1, tree.source.bytes.count)
        guard problem.hasPrefix("control characters") else {
            return ManifestFault(
                .invalidEncoding, range, "the bytes at byte offset \(offset) are not UTF-8: \(problem)")
        }
        let name = UInt32(exactly: value).flatMap(Unicode.Scalar.init).map(ManifestText.name) ?? "a control character"
        return ManifestFault(.controlCharacter, range, "\(name) at byte offset \(offset) cannot be in a manifest")
    }

    /// A manifest is one document; found without asking the parser, which would read the next one's head.
    func checkNothingFollows(_ end: Int) throws(ManifestFault) {
        let bytes = tree.source.bytes
        var index = end
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "#") {
                index = bytes[index...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
            } else if byte <= 0x20 {
                index += 1
            } else if bytes[index...].starts(with: "...".utf8) {
                index += 3
            } else {
                throw ManifestFault(
                    .secondDocument, index..<min(index + 3, bytes.count),
                    "a second document begins here; a manifest is one document")
            }
        }
    }

    static func checkDirectives(_ source: SourceText) throws(ManifestFault) {
        var index = source.start
        var count = 0
        while index < source.bytes.count {
            let end = source.bytes[index...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? source.bytes.count
            switch source.bytes[index] {
            case UInt8(ascii: "%"): count += 1
            case UInt8(ascii: "#"), 0x0A, 0x0D, 0x20, 0x09: break
            default: return
            }
            guard count <= ManifestLimits.maximumDirectives else {
                throw ManifestFault(
                    .yamlSyntax, index..<end,
                    "more than \(ManifestLimits.maximumDirectives) directives, the most there may be")
            }
            index = end + 1
        }
    }
}
