import Storefront
import TestSupport
import Testing

@Suite("A file with random damage")
struct StoreKitMutationTests {
    static let rounds = 100

    @Test("becomes a valid manifest or is refused, but never ends the process", arguments: Fixtures.names)
    func bytes(_ name: String) throws {
        let original = try Fixtures.bytes(name)
        let seed = UInt64.random(in: 0 ..< .max)
        var random = SeededRandom(seed: seed)
        for _ in 0..<Self.rounds {
            var bytes = original
            for _ in 0..<Int.random(in: 1...8, using: &random) { Self.damage(&bytes, &random) }
            Self.tryImport(bytes, name, seed)
        }
    }

    @Test("also where the damage leaves it JSON", arguments: Fixtures.names)
    func values(_ name: String) throws {
        let original = try JSON(parsing: Fixtures.bytes(name))
        let paths = StoreKitFaultTests.paths(in: original)
        let seed = UInt64.random(in: 0 ..< .max)
        var random = SeededRandom(seed: seed)
        let odd: [JSON] = [
            "", " ", "0", "-1", "1e9", "P1M", "P0D", "en_US", "\u{0}", "a: b", .number("1e400"), .number("-0"),
            "en_x", "x", "a_b_c", "i_1234", "https:///", "https://a b", "https://acme.example/privacy",
            "-----BEGIN PRIVATE KEY-----", "${NAME}", "---", "\u{FEFF}", "\u{202E}txt", "<<", "1001", 1001, 101,
            .number("9223372036854775808"), .null, true, [], [:], [[]], ["key": []],
        ]
        for _ in 0..<Self.rounds {
            var json = original
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                guard let path = paths.randomElement(using: &random), let value = odd.randomElement(using: &random)
                else { continue }
                json = StoreKitFaultTests.replacing(path[...], in: json, with: value)
            }
            Self.tryImport(json.bytes, name, seed)
        }
    }

    private static func tryImport(_ bytes: [UInt8], _ name: String, _ seed: UInt64) {
        do throws(StorefrontError) {
            let outcome = try StoreKitImport.manifest(from: bytes, options: Fixtures.options(name))
            #expect(ImportedManifest.errors(in: outcome.yaml) == [], "seed \(seed)")
        } catch {
            #expect(error.code == .invalidRequest && !error.message.isEmpty, "seed \(seed)")
        }
    }

    private static func damage(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
        guard !bytes.isEmpty else { return }
        let index = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        case 2: bytes.insert(Array("{}[]\",:0\\".utf8).randomElement(using: &random) ?? 0, at: index)
        default: bytes.removeSubrange(index..<min(bytes.count, index + Int.random(in: 1...40, using: &random)))
        }
    }
}
