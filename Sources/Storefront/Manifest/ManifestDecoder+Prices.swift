extension ManifestDecoder {
    /// One scalar as `4.99 USD`, or a mapping of amounts by currency in their order; empty where nothing is right.
    mutating func prices(_ node: Int, _ label: String) -> [Money] {
        switch kind(node) {
        case .mapping: return pricesByCurrency(node, label)
        case .scalar:
            guard let text = text(node, label) else { return [] }
            return price(text, node, label).map { [$0] } ?? []
        default:
            wrongKind(node, label, expected: "one price as \"4.99 USD\" or a mapping as {USD: 4.99, JPY: 700}")
            return []
        }
    }

    private mutating func price(_ text: String, _ node: Int, _ label: String) -> Money? {
        let utf8 = text.utf8
        guard let blank = utf8.firstIndex(of: UInt8(ascii: " ")), let last = utf8.lastIndex(of: UInt8(ascii: " ")),
            utf8[blank..<last].allSatisfy({ $0 == UInt8(ascii: " ") })
        else {
            let isAmount = Currency("USD").map { (try? Money(amount: text, currency: $0)) != nil } ?? false
            report(
                .priceFormat, at: node,
                "\(label) \"\(ManifestText.quotable(text))\" is not an amount and a currency, as \"4.99 USD\"",
                suggestion: isAmount ? "\(text) USD" : nil)
            return nil
        }
        let (first, second) = (text[..<blank], text[utf8.index(after: last)...])
        if let first = first.utf8.first, (0x41...0x5A).contains(first) {
            report(
                .priceFormat, at: node,
                "\(label) \"\(ManifestText.quotable(text))\" has its currency before the amount",
                suggestion: "\(second) \(text[..<blank])")
            return nil
        }
        guard let currency = currency(String(second), node) else { return nil }
        return amount(first, currency, node, "\(label) \"\(ManifestText.quotable(text))\"")
    }

    private mutating func pricesByCurrency(_ node: Int, _ label: String) -> [Money] {
        var prices: [Money] = []
        let pairs = pairs(node, label, expected: "prices")
        if tree.nodes[tree.resolved(node)].count == 0 { report(.emptyValue, at: node, "\(label) is empty") }
        for (key, value) in pairs {
            let currency = currency(tree.text(key), key)
            guard let text = text(value, label), let currency else { continue }
            if let money = amount(text[...], currency, value, "\(label) \"\(ManifestText.quotable(text))\"") {
                prices.append(money)
            }
        }
        return prices
    }

    private mutating func currency(_ code: String, _ node: Int) -> Currency? {
        if let currency = currencies.first(where: { $0.code == code }) { return currency }
        if let currency = Currency(code) {
            currencies.append(currency)
            return currency
        }
        let upper = code.uppercased()
        let near = Currency(upper) == nil ? suggestion(for: upper, among: Currency.codes) : upper
        report(
            .priceCurrency, at: node, "\"\(ManifestText.quotable(code))\" is no currency of ISO 4217", suggestion: near)
        return nil
    }

    /// - Parameter quoted: What the price is called in a message; made only where there is one.
    private mutating func amount(
        _ text: Substring, _ currency: Currency, _ node: Int, _ quoted: @autoclosure () -> String
    ) -> Money? {
        do throws(Money.Fault) {
            let money = try Money(amount: text, currency: currency)
            if money.minorUnits == 0 { report(.priceZero, at: node, "\(quoted()) is zero, which some stores refuse") }
            return money
        } catch {
            switch error {
            case .decimals(let count):
                report(
                    .pricePrecision, at: node,
                    "\(quoted()) has \(count) decimal\(count == 1 ? "" : "s"); \(currency.code) has \(currency.digits)")
            case .negative: report(.priceNegative, at: node, "\(quoted()) is negative")
            case .tooLarge: report(.priceLimit, at: node, "\(quoted()) is too large; a price has at most 18 digits")
            case .notANumber:
                report(.priceFormat, at: node, "\(quoted()) has no amount of digits with at most one point, as 4.99")
            }
            return nil
        }
    }
}
