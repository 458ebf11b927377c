/// Reads a tree strictly by the format: every key known, every value of its kind, every fault kept with its place.
struct ManifestDecoder {
    let tree: NodeTree
    let file: String
    let registry: Registry
    let environment: [String: String]
    var faults = ManifestFaults()
    var lines: LineTable
    /// Where the app's id stands and the line around it, once it was read.
    var appIDPlace: (place: Place, excerpt: SourceExcerpt)?
    let productKeys = KeyTable(ProductKey.self)
    let offerKeys = KeyTable(OfferKey.self)
    let localizationKeys = KeyTable(LocalizationKey.self)
    let listingKeys = KeyTable(ListingKey.self)
    /// The currencies met so far: a manifest has few, and all its prices are in them.
    var currencies: [Currency] = []
    /// How many words were compared for suggestions.
    private var comparisons = 0
    /// The keys of the mapping at hand; kept so that its memory is.
    var keysAtHand: [Int] = []

    init(_ tree: NodeTree, file: String, registry: Registry, environment: [String: String]) {
        self.tree = tree
        self.file = file
        self.registry = registry
        self.environment = environment
        lines = LineTable(tree.source)
    }

    // MARK: Faults

    mutating func report(
        _ rule: ManifestRule, at node: Int, _ message: String, suggestion: String? = nil,
        store: RuledStore? = nil
    ) {
        faults.add(ManifestFault(rule, tree.range(node), message, suggestion: suggestion, store: store))
    }

    mutating func place(_ node: Int) -> Place { lines.place(tree.range(node)) }

    mutating func line(_ node: Int) -> Int { lines.line(of: tree.range(node).lowerBound) }

    /// What was probably meant, as long as the file's share of comparisons lasts: a file may have as many mistakes as
    /// words to compare each with.
    mutating func suggestion(for text: String, among words: [String]) -> String? {
        guard comparisons < ManifestLimits.maximumComparisons else { return nil }
        let length = text.utf8.count
        let candidates = words.lazy.filter { abs($0.utf8.count - length) <= max(1, max($0.utf8.count, length) / 3) }
            .prefix(ManifestLimits.maximumComparisons - comparisons)
        comparisons += candidates.count
        return nearest(to: text, among: candidates)
    }

    func kind(_ node: Int) -> Node.Kind { tree.nodes[tree.resolved(node)].kind }

