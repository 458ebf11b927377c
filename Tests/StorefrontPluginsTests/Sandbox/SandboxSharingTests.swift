import FoundationEssentials
import Storefront
import TestSupport
import Testing

@testable import StorefrontPlugins

@Suite("Many on one sandbox file")
struct SandboxSharingTests {
    private func count(_ path: String) throws -> Int { try FileManager.default.contentsOfDirectory(atPath: path).count }

    private func open(_ plugin: Plugin<any Store>, _ app: String, _ folder: String) throws -> any Store {
        try plugin.make(PluginContext(section: Section(name: "sandbox"), app: app, dataFolder: folder))
    }

    @Test("a thousand apps that listen and sell share one file's few connections and threads")
    func manyApps() async throws {
        try await withFolder { folder in
            let plugin = Plugin<any Store>.sandbox
            let stores = try (0..<1_000).map { try open(plugin, "com.acme.app\($0)", folder) }
            let listeners = stores.map { store in
                Task {
                    var heard = 0
                    for try await word in store.unfinished() where word != .caughtUp { heard += 1 }
                    return heard
                }
            }
            for (index, store) in stores.enumerated() {
                let order = Fixture.order(Fixture.coins, outcome: "answer-lost", app: "com.acme.app\(index)")
                await #expect(throws: StoreError.self) { try await store.purchase(order) }
            }
            let links = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter { name in
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)"))?
                    .hasPrefix(folder) ?? false
            }
            // The file and its log, for the writer and each reader, and the memory they share.
            #expect(links.count <= 3 * (1 + SQLiteDatabase.readerCount))
            for store in stores {
                var said = 0
                for try await word in store.unfinished() {
                    if word == .caughtUp { break }
                    said += 1
                }
                #expect(said == 1)
            }
            for store in stores { await store.close() }
            for listener in listeners { #expect(try await listener.value <= 1) }
        }
    }

    @Test("the file is closed behind the last store, and opened anew for the next")
    func reopened() async throws {
        try await withFolder { folder in
            let plugin = Plugin<any Store>.sandbox
            let (first, second) = (
                try open(plugin, "com.acme.game", folder), try open(plugin, "com.acme.scanner", folder)
            )
            _ = try await first.purchase(Fixture.order(Fixture.full))
            await first.close()
            #expect(try await second.restore("ada").isEmpty)
            await second.close()
            await #expect(throws: StorefrontError.self) { try await second.restore("ada") }
            let third = try open(plugin, "com.acme.game", folder)
            #expect(try await third.restore("ada").count == 1)
            await third.close()
        }
    }

    @Test("what was ordered here is said by a fresh sequence, and does not wake one that is caught up")
    func answered() async throws {
        try await withFolder { folder in
            let (store, other) = (sandbox(folder), sandbox(folder))
            var heard: [String] = []
            for try await word in store.unfinished() {
                switch word {
                case .caughtUp:
                    let bought = try #require(try await store.purchase(Fixture.order(Fixture.coins)).transaction)
                    #expect(try await Fixture.backlog(store) == [.transaction(bought)])
                    try await store.finish(bought.reference)
                    _ = try await other.purchase(Fixture.order(Fixture.coins, key: "key-2"))
                case .transaction(let transaction): heard.append(transaction.id)
                case .ended: break
                }
                if !heard.isEmpty { break }
            }
            #expect(heard == ["tx_000002"])
            for opened in [store, other] { await opened.close() }
        }
    }

    @Test("another process's advance is seen while a sequence waits")
    func foreignAdvance() async throws {
        try await withFolder { folder in
            let (store, other) = (sandbox(folder), sandbox(folder))
            for try await word in store.unfinished() {
                guard word == .caughtUp else { break }
                let later = try await other.advance(by: Period(1, .day))
                _ = try await other.purchase(Fixture.order(Fixture.coins, at: later))
            }
            #expect(store.now(at: Fixture.wall) == Fixture.wall.adding(Period(1, .day)))
            for opened in [store, other] { await opened.close() }
        }
    }

    @Test("a sequence that waits ends when its task is cancelled")
    func cancelled() async throws {
        try await withFolder { folder in
            let store = sandbox(folder)
            let (caughtUp, continuation) = AsyncStream<Void>.makeStream()
            let listening = Task {
                for try await word in store.unfinished() where word == .caughtUp { continuation.yield() }
            }
            for await _ in caughtUp { break }
            listening.cancel()
            try await listening.value
            await store.close()
        }
    }

    @Test("a backlog of several pages is said in order, each once, and what came meanwhile after it")
    func pages() async throws {
        try await withFolder { folder in
            let store = sandbox(folder)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<700 {
                    group.addTask { _ = try await store.purchase(Fixture.order(Fixture.coins, key: "key-\(number)")) }
                }
                try await group.waitForAll()
            }
            let said = try await Fixture.backlog(store).compactMap { word in
                if case .transaction(let transaction) = word { transaction.id } else { nil }
            }
            #expect(said.count == 700)
            #expect(said == said.sorted())
            #expect(Set(said).count == 700)
            await store.close()
        }
    }

    @Test("two processes at the same time charge each key once and use no id twice")
    func processes() async throws {
        try await withFolder { folder in
            async let first = buyElsewhere(folder, customer: "bob")
            async let second = buyElsewhere(folder, customer: "eve")
            let bothEnded = await (first, second)
            #expect(bothEnded == (true, true))
            let store = sandbox(folder)
            let charged = try await Fixture.backlog(store).compactMap { word in
                if case .transaction(let transaction) = word { transaction } else { nil }
            }
            #expect(Set(charged.map(\.id)).count == 120)
            #expect(charged.filter { $0.customer == "ada" }.count == 40)
            await store.close()
        }
    }

    /// Buys in a process of its own: under 40 keys of ada's, which others buy under too, and under 40 of the customer's.
    private func buyElsewhere(_ folder: String, customer: String) async -> Bool {
        let result = await #expect(processExitsWith: .success) { [folder, customer] in
            let store = sandbox(folder)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<40 {
                    for buyer in ["ada", customer] {
                        let order = Fixture.order(Fixture.coins, key: "key-\(number)", customer: buyer)
                        group.addTask { _ = try await store.purchase(order) }
                    }
                }
                try await group.waitForAll()
            }
            await store.close()
        }
        return result != nil
    }
}
