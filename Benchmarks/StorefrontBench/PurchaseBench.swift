import Foundation
import Storefront
import StorefrontPlugins
import Synchronization

/// Durable purchases over SQLite from 64 callers. The store charges at once and keeps nothing, so that what is
/// measured is the engine and its commits.
enum PurchaseBench {
    static let callers = 64

    /// Seconds for `count` purchases.
    static func run(folder: String, count: Int) async throws -> Double {
        let engine = try Engine(
            manifests: [manifest], registry: registry,
            surroundings: try .system(dataFolder: folder, environment: [:], log: { _ in }))
        _ = try await engine.balances(app: "com.acme.bench", customer: "nobody")
        let next = Counter()
        let begin = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<callers {
                group.addTask {
                    while true {
                        let index = next.take()
                        guard index < count else { return }
                        let request = PurchaseRequest(
                            app: "com.acme.bench", product: "coins", customer: "customer-\(index % 5_000)",
                            key: "key-\(index)")
                        guard try await engine.purchase(request).status == .completed else {
                            throw CocoaError(.featureUnsupported)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let duration = ContinuousClock.now - begin
        await engine.close()
        return Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    }

    static var manifest: Manifest {
        let price = Currency("USD").map { Money(minorUnits: 99, currency: $0) }
        var coins = Product(id: "coins", type: .consumable, name: "Coins", prices: [price].compactMap(\.self))
        coins.grants = [Grant(unit: "coins", amount: 100)]
        let pro = Product(id: "pro", type: .nonConsumable, name: "Pro", prices: coins.prices)
        var manifest = Manifest(app: App(id: "com.acme.bench", name: "Benchmark"), products: [coins, pro])
        manifest.store = Section(name: "charging")
        manifest.notifications = []
        return manifest
    }

    static var registry: Registry {
        var registry = Registry.builtin
        registry.stores.append(Plugin(name: "charging", summary: "charges at once") { ChargingStore(app: $0.app) })
        return registry
    }
}

private final class Counter: Sendable {
    private let next = Atomic(0)
    func take() -> Int { next.wrappingAdd(1, ordering: .relaxed).oldValue }
}

/// Charges whatever is ordered and remembers nothing.
struct ChargingStore: Store {
    let app: String
    var name: String { "charging" }
    var environment: String { "sandbox" }

    func now(at wall: Timestamp) -> Timestamp { wall }
    func canMakePayments() async throws -> Bool { true }
    func products(_ ids: [String]) async throws -> StoreProducts { StoreProducts(found: ids, unknown: []) }

    func purchase(_ order: Order) async throws -> OrderOutcome {
        .completed(
            Transaction(
                id: "tx_\(order.key)", app: app, store: name, environment: environment, kind: .purchased,
                revision: order.orderedAt.milliseconds, customer: order.customer, orderKey: order.key,
                product: order.product.id, quantity: order.quantity, purchasedAt: order.orderedAt,
                price: order.product.prices.first))
    }

    func outcome(of order: OrderReference) async throws -> OrderOutcome? { nil }
    func unfinished() -> AsyncThrowingStream<Unfinished, any Error> {
        AsyncThrowingStream { continuation in
            continuation.yield(.caughtUp)
            continuation.finish()
        }
    }
    func restore(_ customer: String) async throws -> [Transaction] { [] }
    func finish(_ transaction: TransactionReference) async throws {}
    func close() async {}
}
