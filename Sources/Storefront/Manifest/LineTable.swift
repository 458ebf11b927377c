/// Finds the line and column of byte offsets.
///
/// It reads no further into the source than it is asked for, and goes on from the last place asked for: a file may be
/// one line of 16 MiB with a thousand faults in it.
struct LineTable {
    private let source: SourceText
    /// Offsets of the first byte of each line so far.
    private var starts: [Int]
    private var scanned: Int
    /// The last place asked for: its offset, and the characters before it on its line.
    private var last: (line: Int, offset: Int, characters: Int)
    /// The end of the last line asked for.
    private var lastEnd: (line: Int, offset: Int)?

    init(_ source: SourceText) {
        self.source = source
        starts = [source.start]
        scanned = source.start
        last = (0, source.start, 0)
    }

    /// The place of a range of bytes; where it spans lines, its part on the first.
    mutating func place(_ range: Range<Int>) -> Place {
        let line = index(of: range.lowerBound)
        let offset = max(starts[line], range.lowerBound)
        if last.line != line { last = (line, starts[line], 0) }
        let characters =
            offset >= last.offset
            ? last.characters + count(last.offset..<offset) : last.characters - count(offset..<last.offset)
        last = (line, offset, characters)
        let end = max(offset, min(range.upperBound, self.end(of: line)))
        return Place(line: line + 1, column: characters + 1, endColumn: characters + 1 + max(1, count(offset..<end)))
    }

    /// The line of a byte, from 1.
    mutating func line(of offset: Int) -> Int { index(of: offset) + 1 }

    /// The line that a place stands on, or what of it is shown beside a message.
    mutating func excerpt(_ range: Range<Int>, _ place: Place) -> SourceExcerpt {
        let line = place.line - 1
        let (lineStart, lineEnd) = (starts[line], end(of: line))
        let limit = ManifestLimits.maximumExcerpt
        var start = lineStart
        var firstColumn = 1
        if count(start..<min(lineEnd, start + 4 * limit + 4)) > limit, place.column > limit / 2 {
            (start, firstColumn) = (min(lineEnd, max(start, range.lowerBound)), place.column)
            while firstColumn > place.column - limit / 4 {
                start -= 1
                while start > lineStart, isContinuation(start) { start -= 1 }
                firstColumn -= 1
            }
        }
        var end = start
        var shown = 0
        while end < lineEnd, shown < limit {
            end += 1
            while end < lineEnd, isContinuation(end) { end += 1 }
            shown += 1
        }
        return SourceExcerpt(
            text: String(decoding: source.bytes[start..<end], as: UTF8.self), firstColumn: firstColumn,
            isCut: end < lineEnd)
    }

    private mutating func index(of offset: Int) -> Int {
        let bytes = source.bytes
        while scanned < min(offset, bytes.count) {
            let byte = bytes[scanned]
            scanned += 1
            if byte == 0x0A || (byte == 0x0D && !(scanned < bytes.count && bytes[scanned] == 0x0A)) {
                starts.append(scanned)
            }
        }
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }

    private mutating func end(of line: Int) -> Int {
        if let lastEnd, lastEnd.line == line { return lastEnd.offset }
        let rest = source.bytes[min(starts[line], source.bytes.count)...]
        let end = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? source.bytes.count
        lastEnd = (line, end)
        return end
    }

    private func isContinuation(_ offset: Int) -> Bool { source.bytes[offset] & 0xC0 == 0x80 }

    /// How many characters begin in a range of bytes.
    private func count(_ range: Range<Int>) -> Int {
        guard !source.isASCII else { return range.count }
        return source.bytes[range].reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
    }
}
