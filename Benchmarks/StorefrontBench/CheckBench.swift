import Foundation
import Storefront
import StorefrontPlugins

/// The entitlement check of customers that are in memory, from one thread.
enum CheckBench {
    static let customers = 10_000

    /// Nanoseconds for one check.
    static func run(rounds: Int) async throws -> Double {
        let folder = FileManager.default.temporaryDirectory.path + "/storefront-bench-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var manifest = PurchaseBench.manifest
        manifest.persistence = Section(name: "memory")
        let engine = try Engine(
            manifests: [manifest], registry: PurchaseBench.registry,
            surroundings: try .system(dataFolder: folder, environment: [:], log: { _ in }))
        let names = (0..<customers).map { "customer-\($0)" }
        for name in names {
            _ = try await engine.purchase(PurchaseRequest(app: "com.acme.bench", product: "pro", customer: name))
            guard try await engine.isEntitled(app: "com.acme.bench", customer: name, to: "pro") else { return .nan }
        }
        var entitled = 0
        let time = seconds {
            for index in 0..<rounds {
                if engine.knownEntitlement(app: "com.acme.bench", customer: names[index % customers], to: "pro") == true
                {
                    entitled += 1
                }
            }
        }
        precondition(entitled == rounds, "a check failed")
        await engine.close()
        return time * 1e9 / Double(rounds)
    }
}
