import Foundation
import Storefront
import StorefrontPlugins
import TestSupport
import Testing

/// Cases that others got wrong: recording and delivering.
@Suite("Recording and delivering")
struct RecordingCases {
    private func coins(_ customer: String = "ada", key: String? = nil, outcome: String? = nil, quantity: Int64 = 1)
        -> PurchaseRequest
    {
        PurchaseRequest(
            app: Shop.app, product: "coins100", customer: customer, quantity: quantity, key: key,
            storeOptions: outcome.map { ["outcome": $0] } ?? [:])
    }

    private func types(_ engine: Engine) async throws -> [String] {
        try await engine.events(app: Shop.app).map(\.value.type)
    }

    @Test(
        "a backend that fails before or after its commit loses nothing and grants once", arguments: Backend.allCases,
        [Step.beforeCommit, .afterCommit])
    func failingBackend(backend: Backend, step: Step) async throws {
        for nth in 1...2 {
            let shop = try Shop(backend)
            shop.faults.die(at: step, nth: nth)
            let dying = try shop.open()
            await #expect(throws: (any Error).self) { try await dying.purchase(coins(key: "k1")) }
            shop.faults.revive()
            try await shop.with { (engine: Engine) async throws in
                let result = try await engine.purchase(coins(key: "k1"))
                let charged = result.status == .completed
                #expect(try await engine.balances(app: Shop.app, customer: "ada") == (charged ? ["coins": 100] : [:]))
            }
        }
    }

    @Test(
        "an answer that is lost is unknown, not failed; the same key resolves it with one charge",
        arguments: Backend.allCases)
    func unknownOutcome(backend: Backend) async throws {
        let shop = try Shop(backend)
        try await shop.with { (engine: Engine) async throws in
            let lost = try await engine.purchase(coins(key: "k1", outcome: "answer-lost"))
            #expect(lost.status == .unknown)
            let again = try await engine.purchase(coins(key: "k1"))
            #expect(again.status == .completed)
            #expect(again.isDuplicate)
            #expect(try await engine.balances(app: Shop.app, customer: "ada") == ["coins": 100])
        }
        try await shop.with { (engine: Engine) async throws in
            #expect(try await engine.entries(app: Shop.app).count == 1)
            #expect(try await types(engine) == ["purchase.completed", "balance.changed"])
        }
    }

    @Test(
        "an unknown outcome is resolved by the next start, and until then the product is not ordered twice",
        arguments: Backend.allCases)
    func unknownOutcomeAtStart(backend: Backend) async throws {
        let shop = try Shop(backend)
        let engine = try shop.open()
        #expect(try await engine.purchase(coins(key: "k1", outcome: "answer-lost")).status == .unknown)
        try await shop.with { (next: Engine) async throws in
            #expect(try await next.balances(app: Shop.app, customer: "ada") == ["coins": 100])
            #expect(try await next.unfinished(app: Shop.app).isEmpty)
        }
    }

