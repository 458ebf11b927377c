/// One object of a `.storekit` file while it is read; what nobody took in the end has no place in a manifest.
///
/// A value of another kind than asked for is a fault: it may be a price or a name that would be missed. `null` is the
/// same as a key that is absent, as Xcode writes both.
struct StoreKitObject {
    let path: String
    private var left: [JSON.Member]

    /// - Parameter misspellings: Keys seen in hand-written files that Xcode does not read, each with the right one.
    ///   They are read as meant, with a warning, unless the right key stands there too.
    init?(_ value: JSON, path: String, misspellings: [String: String] = [:], log: inout StoreKitLog) {
        guard let members = value.members else {
            log.fault(path, "is \(value.kindName) where an object is expected")
            return nil
        }
        self.path = path
        let names = Set(members.map(\.name))
        left = members.map { member in
            guard let right = misspellings[member.name], !names.contains(right) else { return member }
            log.warn(
                path.isEmpty ? member.name : "\(path).\(member.name)", "is no key of Xcode's; read as \(right)")
            return JSON.Member(right, member.value)
        }
    }

    func path(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    /// Takes a key whatever its value; nil where it is absent or null.
    mutating func take(_ key: String) -> JSON? {
        guard let index = left.firstIndex(where: { $0.name == key }) else { return nil }
        let value = left.remove(at: index).value
        return value == .null ? nil : value
    }

    mutating func text(_ key: String, _ log: inout StoreKitLog) -> String? {
        guard let value = take(key) else { return nil }
        if value.string == nil { log.fault(path(key), "is \(value.kindName) where a text is expected") }
        return value.string
    }

    /// A text as it stands; nil where there is nothing to see in it.
    mutating func nonEmptyText(_ key: String, _ log: inout StoreKitLog) -> String? {
        text(key, &log).flatMap { text in
            text.unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
                ? nil : text
        }
    }

    mutating func bool(_ key: String, _ log: inout StoreKitLog) -> Bool? {
        guard let value = take(key) else { return nil }
        if value.bool == nil { log.fault(path(key), "is \(value.kindName) where true or false is expected") }
        return value.bool
    }

    /// A whole number from 1 to `maximum`.
    mutating func count(_ key: String, upTo maximum: Int, _ log: inout StoreKitLog) -> Int? {
        guard let value = take(key) else { return nil }
        guard let number = value.integer.flatMap(Int.init(exactly:)), (1...maximum).contains(number) else {
            log.fault(path(key), "is \(value.text) where a whole number from 1 to \(maximum) is expected")
            return nil
        }
        return number
    }

    /// A list; empty where the key is absent.
    mutating func list(_ key: String, _ log: inout StoreKitLog) -> [JSON] {
        guard let value = take(key) else { return [] }
        if value.array == nil { log.fault(path(key), "is \(value.kindName) where a list is expected") }
        return value.array ?? []
    }

    /// Counts the object's internal id, which only Xcode and App Store Connect have a use for.
    mutating func dropInternalID(_ log: inout StoreKitLog) {
        if take("internalID") != nil { log.internalIDs += 1 }
    }

    /// What was not taken, for the caller to tell of.
    var rest: [JSON.Member] { left }

    /// Names every key that was not taken; null and empty ones hold nothing that could be missed.
    func warnOfRest(_ log: inout StoreKitLog) {
        for member in left where ![.null, .array([]), .object([]), .string("")].contains(member.value) {
            log.warn(path(member.name), "has no place in a manifest and is left out")
        }
    }
}
