import Storefront

extension SandboxBook {
    /// Charges a sale: its transaction, unfinished.
    func charge(_ sale: Sale, of order: OrderReference, under id: String, at now: Timestamp) throws -> Charged {
        let hadGroup = try sale.group.map { try has(order.customer, had: $0) } ?? false
        let part = sale.part(hadGroup: hadGroup)
        let transaction = Transaction(
            id: id, app: app, store: SandboxStore.storeName, environment: SandboxStore.storeEnvironment,
            kind: .purchased, revision: now.milliseconds, customer: order.customer, orderKey: order.key,
            product: sale.product, quantity: sale.quantity, purchasedAt: now,
            expiresAt: try part.period.map { try SandboxTime.end(of: $0, times: part.periods, from: now) },
            offer: part.offer, price: part.price)
        try insert(transaction, type: sale.type, group: sale.group)
        return Charged(transaction: transaction, position: try enqueue(id, revision: transaction.revision))
    }

    struct Charged: Sendable {
        var transaction: Transaction
        var position: Int64
    }

    func insert(_ snapshot: Transaction, type: ProductType, group: String?) throws {
        try connection
            .statement("INSERT INTO snapshots VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
            .bind(app).bind(snapshot.id).bind(snapshot.revision).bind(snapshot.kind.rawValue)
            .bind(snapshot.originalID).bind(snapshot.customer ?? "").bind(snapshot.orderKey ?? "")
            .bind(snapshot.product).bind(type.rawValue).bind(group).bind(snapshot.quantity)
            .bind(snapshot.purchasedAt.milliseconds).bind(snapshot.expiresAt?.milliseconds)
            .bind(snapshot.revokedAt?.milliseconds).bind(snapshot.offer).bind(snapshot.price?.minorUnits)
            .bind(snapshot.price?.currency.code)
            .run()
    }

    /// One snapshot by its stamp.
    func snapshot(of transaction: String, revision: Int64) throws -> Transaction? {
        try connection
            .statement("SELECT * FROM snapshots WHERE app = ? AND transaction_id = ? AND revision = ?")
            .bind(app).bind(transaction).bind(revision)
            .first(decoded)
    }

    /// A transaction's first snapshot, or its newest.
    func snapshot(of transaction: String, first: Bool) throws -> Transaction? {
        let statement =
            try first
            ? connection.statement(
                "SELECT * FROM snapshots WHERE app = ? AND transaction_id = ? ORDER BY revision LIMIT 1")
            : connection.statement(
                "SELECT * FROM snapshots WHERE app = ? AND transaction_id = ? ORDER BY revision DESC LIMIT 1")
        return try statement.bind(app).bind(transaction).first(decoded)
    }

    /// A new snapshot of a transaction, which is to be told; the change is made to its newest one.
    func append(
        to transaction: String, at now: Timestamp, change: (inout Transaction, ProductType) throws -> Void
    ) throws -> Charged {
        let newest =
            try connection
            .statement(
                "SELECT * FROM snapshots WHERE app = ? AND transaction_id = ? ORDER BY revision DESC LIMIT 1"
            )
            .bind(app).bind(transaction)
            .first { row in (try decoded(row), row.text(8), row.optionalText(9)) }
        guard let (found, typeText, group) = newest else { throw unknown(transaction) }
        var snapshot = found
        guard let type = ProductType(rawValue: typeText) else { throw damaged("a snapshot's type") }
        try change(&snapshot, type)
        snapshot.revision = max(now.milliseconds, snapshot.revision + 1)
        try insert(snapshot, type: type, group: group)
        return Charged(transaction: snapshot, position: try enqueue(transaction, revision: snapshot.revision))
    }

    /// The newest snapshot of each transaction of a customer, but for consumables, the oldest purchase first.
    func owned(by customer: String) throws -> [Transaction] {
        var owned: [Transaction] = []
        try connection
            .statement(
                """
                SELECT * FROM snapshots AS newest INDEXED BY snapshots_owned
                WHERE app = ? AND customer = ? AND type <> 'consumable'
                    AND revision = (SELECT max(revision) FROM snapshots
                        WHERE app = newest.app AND transaction_id = newest.transaction_id)
                ORDER BY purchased_at, length(transaction_id), transaction_id
                """
            )
            .bind(app).bind(customer)
            .each { owned.append(try decoded($0)) }
        return owned
    }

    /// Every transaction as it was charged, by id.
    func charged() throws -> [Transaction] {
        var charged: [Transaction] = []
        try connection
            .statement("SELECT * FROM snapshots WHERE app = ? AND kind = 'purchased' ORDER BY transaction_id")
            .bind(app)
            .each { charged.append(try decoded($0)) }
        return charged
    }

    private func has(_ customer: String, had group: String) throws -> Bool {
        try connection
            .statement(
                """
                SELECT 1 FROM snapshots INDEXED BY snapshots_owned WHERE app = ? AND customer = ? AND type <> 'consumable'
                    AND subscription_group = ? LIMIT 1
                """
            )
            .bind(app).bind(customer).bind(group)
            .first { _ in true } ?? false
    }

    func unknown(_ transaction: String) -> StorefrontError {
        StorefrontError(
            .invalidRequest, "the sandbox has no transaction \"\(transaction)\" of \(app)",
            recovery: "Name one as a purchase prints it, like tx_000001.")
    }

    /// A row of `SELECT *`, in the order of the table.
    private func decoded(_ row: SQLiteStatement) throws -> Transaction {
        var price: Money?
        if let units = row.optionalInt(15) {
            guard let currency = Currency(row.text(16)) else { throw damaged("a price's currency") }
            price = Money(minorUnits: units, currency: currency)
        }
        return Transaction(
            id: row.text(1), originalID: row.text(4), app: app, store: SandboxStore.storeName,
            environment: SandboxStore.storeEnvironment, kind: Transaction.Kind(rawValue: row.text(3)),
            revision: row.int(2), customer: row.text(5), orderKey: row.text(6), product: row.text(7),
            quantity: row.int(10), purchasedAt: Timestamp(milliseconds: row.int(11)),
            expiresAt: row.optionalInt(12).map(Timestamp.init), revokedAt: row.optionalInt(13).map(Timestamp.init),
            offer: row.optionalText(14), price: price)
    }
}
