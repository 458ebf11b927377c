import Foundation
import Storefront
import StorefrontPlugins
import Synchronization
import TestSupport
import Testing

@Suite("An engine over a folder of manifests")
struct FolderTests {
    @Test("a broken manifest is told and left out; the others sell, a new one with no more than its file")
    func folder() async throws {
        let folder = try TemporaryFolder()
        func write(_ text: String, to app: String) throws {
            let path = "\(folder.path)/apps/\(app)"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            try text.write(toFile: path + "/storefront.yaml", atomically: true, encoding: .utf8)
        }
        let products = "products:\n  - {id: full, type: non-consumable, name: Full Version, price: 4.99 USD}\n"
        try write("storefront: 1\napp: {id: com.acme.scanner, name: Scanner}\n" + products, to: "scanner")
        try write("storefront: 1\napp: {id: com.acme.broken, nmae: Broken}\n" + products, to: "broken")
        let said = Mutex<[String]>([])
        let surroundings = try Surroundings.system(
            dataFolder: folder.path + "/data", environment: [:], log: { line in said.withLock { $0.append(line) } })
        let engine = try Engine(apps: folder.path + "/apps", surroundings: surroundings)
        #expect(engine.manifests.map(\.slug) == ["scanner"])
        #expect(said.withLock { $0 }.contains { $0.contains("broken/storefront.yaml:2:28: error") })
        let request = PurchaseRequest(app: "scanner", product: "full", customer: "ada")
        #expect(try await engine.purchase(request).status == .completed)
        #expect(try await engine.isEntitled(app: "com.acme.scanner", customer: "ada", to: "full"))
        await engine.close()
    }
}
