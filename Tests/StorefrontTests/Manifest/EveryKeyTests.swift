import Storefront
import Testing

@Suite("Every key of the format")
struct EveryKeyTests {
    private static let manifest = """
        storefront: 1
        app: {id: com.acme.scanner, name: Barcode Scanner, default-locale: en-GB}
        products:
          - id: pro
            type: subscription
            name: Pro
            description: Every format
            price: {USD: 4.99, EUR: 5.49, JPY: 700}
            reference-name: Pro 2026
            for-sale: false
            family-sharing: true
            period: P1M
            renews: true
            group: pro
            level: 2
            introductory-offer: {mode: free-trial, period: P1W, reference-name: Try}
            offers:
              - id: again
                kind: offer-code
                mode: pay-as-you-go
                period: P1M
                periods: 3
                price: {USD: 1.99, EUR: 2.49}
                reference-name: Again
                eligibility: [new, expired]
                stackable: true
            entitlements: [pro, plus]
            grants: {coins: 5}
            localizations: {es: {name: Pro mensual, description: Todo}}
            stores: {google-play: {id: pro.one, base-plan: monthly}}
            review-screenshot: pro.png
            metadata: {badge: best-value}
        entitlements: {pro: {name: Pro features}, plus: {name: Plus}}
        offerings: {default: [{id: monthly, product: pro}]}
        paywall:
          title: Scan
          features: [One, Two]
          offering: default
          terms-url: https://acme.example/terms
          privacy-url: https://acme.example/privacy
        customers: {restore: keep, refunds: floor-at-zero}
        store: {provider: sandbox}
        persistence: {backend: sqlite, path: a.sqlite}
        notifications: [{backend: log, events: ["subscription.*", purchase.completed], path: a.log}]
        """

    @Test("arrives in the model")
    func arrives() throws {
        let manifest = try #require(Fixture.read(Self.manifest).manifest)
        #expect(manifest.app == App(id: "com.acme.scanner", name: "Barcode Scanner", defaultLocale: "en-GB"))
        let product = try #require(manifest.products.first)
        #expect(product.id == "pro" && product.type == .subscription && product.name == "Pro")
        #expect(product.description == "Every format" && product.referenceName == "Pro 2026")
        #expect(product.prices.map { "\($0.amount) \($0.currency.code)" } == ["4.99 USD", "5.49 EUR", "700 JPY"])
        #expect(!product.isForSale && product.isFamilyShareable && product.reviewScreenshot == "pro.png")
        #expect(product.entitlements == ["pro", "plus"] && product.grants == [Grant(unit: "coins", amount: 5)])
        #expect(product.localizations == [Localization(locale: "es", name: "Pro mensual", description: "Todo")])
        #expect(product.stores == [StoreListing(store: "google-play", id: "pro.one", basePlan: "monthly")])
        #expect(product.metadata == [Metadatum(key: "badge", value: "best-value")])
        let subscription = try #require(product.subscription)
        #expect(subscription.period == Period("P1M") && subscription.renews)
        #expect(subscription.group == "pro" && subscription.level == 2)
        let week = try #require(Period("P1W"))
        var trial = Offer(id: nil, kind: .introductory, mode: .freeTrial, period: week)
        trial.referenceName = "Try"
        #expect(subscription.introductoryOffer == trial)
        let offer = try #require(subscription.offers.first)
        #expect(offer.id == "again" && offer.kind == .code && offer.mode == .payAsYouGo && offer.periods == 3)
        #expect(offer.prices.map(\.amount) == ["1.99", "2.49"] && offer.referenceName == "Again")
        #expect(offer.eligibility == ["new", "expired"] && offer.isStackable == true)
        #expect(
            manifest.entitlements == [
                EntitlementName(id: "pro", name: "Pro features"), EntitlementName(id: "plus", name: "Plus"),
            ])
        #expect(manifest.offerings == [Offering(id: "default", packages: [.init(id: "monthly", product: "pro")])])
        let paywall = try #require(manifest.paywall)
        #expect(paywall.title == "Scan" && paywall.features == ["One", "Two"] && paywall.offering == "default")
        #expect(
            paywall.termsURL == "https://acme.example/terms" && paywall.privacyURL == "https://acme.example/privacy")
        #expect(manifest.customers == CustomerRules(restore: .keep, refunds: .floorAtZero))
        #expect(manifest.store.name == "sandbox" && manifest.persistence.text("path") == "a.sqlite")
        #expect(manifest.notifications.map(\.name) == ["log"] && manifest.notifications[0].text("path") == "a.log")
        #expect(manifest.notifications[0].events == ["subscription.*", "purchase.completed"])
        #expect(manifest.slug == "scanner" && manifest.file == "storefront.yaml")
    }

    @Test("is refused when its last letter is missing, with the key itself as the suggestion")
    func misspelt() {
        var count = 0
        for (index, line) in Self.manifest.split(separator: "\n").enumerated() {
            guard let colon = line.firstIndex(of: ":"), line.distance(from: line.startIndex, to: colon) > 3 else {
                continue
            }
            let key = line[..<colon].drop { $0 == " " || $0 == "-" }
            // Without its last letter `periods` is another key.
            guard key.count > 3, key != "periods" else { continue }
            var lines = Self.manifest.split(separator: "\n").map(String.init)
            lines[index] = String(line[..<colon].dropLast()) + line[colon...]
            let found = Fixture.read(lines.joined(separator: "\n")).errors
            #expect(
                found.contains {
                    $0.rule == "unknown-key" && $0.suggestion == String(key) && $0.place.line == index + 1
                }, "\(key)")
            count += 1
        }
        #expect(count > 25)
    }

    @Test("is in the schema, at the level where the reader takes it")
    func schema() throws {
        let schema = ManifestSchema.json(registry: Fixture.registry)
        #expect(schema["$schema"]?.string == "https://json-schema.org/draft/2020-12/schema")
        func keys(_ schema: JSON?) -> [String] { schema?["properties"]?.members?.map(\.name).sorted() ?? [] }
        let root = schema["properties"]
        #expect(keys(schema).contains("notifications") && keys(schema).count == 10)
        let product = root?["products"]?["items"]
        #expect(keys(product).count == 20 && keys(product).contains("review-screenshot"))
        #expect(product?["required"]?.array?.compactMap(\.string).sorted() == ["id", "name", "price", "type"])
        #expect(keys(root?["paywall"]) == ["features", "offering", "privacy-url", "terms-url", "title"])
        let webhook = root?["notifications"]?["items"]?["oneOf"]?.array?.last
        #expect(keys(webhook) == ["backend", "compress", "events", "headers", "secret", "timeout", "url"])
    }
}
