extension Transaction {
    /// The shape of the command line's `--json`; an absent value is left out.
    public var json: JSON {
        [
            "id": .string(id), "originalId": .string(originalID), "product": .string(product),
            "customer": customer.map { .string($0) }, "quantity": .number(quantity), "kind": .string(kind.rawValue),
            "purchasedAt": .time(purchasedAt), "expiresAt": expiresAt.map { .time($0) }, "price": price?.json,
            "app": .string(app), "store": .string(store), "environment": .string(environment),
            "revision": .number(revision), "revokedAt": revokedAt.map { .time($0) },
            "ownership": .string(ownership.rawValue), "offer": offer.map { .string($0) },
            "orderKey": orderKey.map { .string($0) },
        ]
    }

    /// Reads ``json``.
    ///
    /// - Throws: ``JSONShapeError``.
    public init(json: JSON) throws {
        self.init(
            id: try json.required("id", \.string), originalID: try json.required("originalId", \.string),
            app: try json.required("app", \.string), store: try json.required("store", \.string),
            environment: try json.required("environment", \.string),
            kind: Kind(rawValue: try json.required("kind", \.string)),
            revision: try json.required("revision", \.integer), customer: try json.optional("customer", \.string),
            orderKey: try json.optional("orderKey", \.string), product: try json.required("product", \.string),
            quantity: try json.required("quantity", \.integer), purchasedAt: try json.required("purchasedAt", \.time),
            expiresAt: try json.optional("expiresAt", \.time), revokedAt: try json.optional("revokedAt", \.time),
            ownership: try json.required("ownership") { Ownership(rawValue: $0.string ?? "") },
            offer: try json.optional("offer", \.string), price: try json.optional("price") { try Money(json: $0) })
    }
}
