import Foundation
import Glibc
import Storefront
import TestSupport
import Testing

@testable import StorefrontPlugins

@Suite("A SQLite persistence on a bad day", .enabled(if: SmallDisk.isPossible, SmallDisk.reason))
struct SQLiteDiskTests {
    @Test("a full disk fails the calls with nothing half written; with space again it works without a restart")
    func fullDisk() async throws {
        try await withFolder { folder in
            let disk = try SmallDisk(folder: "\(folder)/disk")
            defer { disk.remove() }
            let path = "\(disk.folder)/storefront.sqlite"
            let persistence = SQLitePersistence(path: path)
            let filler = "\(disk.folder)/filler"
            #expect(FileManager.default.createFile(atPath: filler, contents: Data(count: 300_000)))
            var written = 0
            var error: StorefrontError?
            for index in 0..<2000 where error == nil {
                do {
                    try await persistence.update(SQLiteFileTests.ada, loading: Loading()) { commit in
                        commit.customer.balances["coins", default: 0] += 1
                        commit.put(
                            Attempt(
                                id: SQLiteFileTests.ada, key: "\(index)", product: String(repeating: "x", count: 900),
                                quantity: 1, state: .completed, holder: "h", orderedAt: Timestamp(milliseconds: 0)))
                    }
                    written += 1
                } catch let failure as StorefrontError {
                    error = failure
                }
            }
            #expect(error?.code == .storageUnavailable)
            #expect(error?.message == "\(path): the disk is full")
            #expect(try await SQLiteFileTests.coins(persistence) == Int64(written))
            let again = await SQLiteFileTests.failure(path) {
                for _ in 0..<100 { try await SQLiteFileTests.addCoin(persistence) }
            }
            #expect(again != nil)
            try FileManager.default.removeItem(atPath: filler)
            let before = try await SQLiteFileTests.coins(persistence)
            try await SQLiteFileTests.addCoin(persistence)
            #expect(try await SQLiteFileTests.coins(persistence) == before + 1)
            await persistence.close()
        }
    }

    @Test("a disk that may only be read fails the calls; it works when it may be written to again")
    func readOnlyDisk() async throws {
        try await withFolder { folder in
            let disk = try SmallDisk(folder: "\(folder)/disk")
            defer { disk.remove() }
            let path = "\(disk.folder)/storefront.sqlite"
            let first = SQLitePersistence(path: path)
            try await SQLiteFileTests.addCoin(first)
            await first.close()
            disk.remount(readOnly: true)
            let persistence = SQLitePersistence(path: path)
            _ = await SQLiteFileTests.failure(path) { try await SQLiteFileTests.addCoin(persistence) }
            let missing = SQLitePersistence(path: "\(disk.folder)/new/storefront.sqlite")
            let error = await SQLiteFileTests.failure("\(disk.folder)/new/storefront.sqlite") {
                try await SQLiteFileTests.addCoin(missing)
            }
            #expect(error?.message.contains("cannot be written to") ?? false, "\(error?.message ?? "")")
            disk.remount(readOnly: false)
            try await SQLiteFileTests.addCoin(persistence)
            #expect(try await SQLiteFileTests.coins(persistence) == 2)
            await persistence.close()
            await missing.close()
        }
    }
}
