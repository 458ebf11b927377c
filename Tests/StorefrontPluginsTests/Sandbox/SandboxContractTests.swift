import Storefront
import StorefrontContracts
import TestSupport
import Testing

@testable import StorefrontPlugins

@Suite("The sandbox keeps the rules of a store")
struct SandboxContractTests {
    static func harness(open: @escaping @Sendable (String) async throws -> any Store) -> StoreHarness {
        StoreHarness(
            consumable: Fixture.coins, nonConsumable: Fixture.full, unknownProduct: "gone",
            options: [
                .success: ["outcome": "success"], .cancelled: ["outcome": "cancelled"],
                .declined: ["outcome": "declined"], .pending: ["outcome": "pending"],
                .unreachable: ["outcome": "network-error"], .answerLost: ["outcome": "answer-lost"],
            ],
            patience: .seconds(30), open: open)
    }

    static let names = StoreContract.rules(for: harness { _ in throw Failure("") }).map(\.id)

    @Test("each store with the file to itself", arguments: names)
    func apart(_ name: String) async throws {
        try await withFolder { folder in
            let harness = Self.harness { sandbox(folder, app: $0, unknown: ["gone"]) }
            try await StoreContract.rules(for: harness).first { $0.id == name }?.run(harness)
        }
    }

    @Test("all stores on one connection, as the plug-in makes them", arguments: names)
    func together(_ name: String) async throws {
        try await withFolder { folder in
            let plugin = Plugin<any Store>.sandbox
            let section = Section(name: "sandbox", options: ["unknown-products": .init(["gone"])])
            let harness = Self.harness { app in
                try plugin.make(PluginContext(section: section, app: app, dataFolder: folder))
            }
            try await StoreContract.rules(for: harness).first { $0.id == name }?.run(harness)
        }
    }

    @Test("every rule has a name of its own")
    func uniqueNames() {
        #expect(Set(Self.names).count == Self.names.count)
    }
}
