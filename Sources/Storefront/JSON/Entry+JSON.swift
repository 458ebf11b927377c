extension Entry {
    /// `{"transaction":{…},"customer":"ada","terms":{…},"cause":"client","recordedAt":"…","balances":{…}}`.
    public var json: JSON {
        [
            "transaction": transaction.json, "customer": .string(customer), "terms": terms.json,
            "cause": .string(cause.rawValue), "recordedAt": .time(recordedAt), "balances": balances?.json,
        ]
    }

    /// Reads ``json``.
    ///
    /// - Throws: ``JSONShapeError``.
    public init(json: JSON) throws {
        self.init(
            try json.required("transaction") { try Transaction(json: $0) },
            customer: try json.required("customer", \.string),
            terms: try json.required("terms") { try Terms(json: $0) },
            cause: try json.required("cause") { Event.Cause(rawValue: $0.string ?? "") },
            recordedAt: try json.required("recordedAt", \.time),
            balances: try json.optional("balances") { [String: Int64](json: $0) })
    }
}

extension Entry.Terms {
    /// `{"type":"subscription","renews":true,"group":"plus","period":"P1M","entitlements":["plus"],"grants":[…]}`.
    public var json: JSON {
        [
            "type": .string(type.rawValue), "renews": .bool(renews), "group": group.map { .string($0) },
            "period": period.map { .string($0.text) }, "entitlements": .texts(entitlements),
            "grants": .array(grants.map(\.json)),
        ]
    }

    /// Reads ``json``.
    ///
    /// - Throws: ``JSONShapeError``.
    public init(json: JSON) throws {
        self.init(
            type: try json.required("type", ProductType.init(json:)), renews: try json.required("renews", \.bool),
            group: try json.optional("group", \.string),
            period: try json.optional("period") { $0.string.flatMap { Period($0) } },
            entitlements: try json.required("entitlements", \.texts),
            grants: try json.required("grants") { try $0.list(Grant.init(json:)) })
    }
}
