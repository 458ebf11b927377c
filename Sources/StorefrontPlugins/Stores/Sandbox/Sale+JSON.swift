import Storefront

/// How a sale is written down with an order that waits.
extension Sale {
    var json: JSON {
        [
            "product": .string(product), "type": .string(type.rawValue), "quantity": .number(quantity),
            "group": group.map { .string($0) }, "regular": regular.json, "introduction": introduction?.json,
        ]
    }

    /// Nil where this is no sale.
    init?(_ json: JSON) {
        guard let product = json["product"]?.string,
            let type = (json["type"]?.string).flatMap(ProductType.init(rawValue:)),
            let quantity = json["quantity"]?.integer, let regular = json["regular"].flatMap(Part.init)
        else { return nil }
        self.product = product
        self.type = type
        self.quantity = quantity
        self.regular = regular
        group = json["group"]?.string
        introduction = json["introduction"].flatMap(Part.init)
    }
}

extension Sale.Part {
    fileprivate var json: JSON {
        [
            "minorUnits": price.map { .number($0.minorUnits) }, "currency": price.map { .string($0.currency.code) },
            "period": period.map { .string($0.text) }, "periods": .number(periods),
            "offer": offer.map { .string($0) },
        ]
    }

    fileprivate init?(_ json: JSON) {
        guard let periods = json["periods"]?.integer else { return nil }
        var price: Money?
        if let code = json["currency"]?.string {
            guard let currency = Currency(code), let units = json["minorUnits"]?.integer else { return nil }
            price = Money(minorUnits: units, currency: currency)
        }
        self.init(
            price: price, period: (json["period"]?.string).flatMap { Period($0) }, periods: Int(periods),
            offer: json["offer"]?.string)
    }
}
