import Foundation
import Storefront
import TestSupport
import Testing

@testable import StorefrontPlugins

@Suite("The file of a SQLite persistence")
struct SQLiteFileTests {
    static let ada = CustomerID(app: "com.acme.wordgame", customer: "ada")

    static func addCoin(_ persistence: SQLitePersistence, to id: CustomerID = ada) async throws {
        try await persistence.update(id, loading: Loading()) { $0.customer.balances["coins", default: 0] += 1 }
    }

    static func coins(_ persistence: SQLitePersistence) async throws -> Int64 {
        try await persistence.read(ada).balances["coins"] ?? 0
    }

    static func mode(_ path: String) throws -> Int? {
        (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
    }

    /// The error of a body that must fail with `storage-unavailable` and the path.
    static func failure(_ path: String, _ body: () async throws -> Void) async -> StorefrontError? {
        do {
            try await body()
            Issue.record("nothing failed")
            return nil
        } catch {
            let error = error as? StorefrontError
            #expect(error?.code == .storageUnavailable)
            #expect(error?.message.hasPrefix(path) ?? false, "\(error?.message ?? "")")
            return error
        }
    }

    @Test("nothing is made before the first call; then only the owner may use it")
    func modes() async throws {
        try await withFolder { folder in
            let persistence = SQLitePersistence(path: "\(folder)/deep/er/storefront.sqlite")
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/deep"))
            try await Self.addCoin(persistence)
            #expect(try Self.mode("\(folder)/deep") == 0o700)
            #expect(try Self.mode("\(folder)/deep/er") == 0o700)
            for suffix in ["", "-wal", "-shm"] {
                #expect(try Self.mode("\(folder)/deep/er/storefront.sqlite\(suffix)") == 0o600)
            }
            await persistence.close()
        }
    }

    @Test(
        "a damaged file is reported and left as it is",
        arguments: [
            Data("no database at all, but long enough to be read as one".utf8), Data(repeating: 0xA5, count: 8192),
        ])
    func damage(_ bytes: Data) async throws {
        try await withFolder { folder in
            let path = "\(folder)/storefront.sqlite"
            try bytes.write(to: URL(filePath: path))
            let persistence = SQLitePersistence(path: path)
            for _ in 0..<2 {
                let error = await Self.failure(path) { try await Self.addCoin(persistence) }
                #expect(error?.message.contains("damaged") ?? false)
            }
            _ = await Self.failure(path) { _ = try await persistence.read(Self.ada) }
            #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
            try FileManager.default.removeItem(atPath: path)
            try await Self.addCoin(persistence)
            #expect(try await Self.coins(persistence) == 1)
            await persistence.close()
        }
    }

    @Test("damage inside a file that was sound is reported, and the file is not made anew")
    func damagedPages() async throws {
        try await withFolder { folder in
            let path = "\(folder)/storefront.sqlite"
            let sound = SQLitePersistence(path: path)
            try await Self.addCoin(sound)
            await sound.close()
            var bytes = try Data(contentsOf: URL(filePath: path))
            bytes.replaceSubrange(4096..., with: Data(repeating: 0xFF, count: bytes.count - 4096))
            try bytes.write(to: URL(filePath: path))
            let persistence = SQLitePersistence(path: path)
            _ = await Self.failure(path) { try await Self.addCoin(persistence) }
            _ = await Self.failure(path) { _ = try await persistence.read(Self.ada) }
            await persistence.close()
            #expect(try Data(contentsOf: URL(filePath: path)).count == bytes.count)
        }
    }

    @Test("a newer schema and another program's database are refused, each by name")
    func strangers() async throws {
        try await withFolder { folder in
            for (script, words) in [
                (
                    "PRAGMA application_id=\(SQLiteSchema.persistence.applicationID); PRAGMA user_version=99",
                    "newer version"
                ),
                ("CREATE TABLE t(n)", "another program"), ("PRAGMA application_id=7", "another program"),
                ("PRAGMA user_version=1", "another program"),
            ] {
                let path = "\(folder)/\(UUID().uuidString).sqlite"
                let connection = try SQLiteConnection(path: path)
                try connection.execute(script)
                connection.close()
                let before = try Data(contentsOf: URL(filePath: path))
                let persistence = SQLitePersistence(path: path)
                let error = await Self.failure(path) { try await Self.addCoin(persistence) }
                #expect(error?.message.contains(words) ?? false, "\(error?.message ?? "")")
                await persistence.close()
                #expect(try Data(contentsOf: URL(filePath: path)) == before)
            }
        }
    }

    @Test("an empty file becomes a database, also when many open it at once")
    func migration() async throws {
        try await withFolder { folder in
            let path = "\(folder)/storefront.sqlite"
            #expect(FileManager.default.createFile(atPath: path, contents: nil))
            let all = (0..<8).map { _ in SQLitePersistence(path: path) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for persistence in all { group.addTask { try await Self.addCoin(persistence) } }
                try await group.waitForAll()
            }
            #expect(try await Self.coins(all[0]) == 8)
            for persistence in all { await persistence.close() }
        }
    }

    @Test("steps of a schema are made one after the other, and once")
    func steps() async throws {
        try await withFolder { folder in
            let path = "\(folder)/t.sqlite"
            var schema = SQLiteSchema(applicationID: 7, migrations: ["CREATE TABLE a(n)"])
            for migrations in [[], ["ALTER TABLE a ADD COLUMN m", "INSERT INTO a VALUES(1, 2)"], []] {
                schema.migrations += migrations
                let connection = try SQLiteConnection(path: path)
                try connection.migrate(schema)
                connection.close()
            }
            let connection = try SQLiteConnection(path: path)
            #expect(try connection.statement("SELECT count(*) FROM a").first { $0.int(0) } == 1)
            #expect(try connection.statement("PRAGMA user_version").first { $0.int(0) } == 3)
            // A step that fails leaves the version before it.
            schema.migrations += ["CREATE TABLE b(n)", "CREATE TABLE b(n)"]
            #expect(throws: SQLiteFailure.self) { try connection.migrate(schema) }
            #expect(try connection.statement("PRAGMA user_version").first { $0.int(0) } == 4)
            connection.close()
        }
    }

    @Test("a lock that another holds fails the call by name; it works when the lock is gone")
    func lock() async throws {
        try await withFolder { folder in
            let path = "\(folder)/storefront.sqlite"
            let persistence = SQLitePersistence(path: path, patience: 20)
            try await Self.addCoin(persistence)
            let other = try SQLiteConnection(path: path)
            try other.execute("BEGIN EXCLUSIVE")
            let error = await Self.failure(path) { try await Self.addCoin(persistence) }
            #expect(error?.message.contains("locked") ?? false)
            #expect(try await Self.coins(persistence) == 1)
            try other.execute("ROLLBACK")
            try await Self.addCoin(persistence)
            #expect(try await Self.coins(persistence) == 2)
            other.close()
            await persistence.close()
        }
    }

    @Test("64 writers on two openings, beside a reader that holds its snapshot, see no error")
    func manyWriters() async throws {
        try await withFolder { folder in
            let path = "\(folder)/storefront.sqlite"
            let (one, other) = (SQLitePersistence(path: path), SQLitePersistence(path: path))
            try await Self.addCoin(one)
            let reader = try SQLiteConnection(path: path)
            try reader.execute("BEGIN; SELECT count(*) FROM customers")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<64 {
                    group.addTask {
                        for _ in 0..<50 { try await Self.addCoin(writer % 2 == 0 ? one : other) }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try reader.statement("SELECT balances FROM customers").first { $0.text(0) } == #"{"coins":1}"#)
            #expect(try await Self.coins(one) == 3201)
            #expect(try await Self.coins(other) == 3201)
            reader.close()
            await one.close()
            await other.close()
        }
    }
}
