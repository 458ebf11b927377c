import CYAML

/// Turns a source into nodes: one pass over libyaml's events, no recursion, everything bounded while it grows.
struct EventReader {
    /// A list or mapping that is still open.
    private struct Open {
        var node: Int
        /// Nodes before it, aliases expanded.
        var before: Int
        var children = 0
        /// Levels below it, aliases expanded.
        var height = 0
        var anchor: String?
    }

    /// What an alias may stand for.
    private struct Anchor {
        var node: Int
        /// Nil while it is open.
        var size: (expanded: Int, height: Int)?
    }

    private(set) var tree: NodeTree
    /// Faults that reading goes on after.
    var faults: [ManifestFault] = []
    private var open: [Open] = []
    private var anchors: [String: Anchor] = [:]
    private var total = 0
    var cursor: ByteCursor
    private var isDone = false

    init(_ source: SourceText) throws(ManifestFault) {
        tree = NodeTree(source: source)
        cursor = ByteCursor(source)
        try Self.checkDirectives(source)
        tree.nodes.reserveCapacity(min(ManifestLimits.maximumNodes, source.bytes.count / 8))
        try readAll()
    }

    private mutating func readAll() throws(ManifestFault) {
        let source = tree.source
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        defer { unsafe parser.deallocate() }
        guard unsafe yaml_parser_initialize(parser) == 1 else {
            throw ManifestFault(.yamlSyntax, 0..<0, "there is no memory to read the file")
        }
        defer { unsafe yaml_parser_delete(parser) }
        unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        // The bytes stay where they are for as long as the parser reads them.
        let result: Result<Void, ManifestFault> = unsafe source.bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return .success(()) }
            unsafe yaml_parser_set_input_string(parser, base + source.start, bytes.count - source.start)
            var event = unsafe yaml_event_t()
            do throws(ManifestFault) {
                while !isDone { try unsafe step(parser, &event, bytes) }
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
        guard !tree.nodes.isEmpty else {
            throw ManifestFault(.emptyFile, source.start..<source.start, "the file is empty")
        }
    }

    private mutating func step(
        _ parser: UnsafeMutablePointer<yaml_parser_t>, _ event: inout yaml_event_t, _ bytes: UnsafeBufferPointer<UInt8>
    ) throws(ManifestFault) {
        guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw unsafe fault(of: parser) }
        defer { unsafe yaml_event_delete(&event) }
        let start = unsafe cursor.offset(of: event.start_mark.index)
        switch unsafe event.type {
        case YAML_SCALAR_EVENT:
            try unsafe addScalar(event.data.scalar, start..<max(start, cursor.offset(of: event.end_mark.index)), bytes)
        case YAML_MAPPING_START_EVENT:
            let data = unsafe event.data.mapping_start
            unsafe checkTag(data.tag, "map", start)
            try unsafe begin(.mapping, at: start, anchor: data.anchor)
        case YAML_SEQUENCE_START_EVENT:
            let data = unsafe event.data.sequence_start
            unsafe checkTag(data.tag, "seq", start)
            try unsafe begin(.sequence, at: start, anchor: data.anchor)
        case YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT:
            close(end: unsafe cursor.offset(of: event.end_mark.index), from: start)
        case YAML_ALIAS_EVENT:
            try addAlias(
                unsafe Self.string(event.data.alias.anchor) ?? "",
                start..<max(start, unsafe cursor.offset(of: event.end_mark.index)))
        case YAML_DOCUMENT_END_EVENT:
            try checkNothingFollows(unsafe cursor.offset(of: event.end_mark.index))
        case YAML_STREAM_END_EVENT: isDone = true
        default: break
        }
    }
}

// MARK: Nodes

extension EventReader {
    private typealias ScalarData = yaml_event_t.__Unnamed_union_data.__Unnamed_struct_scalar

