import Storefront
import StorefrontPlugins
import Testing

/// Cases that others got wrong: time.
@Suite("Time in the engine")
struct TimeCases {
    private let plus = PurchaseRequest(app: Shop.app, product: "plus", customer: "ada")

    @Test(
        "one millisecond before its end a subscription is active, at it not, and it is told once",
        arguments: Backend.allCases)
    func edge(backend: Backend) async throws {
        let shop = try Shop(backend)
        try await shop.with { (engine: Engine) async throws in
            let end = try #require(try await engine.purchase(plus).transaction?.expiresAt)
            shop.clock.move(by: end.milliseconds - shop.clock.now.milliseconds - 1)
            #expect(try await engine.isEntitled(app: Shop.app, customer: "ada", to: "plus"))
            #expect(try await engine.entitlements(app: Shop.app, customer: "ada").map(\.isActive) == [true])
            shop.clock.move(by: 1)
            #expect(try await engine.isEntitled(app: Shop.app, customer: "ada", to: "plus") == false)
            #expect(try await engine.entitlements(app: Shop.app, customer: "ada").map(\.isActive) == [false])
        }
        try await shop.with { (engine: Engine) async throws in
            let told = try await engine.events(app: Shop.app).map(\.value.type)
            #expect(told.filter { $0 == "subscription.expired" }.count == 1)
        }
    }

    @Test("a clock that steps back an hour revives nothing and tells nothing twice", arguments: Backend.allCases)
    func stepBack(backend: Backend) async throws {
        let shop = try Shop(backend)
        try await shop.with { _ = try await $0.purchase(plus) }
        shop.clock.move(by: 32 * 86_400_000)
        try await shop.with { (engine: Engine) async throws in
            #expect(try await engine.isEntitled(app: Shop.app, customer: "ada", to: "plus") == false)
            shop.clock.move(by: -4 * 86_400_000)
            #expect(try await engine.isEntitled(app: Shop.app, customer: "ada", to: "plus") == false)
        }
        try await shop.with { (engine: Engine) async throws in
            #expect(try await engine.isEntitled(app: Shop.app, customer: "ada", to: "plus") == false)
            let told = try await engine.events(app: Shop.app).map(\.value.type)
            #expect(told.filter { $0 == "subscription.expired" }.count == 1)
            #expect(try await engine.purchase(plus).status == .completed)
        }
    }

    @Test(
        "asleep over an end for forty days: told once on waking, with the time it happened at",
        arguments: Backend.allCases)
    func asleep(backend: Backend) async throws {
        let shop = try Shop(backend)
        let end = try await shop.with { try await $0.purchase(plus).transaction?.expiresAt }
        shop.clock.move(by: 71 * 86_400_000)
        for _ in 0..<2 {
            try await shop.with { (engine: Engine) async throws in
                let told = try await engine.events(app: Shop.app).filter { $0.value.type == "subscription.expired" }
                #expect(told.map(\.value.occurredAt) == [end])
                #expect(told.map(\.value.cause) == [.timer])
            }
        }
    }

    @Test("a season pass bought twice runs for both its periods", arguments: Backend.allCases)
    func passTwice(backend: Backend) async throws {
        let shop = try Shop(backend)
        try await shop.with { (engine: Engine) async throws in
            let request = PurchaseRequest(app: Shop.app, product: "pass", customer: "ada")
            let first = try #require(try await engine.purchase(request).transaction)
            shop.clock.move(by: 86_400_000)
            _ = try await engine.purchase(request)
            let until = first.purchasedAt.adding(Period(3, .month)).adding(Period(3, .month))
            #expect(try await engine.entitlements(app: Shop.app, customer: "ada").map(\.until) == [until])
        }
    }
}
