import Storefront
import Testing

@testable import StorefrontCLI

@Suite("A price for people")
struct PriceFormatTests {
    @Test(
        "is written as the locale does, with every decimal of its currency",
        arguments: [
            ("en-US", "4.99", "USD", "$4.99"), ("de-DE", "1234.50", "EUR", "1.234,50\u{A0}€"),
            ("ja-JP", "700", "JPY", "¥700"), ("en", "1.500", "KWD", "KWD\u{A0}1.500"),
            ("en_US", "9999999999999999.99", "USD", "$9,999,999,999,999,999.99"),
            ("en-US", "0.99", "ISK", nil), ("hu-HU", "990.50", "HUF", "990,50\u{A0}Ft"),
        ] as [(String, String, String, String?)])
    func formats(_ locale: String, _ amount: String, _ code: String, _ text: String?) throws {
        let currency = try #require(Currency(code))
        guard let text else {
            #expect(throws: Money.Fault.self) { try Money(amount: amount, currency: currency) }
            return
        }
        let money = try Money(amount: amount, currency: currency)
        #expect(try PriceFormat(locale: locale).text(money) == text)
    }

    @Test(
        "a locale that is none is a usage error",
        arguments: ["", "xx-YY", "english", "e", "en--US", "../en", "en US"])
    func wrongLocales(_ text: String) {
        #expect(throws: UsageError.self) { try PriceFormat(locale: text) }
    }
}
