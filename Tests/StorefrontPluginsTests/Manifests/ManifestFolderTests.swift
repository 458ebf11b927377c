import Foundation
import Storefront
import StorefrontPlugins
import Testing

@Suite("A folder of manifests")
struct ManifestFolderTests {
    private struct NotMade: Error {}

    private static let registry = Registry(
        stores: [Plugin(name: "sandbox", summary: "") { _ in throw NotMade() }],
        persistences: [Plugin(name: "memory", summary: "") { _ in throw NotMade() }],
        notifiers: [Plugin(name: "log", summary: "") { _ in throw NotMade() }])

    /// Runs with a fresh folder that holds these files, and removes it.
    private func with(_ files: [String: String], _ body: (String) throws -> Void) throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "manifests-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        for (path, text) in files {
            let file = root.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        try body(root.path(percentEncoded: false))
    }

    private func load(_ path: String) throws -> LoadedManifests {
        try ManifestFolder.load(path, registry: Self.registry, environment: [:])
    }

    private func app(_ id: String, _ more: String = "") -> String {
        "storefront: 1\napp: {id: \(id), name: A}\nproducts: []\n" + more
    }

    @Test("every app's folder is one app, in order, with the defaults folded in")
    func folder() throws {
        try with([
            "b/storefront.yaml": app("com.acme.b"),
            "a/storefront.yaml": app("com.acme.a", "persistence: {backend: memory}\n"),
            "defaults.yaml": "customers: {restore: keep}\n", "notes/readme.txt": "", ".hidden/storefront.yaml": "x",
        ]) { path in
            let loaded = try load(path)
            #expect(loaded.diagnostics.isEmpty && loaded.files == 3)
            #expect(loaded.manifests.map(\.app.id) == ["com.acme.a", "com.acme.b"])
            #expect(loaded.manifests.map(\.slug) == ["a", "b"])
            #expect(loaded.manifests.allSatisfy { $0.customers.restore == .keep })
            #expect(loaded.manifests.allSatisfy { $0.file == "\(path)/\($0.slug)/storefront.yaml" })
            for one in ["\(path)/a", "\(path)/a/", "\(path)/a/storefront.yaml"] {
                let loaded = try load(one)
                #expect(loaded.manifests.map(\.slug) == ["a"] && loaded.manifests[0].customers.restore == .keep)
            }
            #expect(try load("\(path)/defaults.yaml").manifests.isEmpty)
        }
    }

    @Test("a bad manifest is refused, and the others load")
    func bad() throws {
        try with(["a/storefront.yaml": "prodcuts: []\n", "b/storefront.yaml": app("com.acme.b")]) { path in
            let loaded = try load(path)
            #expect(loaded.manifests.map(\.slug) == ["b"] && !loaded.diagnostics.isEmpty && loaded.files == 2)
            let text = DiagnosticFormat.text.render(loaded.diagnostics, sources: loaded.sources)
            #expect(text.contains("a/storefront.yaml:1:1: error:") && text.contains("    1 | prodcuts: []\n"))
        }
    }

    @Test("an app id in two files refuses both and names both")
    func duplicates() throws {
        try with([
            "a/storefront.yaml": app("com.acme.x"), "b/storefront.yaml": app("com.acme.x"),
            "c/storefront.yaml": app("com.acme.c"),
        ]) { path in
            let loaded = try load(path)
            #expect(loaded.manifests.map(\.slug) == ["c"])
            let found = try #require(loaded.diagnostics.first)
            #expect(loaded.diagnostics.count == 1 && found.rule == "duplicate-app")
            #expect(found.file.hasSuffix("b/storefront.yaml") && found.message.contains("a/storefront.yaml"))
            #expect(found.place == Place(line: 2, column: 11, endColumn: 21))
            #expect(loaded.sources[found.file, found.place]?.text.hasPrefix("app:") == true)
        }
    }

    @Test("bad defaults load no app, for each would run on defaults nobody meant")
    func badDefaults() throws {
        try with(["a/storefront.yaml": app("com.acme.a"), "defaults.yaml": "stroe: {provider: sandbox}\n"]) { path in
            let loaded = try load(path)
            #expect(loaded.manifests.isEmpty && loaded.diagnostics.map(\.suggestion) == ["store"])
        }
    }

    @Test("a file of 50 MB, one that is no file and one with another ending are diagnostics")
    func unreadable() throws {
        try with([
            "a/storefront.yaml": "", "c/storefront.yml": app("com.acme.c"), "d/storefront.yaml": app("com.acme.d"),
        ]) {
            path in
            let large = try FileHandle(forWritingTo: URL(filePath: "\(path)/a/storefront.yaml"))
            try large.truncate(atOffset: 50_000_000)
            try large.close()
            try FileManager.default.createDirectory(
                atPath: "\(path)/b/storefront.yaml", withIntermediateDirectories: true)
            let loaded = try load(path)
            #expect(loaded.manifests.map(\.slug) == ["d"])
            #expect(loaded.diagnostics.map(\.rule) == ["file-size", "unreadable-file", "unreadable-file"])
        }
    }

    @Test("a folder that is not there is a clear error")
    func absent() throws {
        try with([:]) { path in
            let error = #expect(throws: StorefrontError.self) { try load("\(path)/apps") }
            #expect(error?.code == .invalidRequest && error?.message == "There is no \(path)/apps.")
            let empty = try load(path)
            #expect(empty.files == 0)
        }
    }
}
