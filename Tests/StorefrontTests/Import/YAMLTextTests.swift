import Storefront
import TestSupport
import Testing

@Suite("Texts as YAML")
struct YAMLTextTests {
    static let texts = [
        "Pro Monthly", "no", "Yes", "~", "null", "1e3", "0x1F", "12:30:00", "2024-01-02", "1.10", "00123", "-1", "+1",
        ".5", ".inf", "...", "---", "- a", "a: b", "a:b", "a:", ":a", "a #b", "a#b", "#a", "a, b", "[a]", "{a}", "a}",
        "what?", "?a", "*a", "&a", "!a", "|", ">", "%a", "@a", "`a", "=", "<<", "'a'", "it's", "\"a\"", "say \"hi\"",
        "back\\slash", "\\", "'\"", " a", "a ", "two\nlines", "\n", "tab\there", "cr\rlf\r\n", "a\u{85}b", "a\u{A0}b",
        "a\u{2028}b", "\u{202E}abc", "zero\u{200B}width", "👩‍👩‍👧", "プロ（月額）",
        "برو: شهري", "${NAME}", "$${a}", "\u{FEFF}a",
        "a\u{1}b", "\u{10FFFD}", "a\u{E000}", "100 Coins", "1 000", "y", "N", "true story", "e\u{301}",
    ]

    @Test(
        "what is safe stays as it is",
        arguments: ["Pro Monthly", "a:b", "a#b", "it's", "100 Coins", "プロ（月額）", "say \"hi\""])
    func plain(_ text: String) {
        #expect(YAMLText.scalar(text) == text)
    }

    @Test(
        "what some reader takes for something else is quoted",
        arguments: [
            ("no", "\"no\""), ("1e3", "\"1e3\""), ("~", "\"~\""), ("", "\"\""), ("a: b", "\"a: b\""), (" a", "\" a\""),
            ("two\nlines", "\"two\\nlines\""), ("\"a\"", "'\"a\"'"), ("'\"", "\"'\\\"\""),
            ("\u{202E}a", "\"\\u202Ea\""),
            ("\u{85}", "\"\\x85\""), ("\u{10FFFD}", "\"\\U0010FFFD\""),
        ])
    func quoted(_ text: String, _ written: String) {
        #expect(YAMLText.scalar(text) == written)
    }

    @Test("every text is read back as it was, in a block and in braces", arguments: texts)
    func roundTrip(_ text: String) throws {
        try check(text)
    }

    @Test("random texts too")
    func random() throws {
        let seed = UInt64.random(in: 0 ..< .max)
        var random = SeededRandom(seed: seed)
        let pieces = Self.texts + [" ", ":", "#", ",", "\"", "'", "\\", "\n", "a"]
        for _ in 0..<500 {
            let text = (0..<Int.random(in: 1...4, using: &random))
                .compactMap { _ in pieces.randomElement(using: &random) }.joined()
            try check(text, "seed \(seed)")
        }
    }

    @Test("a comment stays on its line and shows what is in it")
    func comment() {
        #expect(YAMLText.comment("a\nb\u{2028}c\u{202E}d # é") == "a?b?c?d # é")
    }

    private func check(_ text: String, _ comment: Comment? = nil) throws {
        let yaml = """
            storefront: 1
            app: {id: com.acme.scanner, name: Barcode Scanner}
            products:
              - id: com.acme.scanner.full
                type: non-consumable
                name: Full
                price: 4.99 USD
                metadata:
                  block: \(YAMLText.scalar(text))
                  flow: \(YAMLText.scalar(text))
                  \(YAMLText.scalar("key" + text)): here
              - {id: b, type: consumable, name: B, price: 1 USD, metadata: {flow: \(YAMLText.flowScalar(text)), end: x}}
            """
        let reading = ImportedManifest.read(yaml)
        let manifest = try #require(reading.manifest, "\(text.debugDescription) \(reading.diagnostics)")
        let expected = Array(text.unicodeScalars)
        #expect(manifest.products[0].metadata.first.map { Array($0.value.unicodeScalars) } == expected, comment)
        #expect(manifest.products[1].metadata.first.map { Array($0.value.unicodeScalars) } == expected, comment)
        #expect(manifest.products[1].metadata.count == 2, comment)
    }
}
