import CYAML

/// Turns a source into nodes: one pass over libyaml's events, no recursion, everything bounded while it grows.
struct EventReader {
    /// A list or mapping that is still open.
    private struct Open {
        var node: Int
        /// Nodes read inside it so far, aliases expanded.
        var expanded: Int
        /// Levels below it, aliases expanded.
        var height: Int
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
    private(set) var faults: [ManifestFault] = []
    private var open: [Open] = []
    private var anchors: [String: Anchor] = [:]
    private var total = 0
    private var cursor: ByteCursor
    private var isDone = false

    init(_ source: SourceText) throws(ManifestFault) {
        tree = NodeTree(source: source)
        cursor = ByteCursor(source)
        try Self.checkDirectives(source)
        tree.nodes.reserveCapacity(min(ManifestLimits.maximumNodes, source.bytes.count / 12))
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
            do throws(ManifestFault) {
                while !isDone { try unsafe step(parser, bytes) }
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
        _ parser: UnsafeMutablePointer<yaml_parser_t>, _ bytes: UnsafeBufferPointer<UInt8>
    ) throws(ManifestFault) {
        var event = unsafe yaml_event_t()
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
        open.append(Open(node: tree.nodes.count, expanded: 1, height: 0, anchor: name))
        tree.nodes.append(
            Node(
                kind: kind, isPlain: false, start: UInt32(start), end: UInt32(start), reference: 0, count: 0))
    }

    private mutating func close(end: Int, from start: Int) {
        guard let closed = open.popLast() else { return }
        tree.nodes[closed.node].reference = UInt32(tree.nodes.count)
        // The end of a block is no text of its own; of a flow it is the bracket.
        if end > start, tree.source.bytes[start] == UInt8(ascii: "}") || tree.source.bytes[start] == UInt8(ascii: "]") {
            tree.nodes[closed.node].end = UInt32(end)
        }
        if let name = closed.anchor, anchors[name]?.node == closed.node {
            anchors[name]?.size = (closed.expanded, closed.height + 1)
        }
        if let parent = open.indices.last {
            open[parent].expanded += closed.expanded - 1
            open[parent].height = max(open[parent].height, closed.height + 1)
        }
    }

    private mutating func addAlias(_ name: String, _ range: Range<Int>) throws(ManifestFault) {
        guard let anchor = anchors[name] else {
            let near = nearest(to: name, among: anchors.keys.sorted()).map { "*" + $0 }
            throw ManifestFault(
                .unknownAnchor, range, "there is no anchor &\(ManifestText.quotable(name)) before this alias",
                suggestion: near)
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
                .nodeLimit, range, "with its aliases expanded the file has more than \(limit) nodes, the most there may be")
        }
        guard let parent = open.indices.last else { return }
        open[parent].expanded += nodes
        tree.nodes[open[parent].node].count += 1
    }

    private func tooDeep(_ range: Range<Int>) -> ManifestFault {
        ManifestFault(.nestingLimit, range, "nested deeper than \(ManifestLimits.maximumDepth) levels, the most there may be")
    }
}

// MARK: What libyaml says

extension EventReader {
    private static func string(_ text: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        guard let text = unsafe text else { return nil }
        return unsafe String(cString: text)
    }

    /// Texts stay texts whatever a tag says, so only the tags that say so are fine.
    private mutating func checkTag(_ tag: UnsafeMutablePointer<yaml_char_t>?, _ own: String, _ start: Int) {
        guard let tag = unsafe Self.string(tag), tag != "!", tag != "tag:yaml.org,2002:\(own)" else { return }
        let standard = "tag:yaml.org,2002:"
        let written = tag.hasPrefix(standard) ? "!!\(tag.dropFirst(standard.count))" : tag
        let bytes = tree.source.bytes[start...]
        let end = bytes.firstIndex { $0 <= 0x20 || $0 == UInt8(ascii: ",") } ?? bytes.endIndex
        faults.append(
            ManifestFault(
                .typeTag, start..<end,
                "the tag \(ManifestText.quotable(written)) changes a type; a manifest's types are fixed, leave it out"))
    }

