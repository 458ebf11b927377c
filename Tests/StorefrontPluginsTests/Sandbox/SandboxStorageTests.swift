import Storefront
import TestSupport
import Testing

@testable import StorefrontPlugins

@Suite("The sandbox when its disk fails")
struct SandboxStorageTests {
    @Test("without room an order is storage-unavailable, charges nothing, and goes through once there is room")
    func noRoom() async throws {
        try await withFolder { folder in
            _ = await #expect(processExitsWith: .success) { [folder = folder as String] in
                let store = sandbox(folder)
                _ = try await store.purchase(Fixture.order(Fixture.coins, key: "key-0"))
                limitFiles(to: 100_000)
                var charged = 1
                var refused = 0
                for number in 1...200 {
                    do {
                        _ = try await store.purchase(Fixture.order(Fixture.coins, key: "key-\(number)"))
                        charged += 1
                    } catch let error as StorefrontError where error.code == .storageUnavailable {
                        guard error.message.contains("\(folder)/sandbox.sqlite") else { throw error }
                        refused += 1
                    }
                }
                limitFiles(to: nil)
                guard refused > 0 else { throw Failure("there was room for \(charged)") }
                let found = try await Fixture.backlog(store).count
                guard found == charged else { throw Failure("\(charged) charged, \(found) unfinished") }
                for number in 0...200 {
                    _ = try await store.purchase(Fixture.order(Fixture.coins, key: "key-\(number)"))
                }
                let all = try await Fixture.backlog(store).count
                guard all == 201 else { throw Failure("\(all) unfinished after all") }
                await store.close()
            }
        }
    }

    @Test(
        "any order of buying, approving, declining, finishing and reopening leaves what was charged",
        arguments: [1, 2, 3, 4] as [UInt64])
    func anyOrder(_ seed: UInt64) async throws {
        try await withFolder { folder in
            var random = Seeded(state: seed)
            var store = sandbox(folder)
            var waiting: [String] = []
            var unfinished: Set<String> = []
            var number = 0
            for _ in 0..<300 {
                switch Int.random(in: 0..<8, using: &random) {
                case 0...2:
                    number += 1
                    let outcome = ["success", "pending", "declined", "answer-lost"].randomElement(using: &random)
                    let order = Fixture.order(Fixture.coins, key: "key-\(number)", outcome: outcome)
                    _ = try? await store.purchase(order)
                    switch try await store.outcome(of: order.reference) {
                    case .completed(let transaction): unfinished.insert(transaction.id)
                    case .pending(let id): waiting.append(id)
                    default: break
                    }
                case 3:
                    guard let index = waiting.indices.randomElement(using: &random) else { continue }
                    unfinished.insert(try await store.approve(waiting.remove(at: index)).id)
                case 4:
                    guard let index = waiting.indices.randomElement(using: &random) else { continue }
                    let id = waiting.remove(at: index)
                    try await store.decline(id)
                    try await store.finish(reference(id))
                case 5, 6:
                    guard let id = unfinished.sorted().randomElement(using: &random) else { continue }
                    try await store.finish(reference(id))
                    unfinished.remove(id)
                default:
                    await store.close()
                    store = sandbox(folder)
                }
            }
            let said = try await Fixture.backlog(store).compactMap { word in
                if case .transaction(let transaction) = word { transaction.id } else { nil }
            }
            #expect(said.sorted() == unfinished.sorted(), "seed \(seed)")
            await store.close()
        }
    }

    private func reference(_ id: String) -> TransactionReference {
        TransactionReference(app: "com.acme.game", store: "sandbox", environment: "sandbox", id: id)
    }
}

/// SplitMix64: the same numbers for the same seed.
private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
