import Storefront
import StorefrontPlugins
import TestSupport
import Testing

/// Texts, numbers and moments at the edge of what a caller may do.
@Suite("Edges", .timeLimit(.minutes(1)))
struct EdgeCases {
    /// One to the eye and to Swift, two to a database.
    private static let composed = "Ren\u{E9}"
    private static let decomposed = "Rene\u{301}"

    private func request(_ product: String, _ customer: String = "ada", key: String? = nil) -> PurchaseRequest {
        PurchaseRequest(app: Shop.app, product: product, customer: customer, key: key)
    }

    @Test("ids that look alike and differ in their bytes are two customers", arguments: Backend.allCases)
    func lookAlikes(backend: Backend) async throws {
        let shop = try Shop(backend)
        try await shop.with { (engine: Engine) async throws in
            async let first = engine.purchase(request("coins100", Self.composed, key: "k"))
            async let second = engine.purchase(request("coins100", Self.decomposed, key: "k"))
            let ids = try await [first.transaction?.id, second.transaction?.id]
            #expect(Set(ids).count == 2)
            _ = try await engine.purchase(request("pro", Self.composed))
            #expect(try await engine.isEntitled(app: Shop.app, customer: Self.composed, to: "pro"))
            #expect(try await engine.isEntitled(app: Shop.app, customer: Self.decomposed, to: "pro") == false)
            _ = try await engine.spend(app: Shop.app, customer: Self.composed, unit: "coins", amount: 30, key: "s")
            #expect(try await engine.balances(app: Shop.app, customer: Self.composed) == ["coins": 70])
            #expect(try await engine.balances(app: Shop.app, customer: Self.decomposed) == ["coins": 100])
            #expect(try await engine.entries(app: Shop.app, customer: Self.decomposed).count == 1)
        }
    }

    @Test("events of customers whose ids look alike are all carried", arguments: Backend.allCases)
    func lookAlikesHear(backend: Backend) async throws {
        let shop = try Shop(backend)
        var manifest = Shop.manifest()
        manifest.notifications = [Section(name: "log", options: ["path": Section.Value(["events.jsonl"])])]
        let engine = try shop.open([manifest])
        for customer in [Self.composed, Self.decomposed] {
            for _ in 0..<40 { _ = try await engine.purchase(request("coins100", customer)) }
        }
        await engine.dispatch()
        #expect(try await engine.deliveries(app: Shop.app).map(\.waiting) == [0])
        await engine.close()
    }

    @Test("what a balance could not hold is refused before it is charged", arguments: Backend.allCases)
    func fullBalance(backend: Backend) async throws {
        let shop = try Shop(backend)
        var manifest = Shop.manifest()
        manifest.products[0].grants = [Grant(unit: "coins", amount: EngineLimits.balance)]
        let engine = try shop.open([manifest])
        #expect(try await engine.purchase(request("coins100")).status == .completed)
        let error = await #expect(throws: StorefrontError.self) { try await engine.purchase(request("coins100")) }
        #expect(error?.code == .invalidRequest)
        #expect(shop.faults.count(.beforeCharge) == 1)
        #expect(try await engine.balances(app: Shop.app, customer: "ada") == ["coins": EngineLimits.balance])
        await engine.close()
    }

    @Test("pages of no or less than no rows are empty", arguments: Backend.allCases, [0, -1, .min])
    func smallPages(backend: Backend, limit: Int) async throws {
        let shop = try Shop(backend)
        try await shop.with { (engine: Engine) async throws in
            _ = try await engine.purchase(request("coins100"))
            #expect(try await engine.entries(app: Shop.app, limit: limit).isEmpty)
            #expect(try await engine.events(app: Shop.app, limit: limit).isEmpty)
        }
    }

    @Test("an engine closes while the reader of its stream has an event in hand", arguments: Backend.allCases)
    func closesUnderStream(backend: Backend) async throws {
        let shop = try Shop(backend)
        let engine = try shop.open()
        _ = try await engine.purchase(request("coins100"))
        var heard = 0
        for await _ in try await engine.events(of: Shop.app, as: "reader") {
            heard += 1
            await engine.close()
        }
        #expect(heard == 1)
    }

    @Test("an engine that is closed while it opens ends, and its data can be used at once", arguments: Backend.allCases)
    func closesWhileOpening(backend: Backend) async throws {
        let shop = try Shop(backend)
        for _ in 0..<20 {
            let engine = try shop.open()
            async let purchase = engine.purchase(request("coins100"))
            await engine.close()
            _ = try? await purchase
            await engine.close()
        }
        try await shop.with { (engine: Engine) async throws in
            let entries = try await engine.entries(app: Shop.app)
            let balance = try await engine.balances(app: Shop.app, customer: "ada")["coins"] ?? 0
            #expect(balance == Int64(entries.count) * 100)
        }
    }

    @Test("a finish whose note was lost is reached when the store calls it unfinished", arguments: Backend.allCases)
    func lostNote(backend: Backend) async throws {
        let shop = try Shop(backend)
        shop.faults.fail(at: .beforeFinish, times: 1)
        try await shop.with { (engine: Engine) async throws in
            _ = try await engine.purchase(request("coins100"))
            _ = try await engine.unfinished(app: Shop.app)
        }
        // The wait of the first failure has not passed, yet the store says so itself: at the next start at the latest.
        try await shop.with { (engine: Engine) async throws in
            #expect(try await engine.unfinished(app: Shop.app).isEmpty)
        }
        #expect(shop.faults.count(.afterFinish) >= 1)
    }

    @Test("what the store says while the storage fails is heard again, without a restart", arguments: Backend.allCases)
    func hearsAgain(backend: Backend) async throws {
        let shop = try Shop(backend)
        let engine = try shop.open(sleep: { _ in
            try Task.checkCancellation()
            await Task.yield()
        })
        let pending = PurchaseRequest(
            app: Shop.app, product: "coins100", customer: "ada", storeOptions: ["outcome": "pending"])
        let waiting = try #require(try await engine.purchase(pending).pendingTransaction)
        shop.faults.fail(at: .beforeCommit, times: 3)
        let sandbox = SandboxStore(app: Shop.app, path: shop.folder.path + "/sandbox.sqlite")
        try await sandbox.approve(waiting)
        await sandbox.close()
        while try await engine.entries(app: Shop.app).isEmpty { await Task.yield() }
        #expect(try await engine.balances(app: Shop.app, customer: "ada") == ["coins": 100])
        await engine.close()
    }
}
