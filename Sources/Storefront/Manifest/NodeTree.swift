/// One value of a document, as small as it can be: a file of 16 MiB may hold a million.
struct Node {
    enum Kind: UInt8 {
        case scalar
        case sequence
        case mapping
        case alias
    }

    var kind: Kind
    /// Of a scalar: written without quotes and not as a block, so that `~` and `null` mean nothing.
    var isPlain: Bool
    /// The bytes it was written as. Of a block list or mapping only its first byte.
    var start: UInt32
    var end: UInt32
    /// A scalar's text (an offset into the source, or behind it into the tree's own texts); the node behind a
    /// list's or mapping's last one; the node an alias stands for.
    var reference: UInt32
    /// A scalar's length in bytes; how many children a list or mapping has (a mapping two a pair).
    var count: UInt32
}

/// A document as nodes in the order of the file, children behind their parents; made once, read by index.
struct NodeTree {
    static let root = 0

    let source: SourceText
    var nodes: [Node] = []
    /// Texts that are not in the source as they read: with escapes, folded, or in blocks.
    var texts: [UInt8] = []

    init(source: SourceText) {
        self.source = source
    }

    /// The node meant by this one: what an alias stands for, else itself.
    @inline(__always)
    func resolved(_ node: Int) -> Int {
        nodes[node].kind == .alias ? Int(nodes[node].reference) : node
    }

    /// The next sibling's index, whether there is one or not.
    @inline(__always)
    func after(_ node: Int) -> Int {
        switch nodes[node].kind {
        case .scalar, .alias: node + 1
        case .sequence, .mapping: Int(nodes[node].reference)
        }
    }

    /// Lends a scalar's bytes; of the many that are looked at, none is retained.
    @inline(__always)
    func withBytes<Result>(_ node: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        let (start, count) = (Int(nodes[node].reference), Int(nodes[node].count))
        guard start >= source.bytes.count else { return body(source.bytes.span.extracting(start..<start + count)) }
        let offset = start - source.bytes.count
        return body(texts.span.extracting(offset..<offset + count))
    }

    func text(_ node: Int) -> String {
        withBytes(node) { bytes in
            unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Whether two scalars say the same.
    func areEqual(_ first: Int, _ second: Int) -> Bool {
        guard nodes[first].count == nodes[second].count else { return false }
        return withBytes(first) { one in
            withBytes(second) { other in
                for index in one.indices where one[index] != other[index] { return false }
                return true
            }
        }
    }

    /// Whether a scalar says nothing: no text, or a bare `~` or `null`.
    func isEmpty(_ node: Int) -> Bool {
        let node = nodes[node]
        guard node.kind == .scalar, node.count <= 4 else { return false }
        guard node.count > 0, node.isPlain, Int(node.reference) < source.bytes.count else { return node.count == 0 }
        let start = Int(node.reference)
        if node.count == 1 { return source.bytes[start] == UInt8(ascii: "~") }
        // The second letter tells it from the key `name`, which comes by most.
        guard node.count == 4, source.bytes[start + 1] | 0x20 == UInt8(ascii: "u") else { return false }
        let text = source.bytes[start..<start + 4]
        return text.elementsEqual("null".utf8) || text.elementsEqual("Null".utf8) || text.elementsEqual("NULL".utf8)
    }

    /// The nodes of a list, in order.
    func items(_ node: Int) -> [Int] {
        var items: [Int] = []
        items.reserveCapacity(Int(nodes[node].count))
        var next = node + 1
        while next < after(node) {
            items.append(next)
            next = after(next)
        }
        return items
    }

    /// The bytes to point at for a node: of a block its first key or value.
    func range(_ node: Int) -> Range<Int> {
        var node = resolved(node)
        while nodes[node].kind == .mapping || nodes[node].kind == .sequence, nodes[node].count > 0,
            nodes[node + 1].kind != .alias, !isFlow(node)
        {
            node += 1
        }
        return Int(nodes[node].start)..<Int(max(nodes[node].start, nodes[node].end))
    }

    private func isFlow(_ node: Int) -> Bool { nodes[node].end > nodes[node].start }
}
