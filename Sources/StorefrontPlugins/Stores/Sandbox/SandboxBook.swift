import Storefront

/// The rows of one app, inside one transaction on the file.
struct SandboxBook {
    let connection: SQLiteConnection
    let app: String

    struct AppRow: Sendable {
        var app: String
        var clock: SandboxClock
        var position: Int64
    }

    // MARK: The app

    /// Every app's clock and newest position.
    static func apps(in connection: SQLiteConnection) throws -> [AppRow] {
        var rows: [AppRow] = []
        try connection.statement("SELECT app, clock_offset, clock_version, position FROM apps").each { row in
            let clock = SandboxClock(offset: row.int(1), version: row.int(2))
            rows.append(AppRow(app: row.text(0), clock: clock, position: row.int(3)))
        }
        return rows
    }

    /// This app's; that of an app never seen is at the beginning.
    func appRow() throws -> AppRow {
        let row =
            try connection
            .statement("SELECT clock_offset, clock_version, position FROM apps WHERE app = ?")
            .bind(app)
            .first { row in
                AppRow(app: app, clock: SandboxClock(offset: row.int(0), version: row.int(1)), position: row.int(2))
            }
        return row ?? AppRow(app: app, clock: SandboxClock(offset: 0, version: 0), position: 0)
    }

    func setClock(offset: Int64) throws -> SandboxClock {
        let version =
            try connection
            .statement(
                """
                INSERT INTO apps VALUES (?, ?, 1, 0, 0)
                ON CONFLICT (app) DO UPDATE SET clock_offset = excluded.clock_offset, clock_version = clock_version + 1
                RETURNING clock_version
                """
            )
            .bind(app).bind(offset)
            .first { $0.int(0) }
        return SandboxClock(offset: offset, version: version ?? 0)
    }

    /// A transaction's id, in the order of charging: `tx_000001` and so on, never one twice in an app's life.
    func nextTransactionID() throws -> String {
        let number =
            try connection
            .statement(
                """
                INSERT INTO apps VALUES (?, 0, 0, 1, 0)
                ON CONFLICT (app) DO UPDATE SET transactions = transactions + 1 RETURNING transactions
                """
            )
            .bind(app)
            .first { String($0.int(0)) } ?? ""
        return "tx_" + String(repeating: "0", count: max(0, 6 - number.utf8.count)) + number
    }

    // MARK: The queue

    /// Puts a snapshot, or an order that waited in vain, at the end of what is to be told; its position.
    func enqueue(_ transaction: String, revision: Int64) throws -> Int64 {
        let position =
            try connection
            .statement("UPDATE apps SET position = position + 1 WHERE app = ? RETURNING position")
            .bind(app)
            .first { $0.int(0) } ?? 0
        try connection.statement("INSERT INTO queue VALUES (?, ?, ?, ?)")
            .bind(app).bind(position).bind(transaction).bind(revision)
            .run()
        return position
    }

    /// Takes a transaction's snapshots out of the queue up to a revision, or the first one where none is given.
    func dequeue(_ transaction: String, upTo revision: Int64?) throws {
        try connection
            .statement(
                """
                DELETE FROM queue INDEXED BY queue_transaction
                WHERE app = ?1 AND transaction_id = ?2 AND revision <= coalesce(?3,
                    (SELECT min(revision) FROM snapshots WHERE app = ?1 AND transaction_id = ?2), 9223372036854775807)
                """
            )
            .bind(app).bind(transaction).bind(revision)
            .run()
    }

    struct Queued: Sendable {
        var position: Int64
        var word: Unfinished
    }

    /// What is queued behind a position, in order.
    func queue(after position: Int64, limit: Int) throws -> [Queued] {
        var rows: [(position: Int64, transaction: String, revision: Int64)] = []
        try connection
            .statement(
                """
                SELECT position, transaction_id, revision FROM queue WHERE app = ? AND position > ?
                ORDER BY position LIMIT ?
                """
            )
            .bind(app).bind(position).bind(Int64(limit))
            .each { rows.append(($0.int(0), $0.text(1), $0.int(2))) }
        return try rows.map { row in
            if let transaction = try snapshot(of: row.transaction, revision: row.revision) {
                return Queued(position: row.position, word: .transaction(transaction))
            }
            guard let order = try order(waited: row.transaction) else { throw damaged("the queue") }
            return Queued(position: row.position, word: .ended(order.reference, try outcome(of: order)))
        }
    }

    /// Forgets everything but the counters.
    func erase() throws -> SandboxClock {
        try connection.statement("DELETE FROM queue WHERE app = ?").bind(app).run()
        try connection.statement("DELETE FROM snapshots WHERE app = ?").bind(app).run()
        try connection.statement("DELETE FROM orders WHERE app = ?").bind(app).run()
        return try setClock(offset: 0)
    }
}