    private mutating func addScalar(
        _ scalar: ScalarData, _ range: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>
    ) throws(ManifestFault) {
        try count(1, at: range)
        let length = unsafe scalar.length
        let style = unsafe scalar.style
        let quote = style == YAML_PLAIN_SCALAR_STYLE ? 0 : 1
        var reference = range.upperBound - quote - length
        var isInSource = style != YAML_LITERAL_SCALAR_STYLE && style != YAML_FOLDED_SCALAR_STYLE
        if reference < range.lowerBound { isInSource = false }
        if isInSource, length > 0, let base = bytes.baseAddress {
            isInSource = unsafe memcmp(base + reference, scalar.value, length) == 0
        }
        if !isInSource {
            reference = tree.source.bytes.count + tree.texts.count
            unsafe tree.texts.append(contentsOf: UnsafeBufferPointer(start: scalar.value, count: length))
        }
        let isTagged = unsafe scalar.tag != nil
        if isTagged { unsafe checkTag(scalar.tag, "str", range.lowerBound) }
        if let anchor = unsafe Self.string(scalar.anchor) {
            anchors[anchor] = Anchor(node: tree.nodes.count, size: (1, 0))
        }
        let isBlank = length == 0 && style == YAML_PLAIN_SCALAR_STYLE
        tree.nodes.append(
            Node(
                kind: .scalar, isPlain: style == YAML_PLAIN_SCALAR_STYLE && (!isTagged || isBlank),
                start: UInt32(isInSource && quote == 0 ? reference : range.lowerBound), end: UInt32(range.upperBound),
                reference: UInt32(reference), count: UInt32(length)))
    }

    private mutating func begin(
        _ kind: Node.Kind, at start: Int, anchor: UnsafeMutablePointer<yaml_char_t>?
    ) throws(ManifestFault) {
        try count(1, at: start..<start + 1)
        guard open.count < ManifestLimits.maximumDepth else { throw tooDeep(start..<start + 1) }
        let name = unsafe Self.string(anchor)
        if let name { anchors[name] = Anchor(node: tree.nodes.count, size: nil) }
        open.append(Open(node: tree.nodes.count, before: total - 1, anchor: name))
        tree.nodes.append(
            Node(
                kind: kind, isPlain: false, start: UInt32(start), end: UInt32(start), reference: 0, count: 0))
    }

    private mutating func close(end: Int, from start: Int) {
        guard let closed = open.popLast() else { return }
        tree.nodes[closed.node].reference = UInt32(tree.nodes.count)
        tree.nodes[closed.node].count = UInt32(closed.children)
        // The end of a block is no text of its own; of a flow it is the bracket.
        if end > start, tree.source.bytes[start] == UInt8(ascii: "}") || tree.source.bytes[start] == UInt8(ascii: "]") {
            tree.nodes[closed.node].end = UInt32(end)
        }
        if let name = closed.anchor, anchors[name]?.node == closed.node {
            anchors[name]?.size = (total - closed.before, closed.height + 1)
        }
        if let parent = open.indices.last {
            open[parent].height = max(open[parent].height, closed.height + 1)
        }
    }

    private mutating func addAlias(_ name: String, _ range: Range<Int>) throws(ManifestFault) {
        guard let anchor = anchors[name] else {
            let known = anchors.keys.lazy.filter { abs($0.utf8.count - name.utf8.count) <= 1 + name.utf8.count / 3 }
            let near = nearest(to: name, among: known.prefix(ManifestLimits.maximumDiagnostics).sorted())
            throw ManifestFault(
                .unknownAnchor, range, "there is no anchor &\(ManifestText.quotable(name)) before this alias",
                suggestion: near.map { "*" + $0 })
        }
        guard let size = anchor.size else {
            throw ManifestFault(.aliasCycle, range, "*\(ManifestText.quotable(name)) stands inside what it stands for")
        }
        try count(size.expanded, at: range)
        guard open.count + size.height <= ManifestLimits.maximumDepth else { throw tooDeep(range) }
        if let parent = open.indices.last { open[parent].height = max(open[parent].height, size.height) }
        tree.nodes.append(
            Node(
                kind: .alias, isPlain: false, start: UInt32(range.lowerBound), end: UInt32(range.upperBound),
                reference: UInt32(anchor.node), count: 0))
    }

    /// Counts nodes that come to the expanded tree.
    private mutating func count(_ nodes: Int, at range: Range<Int>) throws(ManifestFault) {
        total += nodes
        guard total <= ManifestLimits.maximumNodes else {
            let limit = ManifestLimits.maximumNodes
            throw ManifestFault(
                .nodeLimit, range,
                "with its aliases expanded the file has more than \(limit) nodes, the most there may be")
        }
        guard let parent = open.indices.last else { return }
        open[parent].children += 1
    }

    private func tooDeep(_ range: Range<Int>) -> ManifestFault {
        ManifestFault(
            .nestingLimit, range, "nested deeper than \(ManifestLimits.maximumDepth) levels, the most there may be")
    }
}
