import Foundation
import Storefront
import Testing

/// A generator of one seed (SplitMix64), so that a failure can be run again.
private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

@Suite("Mutated manifests")
struct MutationTests {
    private static let pieces: [[UInt8]] =
        [
            "*a", "&a ", "<<: *a\n", "[", "]", "{", "}", "- ", ": ", "\n", "\r\n", "\t", "\"", "'", "|\n", ">\n", "#",
            "~", "---\n",
            "...\n", "%", "!!binary ", "${X}", "${", "null", "99999999999999999999", "-1", "\u{202E}", "é", "💎", "? ",
        ].map { Array($0.utf8) } + [[0x00], [0xC3], [0xFF, 0xFE], [0xEF, 0xBB, 0xBF], [0x1B]]

    private static func mutate(_ bytes: [UInt8], _ random: inout Seeded) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let index = Int.random(in: 0...bytes.count, using: &random)
            let end = min(bytes.count, index + Int.random(in: 0...12, using: &random))
            switch Int.random(in: 0...3, using: &random) {
            case 0: bytes.removeSubrange(index..<end)
            case 1: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: index)
            case 2: bytes.insert(contentsOf: bytes[index..<end], at: Int.random(in: 0...bytes.count, using: &random))
            default: if index < bytes.count { bytes[index] = UInt8.random(in: 0...255, using: &random) }
            }
        }
        return bytes
    }

    @Test("never trap; each is read or refused with places that exist")
    func mutations() throws {
        let seed: UInt64 = 20_260_101
        print("seed \(seed)")
        var random = Seeded(state: seed)
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases")
        let names = try GoldenTests.names()
        let corpus = try names.map { try [UInt8](Data(contentsOf: folder.appending(path: $0))) }
        for round in 0..<3_000 {
            guard let original = corpus.randomElement(using: &random) else { break }
            let bytes = Self.mutate(Array(original.prefix(2_000)), &random)
            let reading = Fixture.read(bytes)
            #expect((reading.manifest == nil) == !reading.errors.isEmpty, "seed \(seed), round \(round)")
            for found in reading.diagnostics {
                let place = found.place
                #expect(place.line >= 1 && place.column >= 1 && place.endColumn > place.column || place == .none)
            }
            _ = DiagnosticFormat.text.render(reading.diagnostics, sources: reading.sources)
        }
    }
}
