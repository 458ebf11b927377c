/// Why bytes are no JSON, and where (from 1, columns in bytes).
public struct JSONError: Error, Sendable, Equatable {
    public var line: Int
    public var column: Int
    public var message: String
}

extension JSON {
    /// The deepest nesting that is read.
    public static let maximumDepth = 64

    /// Reads RFC 8259 JSON strictly: one value, UTF-8 with or without BOM, no name twice in an object.
    public init(parsing bytes: [UInt8]) throws(JSONError) {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw JSONError(line: 1, column: 1, message: "the file is not UTF-8")
        }
        var parser = JSONParser(bytes: bytes)
        self = try parser.document()
    }

    public init(parsing text: String) throws(JSONError) { try self.init(parsing: Array(text.utf8)) }
}

private struct JSONParser {
    let bytes: [UInt8]
    var index = 0
    var depth = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    mutating func document() throws(JSONError) -> JSON {
        let value = try value()
        skipBlanks()
        guard index == bytes.count else { throw fault("something follows the end of the document") }
        return value
    }

    func fault(_ message: String) -> JSONError {
        let before = bytes[..<min(index, bytes.count)]
        let line = before.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
        let column = before.count - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
        return JSONError(line: line, column: column, message: message)
    }

    var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    mutating func take(_ byte: Unicode.Scalar, _ what: String) throws(JSONError) {
        guard next == UInt8(ascii: byte) else {
            throw fault(next == nil ? "the file ends before \(what)" : "expected \(what)")
        }
        index += 1
    }

    mutating func value() throws(JSONError) -> JSON {
        skipBlanks()
        switch next {
        case UInt8(ascii: "{"): return try nested { parser throws(JSONError) in try parser.object() }
        case UInt8(ascii: "["): return try nested { parser throws(JSONError) in try parser.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return .number(try number())
        }
    }

    mutating func nested(_ read: (inout JSONParser) throws(JSONError) -> JSON) throws(JSONError) -> JSON {
        depth += 1
        guard depth <= JSON.maximumDepth else { throw fault("nesting deeper than \(JSON.maximumDepth) levels") }
        defer { depth -= 1 }
        index += 1
        return try read(&self)
    }

    mutating func object() throws(JSONError) -> JSON {
        var members: [JSON.Member] = []
        var names: Set<String> = []
        skipBlanks()
        if next == UInt8(ascii: "}") { index += 1; return .object([]) }
        while true {
            skipBlanks()
            guard next == UInt8(ascii: "\"") else { throw fault("expected a name in double quotes") }
            let name = try string()
            guard names.insert(name).inserted else { throw fault("\"\(name)\" stands twice in one object") }
            skipBlanks()
            try take(":", "a colon")
            members.append(JSON.Member(name, try value()))
            skipBlanks()
            if next == UInt8(ascii: ",") { index += 1; continue }
            try take("}", "a comma or }")
            return .object(members)
        }
    }

    mutating func array() throws(JSONError) -> JSON {
        var values: [JSON] = []
        skipBlanks()
        if next == UInt8(ascii: "]") { index += 1; return .array([]) }
        while true {
            values.append(try value())
            skipBlanks()
            if next == UInt8(ascii: ",") { index += 1; continue }
            try take("]", "a comma or ]")
            return .array(values)
        }
    }

    mutating func word(_ text: StaticString, _ value: JSON) throws(JSONError) -> JSON {
        let expected = Array(text.description.utf8)
        guard bytes[index...].starts(with: expected) else { throw fault("expected a value") }
        index += expected.count
        return value
    }

    mutating func number() throws(JSONError) -> String {
        let start = index
        func isDigit(_ byte: UInt8?) -> Bool { byte.map { (48...57).contains($0) } ?? false }
        func digits(_ parser: inout JSONParser) -> Bool {
            guard isDigit(parser.next) else { return false }
            while isDigit(parser.next) { parser.index += 1 }
            return true
        }
        if next == UInt8(ascii: "-") { index += 1 }
        if next == UInt8(ascii: "0") { index += 1 } else if !digits(&self) { throw fault("expected a value") }
        if next == UInt8(ascii: ".") {
            index += 1
            guard digits(&self) else { throw fault("expected digits after the point") }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            index += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { index += 1 }
            guard digits(&self) else { throw fault("expected digits in the exponent") }
        }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    mutating func string() throws(JSONError) -> String {
        index += 1
        let start = index
        while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { index += 1 }
        if next == UInt8(ascii: "\"") {
            index += 1
            return String(decoding: bytes[start..<(index - 1)], as: UTF8.self)
        }
        var out = Array(bytes[start..<index])
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                return String(decoding: out, as: UTF8.self)
            case UInt8(ascii: "\\"): out.append(contentsOf: Array(try escape().utf8))
            case 0..<0x20: throw fault("a control character in a text")
            default:
                out.append(byte)
                index += 1
            }
        }
        throw fault("the file ends inside a text")
    }

    mutating func escape() throws(JSONError) -> String {
        index += 1
        guard let byte = next else { throw fault("the file ends inside a text") }
        let plain: [UInt8: String] = [
            UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/", UInt8(ascii: "b"): "\u{8}",
            UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
        ]
        if let text = plain[byte] {
            index += 1
            return text
        }
        guard byte == UInt8(ascii: "u") else { throw fault("an escape that JSON does not have") }
        let high = try codeUnit()
        guard UTF16.isLeadSurrogate(high) || UTF16.isTrailSurrogate(high) else {
            return String(decoding: [high], as: UTF16.self)
        }
        guard UTF16.isLeadSurrogate(high), bytes[index...].starts(with: "\\u".utf8) else {
            throw fault("half a surrogate pair")
        }
        index += 1
        let low = try codeUnit()
        guard UTF16.isTrailSurrogate(low) else { throw fault("half a surrogate pair") }
        return String(decoding: [high, low], as: UTF16.self)
    }

    /// The four hex digits behind `u`, which the index stands on.
    mutating func codeUnit() throws(JSONError) -> UInt16 {
        let end = index + 5
        guard end <= bytes.count, bytes[(index + 1)..<end].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let unit = UInt16(String(decoding: bytes[(index + 1)..<end], as: UTF8.self), radix: 16)
        else { throw fault("expected four hex digits") }
        index = end
        return unit
    }
}
