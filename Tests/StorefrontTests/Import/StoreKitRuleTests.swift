import Storefront
import Testing

@Suite("What an import makes of the odd cases")
struct StoreKitRuleTests {
    /// The warning at a path; fails the test where there is none.
    private func warning(_ outcome: StoreKitImport.Outcome, _ path: String) -> String {
        guard let warning = outcome.warnings.first(where: { $0.path == path }) else {
            Issue.record("no warning at \(path) in \(outcome.warnings.map(\.text))")
            return ""
        }
        return warning.message
    }

    @Test(
        "the storefront says the currency, and the caller may say another",
        arguments: [
            ("\"USA\"", nil, "price: 4.99 USD"), ("\"deu\"", nil, "price: 4.99 EUR"),
            ("\"KWT\"", nil, "price: 4.99 USD"),
            ("\"USA\"", "KWD", "price: 4.990 KWD"), ("\"USA\"", "eur", "price: 4.99 EUR"),
        ] as [(String, String?, String)])
    func currency(_ storefront: String, _ wanted: String?, _ price: String) throws {
        let outcome = try Fixtures.importing(
            Fixtures.smallest.replacing("\"USA\"", with: storefront), currency: wanted)
        #expect(outcome.yaml.contains(price))
        #expect(outcome.warnings.isEmpty)
    }

    @Test("without a known storefront it is US dollars, with a warning", arguments: ["null", "\"XXX\"", "\"\""])
    func noStorefront(_ storefront: String) throws {
        let outcome = try Fixtures.importing(Fixtures.smallest.replacing("\"USA\"", with: storefront))
        #expect(outcome.yaml.contains("price: 4.99 USD"))
        #expect(warning(outcome, "settings._storefront").contains("--currency"))
    }

    @Test(
        "prices arrive to the digit",
        arguments: [
            ("0.99", "USA", "0.99 USD"), ("19", "USA", "19.00 USD"), ("4900", "JPN", "4900 JPY"),
            ("0.5", "USA", "0.50 USD"),
            ("1234567.89", "USA", "1234567.89 USD"), ("35613673800", "KOR", "35613673800 KRW"),
            ("0", "USA", "0.00 USD"),
            ("500.00", "JPN", "500 JPY"), ("1.990", "USA", "1.99 USD"),
        ])
    func price(_ text: String, _ storefront: String, _ written: String) throws {
        let json = Fixtures.smallest.replacing("4.99", with: text).replacing("USA", with: storefront)
        #expect(try Fixtures.importing(json).yaml.contains("    price: \(written)\n"))
    }

    @Test(
        "a locale is written as BCP 47",
        arguments: [
            ("de_DE", "de-DE"), ("zh_Hans", "zh-Hans"), ("ar", "ar"), ("es_419", "es-419"),
            ("ZH_hant_tw", "zh-Hant-TW"),
            ("en-gb", "en-GB"), ("no", "\"no\""),
        ])
    func locale(_ locale: String, _ written: String) throws {
        let outcome = try Fixtures.importing(Fixtures.smallest.replacing("en_US", with: locale))
        #expect(outcome.yaml.contains("  default-locale: \(written)\n"))
    }

    @Test(
        "texts in what is no locale are left out, with a warning",
        arguments: ["x", "en_", "_US", "english language", "日本"])
    func noLocale(_ locale: String) throws {
        let outcome = try Fixtures.importing(Fixtures.smallest.replacing("en_US", with: locale))
        #expect(warning(outcome, "products[0].localizations[0].locale").contains("no locale"))
    }

    @Test("an empty name is the reference name, else the id, with a warning")
    func names() throws {
        let unnamed = Fixtures.smallest.replacing("\"Full\"", with: "\" \"")
        let byID = try Fixtures.importing(unnamed)
        #expect(byID.yaml.contains("    name: com.acme.scanner.full\n"))
        #expect(warning(byID, "products[0].localizations[0].displayName").contains("its id"))
        let named = unnamed.replacing("\"referenceName\" : null", with: "\"referenceName\" : \"Full, 2026\"")
        let byReference = try Fixtures.importing(named)
        #expect(byReference.yaml.contains("    name: Full, 2026\n"))
        #expect(warning(byReference, "products[0].localizations[0].displayName").contains("its reference name"))
    }

    @Test("the default locale is the setting's, or the one seen most")
    func defaultLocale() throws {
        let two = Fixtures.smallest.replacing(
            "[ {", with: "[ { \"displayName\" : \"Voll\", \"locale\" : \"de\" }, {", maxReplacements: 1)
        #expect(try Fixtures.importing(two).yaml.contains("name: Voll\n"))
        let set = two.replacing("\"_storefront\"", with: "\"_locale\" : \"en_US\", \"_storefront\"")
        let outcome = try Fixtures.importing(set)
        #expect(outcome.yaml.contains("default-locale: en-US\n"))
        #expect(outcome.yaml.contains("name: Full\n"))
        #expect(outcome.yaml.contains("      de: {name: Voll}\n"))
    }

