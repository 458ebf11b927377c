import Foundation
import Storefront
import Synchronization
import Testing

@Suite("Hostile input")
struct HostileInputTests {
    /// Reads on a thread with a stack of 512 KiB, the smallest that a host may give.
    private func readOnSmallStack(_ text: String) -> ManifestReading {
        let result = Mutex<ManifestReading?>(nil)
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            let reading = Fixture.read(text)
            result.withLock { $0 = reading }
            done.signal()
        }
        thread.stackSize = 512 << 10
        thread.start()
        done.wait()
        return result.withLock { $0 } ?? ManifestReading(file: "")
    }

    @Test("nesting of any depth is an error at the 64th level", arguments: [65, 500, 5_000, 100_000])
    func nesting(_ depth: Int) {
        for text in [
            String(repeating: "[", count: depth), String(repeating: "{", count: depth),
            String(repeating: "[\n", count: depth), String(repeating: "{a: [", count: depth),
            String(repeating: "- ", count: depth), String(repeating: "? ", count: depth),
        ] {
            let reading = readOnSmallStack(text)
            #expect(reading.rules == ["nesting-limit"] && reading.manifest == nil, "\(text.prefix(4))")
        }
    }

    @Test("5,000 nested block levels are an error")
    func blocks() {
        let text = (0..<5_000).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
        #expect(readOnSmallStack(text).rules == ["nesting-limit"])
    }

    @Test("64 levels are read")
    func deepest() {
        let text = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(Fixture.read(text).rules == ["wrong-kind"])
    }

    @Test("10,000 merges are read, or refused as duplicates")
    func merges() throws {
        let base = Fixture.head + "products:\n  - &b {id: a, type: consumable, name: N, price: 1.00 EUR}\n"
        let each = (0..<9_000).map { "  - {<<: *b, id: a\($0)}\n" }.joined()
        #expect(Fixture.read(base + each).manifest?.products.count == 9_001)
        let list = "  - {id: b, <<: [\(Array(repeating: "*b", count: 10_000).joined(separator: ","))]}\n"
        #expect(Fixture.read(base + list).manifest?.products.map(\.name) == ["N", "N"])
        let repeated = "  - id: b\n" + String(repeating: "    <<: *b\n", count: 10_000)
        let reading = Fixture.read(base + repeated)
        #expect(Set(reading.rules) == ["duplicate-key", "too-many-faults"])
        #expect(reading.diagnostics.count == ManifestLimits.maximumDiagnostics + 1)
    }

    @Test("a file past 16 MiB is refused by its size")
    func tooLarge() {
        let reading = Fixture.read([UInt8](repeating: 0x61, count: 50_000_000))
        #expect(reading.rules == ["file-size"] && reading.manifest == nil)
    }

    @Test("a million nodes are too many, also without an alias")
    func nodes() {
        #expect(Fixture.read([UInt8](repeating: 0, count: 0)).rules == ["empty-file"])
        let text = "[" + String(repeating: ",a", count: 10) + "]"
        #expect(Fixture.read(text).rules == ["yaml-syntax"])
        #expect(Fixture.read(String(repeating: "- \n", count: 1_000_001)).rules == ["node-limit"])
    }

    @Test(
        "bytes that are no text are an error that names their offset",
        arguments: [
            ([0x61, 0x3A, 0x20, 0x00], "control-character", 3), ([0x61, 0xC3], "invalid-encoding", 1),
            ([0x61, 0x0A, 0x62, 0xFF, 0x61], "invalid-encoding", 3), ([0xC0, 0x80], "invalid-encoding", 0),
            ([0xED, 0xA0, 0x80], "invalid-encoding", 0), ([0x61, 0x1B, 0x5B], "control-character", 1),
            ([0xEF, 0xBB, 0xBF, 0x61, 0x00], "control-character", 4), ([0xFF, 0xFE, 0x61], "invalid-encoding", 2),
            ([0xFF, 0xFE, 0x00, 0xD8, 0x61, 0x00], "invalid-encoding", 2),
            ([0xFE, 0xFF, 0x00, 0x61, 0xDC, 0x00], "invalid-encoding", 4),
        ] as [([UInt8], String, Int)])
    func bytes(_ bytes: [UInt8], _ rule: String, _ offset: Int) {
        let reading = Fixture.read(bytes)
        #expect(reading.rules == [rule] && reading.manifest == nil)
        #expect(reading.diagnostics.first?.message.contains("byte offset \(offset)") == true, "\(reading.diagnostics)")
    }

    @Test("directives without end, before and behind the document, are refused")
    func directives() {
        let many = (0..<50_000).map { "%TAG !a\($0)! tag:x\n" }.joined()
        #expect(Fixture.read(many + "---\n" + Fixture.head).rules == ["yaml-syntax"])
        #expect(Fixture.read(Fixture.head + "products: []\n...\n" + many + "---\n").rules == ["second-document"])
    }

    @Test("huge mappings and lists of free keys are read in one go")
    func huge() {
        let pairs = (0..<200_000).map { "      k\($0): v\n" }.joined()
        let text =
            Fixture.head
            + "products:\n  - id: a\n    type: consumable\n    name: A\n    price: 1.00 EUR\n    metadata:\n"
        #expect(Fixture.read(text + pairs).manifest?.products.first?.metadata.count == 200_000)
    }

    @Test("one long line is shown in part, and nothing in it reaches the terminal")
    func longLine() throws {
        let reading = Fixture.read(
            Fixture.head + "products: []\n" + "x\u{202E}y: " + String(repeating: "z", count: 100_000))
        let text = DiagnosticFormat.text.render(reading.diagnostics, sources: reading.sources)
        #expect(text.count < 1_000 && !text.unicodeScalars.contains("\u{202E}"))
    }

    @Test("a thousand faults on one line each have their own column and their own part of it")
    func oneLine() throws {
        let items = (0..<20_000).map { _ in "{id: é, nmae: x}" }.joined(separator: ", ")
        let reading = Fixture.read("{storefront: 1, app: {id: a, name: A}, products: [\(items)]}")
        #expect(reading.errors.count == ManifestLimits.maximumDiagnostics && reading.rules.last == "too-many-faults")
        let last = try #require(reading.diagnostics.dropLast().last)
        let excerpt = try #require(reading.sources[last.file, last.place])
        #expect(excerpt.text.count <= 160 && excerpt.isCut && excerpt.firstColumn > 1)
        let text = excerpt.text.dropFirst(last.place.column - excerpt.firstColumn)
        #expect(text.hasPrefix("nmae") || text.hasPrefix("{id") || text.hasPrefix("é"))
    }

    @Test("suggestions stop before they cost more than reading")
    func suggestions() {
        let products = (0..<2_000).map { "  - {id: a.b.\($0), type: consumable, name: A, price: 1.00 EUR}\n" }.joined()
        let packages = (0..<900).map { "    - {id: p\($0), product: a.c.\($0)}\n" }.joined()
        let reading = Fixture.read(Fixture.head + "products:\n" + products + "offerings:\n  default:\n" + packages)
        #expect(reading.errors.count == 900)
        #expect(reading.errors.first?.suggestion == "a.b.0" && reading.errors.last?.suggestion == nil)
    }
}
