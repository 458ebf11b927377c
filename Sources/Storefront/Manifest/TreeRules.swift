/// What holds in every mapping, whatever it stands for; found on the tree, before anything is decoded.
extension ManifestDecoder {
    /// Mappings up to this many keys are compared pair by pair; larger ones through a table.
    private static let maximumPairwise = 24

    mutating func checkTree() {
        for node in tree.nodes.indices where tree.nodes[node].kind == .mapping { checkMapping(node) }
        checkPrivateKeys()
    }

    private mutating func checkMapping(_ mapping: Int) {
        keysAtHand.removeAll(keepingCapacity: true)
        let end = tree.after(mapping)
        var key = mapping + 1
        while key < end {
            let value = tree.after(key)
            let name = tree.resolved(key)
            if tree.nodes[name].kind != .scalar {
                report(.wrongKind, at: key, "a key is a text, but this is a list or a mapping")
            } else {
                keysAtHand.append(name)
                if tree.isEmpty(name) {
                    report(.emptyValue, at: key, "a key is empty; if a text is meant, put it in quotes")
                } else if tree.isMerge(name) {
                    checkMerge(value)
                }
            }
            key = tree.after(value)
        }
        if keysAtHand.count <= Self.maximumPairwise { comparePairs(keysAtHand) } else { compareInTable(keysAtHand) }
    }

    private mutating func comparePairs(_ keys: [Int]) {
        for second in keys.indices.dropFirst() {
            for first in 0..<second where tree.areEqual(keys[first], keys[second]) {
                duplicate(keys[second], of: keys[first])
                break
            }
        }
    }

    private mutating func compareInTable(_ keys: [Int]) {
        var first: [String: Int] = [:]
        for key in keys {
            let text = tree.text(key)
            if let other = first[text] { duplicate(key, of: other) } else { first[text] = key }
        }
    }

    private mutating func duplicate(_ key: Int, of first: Int) {
        let name = ManifestText.quotable(tree.text(key))
        report(
            .duplicateKey, at: key,
            "\"\(name)\" stands twice in one mapping, on line \(line(first)) and on line \(line(key))")
    }

    private mutating func checkMerge(_ value: Int) {
        let target = tree.resolved(value)
        let parts = tree.nodes[target].kind == .sequence ? tree.items(target) : [value]
        for part in parts where kind(part) != .mapping {
            report(.mergeValue, at: part, "\"<<\" takes a mapping or a list of mappings")
        }
    }

    /// A run of five dashes has one at every fifth byte, so most bytes need no look.
    private mutating func checkPrivateKeys() {
        let bytes = tree.source.bytes
        var index = tree.source.start + 4
        while index < bytes.count {
            defer { index += 5 }
            guard bytes[index] == UInt8(ascii: "-") else { continue }
            let begin = bytes[..<index].lastIndex { $0 != UInt8(ascii: "-") }.map { $0 + 1 } ?? 0
            let text = bytes[begin...].prefix(64)
            guard text.starts(with: "-----BEGIN ".utf8), Self.namesPrivateKey(text) else { continue }
            faults.add(
                ManifestFault(
                    .privateKey, begin..<min(begin + 11, bytes.count),
                    "a private key; keep it out of the manifest and name a variable, as ${NAME}, where it is needed"))
        }
    }

    private static func namesPrivateKey(_ text: ArraySlice<UInt8>) -> Bool {
        let words = Array("PRIVATE KEY".utf8)
        return text.indices.contains { text[$0...].starts(with: words) }
    }
}
