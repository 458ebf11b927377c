/// Why a JSON value is not what it should be, as `"purchasedAt" is missing`.
public struct JSONShapeError: Error, Sendable, Equatable {
    public var message: String

    public init(message: String) { self.message = message }
}

extension JSON {
    /// What `read` makes of a member that must be there.
    func required<Value>(_ name: String, _ read: (JSON) throws -> Value?) throws -> Value {
        guard let member = self[name] else { throw JSONShapeError(message: "\"\(name)\" is missing") }
        return try member.read(name, read)
    }

    /// What `read` makes of a member; nil where it is absent or null.
    func optional<Value>(_ name: String, _ read: (JSON) throws -> Value?) throws -> Value? {
        guard let member = self[name], member != .null else { return nil }
        return try member.read(name, read)
    }

    private func read<Value>(_ name: String, _ read: (JSON) throws -> Value?) throws -> Value {
        guard let value = try read(self) else { throw JSONShapeError(message: "\"\(name)\" is not what it should be") }
        return value
    }

    /// Reads every element alike; nil where this is no array.
    func list<Value>(_ read: (JSON) throws -> Value?) throws -> [Value]? {
        try array?.map { element in
            guard let value = try read(element) else { throw JSONShapeError(message: "a list's element is wrong") }
            return value
        }
    }

    static func time(_ time: Timestamp) -> JSON { .string(time.rfc3339) }
    static func texts(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }
    var time: Timestamp? { string.flatMap { Timestamp(rfc3339: $0) } }
    var texts: [String]? { try? list(\.string) }
}

extension ProductType {
    init?(json: JSON) { self.init(rawValue: json.string ?? "") }
}
