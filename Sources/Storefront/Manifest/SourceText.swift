/// A manifest's bytes as UTF-8, and where its lines begin.
struct SourceText {
    /// What was read; from UTF-16 it is already converted.
    let bytes: [UInt8]
    /// Where the text begins, behind a byte order mark.
    let start: Int
    /// Whether bytes and characters are the same thing.
    let isASCII: Bool

    /// Takes UTF-8 with or without a byte order mark, or UTF-16 with one. UTF-8 is checked by the parser, as it reads.
    init(_ raw: [UInt8]) throws(ManifestFault) {
        guard raw.count <= ManifestLimits.maximumBytes else {
            throw ManifestFault(
                .fileSize, 0..<0,
                "the file has \(raw.count) bytes; a manifest may have at most \(ManifestLimits.maximumBytes) (16 MiB)")
        }
        let isLittle = raw.starts(with: [0xFF, 0xFE])
        if isLittle || raw.starts(with: [0xFE, 0xFF]) {
            bytes = try Self.converted(raw, isLittle: isLittle)
            start = 0
        } else {
            bytes = raw
            start = raw.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        }
        var all: UInt8 = 0
        for byte in bytes { all |= byte }
        isASCII = all < 0x80
    }

    private static func converted(_ raw: [UInt8], isLittle: Bool) throws(ManifestFault) -> [UInt8] {
        guard raw.count.isMultiple(of: 2) else {
            throw ManifestFault(
                .invalidEncoding, 0..<0, "the UTF-16 ends in half a character at byte offset \(raw.count - 1)")
        }
        let units = stride(from: 2, to: raw.count, by: 2).map { index in
            let (first, second) = (UInt16(raw[index]), UInt16(raw[index + 1]))
            return isLittle ? second << 8 | first : first << 8 | second
        }
        if let text = String(validating: units, as: UTF16.self) { return Array(text.utf8) }
        var index = 0
        while index < units.count {
            if UTF16.isLeadSurrogate(units[index]), index + 1 < units.count, UTF16.isTrailSurrogate(units[index + 1]) {
                index += 2
            } else if UTF16.isSurrogate(units[index]) {
                break
            } else {
                index += 1
            }
        }
        throw ManifestFault(
            .invalidEncoding, 0..<0, "half a UTF-16 surrogate pair at byte offset \(2 + index * 2)")
    }
}
