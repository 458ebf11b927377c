import Storefront
import Testing

@Suite("Reading a manifest")
struct ManifestReaderTests {
    @Test("names and prices come out as they are written, to the cent")
    func asWritten() throws {
        let names = ["no", "1e3", "0x1F", "12:30:00", "\"~\"", "on", "yes", "true", "0b1", "1_000", "2024-01-02", "08"]
        let prices = ["4.99", "0.10", "1234567.89", "1000000.00", "356136738.00", "9999999999999999.99"]
        for name in names {
            let reading = Fixture.read(Fixture.product("{id: a, type: consumable, name: \(name), price: 1.00 EUR}"))
            #expect(reading.manifest?.products.first?.name == name.replacing("\"", with: ""))
        }
        for price in prices {
            for written in ["\(price) EUR", "{EUR: \(price)}", "{EUR: \"\(price)\"}"] {
                let reading = Fixture.read(Fixture.product("{id: a, type: consumable, name: A, price: \(written)}"))
                #expect(reading.manifest?.products.first?.prices.map(\.amount) == [price])
            }
        }
    }

    @Test(
        "currencies have their own decimals, and every digit stays",
        arguments: [
            ("500 JPY", 500), ("1.234 KWD", 1234), ("1.5 KWD", 1500), ("0.1234 CLF", 1234),
            ("35613673800 IDR", 3_561_367_380_000),
            ("999999999999999999 JPY", 999_999_999_999_999_999), ("9007199254740993 JPY", 9_007_199_254_740_993),
        ] as [(String, Int64)])
    func decimals(_ price: String, _ units: Int64) {
        let reading = Fixture.read(Fixture.product("{id: a, type: consumable, name: A, price: \(price)}"))
        #expect(reading.manifest?.products.first?.prices.map(\.minorUnits) == [units])
    }

    @Test("every price from 0.00 to 9,999.99 goes to minor units and back unchanged")
    func cents() throws {
        let dollar = try #require(Currency("USD"))
        for units in 0...999_999 as ClosedRange<Int64> {
            let text = Money(minorUnits: units, currency: dollar).amount
            let back = try Money(amount: text, currency: dollar).minorUnits
            if back != units { Issue.record("\(text) became \(back)") }
        }
    }

    @Test(
        "ids keep their text",
        arguments: ["0e1234", "00123", "1.10", "2024-01-02", "true", "no", "0x1F", "1_000", "\"null\""])
    func ids(_ id: String) {
        let reading = Fixture.read(Fixture.product("{id: \(id), type: consumable, name: A, price: 1.00 EUR}"))
        #expect(reading.manifest?.products.first?.id == id.replacing("\"", with: ""))
    }

    @Test("a bare null or ~ is an empty id")
    func emptyIDs() {
        for id in ["null", "~", "Null", "NULL", ""] {
            let reading = Fixture.read(Fixture.product("{id: \(id), type: consumable, name: A, price: 1.00 EUR}"))
            #expect(reading.errors.map(\.message).first?.hasPrefix("product id is empty") == true)
        }
    }

    @Test("y, n, on and no as keys stay text")
    func keysAsWords() throws {
        let reading = Fixture.read(
            Fixture.product(
                "{id: a, type: consumable, name: A, price: 1.00 EUR, grants: {y: 1, n: 2, on: 3, no: 4}, "
                    + "localizations: {no: {name: Mynter}}, metadata: {on: off, 1: yes}}"))
        let product = try #require(reading.manifest?.products.first)
        #expect(product.grants.map(\.unit) == ["y", "n", "on", "no"])
        #expect(product.localizations.map(\.locale) == ["no"])
        #expect(product.metadata == [Metadatum(key: "on", value: "off"), Metadatum(key: "1", value: "yes")])
    }

    @Test("a block text at the end of a file keeps its last line")
    func lastLine() {
        let head = Fixture.head + "products:\n  - id: a\n    type: consumable\n    name: A\n    price: 1.00 EUR\n"
        for (tail, expected) in [
            ("    description: |\n      last", "last"), ("    description: |\n      last\n", "last\n"),
            ("    description: |\n      last  ", "last  "), ("    description: |\n      last\n      ", "last\n"),
            ("    description: >-\n      one\n      last", "one last"), ("    description: last", "last"),
            ("    description: |+\n      last\n\n", "last\n\n"), ("    description: \"last\"", "last"),
        ] {
            #expect(Fixture.read(head + tail).manifest?.products.first?.description == expected, "\(tail)")
        }
    }

    @Test("merged keys fill gaps: a mapping's own win, then the first merged")
    func merge() throws {
        let reading = Fixture.read(
            Fixture.head + """
                products:
                  - &a {id: a, type: consumable, name: A, price: 1.00 EUR, metadata: &m {x: "1", y: "2"}}
                  - &b {<<: *a, id: b, name: B}
                  - {id: c, <<: [*b, *a], metadata: {<<: *m, y: "3"}}
                """)
        let products = try #require(reading.manifest?.products)
        #expect(products.map(\.id) == ["a", "b", "c"])
        #expect(products.map(\.name) == ["A", "B", "B"])
        #expect(Set(products[2].metadata.map { $0.key + $0.value }) == ["x1", "y3"])
    }

