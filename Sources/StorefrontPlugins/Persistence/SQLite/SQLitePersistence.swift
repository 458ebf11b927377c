public import Storefront

/// Keeps everything in one SQLite file, which any number of apps and several processes may share.
///
/// The file is made at the first call, with mode 0600; beside it stand `-wal` and `-shm`. Reads run beside writes.
/// Writes that wait at the same moment share one flush of the disk, and a call returns when it is done.
/// Needs a file system with working locks and shared memory: a local one.
public final class SQLitePersistence: Persistence {
    private let database: SQLiteDatabase

    /// - Parameter path: The file; folders that are missing are made for the owner only.
    public convenience init(path: String) {
        self.init(path: path, patience: SQLiteConnection.maximumBusyMilliseconds)
    }

    /// - Parameter patience: How long another process's lock is waited for, in milliseconds.
    init(path: String, patience: Int) {
        database = SQLiteDatabase(path: path, schema: .persistence, patience: patience)
    }

    public var location: String { database.path }

    public var foreignChanges: Int { database.foreignChanges }

    public func read(_ id: CustomerID) async throws -> Customer {
        try await database.read { try $0.customer(id).customer }
    }

    public func update<Answer: Sendable>(
        _ id: CustomerID, loading: Loading, _ change: @escaping @Sendable (inout Commit) throws -> Answer
    ) async throws -> Answer {
        try await database.write { connection in
            let found = try connection.commit(for: id, loading: loading)
            var commit = found
            let answer = try change(&commit)
            if commit.changes(from: found) { try connection.write(commit, of: id, found: found) }
            return answer
        }
    }

    public func due(app: String, at time: Timestamp, limit: Int) async throws -> [String] {
        try await database.read { connection in
            var names: [String] = []
            try connection.statement(
                """
                SELECT customer FROM customers INDEXED BY customers_due WHERE app=? AND due<=?
                ORDER BY due, customer LIMIT ?
                """
            ).bind(app).bind(time).bind(Int64(limit)).each { names.append($0.text(0)) }
            return names
        }
    }

    public func entries(
        app: String, customer: String?, after position: Int64, limit: Int
    ) async throws -> [Positioned<Entry>] {
        try await database.read { connection in
            var entries: [Positioned<Entry>] = []
            let statement =
                if let customer {
                    try connection.statement(
                        "SELECT * FROM ledger WHERE app=? AND customer=? AND position>? ORDER BY position LIMIT ?"
                    ).bind(app).bind(customer)
                } else {
                    try connection.statement(
                        "SELECT * FROM ledger WHERE app=? AND position>? ORDER BY position LIMIT ?"
                    ).bind(app)
                }
            try statement.bind(position).bind(Int64(limit)).each { row in
                entries.append(Positioned(position: row.int(0), try row.entry(connection)))
            }
            return entries
        }
    }

    public func events(app: String, after position: Int64, limit: Int) async throws -> [Positioned<Event>] {
        try await database.read { connection in
            var events: [Positioned<Event>] = []
            try connection.statement("SELECT * FROM events WHERE app=? AND position>? ORDER BY position LIMIT ?")
                .bind(app).bind(position).bind(Int64(limit)).each { row in
                    let event = try row.event(from: 0, connection).decoded(at: connection.path)
                    events.append(Positioned(position: row.int(0), event))
                }
            return events
        }
    }

    public func position(ofEvent id: String, app: String) async throws -> Int64? {
        try await database.read { connection in
            try connection.statement("SELECT position FROM events WHERE app=? AND id=?").bind(app).bind(id)
                .first { $0.int(0) }
        }
    }

    public func soldProducts(app: String) async throws -> [String: ProductType] {
        try await database.read { connection in
            var products: [String: ProductType] = [:]
            try connection.statement("SELECT product, type FROM sold_products WHERE app=?").bind(app).each { row in
                products[row.text(0)] = try connection.decoded("product") { ProductType(rawValue: row.text(1)) }
            }
            return products
        }
    }

    public func openAttempts(app: String, limit: Int) async throws -> [Attempt] {
        try await database.read { connection in
            var attempts: [Attempt] = []
            try connection.statement(
                """
                SELECT * FROM attempts INDEXED BY attempts_open WHERE app=? AND is_open=1
                ORDER BY state = 'pending', ordered_at, customer, key LIMIT ?
                """
            ).bind(app).bind(Int64(limit)).each { attempts.append(try $0.attempt(connection)) }
            return attempts
        }
    }

    public func unfinished(app: String, limit: Int) async throws -> [Finish] {
        try await database.readLast { connection in
            var finishes: [Finish] = []
            try connection.statement("SELECT * FROM finishes WHERE app=? ORDER BY due, transaction_id LIMIT ?")
                .bind(app).bind(Int64(limit)).each { finishes.append($0.finish()) }
            return finishes
        }
    }

    public func settle(finished: [TransactionReference], failed: [Finish]) async throws {
        // What is lost here is finished once more at the next start, which a store takes well.
        guard !failed.isEmpty else { return try database.writeSoon { try $0.settle(finished: finished, failed: []) } }
        try await database.write { try $0.settle(finished: finished, failed: failed) }
    }

    public func listen(app: String, _ listener: Listener) async throws {
        try await database.write { try $0.listen(app: app, listener) }
    }

    public func unlisten(app: String, name: String) async throws {
        try await database.write { try $0.unlisten(app: app, name: name) }
    }

    public func claim(app: String, receiver: String, lease: Lease, limit: Int) async throws -> [OutboxRow] {
        let rows = try await database.write {
            try $0.claim(OutboxKey(app: app, receiver: receiver), lease: lease, limit: limit)
        }
        // Documents are read here, where they keep no writer waiting.
        return try rows.map { OutboxRow(event: try $0.event.decoded(at: location), tries: $0.tries) }
    }

    public func settle(app: String, receiver: String, lease: Lease, _ verdicts: [Verdict]) async throws {
        try await database.write {
            try $0.settle(OutboxKey(app: app, receiver: receiver), lease: lease, verdicts)
        }
    }

    public func deliveries(app: String) async throws -> [ReceiverState] {
        try await database.read { try $0.deliveries(app: app) }
    }

    public func revive(app: String, receiver: String?, at time: Timestamp) async throws -> Int {
        try await database.write { try $0.revive(app: app, receiver: receiver, at: time) }
    }

    public func erase(app: String) async throws {
        try await database.write { try $0.erase(app: app) }
    }

    public func close() async { await database.close() }
}

extension Plugin where Instance == any Persistence {
    /// `backend: sqlite`: one file, durable, the default.
    public static let sqlite = Plugin(
        name: "sqlite", summary: "One SQLite file; durable, and shared by any number of apps and processes.",
        options: [
            PluginOption(
                "path", .path, identity: true,
                summary: "The database file; storefront.sqlite under the data folder by default.")
        ]
    ) { SQLitePersistence(path: $0.path("path", default: "storefront.sqlite")) }
}
