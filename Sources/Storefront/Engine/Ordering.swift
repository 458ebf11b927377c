/// Turns a request into an order, or says by name why not. What the ledger knows is asked later, in the commit.
struct Ordering {
    let session: AppSession

    func order(_ request: PurchaseRequest, key: String, at now: Timestamp) throws -> Order {
        let product = try product(request.product)
        try Self.check(request.customer, "customer")
        try Self.check(key, "key")
        try checkQuantity(request.quantity, of: product)
        try checkOffer(request.offer, of: product)
        if let currency = request.currency, product.price(in: currency) == nil {
            let codes = product.prices.map(\.currency.code).joined(separator: ", ")
            throw StorefrontError(
                .invalidRequest, "\"\(product.id)\" has no price in \"\(currency)\"",
                recovery: "Choose one of its currencies: \(codes).")
        }
        return Order(
            app: session.app, customer: request.customer, key: key, product: product, quantity: request.quantity,
            offer: request.offer, currency: request.currency, options: request.storeOptions, orderedAt: now)
    }

    private func product(_ id: String) throws -> Product {
        guard let product = session.products[id] else {
            let near = nearest(to: id, among: session.manifest.products.map(\.id))
            throw StorefrontError(
                .productNotFound,
                "\(session.app) has no product \"\(id)\"" + (near.map { "; did you mean \"\($0)\"?" } ?? ""))
        }
        guard product.isForSale else {
            throw StorefrontError(.productNotForSale, "\"\(id)\" is not for sale")
        }
        return product
    }

    private func checkQuantity(_ quantity: Int64, of product: Product) throws {
        guard (1...EngineLimits.quantity).contains(quantity) else {
            throw StorefrontError(
                .invalidRequest, "a quantity is 1 to \(EngineLimits.quantity), not \(quantity)")
        }
        guard quantity == 1 || product.type == .consumable else {
            throw StorefrontError(
                .invalidRequest, "\"\(product.id)\" is a \(product.type.rawValue): only one can be bought at a time",
                recovery: "Leave the quantity out.")
        }
        for price in product.prices where price.minorUnits > Money.maximumMinorUnits / quantity {
            throw StorefrontError(.invalidRequest, "\(quantity) times \(price.amount) is more than a price can be")
        }
        for grant in product.grants where grant.times(quantity).amount > EngineLimits.balance {
            throw StorefrontError(
                .invalidRequest, "\(quantity) times \(grant.amount) \(grant.unit) is more than a balance can hold")
        }
    }

    private func checkOffer(_ offer: String?, of product: Product) throws {
        guard let offer else { return }
        let offers = (product.subscription?.offers ?? []).compactMap(\.id)
        guard offers.contains(offer) else {
            throw StorefrontError(
                .invalidRequest, "\"\(product.id)\" has no offer \"\(offer)\"",
                recovery: offers.isEmpty ? "Leave the offer out." : "It has: \(offers.joined(separator: ", ")).")
        }
    }

    /// Ids from outside: not empty, bounded, without control characters.
    static func check(_ text: String, _ what: String) throws {
        guard !text.isEmpty else { throw StorefrontError(.invalidRequest, "the \(what) is empty") }
        guard text.utf8.count <= EngineLimits.textBytes else {
            throw StorefrontError(.invalidRequest, "the \(what) is longer than \(EngineLimits.textBytes) bytes")
        }
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw StorefrontError(.invalidRequest, "the \(what) has a control character")
        }
    }
}
