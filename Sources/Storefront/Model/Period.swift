/// A calendar period as a manifest writes it: `P3D`, `P1W`, `P1M`, `P1Y` (ISO 8601, one unit).
public struct Period: Sendable, Hashable {
    public enum Unit: String, Sendable, Hashable {
        case day = "D"
        case week = "W"
        case month = "M"
        case year = "Y"
    }

    /// The most units a period may have; a longer one is refused where it is read.
    public static let maximumCount = 1200

    public var count: Int
    public var unit: Unit

    public init(_ count: Int, _ unit: Unit) {
        self.count = count
        self.unit = unit
    }

    /// Reads one unit with a count of 1 to ``maximumCount``; nil for anything else, `P1Y2M` and `PT1H` too.
    public init?(_ text: String) {
        guard text.utf8.first == UInt8(ascii: "P"), let last = text.last, let unit = Unit(rawValue: String(last))
        else { return nil }
        let digits = text.dropFirst().dropLast()
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }), let count = Int(digits),
            (1...Self.maximumCount).contains(count)
        else { return nil }
        self.init(count, unit)
    }

    /// The period as it is written in a manifest.
    public var text: String { "P\(count)\(unit.rawValue)" }
}

extension Timestamp {
    /// The end of `count` periods that began here.
    ///
    /// A month's end is clamped and comes back: counting from 31 January gives 28 February, then 31 March, so
    /// count from the first start, never from the last end.
    public func adding(_ period: Period, times count: Int = 1) -> Timestamp {
        let units = Int64(period.count) * Int64(count)
        switch period.unit {
        case .day: return advanced(byMilliseconds: units * CivilDate.millisecondsPerDay)
        case .week: return advanced(byMilliseconds: units * 7 * CivilDate.millisecondsPerDay)
        case .month, .year:
            var date = CivilDate(self)
            let months = date.year * 12 + date.month - 1 + units * (period.unit == .year ? 12 : 1)
            date.year = months / 12
            date.month = months % 12 + 1
            date.day = min(date.day, CivilDate.days(inMonth: date.month, of: date.year))
            return date.timestamp
        }
    }
}
