import Foundation
import Storefront
import TestSupport
import Testing

@testable import StorefrontPlugins

@Suite("A SQLite file and its threads")
struct SQLiteDatabaseTests {
    static let schema = SQLiteSchema(applicationID: 0x5465_7374, migrations: ["CREATE TABLE t(n INTEGER PRIMARY KEY)"])

    @Test("writes of many tasks share transactions and none is lost")
    func groupCommit() async throws {
        try await withFolder { folder in
            let database = SQLiteDatabase(path: "\(folder)/a/b/t.sqlite", schema: Self.schema)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<500 {
                    group.addTask {
                        try await database.write { connection in
                            try connection.statement("INSERT INTO t VALUES(?)").bind(Int64(number)).run()
                        }
                    }
                }
                try await group.waitForAll()
            }
            let count = try await database.read { try $0.statement("SELECT count(*) FROM t").first { $0.int(0) } }
            #expect(count == 500)
            await database.close()
            await #expect(throws: StorefrontError.self) { try await database.read { _ in } }
        }
    }

    @Test("a job that throws, before or after it wrote, harms none of its group")
    func throwingJobs() async throws {
        struct Refusal: Error {}
        try await withFolder { folder in
            let database = SQLiteDatabase(path: "\(folder)/t.sqlite", schema: Self.schema)
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<300 {
                    group.addTask {
                        _ = try? await database.write { connection in
                            if number % 3 == 0 { throw Refusal() }
                            try connection.statement("INSERT INTO t VALUES(?)").bind(Int64(number)).run()
                            if number % 3 == 1 { throw Refusal() }
                        }
                    }
                }
            }
            let kept = try await database.read { try $0.statement("SELECT count(*) FROM t").first { $0.int(0) } }
            let wrong = try await database.read {
                try $0.statement("SELECT count(*) FROM t WHERE n % 3 < 2").first { $0.int(0) }
            }
            #expect(kept == 100)
            #expect(wrong == 0)
            await database.close()
        }
    }

    @Test("another connection's commit is noticed, an own one is not counted")
    func foreignCommits() async throws {
        try await withFolder { folder in
            let one = SQLiteDatabase(path: "\(folder)/t.sqlite", schema: Self.schema)
            let other = SQLiteDatabase(path: "\(folder)/t.sqlite", schema: Self.schema)
            try await one.write { try $0.statement("INSERT INTO t VALUES(1)").run() }
            let before = one.foreignChanges
            try await one.write { try $0.statement("INSERT INTO t VALUES(2)").run() }
            #expect(one.foreignChanges == before)
            try await other.write { try $0.statement("INSERT INTO t VALUES(3)").run() }
            while one.foreignChanges == before { await Task.yield() }
            await one.close()
            await other.close()
        }
    }

    @Test("the log beside the file stays small however much is written, and begins anew")
    func logSize() async throws {
        try await withFolder { folder in
            let path = "\(folder)/t.sqlite"
            let schema = SQLiteSchema(applicationID: 7, migrations: ["CREATE TABLE t(n INTEGER PRIMARY KEY, x TEXT)"])
            let database = SQLiteDatabase(path: path, schema: schema)
            let page = String(repeating: "x", count: 200_000)
            for _ in 0..<400 {
                try await database.write { try $0.statement("INSERT INTO t VALUES(NULL, ?)").bind(page).run() }
            }
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)-wal")
            let written = 400 * page.utf8.count
            let size = try #require(attributes[.size] as? Int)
            #expect(size < Int(SQLiteWriter.hugeLogPages) * 4096 + 1_000_000)
            #expect(size < written)
            await database.close()
        }
    }
}
