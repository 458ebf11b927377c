import Storefront
import StorefrontPlugins
import TestSupport
import Testing

/// Cases that others got wrong: who gets what.
@Suite("Who gets what")
struct OwnershipCases {
    private func request(
        _ product: String, _ customer: String = "ada", app: String = Shop.app, key: String? = nil,
        outcome: String = "success"
    ) -> PurchaseRequest {
        PurchaseRequest(app: app, product: product, customer: customer, key: key, storeOptions: ["outcome": outcome])
    }

    @Test("a purchase belongs to who ordered it, not to who is there when it arrives", arguments: Backend.allCases)
    func buyerOwns(backend: Backend) async throws {
        let shop = try Shop(backend)
        shop.faults.die(at: .afterCharge)
        let dying = try shop.open()
        _ = try? await dying.purchase(request("coins100", "ada"))
        shop.faults.revive()
        try await shop.with { (engine: Engine) async throws in
            #expect(try await engine.balances(app: Shop.app, customer: "bob") == [:])
            #expect(try await engine.restore(app: Shop.app, customer: "bob").items.isEmpty)
            #expect(try await engine.balances(app: Shop.app, customer: "ada") == ["coins": 100])
        }
    }

    @Test(
        "a restore gives back exactly what is finished: not the pending, not the declined", arguments: Backend.allCases)
    func restoreGivesBackThePaid(backend: Backend) async throws {
        let shop = try Shop(backend)
        try await shop.with { (engine: Engine) async throws in
            _ = try await engine.purchase(request("pro"))
            _ = try await engine.purchase(request("plus", outcome: "pending"))
            _ = try await engine.purchase(request("pass", outcome: "declined"))
        }
        try await shop.with { (engine: Engine) async throws in
            let before = try await engine.entries(app: Shop.app)
            let results = try await withThrowingTaskGroup(of: RestoreResult.self) { group in
                for _ in 0..<3 { group.addTask { try await engine.restore(app: Shop.app, customer: "ada") } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            for result in results {
                #expect(result.items.map(\.transaction.product) == ["pro"])
                #expect(result.entitlements.filter(\.isActive).map(\.id) == ["pro"])
            }
            #expect(try await engine.entries(app: Shop.app) == before)
            #expect(try await engine.events(app: Shop.app).filter { $0.value.type == "restore.completed" }.count == 1)
        }
    }

    @Test("a restore that gives nothing back says so and is told", arguments: Backend.allCases)
    func nothingToRestore(backend: Backend) async throws {
        let shop = try Shop(backend)
        try await shop.with { (engine: Engine) async throws in
            #expect(
                try await engine.restore(app: Shop.app, customer: "ada") == RestoreResult(items: [], entitlements: []))
            #expect(try await engine.events(app: Shop.app).map(\.value.type) == ["restore.completed"])
        }
    }

    @Test(
        "a restore after the ledger was lost gives back what was paid, and a dry run only says so",
        arguments: Backend.allCases)
    func restoreIntoAnEmptyLedger(backend: Backend) async throws {
        let shop = try Shop(backend)
        try await shop.with { (engine: Engine) async throws in
            _ = try await engine.purchase(request("pro"))
            _ = try await engine.purchase(request("coins100"))
        }
        try await shop.with { try await $0.erase(app: Shop.app) }
        try await shop.with { (engine: Engine) async throws in
            let said = try await engine.restore(app: Shop.app, customer: "ada", dryRun: true)
            #expect(said.items.map(\.outcome) == [.restored])
            #expect(try await engine.entitlements(app: Shop.app, customer: "ada").isEmpty)
            #expect(try await engine.restore(app: Shop.app, customer: "ada").items.map(\.outcome) == [.restored])
            #expect(try await engine.entitlements(app: Shop.app, customer: "ada").map(\.isActive) == [true])
        }
    }

    @Test("a restore never grants coins again", arguments: Backend.allCases)
    func noCoinsAgain(backend: Backend) async throws {
        let shop = try Shop(backend)
        try await shop.with { (engine: Engine) async throws in
            _ = try await engine.purchase(request("coins100"))
            for _ in 0..<3 { _ = try await engine.restore(app: Shop.app, customer: "ada") }
            #expect(try await engine.balances(app: Shop.app, customer: "ada") == ["coins": 100])
        }
    }

    @Test(
        "a non-consumable that is owned and a group that runs are not charged again", arguments: Backend.allCases,
        ["pro", "plus"])
    func alreadyOwned(backend: Backend, product: String) async throws {
        let shop = try Shop(backend)
        try await shop.with { (engine: Engine) async throws in
            #expect(try await engine.purchase(request(product)).status == .completed)
            let error = await #expect(throws: StorefrontError.self) { try await engine.purchase(request(product)) }
            #expect(error?.code == .alreadyOwned)
            #expect(try await engine.entries(app: Shop.app).count == 1)
        }
    }

    @Test(
        "a pending purchase grants nothing, holds nothing up, and once approved grants once, over a restart",
        arguments: Backend.allCases)
    func pending(backend: Backend) async throws {
        let shop = try Shop(backend)
        let waiting = try await shop.with { (engine: Engine) async throws in
            let result = try await engine.purchase(request("coins100", key: "k1", outcome: "pending"))
            #expect(result.status == .pending)
            #expect(try await engine.purchase(request("coins100", key: "k2")).status == .completed)
            #expect(try await engine.balances(app: Shop.app, customer: "ada") == ["coins": 100])
            return try #require(result.pendingTransaction)
        }
        try await shop.with { (engine: Engine) async throws in
            #expect(try await engine.unfinished(app: Shop.app).map(\.state) == [.pending])
            let sandbox = SandboxStore(app: Shop.app, path: shop.folder.path + "/sandbox.sqlite")
            try await sandbox.approve(waiting)
            await sandbox.close()
            for _ in 0..<3 { try await engine.catchUp(app: Shop.app) }
            #expect(try await engine.balances(app: Shop.app, customer: "ada") == ["coins": 200])
        }
        try await shop.with { (engine: Engine) async throws in
            let again = try await engine.purchase(request("coins100", key: "k1", outcome: "pending"))
            #expect(again.status == .completed)
            #expect(try await engine.balances(app: Shop.app, customer: "ada") == ["coins": 200])
            #expect(try await engine.unfinished(app: Shop.app).isEmpty)
        }
    }

    @Test("a pending purchase that is declined at last grants nothing and is told", arguments: Backend.allCases)
    func pendingDeclined(backend: Backend) async throws {
        let shop = try Shop(backend)
        let waiting = try await shop.with { (engine: Engine) async throws in
            let result = try await engine.purchase(request("pro", outcome: "pending"))
            return try #require(result.pendingTransaction)
        }
        let sandbox = SandboxStore(app: Shop.app, path: shop.folder.path + "/sandbox.sqlite")
        try await sandbox.decline(waiting)
        await sandbox.close()
        try await shop.with { (engine: Engine) async throws in
            #expect(try await engine.entitlements(app: Shop.app, customer: "ada").isEmpty)
            #expect(try await engine.unfinished(app: Shop.app).isEmpty)
            #expect(
                try await engine.events(app: Shop.app).map(\.value.type) == ["purchase.pending", "purchase.failed"])
        }
    }

