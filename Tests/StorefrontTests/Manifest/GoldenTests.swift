import Foundation
import Testing

@testable import Storefront

/// Each file in `Cases` is a manifest, then a line, then what is said of it. After a change of words, write the new
/// output below the line by hand or copy it from the failure.
@Suite("What is said of a manifest")
struct GoldenTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases")
    private static let line = "---- diagnostics\n"

    static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path()).filter { $0.hasSuffix(".case") }.sorted()
    }

    private static func load(_ name: String) throws -> (input: String, expected: String) {
        let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        let range = try #require(text.range(of: line))
        return (String(text[..<range.lowerBound]), String(text[range.upperBound...]))
    }

    @Test("a case file says what the reader says", arguments: try names())
    func golden(_ name: String) throws {
        let (input, expected) = try Self.load(name)
        let reading = Fixture.read(input)
        #expect(DiagnosticFormat.text.render(reading.diagnostics, sources: reading.sources) == expected)
        #expect((reading.manifest == nil) == !reading.errors.isEmpty)
    }

    @Test("every rule that a manifest alone can break is broken by a case file")
    func coverage() throws {
        var broken: Set<String> = []
        for name in try Self.names() { broken.formUnion(Fixture.read(try Self.load(name).input).rules) }
        // Of bytes, folders and sizes: those have tests of their own.
        let elsewhere: Set = [
            "file-size", "invalid-encoding", "too-many-faults", "unreadable-file", "duplicate-app",
            "app-store-product-count",
        ]
        #expect(Set(ManifestRule.all.map(\.id)).subtracting(broken).sorted() == elsewhere.sorted())
    }

    @Test("ten faults are ten diagnostics, each in its place")
    func tenFaults() throws {
        let reading = Fixture.read(try Self.load("ten-faults.case").input)
        let places = reading.diagnostics.map { "\($0.place.line):\($0.place.column) \($0.rule)" }
        #expect(
            places == [
                "4:8 empty-value", "5:19 invalid-locale", "10:12 price-precision", "12:11 unknown-value",
                "14:12 price-precision", "15:13 invalid-period", "17:9 duplicate-product", "19:5 unknown-key",
                "20:12 price-negative", "23:27 unknown-product",
            ])
        #expect(reading.manifest == nil)
    }

    @Test("rule ids are kebab-case, unique, and each says what must hold")
    func rules() {
        let ids = ManifestRule.all.map(\.id)
        #expect(Set(ids).count == ids.count)
        for rule in ManifestRule.all {
            #expect(rule.id.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D })
            #expect(rule.summary.hasSuffix("."))
            if rule.id.hasPrefix("app-store-") || rule.id.hasPrefix("google-play-") { #expect(rule.source != nil) }
        }
    }
}
