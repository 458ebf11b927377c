import Foundation
import Storefront
import TestSupport
import Testing

@testable import StorefrontPlugins

private func locks(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(folder)/holders").sorted()
}

@Suite("Which processes are still there")
struct HolderLockTests {
    @Test("a holder is there as long as its lock is, and gone afterwards")
    func life() async throws {
        try await withFolder { folder in
            let watcher = try HolderLock(folder: "\(folder)/holders")
            var other: HolderLock? = try HolderLock(folder: "\(folder)/holders")
            let name = try #require(other?.holder)
            #expect(!watcher.isGone(name))
            #expect(!watcher.isGone(watcher.holder))
            other = nil
            #expect(watcher.isGone(name))
        }
    }

    @Test("a dead process' file is told gone, and a start cleans it up")
    func deadFile() async throws {
        try await withFolder { folder in
            let watcher = try HolderLock(folder: "\(folder)/holders")
            let dead = String(repeating: "a", count: 32)
            let path = "\(folder)/holders/\(dead).lock"
            try Data().write(to: URL(fileURLWithPath: path))
            #expect(watcher.isGone(dead))
            #expect(!FileManager.default.fileExists(atPath: path))
            try Data().write(to: URL(fileURLWithPath: path))
            let next = try HolderLock(folder: "\(folder)/holders")
            #expect(try locks(in: folder) == ["\(watcher.holder).lock", "\(next.holder).lock"].sorted())
        }
    }

    @Test(
        "a name that leads elsewhere is nobody's, and nothing there is touched", arguments: ["../x", "/etc/x", "", "."])
    func foreignNames(_ name: String) async throws {
        try await withFolder { folder in
            let watcher = try HolderLock(folder: "\(folder)/holders")
            let outside = "\(folder)/x.lock"
            try Data("kept".utf8).write(to: URL(fileURLWithPath: outside))
            #expect(watcher.isGone(name))
            #expect(FileManager.default.fileExists(atPath: outside))
        }
    }

    @Test("the data folder is its owner's alone, and one that cannot be made is storage-unavailable")
    func folders() async throws {
        try await withFolder { folder in
            let surroundings = try Surroundings.system(dataFolder: "\(folder)/a/b", environment: [:]) { _ in }
            #expect(!surroundings.presence.isGone(surroundings.presence.holder))
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/a/b")
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
            try Data().write(to: URL(fileURLWithPath: "\(folder)/file"))
            let error = #expect(throws: StorefrontError.self) {
                try Surroundings.system(dataFolder: "\(folder)/file", environment: [:]) { _ in }
            }
            #expect(error?.code == .storageUnavailable)
            #expect(error?.message.contains("\(folder)/file") == true)
        }
    }

    @Test("the clock tells milliseconds since 1970, and random numbers differ")
    func worldAround() async throws {
        try await withFolder { folder in
            let surroundings = try Surroundings.system(dataFolder: folder, environment: ["A": "b"]) { _ in }
            let difference = Int64(Date().timeIntervalSince1970 * 1000) - surroundings.clock().milliseconds
            #expect(abs(difference) < 60_000)
            #expect(surroundings.random() != surroundings.random())
            #expect(surroundings.environment == ["A": "b"])
        }
    }
}
