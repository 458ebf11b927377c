/// An instant in milliseconds since 1970-01-01T00:00:00Z, the resolution stores stamp their snapshots with.
public struct Timestamp: Sendable, Hashable, Comparable {
    public var milliseconds: Int64

    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    public static func < (a: Timestamp, b: Timestamp) -> Bool { a.milliseconds < b.milliseconds }

    /// The instant `milliseconds` later; stays at the edge of the range instead of overflowing.
    public func advanced(byMilliseconds delta: Int64) -> Timestamp {
        let (sum, overflow) = milliseconds.addingReportingOverflow(delta)
        return Timestamp(milliseconds: overflow ? (delta > 0 ? .max : .min) : sum)
    }
}

extension Timestamp {
    /// RFC 3339 in UTC with milliseconds, as `2026-11-30T06:56:42.120Z`.
    public var rfc3339: String {
        let date = CivilDate(self)
        let second = date.millisecondOfDay / 1000
        let parts: [(Int64, Int)] = [
            (date.year, 4), (date.month, 2), (date.day, 2),
            (second / 3600, 2), (second / 60 % 60, 2), (second % 60, 2), (date.millisecondOfDay % 1000, 3),
        ]
        var text = ""
        text.reserveCapacity(24)
        for (index, part) in parts.enumerated() {
            let digits = String(part.0)
            for _ in 0..<max(0, part.1 - digits.utf8.count) { text += "0" }
            text += digits
            text += ["-", "-", "T", ":", ":", ".", "Z"][index]
        }
        return text
    }

    /// Reads what ``rfc3339`` writes; milliseconds may be missing. Nil for anything else.
    public init?(rfc3339 text: String) {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int64? {
            guard range.upperBound <= bytes.count else { return nil }
            var value: Int64 = 0
            for byte in bytes[range] {
                guard (48...57).contains(byte) else { return nil }
                value = value * 10 + Int64(byte - 48)
            }
            return value
        }
        let separators: [(Int, Character)] = [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":")]
        guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z"),
            separators.allSatisfy({ bytes[$0.0] == $0.1.asciiValue }),
            let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            (1...12).contains(month), day >= 1, day <= CivilDate.days(inMonth: month, of: year),
            hour < 24, minute < 60, second < 60
        else { return nil }
        var millisecond: Int64 = 0
        if bytes.count != 20 {
            guard bytes.count == 24, bytes[19] == UInt8(ascii: "."), let read = number(20..<23) else { return nil }
            millisecond = read
        }
        let ofDay = ((hour * 60 + minute) * 60 + second) * 1000 + millisecond
        self = CivilDate(year: year, month: month, day: day, millisecondOfDay: ofDay).timestamp
    }
}
