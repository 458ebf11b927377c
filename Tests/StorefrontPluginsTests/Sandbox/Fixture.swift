import Storefront

@testable import StorefrontPlugins

/// A sandbox whose wall clock stands still and whose process cannot die.
func sandbox(_ folder: String, app: String = "com.acme.game", unknown: Set<String> = []) -> SandboxStore {
    SandboxStore(
        app: app, path: "\(folder)/sandbox.sqlite",
        settings: .init(unknownProducts: unknown, clock: { Fixture.wall }, die: {}))
}

enum Fixture {
    /// 2027-01-31T10:00:00.000Z
    static let wall = Timestamp(milliseconds: 1_801_389_600_000)

    static func order(
        _ product: Product, key: String = "key-1", customer: String = "ada", quantity: Int64 = 1,
        outcome: String? = nil, offer: String? = nil, app: String = "com.acme.game", at time: Timestamp = wall
    ) -> Order {
        Order(
            app: app, customer: customer, key: key, product: product, quantity: quantity, offer: offer,
            options: outcome.map { ["outcome": $0] } ?? [:], orderedAt: time)
    }

    static let price = Currency("USD").map { [Money(minorUnits: 99, currency: $0)] } ?? []
    static let full = Product(id: "full", type: .nonConsumable, name: "Full Version", prices: price)
    static let coins = Product(id: "coins100", type: .consumable, name: "100 Coins", prices: price)

    /// What a fresh sequence says before it is caught up.
    static func backlog(_ store: SandboxStore) async throws -> [Unfinished] {
        var said: [Unfinished] = []
        for try await word in store.unfinished() {
            if word == .caughtUp { break }
            said.append(word)
        }
        return said
    }
}

extension OrderOutcome {
    var transaction: Transaction? { if case .completed(let transaction) = self { transaction } else { nil } }
    var pendingID: String? { if case .pending(let id) = self { id } else { nil } }
}

/// What a process of its own found wrong.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
