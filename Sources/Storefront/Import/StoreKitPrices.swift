/// Reads `displayPrice`: decimal digits without a currency, exactly as written.
struct StoreKitPrices {
    let currency: Currency

    /// The price under a key of `object`; nil where it is absent, or a fault that has been told.
    func take(
        _ key: String = "displayPrice", of object: inout StoreKitObject, owner: String, _ log: inout StoreKitLog
    ) -> Money? {
        let path = object.path(key)
        switch object.take(key) {
        case nil: return nil
        case .string("")?: return nil
        case .string(let text)?: return price(text, path: path, owner: owner, &log)
        case .number(let text)?:
            log.warn(path, "is a number where Xcode writes a text; read as \"\(text)\"")
            return price(text, path: path, owner: owner, &log)
        case let value?:
            log.fault(path, "is \(value.kindName) where a price such as \"4.99\" is expected")
            return nil
        }
    }

    private func price(_ text: String, path: String, owner: String, _ log: inout StoreKitLog) -> Money? {
        let short = withoutSpareZeros(text)
        do throws(Money.Fault) {
            let money = try Money(amount: short, currency: currency)
            if short != text { log.warn(path, "\"\(text)\" is written as \(money.amount) \(currency.code)") }
            return money
        } catch {
            log.fault(path, "\(owner) costs \"\(text)\", which \(reason(error))")
            return nil
        }
    }

    private func reason(_ fault: Money.Fault) -> String {
        switch fault {
        case .notANumber: "is no decimal number"
        case .negative: "is negative"
        case .tooLarge: "is more than any price can be"
        case .decimals(let count):
            "has \(count) decimals; \(currency.code) has \(currency.digits) (choose another currency with --currency)"
        }
    }

    /// The text without the zeros behind its last decimal that the currency has no place for: `500.00` yen is `500`.
    private func withoutSpareZeros(_ text: String) -> String {
        guard let point = text.utf8.firstIndex(of: UInt8(ascii: ".")) else { return text }
        var decimals = text[text.index(after: point)...]
        while decimals.utf8.count > currency.digits, decimals.utf8.last == UInt8(ascii: "0") { decimals.removeLast() }
        return decimals.isEmpty && currency.digits == 0 ? String(text[..<point]) : "\(text[...point])\(decimals)"
    }
}
