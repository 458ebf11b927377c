import Storefront
import Testing

@Suite("A file that cannot be imported")
struct StoreKitFaultTests {
    @Test(
        "what is no JSON is told with its place",
        arguments: [
            ("", "Test.storekit:1:1: no JSON"),
            ("products: []", "Test.storekit:1:1: no JSON"),
            ("{\n  \"products\" : [ }", "Test.storekit:2:18: no JSON"),
            ("{\"products\": [], \"products\": []}", "stands twice"),
            (String(Fixtures.smallest.dropLast(40)), "no JSON"),
            (String(repeating: "[", count: 100_000), "nesting deeper than"),
            (String(repeating: "{\"products\":", count: 100_000), "nesting deeper than"),
        ])
    func noJSON(_ text: String, _ message: String) {
        #expect(Fixtures.refusal(text).contains(message))
    }

    @Test(
        "JSON of another kind is told apart",
        arguments: [
            ("[]", "holds a list"), ("\"products\"", "holds a text"), ("null", "holds null"), ("7", "holds a number"),
            ("{}", "no StoreKit configuration"), ("{\"prodcts\": []}", "no StoreKit configuration"),
            ("{\"name\": \"package\", \"version\": \"1.0\"}", "no StoreKit configuration"),
        ])
    func otherJSON(_ text: String, _ message: String) {
        #expect(Fixtures.refusal(text).contains(message))
    }

