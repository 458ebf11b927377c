import CSQLite

/// What a kind of file contains, by version.
struct SQLiteSchema: Sendable {
    /// Four ASCII letters as a number, which say whose file it is (`PRAGMA application_id`).
    var applicationID: Int32
    /// The script at `n` leads from version `n` to `n + 1`. Only ever appended to; uses no type of the program.
    var migrations: [String]
}

extension SQLiteConnection {
    /// Brings the file to the newest version, one transaction a step; several processes may try at once.
    ///
    /// - Throws: Where the file is another program's, or of a version that this program does not know.
    func migrate(_ schema: SQLiteSchema) throws {
        var isNewest = false
        while !isNewest {
            if try version(of: schema) == schema.migrations.count { return }
            try statement("BEGIN IMMEDIATE").run()
            do {
                let version = try version(of: schema)
                isNewest = version >= schema.migrations.count - 1
                if version < schema.migrations.count {
                    try execute(schema.migrations[version])
                    try execute("PRAGMA user_version=\(version + 1); PRAGMA application_id=\(schema.applicationID)")
                }
                try statement("COMMIT").run()
            } catch {
                rollback()
                throw error
            }
        }
    }

    private func version(of schema: SQLiteSchema) throws -> Int {
        let version = try number("PRAGMA user_version")
        let owner = try number("PRAGMA application_id")
        if owner != Int64(schema.applicationID) {
            guard owner == 0, version == 0, try number("SELECT count(*) FROM sqlite_master") == 0 else {
                throw SQLiteFailure(
                    code: SQLiteFailure.foreignFile, message: "the database was made by another program", path: path)
            }
        }
        guard version <= schema.migrations.count else {
            throw SQLiteFailure(
                code: SQLiteFailure.newerSchema,
                message: "made by a newer version of Storefront (schema \(version), this one knows "
                    + "\(schema.migrations.count))", path: path)
        }
        return Int(version)
    }

    private func number(_ sql: StaticString) throws -> Int64 { try statement(sql).first { $0.int(0) } ?? 0 }
}
