extension StoreKitImport {
    /// Something of the file that arrived changed, or not at all.
    public struct Warning: Sendable, Hashable {
        /// Where in the JSON, as `products[2].displayPrice`.
        public var path: String
        public var message: String

        /// Both in one line.
        public var text: String { path.isEmpty ? message : "\(path): \(message)" }
    }
}

/// What is found while a `.storekit` file is read: warnings, and faults that make an import impossible.
struct StoreKitLog {
    /// The most faults that one error names; the rest is counted.
    static let maximumNamedFaults = 20

    private(set) var warnings: [StoreKitImport.Warning] = []
    private(set) var faults: [StoreKitImport.Warning] = []
    /// How many internal ids stood in the file.
    var internalIDs = 0

    mutating func warn(_ path: String, _ message: String) {
        warnings.append(StoreKitImport.Warning(path: path, message: message))
    }

    mutating func fault(_ path: String, _ message: String) {
        faults.append(StoreKitImport.Warning(path: path, message: message))
    }

    /// The error that all faults make together; nil where there are none.
    func error(sourceName: String) -> StorefrontError? {
        guard !faults.isEmpty else { return nil }
        let named = faults.prefix(Self.maximumNamedFaults).map { "\n  \($0.text)" }.joined()
        let rest = faults.count - Self.maximumNamedFaults
        return StorefrontError(
            .invalidRequest,
            "\(sourceName) cannot be imported as it is:\(named)\(rest > 0 ? "\n  and \(rest) more" : "")",
            recovery: "Correct the file in Xcode, or by hand at the places named, and import it again.")
    }
}

extension JSON {
    /// What kind of value this is, in a sentence.
    var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
