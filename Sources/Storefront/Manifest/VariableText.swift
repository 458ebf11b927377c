/// A text in which `${NAME}` stands for a variable of the environment and `$${` for a literal `${`.
enum VariableText {
    enum Part: Equatable {
        case literal(String)
        case variable(String)

        var isVariable: Bool { if case .variable = self { true } else { false } }
    }

    /// The text in parts; nil where a `${` begins no variable. A name is of letters, digits and `_`, no digit first.
    static func parts(_ text: String) -> [Part]? {
        guard text.utf8.contains(UInt8(ascii: "$")) else { return [.literal(text)] }
        var parts: [Part] = []
        var literal: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.first {
            if rest.starts(with: "$${".utf8) {
                literal += Array("${".utf8)
                rest = rest.dropFirst(3)
            } else if rest.starts(with: "${".utf8) {
                guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else { return nil }
                let name = rest[rest.index(rest.startIndex, offsetBy: 2)..<end]
                guard isName(name) else { return nil }
                if !literal.isEmpty { parts.append(.literal(String(decoding: literal, as: UTF8.self))) }
                literal = []
                parts.append(.variable(String(decoding: name, as: UTF8.self)))
                rest = rest[(end + 1)...]
            } else {
                literal.append(byte)
                rest = rest.dropFirst()
            }
        }
        if !literal.isEmpty { parts.append(.literal(String(decoding: literal, as: UTF8.self))) }
        return parts
    }

    private static func isName(_ name: ArraySlice<UInt8>) -> Bool {
        guard let first = name.first, !(0x30...0x39).contains(first) else { return false }
        return name.allSatisfy {
            (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_")
        }
    }
}

extension Section {
    /// The section with its variables replaced, as a plug-in is handed it.
    ///
    /// - Throws: `invalid-request` for a variable that is not set, naming it, the file and the line.
    public func resolved(environment: [String: String]) throws(StorefrontError) -> Section {
        var result = self
        for (key, value) in options {
            var texts: [String] = []
            for text in value.texts { texts.append(try Self.resolve(text, value.place, file, environment)) }
            result.options[key]?.texts = texts
        }
        return result
    }

    private static func resolve(
        _ text: String, _ place: Place, _ file: String, _ environment: [String: String]
    ) throws(StorefrontError) -> String {
        guard let parts = VariableText.parts(text) else {
            throw StorefrontError(
                .invalidRequest, "\(file):\(place.line): a \"${\" begins no ${NAME}.",
                recovery: "Write $${ where a literal ${ is meant.")
        }
        var result = ""
        for part in parts {
            switch part {
            case .literal(let text): result += text
            case .variable(let name):
                guard let value = environment[name] else {
                    throw StorefrontError(
                        .invalidRequest, "The variable \(name), named at \(file):\(place.line), is not set.",
                        recovery: "Set \(name) in the environment and try again.")
                }
                result += value
            }
        }
        return result
    }
}
