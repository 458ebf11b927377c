import Storefront

extension Command {
    static let products = Command(
        "products", summary: "an app's catalogue as a customer sees it",
        details: "Texts and prices are in the app's own locale and each product's base currency where not asked for.",
        example: "storefront products scanner --locale es --currency EUR",
        positionals: [.app],
        options: [
            Option("locale", value: "L", summary: "language of texts and prices, BCP 47, as es-MX"),
            Option("currency", value: "CODE", summary: "of the prices, ISO 4217, as EUR"),
        ]
    ) { session in
        let currency = try session.arguments["currency"].map(readCurrency)
        let asked = try session.arguments["locale"].map(PriceFormat.init(locale:))
        return try await session.withApp { engine, manifest in
            let format = try asked ?? PriceFormat(locale: manifest.app.defaultLocale)
            let items = try await engine.products(of: manifest.app.id).map { item in
                CatalogueLine(item, currency: currency?.code, locale: asked?.locale, format: format)
            }
            if session.wantsJSON {
                session.print(json: ["app": .string(manifest.app.id), "products": .array(items.map(\.json))])
                return .done
            }
            guard !items.isEmpty else {
                session.print("\(manifest.app.name) has no products.")
                return .done
            }
            var table = Table(
                ("PRODUCT", .left), ("NAME", .left), ("TYPE", .left), ("PRICE", .right), ("GIVES", .left),
                ("STATE", .left))
            for item in items {
                table.add(item.product.id, item.name, item.typeText, item.priceText, item.givesText, item.stateText)
            }
            session.print(table)
            return .done
        }
    }
}

/// A currency's code as typed, in small letters too.
func readCurrency(_ text: String) throws -> Currency {
    if let currency = Currency(text.uppercased()) { return currency }
    throw UsageError(
        "\"\(text)\" is no currency of ISO 4217", suggestion: nearest(to: text.uppercased(), among: Currency.codes))
}

/// One product as it is shown: its texts in one locale, its price in one currency.
private struct CatalogueLine {
    var item: CatalogueProduct
    var name: String
    var description: String?
    var price: Money?
    var formatted: String?

    var product: Product { item.product }

    init(_ item: CatalogueProduct, currency: String?, locale: String?, format: PriceFormat) {
        self.item = item
        let texts = locale.flatMap { item.product.localization(for: $0) }
        name = texts?.name ?? item.product.name
        description = texts?.description ?? item.product.description
        price = currency.map { item.product.price(in: $0) } ?? item.product.prices.first
        formatted = price.map(format.text)
    }

    var json: JSON {
        guard case .object(let details) = product.detailsJSON else { return .null }
        let shown: JSON = [
            "id": .string(product.id), "type": .string(product.type.rawValue), "name": .string(name),
            "description": description.map(JSON.string),
            "price": price.map { money in
                guard case .object(let members) = money.json else { return .null }
                return .object(members + [JSON.Member("formatted", .string(formatted ?? ""))])
            },
            "forSale": .bool(product.isForSale), "knownToStore": .bool(item.isKnownToStore),
        ]
        return .object((shown.members ?? []) + details)
    }

    var typeText: String {
        guard let subscription = product.subscription else { return product.type.rawValue }
        let period = subscription.period.map { " \($0.text)" } ?? ""
        return product.type.rawValue + period + (subscription.renews ? "" : ", not renewing")
    }

    var priceText: String {
        guard let introduction = product.subscription?.introductoryOffer, introduction.mode == .freeTrial else {
            return formatted ?? "-"
        }
        return "\(formatted ?? "-"), \(introduction.period.text) free"
    }

    var givesText: String {
        (product.entitlements + product.grants.map { "\($0.amount) \($0.unit)" }).joined(separator: ", ")
    }

    var stateText: String {
        if !item.isKnownToStore { return "unknown to the store" }
        return product.isForSale ? "for sale" : "not for sale"
    }
}

extension Product {
    /// The texts for a locale: its own, those of its language and script, those of its language. Nil for none.
    func localization(for locale: String) -> Localization? {
        var wanted = locale.lowercased().split(separator: "-")
        while !wanted.isEmpty {
            let tag = wanted.joined(separator: "-")
            if let found = localizations.first(where: { $0.locale.lowercased() == tag }) { return found }
            wanted.removeLast()
        }
        return nil
    }
}
