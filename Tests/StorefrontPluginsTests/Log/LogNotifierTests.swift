import FoundationEssentials
import Storefront
import StorefrontContracts
import TestSupport
import Testing

@testable import StorefrontPlugins

@Suite("The log notifier")
struct LogNotifierTests {
    private static func harness(_ folder: String) -> NotifierHarness {
        let path = "\(folder)/logs/events.jsonl"
        return NotifierHarness(
            received: { try lines(path).map { try JSON(parsing: $0)["id"]?.string ?? "none" } },
            breakForNow: {
                if FileManager.default.fileExists(atPath: path) {
                    try FileManager.default.moveItem(atPath: path, toPath: path + ".aside")
                }
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            },
            mend: {
                try FileManager.default.removeItem(atPath: path)
                guard FileManager.default.fileExists(atPath: path + ".aside") else { return }
                try FileManager.default.moveItem(atPath: path + ".aside", toPath: path)
            },
            make: { LogNotifier(.file(path)) })
    }

    private static func lines(_ path: String) throws -> [String] {
        guard let data = FileManager.default.contents(atPath: path) else { return [] }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private static let names = NotifierContract.rules(for: harness("")).map(\.id)

    private static func event(_ id: String) -> Event {
        Event(
            id: id, type: "purchase.completed", app: "com.acme.game", customer: "ada", environment: "sandbox",
            sequence: 1, cause: .client, occurredAt: Fixture.wall, recordedAt: Fixture.wall, data: ["name": "Prämie"])
    }

    @Test("keeps the rules of a notifier", arguments: names)
    func contract(_ name: String) async throws {
        try await withFolder { folder in
            let harness = Self.harness(folder)
            try await NotifierContract.rules(for: harness).first { $0.id == name }?.run(harness)
        }
    }

    @Test("a line is the event's JSON and nothing else, in a file for its owner only")
    func line() async throws {
        try await withFolder { folder in
            let path = "\(folder)/events.jsonl"
            #expect(try await LogNotifier(.file(path)).deliver(Self.event("evt_1")) == .delivered)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == Self.event("evt_1").json.text + "\n")
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test("without a file, lines go to standard error and nowhere else")
    func standardError() async throws {
        let result = await #expect(
            processExitsWith: .success, observing: [\.standardErrorContent, \.standardOutputContent]
        ) {
            let fate = try await LogNotifier().deliver(Self.event("evt_1"))
            guard fate == .delivered else { throw Failure("it is called \(fate)") }
        }
        let lines = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(lines.split(separator: "\n").contains { $0 == Self.event("evt_1").json.text })
        #expect(!String(decoding: try #require(result).standardOutputContent, as: UTF8.self).contains("evt_1"))
    }

    @Test("a half line that a crash left is ended, never glued to the next event")
    func halfLine() async throws {
        try await withFolder { folder in
            let path = "\(folder)/events.jsonl"
            try #"{"id":"evt_0","#.write(toFile: path, atomically: false, encoding: .utf8)
            for id in ["evt_1", "evt_2"] { _ = try await LogNotifier(.file(path)).deliver(Self.event(id)) }
            let lines = try Self.lines(path)
            #expect(lines == [#"{"id":"evt_0","#, Self.event("evt_1").json.text, Self.event("evt_2").json.text])
        }
    }

    @Test("a file that was moved away is made anew")
    func rotated() async throws {
        try await withFolder { folder in
            let path = "\(folder)/events.jsonl"
            let notifier = LogNotifier(.file(path))
            _ = try await notifier.deliver(Self.event("evt_1"))
            try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
            _ = try await notifier.deliver(Self.event("evt_2"))
            #expect(try Self.lines(path) == [Self.event("evt_2").json.text])
        }
    }

    @Test("a disk that is full is tried later with the path in the reason")
    func fullDevice() async throws {
        let fate = try await LogNotifier(.file("/dev/full")).deliver(Self.event("evt_1"))
        #expect(fate == .retryLater("/dev/full: No space left on device"))
    }

    @Test("a line that the disk has no room for is taken back whole, and goes through once there is room")
    func noRoom() async throws {
        try await withFolder { folder in
            let path = "\(folder)/events.jsonl"
            _ = await #expect(processExitsWith: .success) { [path = path as String] in
                let line = Self.event("evt_1").json.text
                limitFiles(to: UInt(line.utf8.count * 3 / 2))
                let notifier = LogNotifier(.file(path))
                for fate in [true, false, false] {
                    let isDelivered = try await notifier.deliver(Self.event("evt_1")) == .delivered
                    guard isDelivered == fate else { throw Failure("delivered: \(isDelivered)") }
                    guard try Self.lines(path) == [line] else { throw Failure("half a line stays") }
                }
                limitFiles(to: nil)
                guard try await notifier.deliver(Self.event("evt_1")) == .delivered else {
                    throw Failure("it stays broken")
                }
            }
            let lines = try Self.lines(path)
            #expect(lines == [Self.event("evt_1").json.text, Self.event("evt_1").json.text])
        }
    }

    @Test("the manifest's path is under the data folder; without one it is standard error")
    func plugin() async throws {
        try await withFolder { folder in
            let section = Section(name: "log", options: ["path": .init(["logs/events.jsonl"])])
            let context = PluginContext(section: section, app: "com.acme.game", dataFolder: folder)
            let notifier = try Plugin<any Notifier>.log.make(context)
            #expect(try await notifier.deliver(Self.event("evt_1")) == .delivered)
            #expect(try Self.lines("\(folder)/logs/events.jsonl").count == 1)
        }
    }
}
