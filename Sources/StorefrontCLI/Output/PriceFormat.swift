import FoundationEssentials
import FoundationInternationalization
import Storefront

/// Writes prices as people of one locale do, by the Unicode CLDR data that comes with the toolchain.
struct PriceFormat: Sendable {
    /// As asked for, with hyphens.
    let locale: String
    private let system: Locale

    /// - Throws: a usage error where the text is no BCP 47 tag of a language that there is.
    init(locale text: String) throws {
        let tag = text.split(separator: "_", omittingEmptySubsequences: false).joined(separator: "-")
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        let isTag = parts.allSatisfy { part in
            (1...8).contains(part.utf8.count)
                && part.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) }
        }
        guard isTag, let language = parts.first?.lowercased(), Self.languages.contains(language) else {
            throw UsageError("\"\(text)\" is no locale; one looks like en-US, es or zh-Hans")
        }
        locale = tag
        system = Locale(identifier: tag)
    }

    /// With every decimal of its currency: some locales would round a dinar or a krone.
    func text(_ money: Money) -> String {
        guard let amount = Decimal(string: money.amount) else { return "\(money.amount) \(money.currency.code)" }
        return amount.formatted(
            Decimal.FormatStyle.Currency(code: money.currency.code, locale: system)
                .precision(.fractionLength(money.currency.digits)))
    }

    private static let languages = Set(
        Locale.availableIdentifiers.map { $0.prefix { $0 != "_" && $0 != "-" }.lowercased() })
}