    @Test(
        "death at any step leaves one effect, and the finish is reached in the end", arguments: Backend.allCases,
        Step.allCases)
    func death(backend: Backend, step: Step) async throws {
        let shop = try Shop(backend)
        for nth in 1...2 {
            let customer = "customer-\(nth)"
            shop.faults.die(at: step, nth: nth)
            let dying = try shop.open()
            _ = try? await dying.purchase(coins(customer, key: "k1"))
            _ = try? await dying.purchase(coins(customer, key: "k2"))
            await dying.close()
            shop.faults.revive()
            try await shop.with { (engine: Engine) async throws in
                _ = try await engine.purchase(coins(customer, key: "k3"))
                let entries = try await engine.entries(app: Shop.app, customer: customer)
                #expect(
                    try await engine.balances(app: Shop.app, customer: customer)["coins"] == Int64(entries.count) * 100)
                #expect(Set(entries.map(\.value.transaction.id)).count == entries.count)
            }
            try await shop.with { (engine: Engine) async throws in
                #expect(try await engine.unfinished(app: Shop.app).isEmpty)
                let store = try await engine.store(of: Shop.app)
                let entries = try await engine.entries(app: Shop.app, customer: customer).map(\.value.transaction.id)
                var charged: [String] = []
                for key in ["k1", "k2", "k3"] {
                    let order = OrderReference(app: Shop.app, customer: customer, key: key)
                    if case .completed(let transaction) = try await store.outcome(of: order) {
                        charged.append(transaction.id)
                    }
                }
                #expect(entries.sorted() == charged.sorted())
                #expect(entries.count >= 1)
            }
        }
    }

    @Test(
        "one transaction from two sources with two signing times, fifty at once: 100 coins, one event",
        arguments: Backend.allCases)
    func twoSources(backend: Backend) async throws {
        let shop = try Shop(backend)
        shop.faults.die(at: .afterCharge)
        let dying = try shop.open()
        _ = try? await dying.purchase(coins(key: "k1"))
        shop.faults.revive()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    try await shop.with { (engine: Engine) async throws in
                        #expect(try await engine.balances(app: Shop.app, customer: "ada") == ["coins": 100])
                    }
                }
            }
            try await group.waitForAll()
        }
        try await shop.with { (engine: Engine) async throws in
            #expect(try await types(engine) == ["purchase.completed", "balance.changed"])
        }
    }

    @Test("a repeat gets the first one's result, marked duplicate, at once", arguments: Backend.allCases)
    func repeated(backend: Backend) async throws {
        let shop = try Shop(backend)
        let first = try await shop.with { try await $0.purchase(coins(key: "k1", quantity: 2)) }
        try await shop.with { (engine: Engine) async throws in
            for _ in 0..<3 {
                let again = try await engine.purchase(coins(key: "k1", quantity: 2))
                #expect(again.isDuplicate)
                #expect(again.transaction == first.transaction)
            }
            await #expect(throws: StorefrontError.self) { try await engine.purchase(coins(key: "k1")) }
            #expect(try await engine.balances(app: Shop.app, customer: "ada") == ["coins": 200])
        }
    }

    @Test(
        "a finish that fails five times over two restarts is retried; the grant stands and buying goes on",
        arguments: Backend.allCases)
    func lostFinish(backend: Backend) async throws {
        let shop = try Shop(backend)
        shop.faults.fail(at: .beforeFinish, times: 5)
        try await shop.with { _ = try await $0.purchase(coins(key: "k1")) }
        for _ in 0..<6 {
            shop.clock.move(by: 3_600_000)
            try await shop.with { (engine: Engine) async throws in
                #expect(try await engine.balances(app: Shop.app, customer: "ada")["coins"] == 100)
            }
        }
        try await shop.with { (engine: Engine) async throws in
            #expect(try await engine.unfinished(app: Shop.app).isEmpty)
            _ = try await engine.purchase(coins(key: "k2"))
            #expect(try await engine.balances(app: Shop.app, customer: "ada")["coins"] == 200)
            #expect(try await engine.entries(app: Shop.app).count == 2)
        }
    }

    @Test(
        "a purchase that was declined, cancelled or not reached does not block the next", arguments: Backend.allCases,
        ["declined", "cancelled", "network-error"])
    func afterFailure(backend: Backend, outcome: String) async throws {
        let shop = try Shop(backend)
        try await shop.with { (engine: Engine) async throws in
            let first = try await engine.purchase(coins(outcome: outcome))
            #expect(first.status == (outcome == "cancelled" ? .cancelled : .failed))
            #expect(first.error != nil)
            #expect(try await engine.balances(app: Shop.app, customer: "ada") == [:])
            #expect(try await engine.purchase(coins()).status == .completed)
            #expect(try await engine.balances(app: Shop.app, customer: "ada") == ["coins": 100])
        }
    }

    @Test(
        "a thousand finished transactions replayed over ten starts: no new event, row or finish",
        arguments: Backend.allCases)
    func replay(backend: Backend) async throws {
        let shop = try Shop(backend)
        try await shop.with { (engine: Engine) async throws in
            for index in 0..<1_000 { _ = try await engine.purchase(coins(key: "k\(index)")) }
        }
        let finishes = shop.faults.count(.beforeFinish)
        let commits = shop.faults.count(.afterCommit)
        for _ in 0..<10 {
            try await shop.with { (engine: Engine) async throws in
                #expect(try await engine.balances(app: Shop.app, customer: "ada")["coins"] == 100_000)
            }
        }
        #expect(shop.faults.count(.beforeFinish) == finishes)
        #expect(shop.faults.count(.afterCommit) == commits)
        try await shop.with { (engine: Engine) async throws in
            var count = 0
            var position: Int64 = 0
            while let last = try await engine.events(app: Shop.app, after: position).last {
                count += try await engine.events(app: Shop.app, after: position).count
                position = last.position
            }
            #expect(count == 2_000)
        }
    }

    @Test(
        "an order that never reached the store may be placed again under its key, as often as it takes",
        arguments: Backend.allCases)
    func againUnderItsKey(backend: Backend) async throws {
        let shop = try Shop(backend)
        try await shop.with { (engine: Engine) async throws in
            for _ in 0..<3 {
                let lost = try await engine.purchase(coins(key: "k1", outcome: "network-error"))
                #expect(lost.status == .failed)
                #expect(lost.error?.code == .storeUnavailable)
            }
            #expect(try await engine.purchase(coins(key: "k1")).status == .completed)
            #expect(try await engine.purchase(coins(key: "k1")).isDuplicate)
            #expect(try await engine.balances(app: Shop.app, customer: "ada") == ["coins": 100])
            #expect(try await types(engine).filter { $0 == "purchase.failed" }.count == 3)
        }
    }

    @Test(
        "a store that starts anew and gives an id again is told by name, not taken for a repeat",
        arguments: Backend.allCases)
    func reusedID(backend: Backend) async throws {
        let shop = try Shop(backend)
        try await shop.with { (engine: Engine) async throws in _ = try await engine.purchase(coins(key: "k1")) }
        for customer in ["ada", "bob"] {
            for name in try FileManager.default.contentsOfDirectory(atPath: shop.folder.path)
            where name.hasPrefix("sandbox.sqlite") {
                try FileManager.default.removeItem(atPath: "\(shop.folder.path)/\(name)")
            }
            shop.clock.move(by: 1)
            try await shop.with { (engine: Engine) async throws in
                let error = await #expect(throws: StorefrontError.self) {
                    try await engine.purchase(coins(customer, key: "k2"))
                }
                #expect(error?.code == .verificationFailed)
                #expect(try await engine.balances(app: Shop.app, customer: "ada") == ["coins": 100])
            }
        }
    }
}