    @Test(
        "two apps with equal customers and products in one database see nothing of each other",
        arguments: Backend.allCases)
    func appsApart(backend: Backend) async throws {
        let shop = try Shop(backend)
        let engine = try shop.open([Shop.manifest(), Shop.manifest(app: "com.acme.other")])
        _ = try await engine.purchase(request("pro", key: "k1"))
        _ = try await engine.purchase(request("coins100", key: "k2"))
        #expect(try await engine.entitlements(app: "com.acme.other", customer: "ada").isEmpty)
        #expect(try await engine.balances(app: "com.acme.other", customer: "ada").isEmpty)
        #expect(try await engine.entries(app: "com.acme.other").isEmpty)
        #expect(try await engine.events(app: "com.acme.other").isEmpty)
        #expect(try await engine.restore(app: "com.acme.other", customer: "ada").items.isEmpty)
        #expect(try await engine.purchase(request("coins100", app: "com.acme.other", key: "k2")).isDuplicate == false)
        #expect(try await engine.balances(app: "com.acme.other", customer: "ada") == ["coins": 100])
        #expect(try await engine.balances(app: Shop.app, customer: "ada") == ["coins": 100])
        #expect(try await engine.isEntitled(app: "com.acme.other", customer: "ada", to: "pro") == false)
        #expect(try await engine.isEntitled(app: Shop.app, customer: "ada", to: "pro"))
        await engine.close()
    }

    @Test(
        "a product that vanishes leaves what was bought; one that changes its type is refused, naming both",
        arguments: Backend.allCases)
    func changedManifest(backend: Backend) async throws {
        let shop = try Shop(backend)
        try await shop.with { _ = try await $0.purchase(request("pro")) }
        var without = Shop.manifest()
        without.products.removeAll { $0.id == "pro" }
        let engine = try shop.open([without])
        #expect(try await engine.entitlements(app: Shop.app, customer: "ada").map(\.isActive) == [true])
        #expect(try await engine.entries(app: Shop.app).count == 1)
        await engine.close()
        var changed = Shop.manifest()
        changed.products = changed.products.map {
            $0.id == "pro" ? Product(id: "pro", type: .consumable, name: "Pro", prices: $0.prices) : $0
        }
        let refusing = try shop.open([changed])
        let error = await #expect(throws: StorefrontError.self) {
            try await refusing.entitlements(app: Shop.app, customer: "ada")
        }
        #expect(error?.message.contains("non-consumable") == true && error?.message.contains("is a consumable") == true)
        await refusing.close()
    }
}
