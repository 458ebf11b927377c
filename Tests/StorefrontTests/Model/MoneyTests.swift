import Storefront
import Testing

@Suite("Money")
struct MoneyTests {
    private func currency(_ code: String) throws -> Currency { try #require(Currency(code)) }

    @Test("every price from 0.00 to 9,999.99 goes from text to minor units to text unchanged")
    func everyCent() throws {
        let usd = try currency("USD")
        for cents in Int64(0)...999_999 {
            let fraction = String(cents % 100)
            let text = "\(cents / 100).\(fraction.count == 1 ? "0" : "")\(fraction)"
            let money = try Money(amount: text, currency: usd)
            guard money.minorUnits == cents, money.amount == text else {
                Issue.record("\(text) became \(money.minorUnits) and \(money.amount)")
                return
            }
        }
    }

    @Test(
        "a currency has its own number of decimals",
        arguments: [
            ("JPY", "500", 500), ("KWD", "1.234", 1234), ("KWD", "1.2", 1200), ("CLF", "1.2345", 12345),
            ("USD", "4", 400),
            ("USD", "1234567.89", 123_456_789), ("USD", "0.10", 10),
        ])
    func decimals(code: String, text: String, minorUnits: Int64) throws {
        #expect(try Money(amount: text, currency: currency(code)).minorUnits == minorUnits)
    }

    @Test(
        "decimals that a currency does not have are refused, zeros too",
        arguments: [
            ("JPY", "500.00", 2), ("JPY", "0.5", 1), ("KWD", "1.2345", 4), ("USD", "4.999", 3), ("USD", "4.990", 3),
        ])
    func tooManyDecimals(code: String, text: String, decimals: Int) throws {
        let currency = try currency(code)
        #expect(throws: Money.Fault.decimals(decimals)) { try Money(amount: text, currency: currency) }
    }

    @Test(
        "what is no decimal number is refused",
        arguments: [
            "", ".", "4.", ".5", "1,000", "1e3", "0x10", " 4.99", "4.99 ", "4..9", "4.9.9", "+4", "١", "-", "--1",
            "NaN",
        ])
    func noNumber(text: String) throws {
        let usd = try currency("USD")
        #expect(throws: Money.Fault.notANumber) { try Money(amount: text, currency: usd) }
    }

    @Test("a negative price is refused as such")
    func negative() throws {
        let usd = try currency("USD")
        #expect(throws: Money.Fault.negative) { try Money(amount: "-4.99", currency: usd) }
    }

    @Test(
        "big numbers keep every digit or are an error, never a trap",
        arguments: [
            ("1000000", "1000000"), ("35613673800", "35613673800"), ("2147483648", "2147483648"),
            ("9007199254740993", "9007199254740993"), ("999999999999999999", "999999999999999999"),
            ("1000000000000000000", nil), ("9223372036854775808", nil), (String(repeating: "9", count: 400), nil),
        ])
    func big(text: String, expected: String?) throws {
        let jpy = try currency("JPY")
        if let expected {
            #expect(try Money(amount: text, currency: jpy).amount == expected)
        } else {
            #expect(throws: Money.Fault.tooLarge) { try Money(amount: text, currency: jpy) }
        }
    }

    @Test("an unknown currency is none, whatever its case", arguments: ["usd", "US", "XXX", "EURO", ""])
    func unknownCurrency(code: String) {
        #expect(Currency(code) == nil)
    }
}
