/// The App Store's limits of 2026; each rule in ``ManifestRule`` carries where they stand.
enum AppStoreLimits {
    static let id = 100
    static let name = 35
    static let betterName = 30
    static let description = 55
    static let betterDescription = 45
    static let referenceName = 64
    static let group = 75
    static let products = 10_000
    /// In cents of USD.
    static let prices: ClosedRange<Int64> = 29...1_000_000
    static let periods = ["P1W", "P1M", "P2M", "P3M", "P6M", "P1Y"]
    static let offerPeriods = ["P3D", "P1W", "P2W", "P1M", "P2M", "P3M", "P6M", "P1Y"]

    /// Whether a price in cents of USD is a price point: .10 apart to 9.99, .50 to 49.99, then x.99 and x.00.
    static func isPricePoint(_ cents: Int64) -> Bool {
        if [0, 99].contains(cents % 100) { return true }
        if cents < 1_000 { return [0, 9].contains(cents % 10) }
        return cents < 5_000 && [0, 49].contains(cents % 50)
    }

    /// What the store refuses in a text, in words; nil where there is none.
    static func refusedCharacters(_ text: String) -> String? {
        var isMarkup = false
        var isASCII = true
        for byte in text.utf8 {
            if byte >= 0x80 { isASCII = false }
            if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") { isMarkup = true }
            if byte < 0x20 && byte != 0x0A { return "control characters" }
            if byte == 0x7F { return "control characters" }
        }
        if isMarkup, hasMarkup(text) { return "HTML" }
        guard !isASCII else { return nil }
        for scalar in text.unicodeScalars where scalar.value > 0xA8 {
            if scalar.properties.isEmojiPresentation || scalar == "\u{FE0F}" { return "emoji" }
        }
        return nil
    }

    private static func hasMarkup(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        for (index, byte) in bytes.enumerated() {
            let rest = bytes[(index + 1)...]
            guard let next = rest.first else { return false }
            let isLetter = (0x61...0x7A).contains(next | 0x20)
            if byte == UInt8(ascii: "<"), isLetter || next == UInt8(ascii: "/") || next == UInt8(ascii: "!"),
                rest.contains(UInt8(ascii: ">"))
            {
                return true
            }
            if byte == UInt8(ascii: "&"), isLetter || next == UInt8(ascii: "#"),
                let end = rest.firstIndex(where: {
                    !((0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "#"))
                }),
                bytes[end] == UInt8(ascii: ";")
            {
                return true
            }
        }
        return false
    }
}

/// Google Play's limits of 2026.
enum GooglePlayLimits {
    static let subscriptionID = 40
    static let name = 55
    static let description = 200
    static let subscriptionDescription = 80
    static let periods = ["P1W", "P4W", "P1M", "P2M", "P3M", "P4M", "P6M", "P8M", "P1Y"]

    /// Whether an id is of `a-z`, `0-9`, `_` and `.`, and begins with one of the former two.
    static func isID(_ id: String) -> Bool {
        let bytes = id.utf8.span
        for index in bytes.indices {
            switch bytes[index] {
            case 0x61...0x7A, 0x30...0x39: break
            case UInt8(ascii: "_"), UInt8(ascii: "."): if index == 0 { return false }
            default: return false
            }
        }
        return true
    }
}

/// Periods as stores count them.
enum StorePeriods {
    /// The same period in the largest unit that divides it: seven days are a week, twelve months a year.
    static func canonical(_ period: Period) -> Period {
        switch period.unit {
        case .day where period.count.isMultiple(of: 7): Period(period.count / 7, .week)
        case .month where period.count.isMultiple(of: 12): Period(period.count / 12, .year)
        default: period
        }
    }
}
