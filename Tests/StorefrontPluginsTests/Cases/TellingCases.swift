import Storefront
import StorefrontPlugins
import Synchronization
import Testing

/// Who hears what, how often, in which order.
@Suite("Telling")
struct TellingCases {
    private func coins(_ customer: String = "ada") -> PurchaseRequest {
        PurchaseRequest(app: Shop.app, product: "coins100", customer: customer)
    }

    /// What one listener has heard.
    private final class Heard: Sendable {
        private let events = Mutex<[Event]>([])
        func append(_ event: Event) { events.withLock { $0.append(event) } }
        var all: [Event] { events.withLock { $0 } }
    }

    @Test(
        "each named listener hears each event once: late, twice, after a restart; one that throws holds up none",
        arguments: Backend.allCases)
    func listeners(backend: Backend) async throws {
        let shop = try Shop(backend)
        let (early, late, stubborn) = (Heard(), Heard(), Heard())
        try await shop.with { (engine: Engine) async throws in
            _ = try await engine.listen(to: Shop.app, as: "early") { early.append($0) }
            _ = try await engine.listen(to: Shop.app, as: "stubborn") { event in
                stubborn.append(event)
                throw Died()
            }
            _ = try await engine.purchase(coins())
            await engine.dispatch()
            _ = try await engine.listen(to: Shop.app, as: "late") { late.append($0) }
            _ = try await engine.listen(to: Shop.app, as: "late") { late.append($0) }
            _ = try await engine.purchase(coins("bob"))
            await engine.dispatch()
        }
        try await shop.with { (engine: Engine) async throws in
            _ = try await engine.listen(to: Shop.app, as: "early") { early.append($0) }
            _ = try await engine.listen(to: Shop.app, as: "late") { late.append($0) }
            await engine.dispatch()
            let all = Set(try await engine.events(app: Shop.app).map(\.value.id))
            #expect(all.count == 4)
            for heard in [early, late] {
                #expect(heard.all.count == 4)
                #expect(Set(heard.all.map(\.id)) == all)
            }
            #expect(Set(stubborn.all.map(\.customer)) == ["ada", "bob"])
        }
    }

    @Test(
        "a listener that ends its listening inside its own call hears no more, and the rest when it listens again",
        arguments: Backend.allCases)
    func endsInside(backend: Backend) async throws {
        let shop = try Shop(backend)
        let heard = Heard()
        let listening = Mutex<Listening?>(nil)
        try await shop.with { (engine: Engine) async throws in
            let made = try await engine.listen(to: Shop.app, as: "once") { event in
                heard.append(event)
                listening.withLock { $0 }?.pause()
            }
            listening.withLock { $0 = made }
            _ = try await engine.purchase(coins())
            await engine.dispatch()
        }
        let before = heard.all.count
        #expect((1...2).contains(before))
        try await shop.with { (engine: Engine) async throws in
            _ = try await engine.purchase(coins())
            await engine.dispatch()
            #expect(heard.all.count == before)
        }
        // What it was carrying when it ended is leased until then.
        shop.clock.move(by: 2 * EngineLimits.deliveryLease)
        try await shop.with { (engine: Engine) async throws in
            _ = try await engine.listen(to: Shop.app, as: "once") { heard.append($0) }
            await engine.dispatch()
            #expect(Set(heard.all.map(\.id)) == Set(try await engine.events(app: Shop.app).map(\.value.id)))
        }
    }

    @Test("the stream gives every event once, in order, over a restart", arguments: Backend.allCases)
    func stream(backend: Backend) async throws {
        let shop = try Shop(backend)
        var heard: [Int64] = []
        for _ in 0..<2 {
            try await shop.with { (engine: Engine) async throws in
                _ = try await engine.purchase(coins())
                let events = try await engine.events(of: Shop.app, as: "stream").makeAsyncIterator()
                for _ in 0..<2 {
                    if let event = await events.next() { heard.append(event.sequence) }
                }
                // Asking again tells that the second was taken up; the third wait ends with the purchase below.
                async let next = events.next()
                _ = try await engine.purchase(coins())
                if let event = await next { heard.append(event.sequence) }
            }
        }
        #expect(heard.first == 1)
        #expect(Set(heard).isSuperset(of: [1, 2, 3, 4, 5]))
        #expect(heard == heard.sorted())
    }

