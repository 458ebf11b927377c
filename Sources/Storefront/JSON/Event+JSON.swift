extension Event {
    /// The event as the outside is told it.
    public var json: JSON {
        [
            "id": .string(id), "type": .string(type), "app": .string(app), "customer": .string(customer),
            "environment": .string(environment), "sequence": .number(sequence), "cause": .string(cause.rawValue),
            "occurredAt": .time(occurredAt), "recordedAt": .time(recordedAt), "data": data,
        ]
    }

    /// Reads ``json``.
    ///
    /// - Throws: ``JSONShapeError``.
    public init(json: JSON) throws {
        self.init(
            id: try json.required("id", \.string), type: try json.required("type", \.string),
            app: try json.required("app", \.string), customer: try json.required("customer", \.string),
            environment: try json.required("environment", \.string),
            sequence: try json.required("sequence", \.integer),
            cause: try json.required("cause") { Cause(rawValue: $0.string ?? "") },
            occurredAt: try json.required("occurredAt", \.time), recordedAt: try json.required("recordedAt", \.time),
            data: try json.required("data") { $0 })
    }
}

extension Entitlement {
    /// `{"id":"pro","active":true,"product":"pro_month","since":"…","until":"…"}`.
    public var json: JSON {
        [
            "id": .string(id), "active": .bool(isActive), "product": .string(product), "since": .time(since),
            "until": until.map { .time($0) },
        ]
    }

    /// Reads ``json``.
    ///
    /// - Throws: ``JSONShapeError``.
    public init(json: JSON) throws {
        self.init(
            id: try json.required("id", \.string), isActive: try json.required("active", \.bool),
            product: try json.required("product", \.string), since: try json.required("since", \.time),
            until: try json.optional("until", \.time))
    }
}
