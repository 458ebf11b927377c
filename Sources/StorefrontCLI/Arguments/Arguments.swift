import Storefront

/// A command line taken apart: every name in it is one that the command has.
struct Arguments: Sendable, Equatable {
    /// By option's name; a flag that was given has an empty text.
    var options: [String: String] = [:]
    /// By the positional's name, in the order given.
    var positionals: [String: [String]] = [:]

    subscript(option: Option) -> String? { options[option.name] }

    subscript(name: String) -> String? { options[name] }

    func has(_ option: Option) -> Bool { options[option.name] != nil }

    func has(_ name: String) -> Bool { options[name] != nil }

    /// The text of an option that the parser made sure of.
    func required(_ option: Option) throws -> String {
        guard let text = options[option.name] else { throw UsageError("--\(option.name) is missing") }
        return text
    }

    /// The text of a positional that the parser made sure of.
    func required(_ name: String) throws -> String {
        guard let text = positionals[name]?.first else { throw UsageError("\(name) is missing") }
        return text
    }

    func optional(_ name: String) -> String? { positionals[name]?.first }

    func all(_ name: String) -> [String] { positionals[name] ?? [] }

    /// A whole number; `fallback` where the option is not given.
    func integer(_ name: String, default fallback: Int64) throws -> Int64 {
        guard let text = options[name] else { return fallback }
        return try Self.integer(text, of: "--\(name)")
    }

    /// Reads a whole number in decimal digits that fits 64 bits.
    static func integer(_ text: String, of what: String) throws -> Int64 {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        guard !digits.isEmpty, digits.allSatisfy({ (48...57).contains($0) }), let value = Int64(text) else {
            throw UsageError("\(what) takes a whole number below 2^63; \"\(text)\" is none")
        }
        return value
    }
}

/// The command line itself is wrong: exit status 2.
struct UsageError: Error, Equatable {
    var message: String
    /// What was probably meant, as it would be typed.
    var suggestion: String?
    /// Whose help is worth reading.
    var command: String?

    init(_ message: String, suggestion: String? = nil, command: String? = nil) {
        self.message = message
        self.suggestion = suggestion
        self.command = command
    }
}