    @Test("an engine opened twice in a process tells nobody twice", arguments: Backend.allCases)
    func twoEngines(backend: Backend) async throws {
        let shop = try Shop(backend)
        let heard = Heard()
        let plugin = recorder(heard) { _ in .delivered }
        var manifest = Shop.manifest()
        manifest.notifications = [Section(name: "recorder")]
        let engines = [try shop.open([manifest], notifiers: [plugin]), try shop.open([manifest], notifiers: [plugin])]
        for index in 0..<20 { _ = try await engines[index % 2].purchase(coins("customer-\(index)")) }
        for engine in engines { await engine.dispatch() }
        for engine in engines { await engine.close() }
        #expect(heard.all.count == 40)
        #expect(Set(heard.all.map(\.id)).count == 40)
    }

    @Test("per customer events leave in order, also where some must be tried again", arguments: Backend.allCases)
    func inOrder(backend: Backend) async throws {
        let shop = try Shop(backend)
        let heard = Heard()
        let tries = Mutex<[String: Int]>([:])
        let plugin = recorder(heard) { event in
            let count = tries.withLock { tries in
                tries[event.id, default: 0] += 1
                return tries[event.id] ?? 0
            }
            return count < 3 && event.sequence % 3 == 0 ? .retryLater("not now", after: 0) : .delivered
        }
        var manifest = Shop.manifest()
        manifest.notifications = [Section(name: "recorder")]
        let engine = try shop.open([manifest], notifiers: [plugin])
        for index in 0..<12 { _ = try await engine.purchase(coins("customer-\(index % 3)")) }
        for _ in 0..<20 { await engine.dispatch() }
        await engine.close()
        for customer in ["customer-0", "customer-1", "customer-2"] {
            #expect(heard.all.filter { $0.customer == customer }.map(\.sequence) == Array(1...8))
        }
    }

    @Test(
        "what can never be delivered is a dead letter, holds up nothing, and is sent again by command",
        arguments: Backend.allCases)
    func deadLetters(backend: Backend) async throws {
        let shop = try Shop(backend)
        let heard = Heard()
        let refused = Refusal()
        let plugin = recorder(heard) { event in
            event.type == "purchase.completed" && refused.isOn ? .never("gone") : .delivered
        }
        var manifest = Shop.manifest()
        manifest.notifications = [Section(name: "recorder")]
        let engine = try shop.open([manifest], notifiers: [plugin])
        _ = try await engine.purchase(coins())
        await engine.dispatch()
        #expect(heard.all.map(\.type) == ["balance.changed"])
        let state = try await engine.deliveries(app: Shop.app)
        #expect(state.map(\.dead) == [1])
        #expect(state.map(\.lastError) == ["gone"])
        refused.end()
        #expect(try await engine.retryDeliveries(app: Shop.app) == 1)
        await engine.dispatch()
        #expect(heard.all.map(\.type) == ["balance.changed", "purchase.completed"])
        #expect(try await engine.deliveries(app: Shop.app).map(\.dead).reduce(0, +) == 0)
        await engine.close()
    }

    @Test("a notifier gets only the types it asked for", arguments: Backend.allCases)
    func patterns(backend: Backend) async throws {
        let shop = try Shop(backend)
        let heard = Heard()
        var manifest = Shop.manifest()
        manifest.notifications = [Section(name: "recorder", events: ["purchase.*"])]
        let engine = try shop.open([manifest], notifiers: [recorder(heard) { _ in .delivered }])
        _ = try await engine.purchase(coins())
        await engine.dispatch()
        await engine.close()
        #expect(heard.all.map(\.type) == ["purchase.completed"])
    }

    private final class Refusal: Sendable {
        private let isRefusing = Mutex(true)
        var isOn: Bool { isRefusing.withLock { $0 } }
        func end() { isRefusing.withLock { $0 = false } }
    }

    private struct Recorder: Notifier {
        let heard: Heard
        let answer: @Sendable (Event) -> Delivery

        func deliver(_ event: Event) async throws -> Delivery {
            let answer = answer(event)
            if answer == .delivered { heard.append(event) }
            return answer
        }

        func close() async {}
    }

    private func recorder(_ heard: Heard, _ answer: @escaping @Sendable (Event) -> Delivery) -> Plugin<any Notifier> {
        Plugin(name: "recorder", summary: "notes what it hears") { _ in Recorder(heard: heard, answer: answer) }
    }
}
