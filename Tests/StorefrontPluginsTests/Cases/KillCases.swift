import Foundation
import Storefront
import StorefrontPlugins
import TestSupport
import Testing

@Suite("Killed at any instant")
struct KillCases {
    /// Kills, each at an instant of its own.
    private static let kills = 200
    /// The most lines that a process says before it is killed.
    private static let mostLines = 12

    @Test("after 200 kills: what was charged is delivered, nothing twice, and every event is told")
    func kills() async throws {
        let folder = try TemporaryFolder()
        let random = SharedRandom(printing: "seed of the kills")
        var completed: [String: Set<String>] = [:]
        for round in 0..<Self.kills {
            let loop = try PurchaseLoop(folder: folder.path, round: "\(round)")
            loop.listen(forLines: 1 + Int(random.next() % UInt64(Self.mostLines)))
            Self.note(loop.killed(), in: &completed)
        }
        try await check(folder.path, completed)
    }

    @Test("two processes that buy for the same customers on one database at the same time agree")
    func twoProcesses() async throws {
        let folder = try TemporaryFolder()
        var completed: [String: Set<String>] = [:]
        let loops = try ["a", "b"].map { try PurchaseLoop(folder: folder.path, round: $0) }
        for loop in loops { loop.listen(forLines: 200) }
        for loop in loops { Self.note(loop.killed(), in: &completed) }
        #expect(completed.values.map(\.count).reduce(0, +) > 0)
        try await check(folder.path, completed)
    }

    private static func note(_ lines: [Substring], in completed: inout [String: Set<String>]) {
        for line in lines {
            let words = line.split(separator: " ").map(String.init)
            if words.count == 3, words[2] == "completed" { completed[words[0], default: []].insert(words[1]) }
        }
    }

    private func check(_ folder: String, _ completed: [String: Set<String>]) async throws {
        var manifest = Shop.manifest()
        manifest.notifications = [Section(name: "log", options: ["path": Section.Value(["events.jsonl"])])]
        var surroundings = try Surroundings.system(dataFolder: folder, environment: [:], log: { _ in })
        // The dead hold leases on what they were carrying; those have run out by then.
        let clock = surroundings.clock
        surroundings.clock = { clock().advanced(byMilliseconds: 2 * EngineLimits.deliveryLease) }
        let engine = try Engine(manifests: [manifest], registry: .builtin, surroundings: surroundings)
        var delivered: [Transaction] = []
        var position: Int64 = 0
        while case let page = try await engine.entries(app: Shop.app, after: position), let last = page.last {
            delivered += page.map(\.value.transaction)
            position = last.position
        }
        #expect(Set(delivered.map(\.id)).count == delivered.count)
        for customer in ["ada", "bob", "cleo", "dan"] {
            let owned = delivered.filter { $0.customer == customer }
            #expect(
                try await engine.balances(app: Shop.app, customer: customer)["coins"] ?? 0 == Int64(owned.count) * 100)
            #expect(Set(owned.compactMap(\.orderKey)).isSuperset(of: completed[customer] ?? []))
        }
        let charged = try await SandboxStore(app: Shop.app, path: folder + "/sandbox.sqlite").charged()
        #expect(charged.map(\.id).sorted() == delivered.map(\.id).sorted())
        #expect(try await engine.unfinished(app: Shop.app).isEmpty)
        await engine.dispatch()
        let lines = try String(contentsOfFile: folder + "/events.jsonl", encoding: .utf8).split(separator: "\n")
        let told = try Set(lines.map { try #require(try JSON(parsing: String($0))["id"]?.string) })
        let recorded = try await events(engine)
        #expect(Set(recorded.map(\.id)).count == recorded.count)
        #expect(told == Set(recorded.map(\.id)))
        for type in ["purchase.completed", "balance.changed"] {
            #expect(recorded.filter { $0.type == type }.count == delivered.count)
        }
        await engine.close()
    }

    private func events(_ engine: Engine) async throws -> [Event] {
        var events: [Event] = []
        var position: Int64 = 0
        while case let page = try await engine.events(app: Shop.app, after: position), let last = page.last {
            events += page.map(\.value)
            position = last.position
        }
        return events
    }
}

/// A process that buys and says so until it is killed.
private final class PurchaseLoop {
    private let process = Process()
    private let pipe = Pipe()
    private var said = Data()

    init(folder: String, round: String) throws {
        process.executableURL = BuiltProducts.folder.appendingPathComponent("PurchaseLoop")
        process.arguments = [folder, round]
        process.standardOutput = pipe
        try process.run()
    }

    /// Returns when it has said so many lines, or ended.
    func listen(forLines lines: Int) {
        while said.count(where: { $0 == 0x0A }) < lines {
            let more = pipe.fileHandleForReading.availableData
            if more.isEmpty { return }
            said += more
        }
    }

    /// Kills it; all the lines that it said whole.
    func killed() -> [Substring] {
        kill(process.processIdentifier, SIGKILL)
        said += pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: said.prefix(through: said.lastIndex(of: 0x0A) ?? said.startIndex), as: UTF8.self)
            .split(separator: "\n")
    }
}
