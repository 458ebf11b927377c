extension Chain {
    /// Every field by its name; an absent value is left out.
    public var json: JSON {
        [
            "store": .string(key.store), "environment": .string(key.environment),
            "originalId": .string(key.originalID), "customer": .string(customer), "product": .string(product),
            "terms": terms.json, "transactionId": .string(transactionID), "revision": .number(revision),
            "quantity": .number(quantity), "purchasedAt": .time(purchasedAt),
            "expiresAt": expiresAt.map { .time($0) }, "revokedAt": revokedAt.map { .time($0) },
            "granted": .array(granted.map(\.json)), "told": .texts(told), "endTold": endTold.map { .time($0) },
        ]
    }

    /// Reads ``json``.
    ///
    /// - Throws: ``JSONShapeError``.
    public init(json: JSON) throws {
        self.init(
            key: ChainKey(
                store: try json.required("store", \.string), environment: try json.required("environment", \.string),
                originalID: try json.required("originalId", \.string)),
            customer: try json.required("customer", \.string), product: try json.required("product", \.string),
            terms: try json.required("terms") { try Entry.Terms(json: $0) },
            transactionID: try json.required("transactionId", \.string),
            revision: try json.required("revision", \.integer), quantity: try json.required("quantity", \.integer),
            purchasedAt: try json.required("purchasedAt", \.time), expiresAt: try json.optional("expiresAt", \.time),
            revokedAt: try json.optional("revokedAt", \.time))
        granted = try json.required("granted") { try $0.list(Grant.init(json:)) }
        told = try json.required("told", \.texts)
        endTold = try json.optional("endTold", \.time)
    }

    /// What of its entry's terms it keeps: all but the grants, of which it keeps what took effect.
    private var terms: Entry.Terms {
        Entry.Terms(type: type, renews: renews, group: group, period: period, entitlements: entitlements)
    }
}
