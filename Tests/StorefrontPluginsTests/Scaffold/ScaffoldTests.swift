import Foundation
import Storefront
import TestSupport
import Testing

@testable import StorefrontPlugins

@Suite("The first files of a new app")
struct ScaffoldTests {
    /// The templates that the repository ships.
    static let templates = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../templates").standardizedFileURL.path

    /// Runs a test with the path of a fresh folder, removed afterwards.
    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "scaffold-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }

    private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    private func files(_ folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
    }

    @Test("folder and name are made of the id's last part")
    func defaults() throws {
        try withFolder { folder in
            let path = try Scaffold.app(
                id: "com.acme.barcodeScanner", templates: Self.templates, apps: "\(folder)/new/apps")
            #expect(path == "\(folder)/new/apps/barcode-scanner/storefront.yaml")
            let text = try text(path)
            #expect(text.contains("  id: com.acme.barcodeScanner\n  name: Barcode Scanner\n"))
            #expect(!text.contains("{{"))
            let made = try files("\(folder)/new")
            #expect(made == ["apps", "apps/barcode-scanner", "apps/barcode-scanner/storefront.yaml"])
        }
    }

    @Test("the three templates are there and leave no placeholder", arguments: ["minimal", "subscription", "game"])
    func templates(_ template: String) throws {
        #expect(try Scaffold.templateNames(in: Self.templates).contains(template))
        try withFolder { folder in
            let path = try Scaffold.app(
                id: "com.acme.wordgame", name: "Word Game", template: template, slug: "words",
                templates: Self.templates, apps: folder)
            #expect(path == "\(folder)/words/storefront.yaml")
            #expect(!(try text(path)).contains("{{"))
        }
    }

    @Test(
        "what is made of a template is valid, whatever the name",
        arguments: ["minimal", "subscription", "game"], ["Word Game", "no", "a: {b} # c", "\"", "\\", "1.10", "ワード"])
    func valid(_ template: String, _ name: String) throws {
        try withFolder { folder in
            let path = try Scaffold.app(
                id: "com.acme.wordgame", name: name, template: template, templates: Self.templates, apps: folder)
            let reader = ManifestReader(registry: Registry())
            let reading = reader.read(Array(try text(path).utf8), file: path, slug: "wordgame")
            let diagnostics = reading.diagnostics.filter { $0.rule != "review-screenshot" }
            #expect(diagnostics.isEmpty, "\(diagnostics.map { "\($0.place.line): \($0.message) [\($0.rule)]" })")
            #expect(reading.manifest?.app.name == name)
            #expect(reading.manifest?.app.id == "com.acme.wordgame")
        }
    }

    @Test(
        "a name is written so that it is read as that text",
        arguments: [
            ("Acme: The Game", "\"Acme: The Game\""), ("no", "\"no\""), ("1e3", "\"1e3\""),
            ("Say \"Hi\"", "Say \"Hi\""),
            ("\"Quoted\"", "'\"Quoted\"'"), (" wide ", "\" wide \""), ("{{id}}", "\"{{id}}\""), ("スキャナー", "スキャナー"),
        ])
    func names(_ name: String, _ written: String) {
        let text = Scaffold.fill("app:\n  id: {{id}}\n  name: {{name}}\n# {{name}}", id: "1.10", name: name)
        #expect(text == "app:\n  id: \"1.10\"\n  name: \(written)\n# \(name)")
    }

    @Test("what is there is not overwritten, and nothing is left beside it")
    func neverOverwrites() throws {
        try withFolder { folder in
            let path = try Scaffold.app(id: "com.acme.scanner", templates: Self.templates, apps: folder)
            try "mine".write(toFile: path, atomically: true, encoding: .utf8)
            let error = #expect(throws: StorefrontError.self) {
                _ = try Scaffold.app(id: "com.acme.scanner", templates: Self.templates, apps: folder)
            }
            #expect(error?.code == .invalidRequest)
            #expect(error?.message.contains(path) == true)
            #expect(try text(path) == "mine")
            #expect(try files(folder) == ["scanner", "scanner/storefront.yaml"])
        }
    }

    @Test("a folder that is there keeps what else it holds")
    func existingFolder() throws {
        try withFolder { folder in
            try FileManager.default.createDirectory(
                atPath: "\(folder)/scanner/screenshots", withIntermediateDirectories: true)
            _ = try Scaffold.app(id: "com.acme.scanner", templates: Self.templates, apps: folder)
            #expect(try files(folder) == ["scanner", "scanner/screenshots", "scanner/storefront.yaml"])
        }
    }

    @Test("of many at once, one writes the file")
    func race() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "scaffold-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let templates = Self.templates
        let written = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    (try? Scaffold.app(id: "com.acme.scanner", templates: templates, apps: folder)) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(written == 1)
        #expect(try files(folder) == ["scanner", "scanner/storefront.yaml"])
    }

    @Test("a mistyped template is answered with those there are and the nearest one")
    func unknownTemplate() throws {
        try withFolder { folder in
            let error = #expect(throws: StorefrontError.self) {
                _ = try Scaffold.app(
                    id: "com.acme.scanner", template: "subscripton", templates: Self.templates, apps: folder)
            }
            #expect(error?.message == "There is no template \"subscripton\"; there are game, minimal, subscription")
            #expect(error?.recovery == "Did you mean subscription?")
            let left = try files(folder)
            #expect(left.isEmpty)
        }
    }

    @Test(
        "an id, a name or a folder that cannot be is refused, and nothing is written",
        arguments: [
            ("", nil, nil), ("com acme", nil, nil), ("com..acme", nil, nil), ("com.acme/../x", nil, nil),
            ("com.acme\n.x", nil, nil), ("com.acmé.x", nil, nil), ("com.acme.x", "", nil), ("com.acme.x", "  ", nil),
            ("com.acme.x", "a\nb", nil), ("com.acme.x", "a\u{7}b", nil), ("com.acme.x", "a\u{2028}b", nil),
            ("com.acme.x", String(repeating: "a", count: 201), nil), ("com.acme.x", nil, ""), ("com.acme.x", nil, ".."),
            ("com.acme.x", nil, "../x"), ("com.acme.x", nil, ".hidden"), ("com.acme.x", nil, "a b"),
            ("com.acme.x", nil, String(repeating: "a", count: 65)),
        ] as [(String, String?, String?)])
    func refused(_ id: String, _ name: String?, _ slug: String?) throws {
        try withFolder { folder in
            let error = #expect(throws: StorefrontError.self) {
                _ = try Scaffold.app(id: id, name: name, slug: slug, templates: Self.templates, apps: folder)
            }
            #expect(error?.code == .invalidRequest)
            let left = try files(folder)
            #expect(left.isEmpty)
        }
    }

    @Test("a folder that cannot be written is told with its path, and leaves nothing")
    func notWritable() throws {
        try withFolder { folder in
            try "a file".write(toFile: "\(folder)/apps", atomically: true, encoding: .utf8)
            let error = #expect(throws: StorefrontError.self) {
                _ = try Scaffold.app(id: "com.acme.scanner", templates: Self.templates, apps: "\(folder)/apps")
            }
            #expect(error?.code == .storageUnavailable)
            #expect(error?.message.contains("\(folder)/apps/scanner") == true)
            #expect(try files(folder) == ["apps"])
        }
    }

    @Test("a missing folder of templates is told with its path")
    func noTemplates() throws {
        let error = #expect(throws: StorefrontError.self) {
            _ = try Scaffold.templateNames(in: "/nowhere/templates")
        }
        #expect(error?.message.contains("/nowhere/templates/app") == true)
    }
}
