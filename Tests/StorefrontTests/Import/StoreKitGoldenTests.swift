import Foundation
import Storefront
import Testing

@Suite("A StoreKit configuration and the manifest that comes of it")
struct StoreKitGoldenTests {
    /// Set to write the expected files anew instead of comparing; look at what changed before it is kept.
    private static let records = ProcessInfo.processInfo.environment["STOREFRONT_RECORD"] != nil

    @Test("the manifest is the one beside the file, to the byte", arguments: Fixtures.names)
    func manifest(_ name: String) throws {
        try compare(Fixtures.outcome(name).yaml, "\(name).yaml")
    }

    @Test("what has no place is named", arguments: Fixtures.names)
    func warnings(_ name: String) throws {
        try compare(Fixtures.outcome(name).warnings.map { $0.text + "\n" }.joined(), "\(name).warnings.txt")
    }

    @Test("the same file gives the same text each time", arguments: Fixtures.names)
    func deterministic(_ name: String) throws {
        #expect(try Fixtures.outcome(name).yaml == Fixtures.outcome(name).yaml)
    }

    private func compare(_ text: String, _ file: String) throws {
        let url = Fixtures.folder.appending(path: file)
        if Self.records { try Data(text.utf8).write(to: url) }
        #expect(try String(contentsOf: url, encoding: .utf8) == text)
    }
}