    @Test("a private key is warned of and never copied")
    func privateKey() throws {
        let outcome = try Fixtures.importing(
            Fixtures.smallest.replacing(
                "\"products\"",
                with: "\"subscriptionOffersKeyPair\" : {\"id\" : \"K1\", \"privateKey\" : \"s3cret\"}, \"products\""))
        #expect(warning(outcome, "subscriptionOffersKeyPair").contains("private key"))
        #expect(!outcome.yaml.contains("s3cret"))
        #expect(!outcome.warnings.contains { $0.text.contains("s3cret") })
    }

    @Test(
        "a private key that stands where a text should is refused and not repeated",
        arguments: [
            ("\"Full\"", "products[0].localizations[0].displayName"), ("\"USA\"", "settings._storefront"), ("4", ""),
        ])
    func strayPrivateKey(_ place: String, _ path: String) {
        let key = "\"-----BEGIN EC PRIVATE KEY-----s3cret\""
        let message = Fixtures.refusal(
            Fixtures.smallest.replacing(path.isEmpty ? "\"major\"" : place, with: key, maxReplacements: 1))
        #expect(message.contains("holds a private key at \(path.isEmpty ? "version" : path)"))
        #expect(!message.contains("s3cret"))
    }

    @Test(
        "every key that has no place is named, at each level",
        arguments: [
            ("\"identifier\"", "top"), ("\"displayPrice\"", "products[0].top"),
            ("\"description\"", "products[0].localizations[0].top"), ("\"major\"", "version.top"),
            ("\"_storefront\"", "settings.top"),
        ])
    func unknownKeys(_ before: String, _ path: String) throws {
        let outcome = try Fixtures.importing(
            Fixtures.smallest.replacing(before, with: "\"top\" : 1, \(before)", maxReplacements: 1))
        #expect(warning(outcome, path).contains("left out"))
    }

    @Test(
        "every key of groups, subscriptions and offers that has no place is named",
        arguments: [
            ("\"name\"", "subscriptionGroups[0].top"),
            ("\"groupNumber\"", "subscriptionGroups[0].subscriptions[0].top"),
            ("\"paymentMode\"", "subscriptionGroups[0].subscriptions[0].introductoryOffer.top"),
        ])
    func unknownKeysBelow(_ before: String, _ path: String) throws {
        let outcome = try Fixtures.importing(
            Fixtures.subscription.replacing(before, with: "\"top\" : 1, \(before)", maxReplacements: 1))
        #expect(warning(outcome, path).contains("left out"))
    }

    @Test("links that are none are named, and no paywall is written")
    func links() throws {
        let policies = """
            "appPolicies" : { "eula" : "You may.", "policies" : [
              { "locale" : "en_US", "policyText" : "", "policyURL" : "http://acme.example" } ] }, "products"
            """
        let outcome = try Fixtures.importing(
            Fixtures.smallest.replacing("\"products\"", with: policies, maxReplacements: 1))
        #expect(warning(outcome, "appPolicies.eula").contains("terms-url"))
        #expect(warning(outcome, "appPolicies.policies[0].policyURL").contains("https"))
        #expect(!outcome.yaml.contains("paywall"))
    }

    @Test("groups of one name stay apart")
    func groups() throws {
        let text = """
            {"settings": {"_storefront": "USA"}, "subscriptionGroups": [
              {"id": "1", "name": "Pro Plan", "subscriptions": [\(member("a"))]},
              {"id": "2", "name": "Pro Plan", "subscriptions": [\(member("b"))]},
              {"id": "3", "name": "", "subscriptions": [\(member("c"))]}]}
            """
        let yaml = try Fixtures.importing(text).yaml
        #expect(yaml.contains("group: Pro Plan\n") && yaml.contains("group: Pro Plan-2\n"))
        #expect(yaml.contains("group: group-3\n"))
    }

    @Test("a name of the file that would break a comment does not")
    func comment() throws {
        let options = StoreKitImport.Options(
            appID: "com.acme.scanner", name: "Scanner", sourceName: "a\nproducts: []\u{2028}.storekit")
        let outcome = try StoreKitImport.manifest(from: Array(Fixtures.smallest.utf8), options: options)
        #expect(outcome.yaml.hasPrefix("# Imported from a?products: []?.storekit,"))
    }

    @Test("many equal names are told apart in linear time")
    func manyEqual() throws {
        let offer = "{\"paymentMode\": \"free\", \"subscriptionPeriod\": \"P1M\", \"referenceName\": \"Gift\"}"
        let offers = repeatElement(offer, count: 20_000).joined(separator: ",")
        let text = Fixtures.subscription.replacing("\"codeOffers\" : []", with: "\"codeOffers\" : [\(offers)]")
        #expect(try Fixtures.importing(text).yaml.contains("id: gift-20000,"))
    }

    private func member(_ id: String) -> String {
        """
        {"productID": "\(id)", "displayPrice": "1", "recurringSubscriptionPeriod": "P1M", "groupNumber": 1,
         "type": "RecurringSubscription", "localizations": []}
        """
    }
}
