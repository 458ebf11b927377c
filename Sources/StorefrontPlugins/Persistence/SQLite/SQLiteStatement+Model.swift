import CSQLite
import Storefront

extension SQLiteStatement {
    @discardableResult
    func bind(_ time: Timestamp) -> Self { bind(time.milliseconds) }

    @discardableResult
    func bind(_ time: Timestamp?) -> Self { bind(time?.milliseconds) }

    @discardableResult
    func bind(_ flag: Bool) -> Self { bind(Int64(flag ? 1 : 0)) }

    @discardableResult
    func bind(_ json: JSON) -> Self { bind(utf8: json.bytes) }

    /// A list as JSON.
    @discardableResult
    func bind(_ texts: [String]) -> Self {
        texts.isEmpty ? bind("[]") : bind(JSON.array(texts.map { .string($0) }))
    }

    /// A list as JSON.
    @discardableResult
    func bind(_ grants: [Grant]) -> Self { grants.isEmpty ? bind("[]") : bind(JSON.array(grants.map(\.json))) }

    func time(_ column: Int32) -> Timestamp { Timestamp(milliseconds: int(column)) }
    func optionalTime(_ column: Int32) -> Timestamp? { optionalInt(column).map { Timestamp(milliseconds: $0) } }

    /// A document; what is none is damage.
    func json(_ column: Int32, _ connection: SQLiteConnection) throws -> JSON {
        try connection.decoded("document") { try JSON(parsing: utf8(column)) }
    }

    func texts(_ column: Int32, _ connection: SQLiteConnection) throws -> [String] {
        guard let texts = try json(column, connection).array?.map(\.string) else {
            throw connection.damage("list")
        }
        return texts.compactMap(\.self)
    }

    func grants(_ column: Int32, _ connection: SQLiteConnection) throws -> [Grant] {
        try connection.decoded("grants") { try json(column, connection).array?.map { try Grant(json: $0) } }
    }
}

extension SQLiteConnection {
    func damage(_ what: String) -> SQLiteFailure {
        SQLiteFailure(code: SQLITE_CORRUPT, message: "a \(what) in it cannot be read", path: path)
    }

    /// What `read` gives; nil and errors that SQLite does not know of are damage.
    func decoded<Value>(_ what: String, _ read: () throws -> Value?) throws -> Value {
        do {
            if let value = try read() { return value }
        } catch let failure as SQLiteFailure {
            throw failure
        } catch {}
        throw damage(what)
    }
}

// MARK: Whole rows, in the order of the schema's columns

extension SQLiteStatement {
    func chain(_ connection: SQLiteConnection) throws -> Chain {
        let terms = Entry.Terms(
            type: try connection.decoded("chain") { ProductType(rawValue: text(7)) }, renews: int(8) != 0,
            group: optionalText(9), period: optionalText(10).flatMap { Period($0) },
            entitlements: try texts(11, connection))
        var chain = Chain(
            key: ChainKey(store: text(1), environment: text(2), originalID: text(3)), customer: text(4),
            product: text(6), terms: terms, transactionID: text(12), revision: int(13), quantity: int(14),
            purchasedAt: time(15), expiresAt: optionalTime(16), revokedAt: optionalTime(17))
        chain.granted = try grants(18, connection)
        chain.told = try texts(19, connection)
        chain.endTold = optionalTime(20)
        return chain
    }

    func entry(_ connection: SQLiteConnection) throws -> Entry {
        try connection.decoded("entry") {
            guard let ownership = Transaction.Ownership(rawValue: text(16)), let cause = Event.Cause(rawValue: text(21))
            else { return nil }
            let price = optionalText(19).flatMap { Currency($0) }.map { Money(minorUnits: int(18), currency: $0) }
            let transaction = Transaction(
                id: text(4), originalID: text(7), app: text(1), store: text(2), environment: text(3),
                kind: Transaction.Kind(rawValue: text(5)), revision: int(6), customer: optionalText(9),
                orderKey: optionalText(10), product: text(11), quantity: int(12), purchasedAt: time(13),
                expiresAt: optionalTime(14), revokedAt: optionalTime(15), ownership: ownership,
                offer: optionalText(17), price: price)
            return Entry(
                transaction, customer: text(8), terms: try Entry.Terms(json: try json(20, connection)), cause: cause,
                recordedAt: time(22),
                balances: isNull(23) ? nil : [String: Int64](json: try json(23, connection)))
        }
    }

    func attempt(_ connection: SQLiteConnection) throws -> Attempt {
        Attempt(
            id: CustomerID(app: text(0), customer: text(1)), key: text(2), product: text(3), quantity: int(4),
            offer: optionalText(5), state: try connection.decoded("attempt") { Attempt.State(rawValue: text(6)) },
            transactionID: optionalText(8), revision: optionalInt(9), failure: optionalText(10), holder: text(11),
            orderedAt: time(12))
    }

    func finish() -> Finish {
        Finish(
            transaction: TransactionReference(app: text(0), store: text(1), environment: text(2), id: text(3)),
            customer: text(4), product: text(5), since: time(6), tries: Int(int(7)), due: time(8),
            lastError: optionalText(9))
    }

    /// An event whose columns begin at `first`.
    func event(from first: Int32, _ connection: SQLiteConnection) throws -> StoredEvent {
        StoredEvent(
            event: Event(
                id: text(first + 2), type: text(first + 3), app: text(first + 1), customer: text(first + 4),
                environment: text(first + 5), sequence: int(first + 6),
                cause: try connection.decoded("event") { Event.Cause(rawValue: text(first + 7)) },
                occurredAt: time(first + 8), recordedAt: time(first + 9), data: .null),
            data: utf8(first + 10))
    }
}

/// An event whose document has not been read yet.
struct StoredEvent: Sendable {
    var event: Event
    var data: [UInt8]

    func decoded(at path: String) throws -> Event {
        var event = event
        do {
            event.data = try JSON(parsing: data)
        } catch {
            throw SQLiteFailure(code: SQLITE_CORRUPT, message: "event \(event.id) cannot be read", path: path)
                .storefrontError
        }
        return event
    }
}