    @Test("bytes that are no UTF-8 are told")
    func noUTF8() {
        #expect(throws: StorefrontError.self) {
            try StoreKitImport.manifest(from: [0x7B, 0xFF, 0x7D], options: StoreKitImport.Options())
        }
    }

    @Test("a file beyond the limit is refused unread")
    func tooLarge() {
        let bytes = [UInt8](repeating: 0x20, count: StoreKitImport.maximumBytes + 1)
        #expect(throws: StorefrontError.self) {
            try StoreKitImport.manifest(from: bytes, options: StoreKitImport.Options())
        }
    }

    @Test(
        "a product that a manifest cannot hold is named with its place",
        arguments: [
            ("\"com.acme.scanner.full\"", "\"\"", "products[0].productID: is missing or empty"),
            ("\"com.acme.scanner.full\"", "null", "products[0].productID: is missing or empty"),
            ("\"com.acme.scanner.full\"", "\"full version\"", "an id that no store takes"),
            ("\"com.acme.scanner.full\"", "\"vollversiön\"", "an id that no store takes"),
            ("\"4.99\"", "\"4.999\"", "com.acme.scanner.full costs \"4.999\", which has 3 decimals; USD has 2"),
            ("\"4.99\"", "\"-1\"", "is negative"),
            ("\"4.99\"", "\"4,99\"", "is no decimal number"),
            ("\"4.99\"", "\"$4.99\"", "is no decimal number"),
            ("\"4.99\"", "1e2", "is no decimal number"),
            ("\"4.99\"", "\"99999999999999999999\"", "more than any price"),
            ("\"4.99\"", "null", "com.acme.scanner.full has no readable price"),
            ("\"4.99\"", "\"\"", "com.acme.scanner.full has no readable price"),
            ("\"NonConsumable\"", "\"Gift\"", "\"Gift\" is none of Consumable, NonConsumable"),
            ("\"NonConsumable\"", "null", "products[0].type: is missing"),
            ("\"NonConsumable\"", "\"RecurringSubscription\"", "stands in no subscription group"),
        ])
    func product(_ old: String, _ new: String, _ message: String) {
        #expect(Fixtures.refusal(Fixtures.smallest.replacing(old, with: new)).contains(message))
    }

    @Test(
        "a subscription or an offer that a manifest cannot hold is named with its place",
        arguments: [
            ("\"P1M\"", "\"P1M2D\"", "recurringSubscriptionPeriod: is \"P1M2D\""),
            ("\"P1M\"", "null", "recurringSubscriptionPeriod: is missing"),
            ("\"groupNumber\" : 1", "\"groupNumber\" : 0", "groupNumber: is 0"),
            ("\"groupNumber\" : 1", "\"groupNumber\" : 99999999999999999999", "groupNumber: is 9999"),
            ("\"groupNumber\" : 1", "\"groupNumber\" : 1001", "a whole number from 1 to 1000"),
            ("\"groupNumber\" : 1", "\"groupNumber\" : 1.5", "groupNumber: is 1.5"),
            ("\"P1W\"", "\"a week\"", "introductoryOffer.subscriptionPeriod: \"a week\" is no period"),
            ("\"free\"", "\"gratis\"", "introductoryOffer.paymentMode: \"gratis\" is none of"),
            ("\"free\"", "\"payUpFront\"", "that is not free has no readable price"),
            ("\"RecurringSubscription\"", "\"Consumable\"", "is Consumable inside a subscription group"),
            (
                "\"codeOffers\" : []",
                "\"codeOffers\" : [{\"paymentMode\": \"free\", \"subscriptionPeriod\": \"P1M\", \"eligibility\": [\"all\"]}]",
                "codeOffers[0].eligibility[0]: \"all\" is none of"
            ),
        ])
    func subscription(_ old: String, _ new: String, _ message: String) {
        #expect(Fixtures.refusal(Fixtures.subscription.replacing(old, with: new)).contains(message))
    }

    @Test("a product id that stands twice is refused, also when only its case differs")
    func twice() {
        let one = Fixtures.smallest.split(separator: "[", maxSplits: 1)[1].split(separator: "],\n  \"settings\"")[0]
        let double = { (second: String) in
            Fixtures.smallest.replacing(one, with: "\(one), \(second)", maxReplacements: 1)
        }
        #expect(Fixtures.refusal(double(String(one))).contains("stands twice"))
        let upper = String(one).replacing("scanner.full", with: "scanner.Full")
        #expect(Fixtures.refusal(double(upper)).contains("differ only by case"))
    }

    @Test("a value of the wrong kind is named or left out, whatever its key, never written")
    func wrongKinds() throws {
        let wrong: [JSON] = [7, "text", true, [], [:], [1], ["key": 1], .null]
        for text in [Fixtures.smallest, Fixtures.subscription] {
            let json = try JSON(parsing: text)
            for path in Self.paths(in: json) {
                for value in wrong {
                    let changed = Self.replacing(path[...], in: json, with: value)
                    do throws(StorefrontError) {
                        let outcome = try Fixtures.importing(changed.text)
                        #expect(ImportedManifest.errors(in: outcome.yaml) == [], "\(path) as \(value.text)")
                    } catch {
                        #expect(!error.message.isEmpty, "\(path) as \(value.text)")
                    }
                }
            }
        }
    }

    @Test("every fault is told in one run, and very many are counted")
    func all() {
        let products = (0..<30).map { "{\"productID\": \"p\($0)\", \"type\": \"Consumable\"}" }
        let message = Fixtures.refusal("{\"products\": [\(products.joined(separator: ","))]}")
        #expect(message.contains("products[0].displayPrice"))
        #expect(message.contains("products[19].displayPrice"))
        #expect(message.contains("and 10 more"))
    }

    @Test("a currency that does not fit the prices, or is none, is refused")
    func currency() {
        #expect(Fixtures.refusal(Fixtures.smallest, currency: "JPY").contains("JPY has 0"))
        #expect(Fixtures.refusal(Fixtures.smallest, currency: "DOLLARS").contains("no currency of ISO 4217"))
    }

    @Test("an app id that is none is refused")
    func appID() {
        #expect(throws: StorefrontError.self) {
            try StoreKitImport.manifest(
                from: Array(Fixtures.smallest.utf8), options: StoreKitImport.Options(appID: "a b"))
        }
    }

    /// Every path of names and indices in a value.
    static func paths(in json: JSON) -> [[String]] {
        switch json {
        case .object(let members): members.flatMap { m in [[m.name]] + paths(in: m.value).map { [m.name] + $0 } }
        case .array(let values): values.enumerated().flatMap { i, v in [["\(i)"]] + paths(in: v).map { ["\(i)"] + $0 } }
        default: []
        }
    }

    static func replacing(_ path: ArraySlice<String>, in json: JSON, with value: JSON) -> JSON {
        guard let step = path.first else { return value }
        switch json {
        case .object(let members):
            return .object(
                members.map {
                    $0.name == step ? JSON.Member(step, replacing(path.dropFirst(), in: $0.value, with: value)) : $0
                })
        case .array(let values):
            return .array(
                values.enumerated().map { "\($0)" == step ? replacing(path.dropFirst(), in: $1, with: value) : $1 })
        default: return json
        }
    }
}
