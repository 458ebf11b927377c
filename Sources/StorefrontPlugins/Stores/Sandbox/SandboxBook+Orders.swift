import Storefront

/// One order's row.
struct SandboxOrder: Sendable {
    enum State: String, Sendable {
        case charged
        case pending
        case cancelled
        case declined
    }

    var reference: OrderReference
    var state: State
    var transactionID: String?
    /// Why it was declined.
    var reason: String?
    /// Kept where it waits, or had to.
    var sale: Sale?
}

extension SandboxBook {
    func order(_ reference: OrderReference) throws -> SandboxOrder? {
        try connection
            .statement(
                """
                SELECT customer, order_key, state, transaction_id, reason, sale FROM orders
                WHERE app = ? AND customer = ? AND order_key = ?
                """
            )
            .bind(app).bind(reference.customer).bind(reference.key)
            .first(decoded)
    }

    /// The order that waited under a transaction's id.
    func order(waited transaction: String) throws -> SandboxOrder? {
        try connection
            .statement(
                """
                SELECT customer, order_key, state, transaction_id, reason, sale FROM orders INDEXED BY orders_waited
                WHERE app = ? AND transaction_id = ? AND sale IS NOT NULL
                """
            )
            .bind(app).bind(transaction)
            .first(decoded)
    }

    private func decoded(_ row: SQLiteStatement) throws -> SandboxOrder {
        guard let state = SandboxOrder.State(rawValue: row.text(2)) else { throw damaged("an order's state") }
        return SandboxOrder(
            reference: OrderReference(app: app, customer: row.text(0), key: row.text(1)), state: state,
            transactionID: row.optionalText(3), reason: row.optionalText(4),
            sale: try row.optionalText(5).map { text in
                guard let json = try? JSON(parsing: text), let sale = Sale(json) else { throw damaged("a sale") }
                return sale
            })
    }

    /// Writes an order down, or what became of it.
    func put(_ order: SandboxOrder) throws {
        try connection
            .statement(
                """
                INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (app, customer, order_key) DO UPDATE SET state = excluded.state, reason = excluded.reason
                """
            )
            .bind(app).bind(order.reference.customer).bind(order.reference.key).bind(order.state.rawValue)
            .bind(order.transactionID).bind(order.reason).bind(order.sale?.json.text)
            .run()
    }

    func outcome(of order: SandboxOrder) throws -> OrderOutcome {
        switch order.state {
        case .cancelled: return .cancelled
        case .declined: return .declined(order.reason ?? "")
        case .pending:
            guard let id = order.transactionID else { throw damaged("a pending order") }
            return .pending(id)
        case .charged:
            guard let id = order.transactionID, let first = try snapshot(of: id, first: true) else {
                throw damaged("a charged order")
            }
            return .completed(first)
        }
    }

    /// A row that this program cannot have written.
    func damaged(_ what: String) -> StorefrontError {
        StorefrontError(.storageUnavailable, "\(connection.path): \(what) is damaged; it was left as it is")
    }
}
