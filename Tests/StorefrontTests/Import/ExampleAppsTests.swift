import Foundation
import Storefront
import Testing

@Suite("The example apps")
struct ExampleAppsTests {
    static let names = ["barcode-scanner", "word-game", "photo-studio"]

    private func reading(_ name: String) throws -> ManifestReading {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let file = root.appending(path: "apps/\(name)/storefront.yaml")
        return ImportedManifest.read(try String(contentsOf: file, encoding: .utf8))
    }

    @Test("are valid, and warn of nothing but screenshots that an example has not", arguments: names)
    func valid(_ name: String) throws {
        let reading = try reading(name)
        let diagnostics = reading.diagnostics.filter { $0.rule != "review-screenshot" }
        #expect(diagnostics.isEmpty, "\(diagnostics.map { "\($0.place.line): \($0.message) [\($0.rule)]" })")
    }

    @Test("have prices in four currencies and texts in four languages, for every product", arguments: names)
    func complete(_ name: String) throws {
        for product in try #require(reading(name).manifest).products {
            #expect(Set(product.prices.map(\.currency.code)) == ["USD", "EUR", "JPY", "KWD"])
            #expect(product.localizations.count == 3)
            #expect(product.description != nil && product.localizations.allSatisfy { $0.description != nil })
        }
    }

    @Test("show each kind of product")
    func kinds() throws {
        let scanner = try #require(reading("barcode-scanner").manifest)
        #expect(scanner.products.map { $0.subscription?.period?.text } == ["P1M", "P1Y"])
        #expect(Set(scanner.products.map { $0.subscription?.group }) == ["pro"])
        #expect(scanner.products.allSatisfy { $0.subscription?.introductoryOffer?.mode == .freeTrial })
        let game = try #require(reading("word-game").manifest)
        #expect(game.products.allSatisfy { $0.type == .consumable })
        let studio = try #require(reading("photo-studio").manifest)
        let everything = try #require(studio.product("com.acme.photostudio.everything"))
        let others = studio.products.filter { $0.type == .nonConsumable }.flatMap(\.entitlements)
        #expect(Set(everything.entitlements) == Set(others))
        let season = try #require(studio.product("com.acme.photostudio.season"))
        #expect(!season.renews && season.subscription?.period != nil)
    }
}
