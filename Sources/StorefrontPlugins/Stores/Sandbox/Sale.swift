import Storefront

/// What an order comes to: checked, priced, and with what its first period is. Pure; nothing is charged by making one.
///
/// It is kept with an order that waits for approval, so it holds everything that the charge needs and nothing else.
struct Sale: Sendable, Equatable {
    /// A price for all of the quantity, and the period it pays for where the subscription renews.
    struct Part: Sendable, Equatable {
        var price: Money?
        var period: Period?
        /// How many of those periods.
        var periods = 1
        var offer: String?
    }

    /// What entries call the introductory offer, which has no id.
    static let introductory = "introductory"

    var product: String
    var type: ProductType
    var quantity: Int64
    /// The subscription group, or the product where it is in none; nil for what does not renew.
    var group: String?
    /// Without an introductory offer.
    var regular: Part
    /// For a customer who never had the group; nil where there is no such offer, or another one was asked for.
    var introduction: Part?

    /// - Throws: `invalid-request`, with what can be asked for instead.
    init(_ order: Order) throws {
        guard order.quantity >= 1 else {
            throw StorefrontError(.invalidRequest, "a quantity is at least 1, not \(order.quantity)")
        }
        let product = order.product
        let currency = try Self.currency(of: order)
        self.product = product.id
        type = product.type
        quantity = order.quantity
        guard let subscription = product.subscription, subscription.renews else {
            if let offer = order.offer { throw Self.unknown(offer, of: product) }
            regular = Part(price: try product.prices.price(in: currency, of: product.id, times: order.quantity))
            return
        }
        group = subscription.group ?? product.id
        if let id = order.offer {
            guard let offer = subscription.offers.first(where: { $0.id == id }) else {
                throw Self.unknown(id, of: product)
            }
            regular = try Self.part(offer, currency: currency, of: order)
        } else {
            regular = Part(
                price: try product.prices.price(in: currency, of: product.id, times: order.quantity),
                period: subscription.period)
            introduction = try subscription.introductoryOffer.map { try Self.part($0, currency: currency, of: order) }
        }
    }

    /// What is charged to a customer who had the group before, or not.
    func part(hadGroup: Bool) -> Part { hadGroup ? regular : introduction ?? regular }

    private static func currency(of order: Order) throws -> Currency? {
        guard let code = order.currency else { return order.product.prices.first?.currency }
        if let price = order.product.price(in: code) { return price.currency }
        let codes = order.product.prices.map(\.currency.code).joined(separator: ", ")
        throw StorefrontError(
            .invalidRequest, "\"\(order.product.id)\" has no price in \"\(code)\"",
            recovery: "Choose one of its currencies: \(codes).")
    }

    private static func unknown(_ offer: String, of product: Product) -> StorefrontError {
        let ids = product.subscription?.offers.compactMap(\.id) ?? []
        let near = nearest(to: offer, among: ids).map { "; did you mean \"\($0)\"?" } ?? ""
        return StorefrontError(
            .invalidRequest, "\"\(product.id)\" has no offer \"\(offer)\"\(near)",
            recovery: ids.isEmpty ? "Leave the offer out." : "It has: \(ids.joined(separator: ", ")).")
    }

    /// A free trial and a price paid up front are for all of the offer; paid as you go, the first period is charged.
    private static func part(_ offer: Offer, currency: Currency?, of order: Order) throws -> Part {
        let name = offer.id ?? introductory
        var part = Part(price: nil, period: offer.period, offer: name)
        if offer.mode != .payAsYouGo { part.periods = offer.periods }
        if offer.mode == .freeTrial {
            part.price = currency.map { Money(minorUnits: 0, currency: $0) }
        } else {
            part.price = try offer.prices.price(
                in: currency, of: "\(order.product.id), offer \(name)", times: order.quantity)
        }
        return part
    }
}

extension [Money] {
    /// So many times the price in a currency; nil only where no currency is known, for a product without prices.
    fileprivate func price(in currency: Currency?, of what: String, times quantity: Int64) throws -> Money? {
        guard let currency else { return nil }
        guard let price = first(where: { $0.currency == currency }) else {
            throw StorefrontError(.invalidRequest, "\"\(what)\" has no price in \"\(currency.code)\"")
        }
        let (total, overflow) = price.minorUnits.multipliedReportingOverflow(by: quantity)
        guard !overflow, total.magnitude <= UInt64(Money.maximumMinorUnits) else {
            throw StorefrontError(
                .invalidRequest, "\(quantity) times \(price.amount) \(currency.code) is more than a price can be")
        }
        return Money(minorUnits: total, currency: currency)
    }
}