    @Test("UTF-8 with a BOM, UTF-16 of both orders, and CRLF read like plain UTF-8", arguments: [true, false])
    func encodings(_ isValid: Bool) {
        let text = Fixture.product("{id: a, type: consumable, name: Münzen 💎 日本, price: \(isValid ? 1 : -1).00 EUR}")
        let plain = Fixture.read(text)
        let units = Array(("\u{FEFF}" + text).utf16)
        for bytes in [
            Array(("\u{FEFF}" + text).utf8), Array(text.replacing("\n", with: "\r\n").utf8),
            units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
        ] {
            let reading = Fixture.read(bytes)
            #expect(reading.manifest?.products == plain.manifest?.products)
            #expect(reading.diagnostics == plain.diagnostics)
        }
    }

    @Test("what a manifest leaves out comes from the defaults, and only that")
    func defaults() throws {
        let reader = ManifestReader(registry: Fixture.registry)
        let text = "customers: {restore: keep}\npersistence: {backend: memory}\nnotifications: []\n"
        let (defaults, diagnostics) = reader.readDefaults(Array(text.utf8), file: "defaults.yaml")
        #expect(diagnostics.isEmpty)
        let manifest = Fixture.head + "products: []\n"
        func read(_ text: String) -> Manifest? {
            reader.read(Array(text.utf8), file: "f", slug: "s", defaults: defaults).manifest
        }
        let folded = try #require(read(manifest))
        #expect(folded.persistence.name == "memory" && folded.persistence.file == "defaults.yaml")
        #expect(folded.notifications.isEmpty && folded.customers.restore == .keep && folded.store.name == "sandbox")
        let own = try #require(read(manifest + "persistence: {backend: sqlite}\ncustomers: {refunds: floor-at-zero}\n"))
        #expect(own.persistence.name == "sqlite")
        #expect(own.customers == CustomerRules(restore: .transfer, refunds: .floorAtZero))
    }

    @Test("the defaults are read as strictly as a manifest")
    func strictDefaults() {
        let reader = ManifestReader(registry: Fixture.registry)
        for (text, rule) in [
            ("products: []\n", "unknown-key"), ("stroe: {provider: sandbox}\n", "unknown-key"),
            ("persistence: {backend: sqlite, pth: x}\n", "unknown-key"), ("", "empty-file"),
            ("store: {provider: x}\nstore: {provider: sandbox}\n", "duplicate-key"),
            ("storefront: 3\n", "format-version"),
        ] {
            let (defaults, diagnostics) = reader.readDefaults(Array(text.utf8), file: "defaults.yaml")
            #expect(defaults == nil && diagnostics.map(\.rule).contains(rule), "\(text)")
        }
    }

    @Test("variables are replaced when a backend starts, and a missing one is named with its place")
    func variables() throws {
        let text =
            Fixture.head + "products: []\nnotifications:\n  - {backend: webhook, url: \"https://${HOST}/$${x}\"}\n"
        let reading = Fixture.read(text, environment: ["HOST": "acme.example"])
        #expect(reading.diagnostics.isEmpty)
        let section = try #require(reading.manifest?.notifications.first)
        #expect(try section.resolved(environment: ["HOST": "acme.example"]).text("url") == "https://acme.example/${x}")
        let error = #expect(throws: StorefrontError.self) { try section.resolved(environment: [:]) }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message == "The variable HOST, named at storefront.yaml:5, is not set.")
        #expect(Fixture.read(text).rules == ["unset-variable"])
    }

    @Test("what the app's store refuses is an error, what another refuses a warning")
    func namedStore() throws {
        var registry = Fixture.registry
        registry.stores.append(Plugin(name: "app-store", summary: "") { _ in throw Fixture.NotMade() })
        let text = Fixture.product(
            "{id: A-b, type: consumable, name: 'A name of more than thirty-five letters', price: 1.00 EUR}")
        func severities(_ provider: String, inDefaults: Bool) -> [String: Diagnostic.Severity] {
            let reader = ManifestReader(registry: registry)
            let section = "store: {provider: \(provider)}\n"
            let defaults = inDefaults ? reader.readDefaults(Array(section.utf8), file: "d").0 : nil
            let bytes = Array((text + (inDefaults ? "" : section)).utf8)
            let reading = reader.read(bytes, file: "f", slug: "s", defaults: defaults)
            return Dictionary(reading.diagnostics.map { ($0.rule, $0.severity) }) { first, _ in first }
        }
        for inDefaults in [true, false] {
            let named = severities("app-store", inDefaults: inDefaults)
            #expect(named["app-store-name-length"] == .error && named["google-play-id-charset"] == .warning)
            let other = severities("sandbox", inDefaults: inDefaults)
            #expect(other["app-store-name-length"] == .warning && other["google-play-id-charset"] == .warning)
        }
    }
}