    private func kindName(_ node: Int) -> String {
        switch kind(node) {
        case .scalar, .alias: "a text"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }

    mutating func wrongKind(_ node: Int, _ label: String, expected: String, suggestion: String? = nil) {
        if kind(node) == .scalar, tree.isEmpty(tree.resolved(node)) {
            report(.emptyValue, at: node, "\(label) is empty; it takes \(expected)", suggestion: suggestion)
        } else {
            report(
                .wrongKind, at: node, "\(label) is \(kindName(node)), but it takes \(expected)", suggestion: suggestion)
        }
    }

    /// The key of a value that stands under one of the format's keys: those are of one node.
    func keyNode(of value: Int) -> Int { max(NodeTree.root, value - 1) }

    // MARK: Mappings with known keys

    /// What a mapping has under its keys; nil where it is none.
    mutating func fields<Key: ManifestKeys>(
        _ node: Int, _ table: KeyTable<Key>, _ label: @autoclosure () -> String, required: [Key] = [],
        keys: String = "a mapping"
    ) -> Fields<Key>? {
        let mapping = tree.resolved(node)
        guard tree.nodes[mapping].kind == .mapping else {
            wrongKind(node, label(), expected: keys)
            return nil
        }
        var fields = Fields<Key>(node: mapping)
        var unknown: [Int] = []
        collect(mapping, table, into: &fields, unknown: &unknown)
        let guesses = unknown.map { unknownKey($0, label(), among: Key.names) }
        for key in required where fields[key] == nil && !guesses.contains(key.name) {
            report(.missingKey, at: mapping, "\(label()) has no \(key.name)")
        }
        return fields
    }

    private func collect<Key>(
        _ mapping: Int, _ table: KeyTable<Key>, into fields: inout Fields<Key>, unknown: inout [Int]
    ) {
        var hasMerge = false
        let end = tree.after(mapping)
        var key = mapping + 1
        while key < end {
            let value = tree.after(key)
            let name = tree.resolved(key)
            if tree.isMerge(name) {
                hasMerge = true
            } else if tree.nodes[name].kind == .scalar, !tree.isEmpty(name) {
                if let index = tree.withBytes(name, { table.index(of: $0) }) {
                    fields.offer(value, at: index)
                } else if unknown.count < ManifestLimits.maximumDiagnostics {
                    unknown.append(name)
                }
            }
            key = tree.after(value)
        }
        guard hasMerge else { return }
        for merged in tree.merged(into: mapping) { collect(merged, table, into: &fields, unknown: &unknown) }
    }

    /// Reports a key that nobody knows; returns the one that was probably meant.
    @discardableResult
    mutating func unknownKey(_ key: Int, _ label: String, among names: [String]) -> String? {
        let text = tree.text(key)
        let near = suggestion(for: text, among: names)
        report(.unknownKey, at: key, "\(label) has no key \"\(ManifestText.quotable(text))\"", suggestion: near)
        return near
    }

    // MARK: Free mappings and lists

    /// The pairs of a mapping whose keys are free; empty where it is none.
    mutating func pairs(_ node: Int, _ label: String, expected: String) -> [(key: Int, value: Int)] {
        let mapping = tree.resolved(node)
        guard tree.nodes[mapping].kind == .mapping else {
            wrongKind(node, label, expected: expected)
            return []
        }
        return tree.pairs(of: mapping)
    }

    /// The items of a list; empty where it is none.
    mutating func items(_ node: Int, _ label: String, of expected: String) -> [Int] {
        let list = tree.resolved(node)
        guard tree.nodes[list].kind == .sequence else {
            wrongKind(node, label, expected: "a list of \(expected)")
            return []
        }
        return tree.items(list)
    }
}

extension NodeTree {
    /// Whether a key is the merge key: `<<` without quotes.
    @inline(__always)
    func isMerge(_ key: Int) -> Bool {
        let node = nodes[key]
        guard node.kind == .scalar, node.count == 2, node.isPlain else { return false }
        return withBytes(key) { $0[0] == UInt8(ascii: "<") && $0[1] == UInt8(ascii: "<") }
    }

    /// The mappings that a mapping's `<<` name, in order.
    func merged(into mapping: Int) -> [Int] {
        var result: [Int] = []
        var key = mapping + 1
        while key < after(mapping) {
            let value = after(key)
            if isMerge(resolved(key)) {
                let target = resolved(value)
                let candidates = nodes[target].kind == .sequence ? items(target).map(resolved) : [target]
                result += candidates.filter { nodes[$0].kind == .mapping }
            }
            key = after(value)
        }
        return result
    }

    /// A mapping's pairs, its own and then those it merges and has not itself.
    func pairs(of mapping: Int) -> [(key: Int, value: Int)] {
        var pairs: [(key: Int, value: Int)] = []
        var seen: Set<String> = []
        appendPairs(of: resolved(mapping), to: &pairs, seen: &seen)
        return pairs
    }

    /// What a mapping has under a key; nil where it has not, or is none.
    func value(_ key: String, of mapping: Int) -> Int? {
        guard nodes[resolved(mapping)].kind == .mapping else { return nil }
        return pairs(of: mapping).first { text($0.key) == key }?.value
    }

    private func appendPairs(
        of mapping: Int, to pairs: inout [(key: Int, value: Int)], seen: inout Set<String>
    ) {
        var key = mapping + 1
        let merged = merged(into: mapping)
        let mustCheck = !merged.isEmpty || !seen.isEmpty
        while key < after(mapping) {
            let value = after(key)
            let name = resolved(key)
            if nodes[name].kind == .scalar, !isEmpty(name), !isMerge(name) {
                if !mustCheck || seen.insert(text(name)).inserted { pairs.append((name, value)) }
            }
            key = after(value)
        }
        for other in merged { appendPairs(of: other, to: &pairs, seen: &seen) }
    }
}
