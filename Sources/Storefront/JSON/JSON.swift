/// A JSON value that keeps what was written: the order of members and every digit of a number.
///
/// Foundation's coders keep neither, and prices and ledgers need both.
public enum JSON: Sendable, Hashable {
    public struct Member: Sendable, Hashable {
        public var name: String
        public var value: JSON

        public init(_ name: String, _ value: JSON) {
            self.name = name
            self.value = value
        }
    }

    case null
    case bool(Bool)
    /// The number's text, in JSON's own grammar.
    case number(String)
    case string(String)
    case array([JSON])
    case object([Member])

    public static func number(_ value: some BinaryInteger) -> JSON { .number(String(value)) }
}

extension JSON {
    /// The value of an object's member; nil where there is none or this is no object.
    public subscript(name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    public var string: String? { if case .string(let text) = self { text } else { nil } }
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    public var array: [JSON]? { if case .array(let values) = self { values } else { nil } }
    public var members: [Member]? { if case .object(let members) = self { members } else { nil } }
    /// A whole number that fits; nil for one with a fraction or an exponent.
    public var integer: Int64? { if case .number(let text) = self { Int64(text) } else { nil } }
}

/// Written as `["name": value, "absent": nil]`; a member whose value is nil is left out.
extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral
{
    public init(dictionaryLiteral elements: (String, JSON?)...) {
        self = .object(elements.compactMap { name, value in value.map { Member(name, $0) } })
    }

    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int64) { self = .number(value) }
}