    private mutating func fault(of parser: UnsafeMutablePointer<yaml_parser_t>) -> ManifestFault {
        let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? "it cannot be read"
        guard unsafe parser.pointee.error != YAML_READER_ERROR else {
            return unsafe encodingFault(
                problem, value: Int(parser.pointee.problem_value),
                at: tree.source.start + Int(parser.pointee.problem_offset))
        }
        let context = unsafe parser.pointee.context.map { unsafe ", " + String(cString: $0) } ?? ""
        let offset = unsafe min(cursor.offset(of: parser.pointee.problem_mark.index), tree.source.bytes.count)
        let isTab = offset < tree.source.bytes.count && tree.source.bytes[offset] == 0x09
        return ManifestFault(
            .yamlSyntax, offset..<offset,
            isTab ? "a tab cannot begin or indent anything in YAML; use blanks" : "not valid YAML: \(problem)\(context)")
    }

    private func encodingFault(_ problem: String, value: Int, at offset: Int) -> ManifestFault {
        let range = min(offset, tree.source.bytes.count)..<min(offset + 1, tree.source.bytes.count)
        guard problem.hasPrefix("control characters") else {
            return ManifestFault(
                .invalidEncoding, range, "the bytes at byte offset \(offset) are not UTF-8: \(problem)")
        }
        let name = UInt32(exactly: value).flatMap(Unicode.Scalar.init).map(ManifestText.name) ?? "a control character"
        return ManifestFault(.controlCharacter, range, "\(name) at byte offset \(offset) cannot be in a manifest")
    }

    /// A manifest is one document; found without asking the parser, which would read the next one's head.
    private func checkNothingFollows(_ end: Int) throws(ManifestFault) {
        let bytes = tree.source.bytes
        var index = end
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "#") {
                index = bytes[index...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
            } else if byte <= 0x20 {
                index += 1
            } else if bytes[index...].starts(with: "...".utf8) {
                index += 3
            } else {
                throw ManifestFault(
                    .secondDocument, index..<min(index + 3, bytes.count),
                    "a second document begins here; a manifest is one document")
            }
        }
    }

    private static func checkDirectives(_ source: SourceText) throws(ManifestFault) {
        var index = source.start
        var count = 0
        while index < source.bytes.count {
            let end = source.bytes[index...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? source.bytes.count
            switch source.bytes[index] {
            case UInt8(ascii: "%"): count += 1
            case UInt8(ascii: "#"), 0x0A, 0x0D, 0x20, 0x09: break
            default: return
            }
            guard count <= ManifestLimits.maximumDirectives else {
                throw ManifestFault(
                    .yamlSyntax, index..<end, "more than \(ManifestLimits.maximumDirectives) directives, the most there may be")
            }
            index = end + 1
        }
    }
}

/// Goes from libyaml's counts of characters to offsets of bytes; the counts come nearly in order.
private struct ByteCursor {
    private let bytes: [UInt8]
    private let start: Int
    private let isASCII: Bool
    private var character = 0
    private var byte: Int

    init(_ source: SourceText) {
        bytes = source.bytes
        start = source.start
        isASCII = source.isASCII
        byte = start
    }

    @inline(__always)
    mutating func offset(of index: Int) -> Int {
        if isASCII { return min(index + start, bytes.count) }
        while character < index, byte < bytes.count {
            byte += 1
            while byte < bytes.count, bytes[byte] & 0xC0 == 0x80 { byte += 1 }
            character += 1
        }
        while character > index, byte > start {
            byte -= 1
            while byte > start, bytes[byte] & 0xC0 == 0x80 { byte -= 1 }
            character -= 1
        }
        return byte
    }
}
