extension Money {
    /// `{"amount":"4.99","currency":"USD","minorUnits":499}`.
    public var json: JSON {
        ["amount": .string(amount), "currency": .string(currency.code), "minorUnits": .number(minorUnits)]
    }

    /// Reads ``json``; the minor units count, the amount is for people.
    public init(json: JSON) throws {
        self.init(
            minorUnits: try json.required("minorUnits", \.integer),
            currency: try json.required("currency") { $0.string.flatMap { Currency($0) } })
    }
}

extension Grant {
    /// `{"unit":"coins","amount":100}`.
    public var json: JSON { ["unit": .string(unit), "amount": .number(amount)] }

    /// Reads ``json``.
    public init(json: JSON) throws {
        self.init(unit: try json.required("unit", \.string), amount: try json.required("amount", \.integer))
    }
}

extension Dictionary where Key == String, Value == Int64 {
    /// Balances by unit, `{"coins":100,"gems":3}`, in order of units.
    public var json: JSON {
        .object(sorted { $0.key < $1.key }.map { JSON.Member($0.key, .number($0.value)) })
    }

    /// Reads ``json``; nil where a value is no whole number.
    public init?(json: JSON) {
        guard let members = json.members else { return nil }
        self.init(minimumCapacity: members.count)
        for member in members {
            guard let value = member.value.integer else { return nil }
            self[member.name] = value
        }
    }
}
