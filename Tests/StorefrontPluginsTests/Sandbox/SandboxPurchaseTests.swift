import FoundationEssentials
import Storefront
import Synchronization
import TestSupport
import Testing

@testable import StorefrontPlugins

@Suite("Buying from the sandbox")
struct SandboxPurchaseTests {
    @Test("ids are readable, count up, and are an app's own")
    func ids() async throws {
        try await withFolder { folder in
            let (game, scanner) = (sandbox(folder), sandbox(folder, app: "com.acme.scanner"))
            let first = try await game.purchase(Fixture.order(Fixture.coins)).transaction
            let second = try await game.purchase(Fixture.order(Fixture.coins, key: "key-2")).transaction
            let other = try await scanner.purchase(Fixture.order(Fixture.coins, app: scanner.app)).transaction
            #expect([first?.id, second?.id, other?.id] == ["tx_000001", "tx_000002", "tx_000001"])
            for store in [game, scanner] { await store.close() }
        }
    }

    @Test("a process that is to die dies after the charge, once, and the charge is there")
    func crash() async throws {
        try await withFolder { folder in
            let deaths = Mutex(0)
            let store = SandboxStore(
                app: "com.acme.game", path: "\(folder)/sandbox.sqlite",
                settings: .init(die: { deaths.withLock { $0 += 1 } }))
            let order = Fixture.order(Fixture.coins, outcome: "crash-before-delivery")
            await #expect(throws: StoreError.self) { try await store.purchase(order) }
            let charged = try #require(try await store.purchase(order).transaction)
            #expect(deaths.withLock { $0 } == 1)
            #expect(try await Fixture.backlog(store) == [.transaction(charged)])
            await store.close()
        }
    }

    @Test("a real process dies of it, and the next one finds the charge")
    func killed() async throws {
        try await withFolder { folder in
            let result = await #expect(processExitsWith: .signal(9)) { [folder = folder as String] in
                let store = SandboxStore(app: "com.acme.game", path: "\(folder)/sandbox.sqlite")
                _ = try await store.purchase(Fixture.order(Fixture.coins, outcome: "crash-before-delivery"))
            }
            #expect(result != nil)
            let store = sandbox(folder)
            #expect(try await Fixture.backlog(store).count == 1)
            let repeated = try await store.purchase(Fixture.order(Fixture.coins)).transaction
            #expect(repeated?.id == "tx_000001")
            await store.close()
        }
    }

    @Test("an outcome or an option that there is not is named, with the nearest one, and nothing is recorded")
    func unknownOutcome() async throws {
        try await withFolder { folder in
            let store = sandbox(folder)
            let order = Fixture.order(Fixture.coins, outcome: "declned")
            let error = await #expect(throws: StorefrontError.self) { try await store.purchase(order) }
            #expect(error?.code == .invalidRequest)
            #expect(error?.message == "the sandbox knows no outcome \"declned\"; did you mean \"declined\"?")
            #expect(error?.recovery.contains("crash-before-delivery") == true)
            let odd = Order(
                app: store.app, customer: "ada", key: "key-1", product: Fixture.coins, options: ["speed": "fast"],
                orderedAt: Fixture.wall)
            await #expect(throws: StorefrontError.self) { try await store.purchase(odd) }
            let recorded = try await store.outcome(of: order.reference)
            #expect(recorded == nil)
            await store.close()
        }
    }

    @Test("a period runs from the purchase; a trial once in a group, also while the first order waits")
    func subscription() async throws {
        try await withFolder { folder in
            let store = sandbox(folder)
            let plus = try SaleTests.plus()
            let waiting = try #require(
                try await store.purchase(Fixture.order(plus, key: "a", outcome: "pending")).pendingID)
            let trial = try await store.purchase(Fixture.order(plus, key: "b")).transaction
            #expect(trial?.offer == "introductory")
            #expect(trial?.price?.minorUnits == 0)
            #expect(trial?.expiresAt == Fixture.wall.adding(Period(1, .week)))
            let approved = try await store.approve(waiting)
            #expect(approved.offer == nil)
            #expect(approved.price?.minorUnits == 499)
            #expect(approved.expiresAt?.rfc3339 == "2027-02-28T10:00:00.000Z")
            let bobs = try await store.purchase(Fixture.order(plus, key: "b", customer: "bob")).transaction
            #expect(bobs?.offer == "introductory")
            let back = try await store.purchase(Fixture.order(plus, key: "c", offer: "comeback")).transaction
            #expect(back?.expiresAt?.rfc3339 == "2027-04-30T10:00:00.000Z")
            #expect(back?.price?.minorUnits == 799)
            await store.close()
        }
    }

    private static var seasonPass: Product {
        var pass = Product(id: "season", type: .subscription, name: "Season Pass", prices: Fixture.price)
        pass.subscription = Subscription(period: Period(3, .month), renews: false)
        return pass
    }

    @Test("what does not renew has no end at the store")
    func nonRenewing() async throws {
        try await withFolder { folder in
            let store = sandbox(folder)
            let bought = try await store.purchase(Fixture.order(Self.seasonPass)).transaction
            #expect(bought != nil)
            #expect(bought?.expiresAt == nil)
            #expect(try await store.restore("ada").count == 1)
            await store.close()
        }
    }

    @Test("a time that no clock has is refused, never a trap", arguments: [Int64.min, -1, .max])
    func oddTimes(_ milliseconds: Int64) async throws {
        try await withFolder { folder in
            let store = sandbox(folder)
            let order = Fixture.order(try SaleTests.plus(), at: Timestamp(milliseconds: milliseconds))
            await #expect(throws: StorefrontError.self) { try await store.purchase(order) }
            #expect(try await Fixture.backlog(store).isEmpty)
            await store.close()
        }
    }

    @Test("making a store has no side effects, and a file that cannot be made is storage-unavailable with its path")
    func sideEffects() async throws {
        try await withFolder { folder in
            let plugin = Plugin<any Store>.sandbox
            let context = PluginContext(
                section: Section(name: "sandbox"), app: "com.acme.game", dataFolder: "\(folder)/data")
            let store = try plugin.make(context)
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/data"))
            try "in the way".write(toFile: "\(folder)/data", atomically: false, encoding: .utf8)
            let error = await #expect(throws: StorefrontError.self) {
                try await store.purchase(Fixture.order(Fixture.coins))
            }
            #expect(error?.code == .storageUnavailable)
            #expect(error?.message.contains("\(folder)/data/sandbox.sqlite") == true)
            try FileManager.default.removeItem(atPath: "\(folder)/data")
            #expect(try await store.purchase(Fixture.order(Fixture.coins)).transaction != nil)
            await store.close()
        }
    }

    @Test("an order of another app is refused")
    func foreignOrder() async throws {
        try await withFolder { folder in
            let store = sandbox(folder)
            let order = Fixture.order(Fixture.coins, app: "com.acme.scanner")
            await #expect(throws: StorefrontError.self) { try await store.purchase(order) }
            await store.close()
        }
    }
}
