import Storefront
import StorefrontPlugins
import Synchronization
import TestSupport
import Testing

/// Every persistence there is; each case runs on each.
enum Backend: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case memory
    case sqlite

    var testDescription: String { rawValue }
}

/// Acme's Word Game in a folder of its own: an engine over the real sandbox and a backend, and a clock to move.
/// Faults are ordered through ``faults``. Opening again is what a new process would do.
final class Shop: Sendable {
    static let app = "com.acme.wordgame"

    let folder: TemporaryFolder
    let backend: Backend
    let faults = Faults()
    let clock = TestClock()
    private let memory = MemoryPersistence()
    private let opened = Mutex(0)

    init(_ backend: Backend) throws {
        self.backend = backend
        folder = try TemporaryFolder()
    }

    static func manifest(app: String = app) -> Manifest {
        var coins = Product(id: "coins100", type: .consumable, name: "100 Coins", prices: [usd(99)])
        coins.grants = [Grant(unit: "coins", amount: 100)]
        let pro = Product(id: "pro", type: .nonConsumable, name: "Pro", prices: [usd(499)])
        var plus = Product(id: "plus", type: .subscription, name: "Plus", prices: [usd(299)])
        plus.subscription = Subscription(period: Period(1, .month), group: "plus", level: 1)
        var pass = Product(id: "pass", type: .subscription, name: "Season Pass", prices: [usd(999)])
        pass.subscription = Subscription(period: Period(3, .month), renews: false)
        var manifest = Manifest(app: App(id: app, name: "Word Game"), products: [coins, pro, plus, pass])
        manifest.notifications = []
        return manifest
    }

    private static func usd(_ cents: Int64) -> Money {
        guard let currency = Currency("USD") else { preconditionFailure("USD is a currency") }
        return Money(minorUnits: cents, currency: currency)
    }

    /// What a new process does: its own engine over the same data. The last one may have died without closing.
    func open(
        _ manifests: [Manifest] = [manifest()], notifiers: [Plugin<any Notifier>] = [], isGone: Bool = true,
        sleep: @escaping @Sendable (Int64) async throws -> Void = { _ in try await TestSleep.untilCancelled() }
    ) throws -> Engine {
        let holder = "process-\(opened.withLock { $0 += 1; return $0 })"
        let random = SharedRandom.ofThisRun
        let clock = clock
        let surroundings = Surroundings(
            clock: { clock.now }, random: { random.next() }, sleep: sleep,
            presence: Presence(holder: holder, isGone: { _ in isGone }), dataFolder: folder.path)
        return try Engine(
            manifests: manifests.map(configured), registry: registry(notifiers), surroundings: surroundings)
    }

    /// Opens, uses and closes an engine.
    func with<Answer>(_ use: (Engine) async throws -> Answer) async throws -> Answer {
        let engine = try open()
        do {
            let answer = try await use(engine)
            await engine.close()
            return answer
        } catch {
            await engine.close()
            throw error
        }
    }

    private func configured(_ manifest: Manifest) -> Manifest {
        var manifest = manifest
        manifest.persistence = Section(name: backend.rawValue)
        return manifest
    }

    private func registry(_ notifiers: [Plugin<any Notifier>]) -> Registry {
        let (faults, memory, backend) = (faults, memory, backend)
        let builtin = Registry.builtin
        let persistences = builtin.persistences.map { plugin in
            Plugin<any Persistence>(name: plugin.name, summary: plugin.summary, options: plugin.options) { context in
                DyingPersistence(
                    of: backend == .memory ? memory : try plugin.make(context), faults: faults,
                    outlives: backend == .memory)
            }
        }
        let stores = builtin.stores.map { plugin in
            Plugin<any Store>(name: plugin.name, summary: plugin.summary, options: plugin.options) { context in
                DyingStore(of: try plugin.make(context), faults: faults)
            }
        }
        return Registry(stores: stores, persistences: persistences, notifiers: notifiers + builtin.notifiers)
    }
}

/// Time that tests move.
final class TestClock: Sendable {
    private let milliseconds = Atomic<Int64>(1_796_000_000_000)

    var now: Timestamp { Timestamp(milliseconds: milliseconds.load(ordering: .relaxed)) }

    func move(by delta: Int64) { milliseconds.add(delta, ordering: .relaxed) }
}

/// Time in tests passes only where a test moves it.
enum TestSleep {
    /// Never wakes by itself.
    static func untilCancelled() async throws {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        await withTaskCancellationHandler {
            for await _ in stream {}
        } onCancel: {
            continuation.finish()
        }
        throw CancellationError()
    }
}
