/// An amount in the minor units of its currency; never through a binary float.
public struct Money: Sendable, Hashable {
    /// The most minor units a price may have: any 18 digits fit, so sums of a few never overflow.
    public static let maximumMinorUnits: Int64 = 999_999_999_999_999_999

    public var minorUnits: Int64
    public var currency: Currency

    public init(minorUnits: Int64, currency: Currency) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// Why a text is no amount of a currency.
    public enum Fault: Error, Equatable {
        /// Anything but digits with at most one point between them.
        case notANumber
        /// A minus before the digits.
        case negative
        /// The text has as many decimals as said here, which the currency has not.
        case decimals(Int)
        /// More than ``Money/maximumMinorUnits``.
        case tooLarge
    }

    /// Reads decimal digits such as `4.99`; `4` and, in a currency of two decimals, `4.9` are read too, but a
    /// point in a currency without decimals is not.
    public init(amount text: Substring, currency: Currency) throws(Fault) {
        var digits = text.utf8[...]
        if digits.first == UInt8(ascii: "-") {
            digits = digits.dropFirst()
            guard !digits.isEmpty, digits.allSatisfy({ (48...57).contains($0) || $0 == UInt8(ascii: ".") }) else {
                throw .notANumber
            }
            throw .negative
        }
        var value: Int64 = 0
        var decimals = -1
        var overflow = false
        guard let first = digits.first, let last = digits.last, (48...57).contains(first), (48...57).contains(last)
        else { throw .notANumber }
        func append(_ digit: Int64) {
            guard value <= (Self.maximumMinorUnits - digit) / 10 else { return overflow = true }
            value = value * 10 + digit
        }
        for byte in digits {
            if byte == UInt8(ascii: "."), decimals < 0 {
                decimals = 0
            } else if (48...57).contains(byte) {
                append(Int64(byte - 48))
                if decimals >= 0 { decimals += 1 }
            } else {
                throw .notANumber
            }
        }
        guard decimals <= currency.digits else { throw .decimals(decimals) }
        for _ in max(0, decimals)..<currency.digits { append(0) }
        guard !overflow else { throw .tooLarge }
        self.init(minorUnits: value, currency: currency)
    }

    /// Reads a whole text, as the one above.
    public init(amount text: String, currency: Currency) throws(Fault) {
        try self.init(amount: text[...], currency: currency)
    }

    /// The amount with all the decimals of its currency, as `4.99`, `500`, `1.500`.
    public var amount: String {
        let digits = String(minorUnits.magnitude)
        let sign = minorUnits < 0 ? "-" : ""
        guard currency.digits > 0 else { return sign + digits }
        let padded = String(repeating: "0", count: max(0, currency.digits + 1 - digits.utf8.count)) + digits
        return "\(sign)\(padded.dropLast(currency.digits)).\(padded.suffix(currency.digits))"
    }
}
