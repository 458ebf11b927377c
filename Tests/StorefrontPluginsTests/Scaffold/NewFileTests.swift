import Foundation
import Storefront
import StorefrontPlugins
import TestSupport
import Testing

@Suite("A file that was not there before")
struct NewFileTests {
    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "new-file-\(UUID().uuidString)").path
        #expect(try NewFile.makeFolder("\(folder)/a/b"))
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body("\(folder)/a/b")
    }

    @Test("has all its bytes, also none and many", arguments: [0, 1, 5_000_000])
    func bytes(_ count: Int) throws {
        try withFolder { folder in
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
            try NewFile.write(bytes, to: "\(folder)/file")
            #expect(FileManager.default.contents(atPath: "\(folder)/file") == Data(bytes))
            let left = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(left == ["file"])
        }
    }

    @Test("never takes the place of a file, a folder or a link, wherever that leads")
    func taken() throws {
        try withFolder { folder in
            try Data("mine".utf8).write(to: URL(filePath: "\(folder)/file"))
            try FileManager.default.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: "nowhere")
            let isNew = try NewFile.makeFolder("\(folder)/folder")
            #expect(isNew)
            for name in ["file", "link", "folder"] {
                let error = #expect(throws: StorefrontError.self) { try NewFile.write([1], to: "\(folder)/\(name)") }
                #expect(error?.code == .invalidRequest)
            }
            #expect(FileManager.default.contents(atPath: "\(folder)/file") == Data("mine".utf8))
            let left = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            #expect(left == ["file", "folder", "link"])
        }
    }

    @Test("in a folder that is not there is an error with its path")
    func noFolder() throws {
        try withFolder { folder in
            let error = #expect(throws: StorefrontError.self) { try NewFile.write([1], to: "\(folder)/none/file") }
            #expect(error?.code == .storageUnavailable)
            #expect(error?.message.contains("\(folder)/none/file") == true)
        }
    }

    @Test("a folder that is there is not made again")
    func folder() throws {
        try withFolder { folder in
            let isNew = try NewFile.makeFolder(folder)
            #expect(!isNew)
        }
    }
}
