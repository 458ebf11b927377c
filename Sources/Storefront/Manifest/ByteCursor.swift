/// Goes from libyaml's counts of characters to offsets of bytes; the counts come nearly in order.
struct ByteCursor {
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
