import Storefront
import Testing

@Suite("Diagnostics, written out")
struct DiagnosticFormatTests {
    private let found = Diagnostic(
        file: "apps/a b/storefront.yaml", place: Place(line: 12, column: 12, endColumn: 21), severity: .error,
        rule: "price-precision", message: "price \"4.999 USD\" has 3 decimals: 100%, really\nso", suggestion: "4.99 USD"
    )

    @Test("text is the compiler's form, with the line and an underline")
    func text() throws {
        let text = Fixture.product("{id: a, type: consumable, name: A, price: 4.999 USD}")
        let reading = Fixture.read(text)
        #expect(
            DiagnosticFormat.text.render(reading.diagnostics, sources: reading.sources) == """
                storefront.yaml:4:47: error: price "4.999 USD" has 3 decimals; USD has 2 [price-precision]
                    4 |   - {id: a, type: consumable, name: A, price: 4.999 USD}
                      |                                               ^~~~~~~~~

                """)
        #expect(DiagnosticFormat.text.render([]).isEmpty)
    }

    @Test("JSON has the agreed shape, and leaves out what is absent")
    func json() throws {
        let json = try JSON(parsing: DiagnosticFormat.json.render([found], files: 3))
        #expect(json["valid"] == false && json["files"] == 3)
        let first = try #require(json["diagnostics"]?.array?.first)
        #expect(first["line"] == 12 && first["column"] == 12 && first["endColumn"] == 21)
        #expect(first["severity"]?.string == "error" && first["suggestion"]?.string == "4.99 USD")
        var plain = found
        plain.suggestion = nil
        plain.severity = .warning
        let other = try JSON(parsing: DiagnosticFormat.json.render([plain]))
        #expect(other["valid"] == true && other["diagnostics"]?.array?.first?["suggestion"] == nil)
    }

    @Test("a GitHub annotation escapes what would end it")
    func github() {
        #expect(
            DiagnosticFormat.github.render([found])
                == "::error file=apps/a b/storefront.yaml,line=12,col=12,endColumn=21,title=price-precision::"
                + "price \"4.999 USD\" has 3 decimals: 100%25, really%0Aso; did you mean \"4.99 USD\"?\n")
        var odd = found
        odd.file = "a:b,c%.yaml"
        #expect(DiagnosticFormat.github.render([odd]).hasPrefix("::error file=a%3Ab%2Cc%25.yaml,line=12,"))
    }

    @Test("SARIF names its schema and version, and every result its rule and region")
    func sarif() throws {
        let log = try JSON(parsing: DiagnosticFormat.sarif.render([found]))
        #expect(log["version"]?.string == "2.1.0" && log["$schema"] != nil)
        let run = try #require(log["runs"]?.array?.first)
        let rules = try #require(run["tool"]?["driver"]?["rules"]?.array)
        #expect(rules.count == ManifestRule.all.count && run["columnKind"]?.string == "unicodeCodePoints")
        let result = try #require(run["results"]?.array?.first)
        let index = try #require(result["ruleIndex"]?.integer)
        #expect(rules[Int(index)]["id"] == result["ruleId"])
        let location = result["locations"]?.array?.first?["physicalLocation"]
        #expect(location?["artifactLocation"]?["uri"]?.string == "apps/a%20b/storefront.yaml")
        #expect(location?["region"] == ["startLine": 12, "startColumn": 12, "endColumn": 21])
    }
}
