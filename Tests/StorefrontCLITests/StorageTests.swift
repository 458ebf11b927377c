import Foundation
import Storefront
import TestSupport
import Testing

@Suite("The command line on a bad disk", .enabled(if: SmallDisk.isPossible, SmallDisk.reason))
struct StorageTests {
    private static let purchase = [
        "purchase", "word-game", "com.acme.wordgame.coins100", "--customer", "ada", "--json", "--quiet",
    ]

    @Test("a full or read-only disk is status 3 with the path; then it works again and what was charged is there")
    func badDisk() throws {
        let program = try BuiltProgram()
        let disk = try SmallDisk(folder: program.folder.path + "/data")
        defer { disk.remove() }
        func run(_ words: [String]) throws -> BuiltProgram.Ended { try program.run(words + ["--data", disk.folder]) }

        #expect(try run(Self.purchase).status == 0)
        disk.fill()
        try expectUnavailable(run(Self.purchase), disk)
        disk.makeRoom()
        #expect(try run(Self.purchase).status == 0)
        disk.remount(readOnly: true)
        try expectUnavailable(run(Self.purchase), disk)
        disk.remount(readOnly: false)
        #expect(try run(Self.purchase).status == 0)

        let ledger = try JSON(parsing: run(["transactions", "word-game", "--json"]).output)
        let count = ledger["transactions"]?.array?.count ?? 0
        #expect(count >= 3)
        let balance = try JSON(parsing: run(["balance", "word-game", "--customer", "ada", "--json"]).output)
        #expect(balance["balances"]?["coins"] == .number(count * 100))
    }

    private func expectUnavailable(_ ended: BuiltProgram.Ended, _ disk: SmallDisk) throws {
        #expect(ended.status == 3)
        let error = try JSON(parsing: ended.output)["error"]
        #expect(error?["code"] == "storage-unavailable")
        #expect(error?["message"]?.string?.contains(disk.folder) == true)
    }
}
