import Storefront

/// What tests name in manifests; nothing is ever made of it.
enum Fixture {
    struct NotMade: Error {}

    static let registry = Registry(
        stores: [Plugin(name: "sandbox", summary: "For trying out") { _ in throw NotMade() }],
        persistences: [
            Plugin(name: "memory", summary: "Forgets") { _ in throw NotMade() },
            Plugin(
                name: "sqlite", summary: "One file",
                options: [PluginOption("path", .path, summary: "The file.")]
            ) { _ in throw NotMade() },
        ],
        notifiers: [
            Plugin(
                name: "log", summary: "JSON lines",
                options: [PluginOption("path", .path, identity: true, summary: "The file.")]
            ) { _ in throw NotMade() },
            Plugin(
                name: "webhook", summary: "HTTP",
                options: [
                    PluginOption("url", .url, required: true, identity: true, summary: "Where to."),
                    PluginOption("secret", .text, summary: "Signs."),
                    PluginOption("timeout", .integer, summary: "Seconds."),
                    PluginOption("headers", .texts, summary: "More headers."),
                    PluginOption("compress", .boolean, summary: "Whether to."),
                ]
            ) { _ in throw NotMade() },
        ])

    static let head = "storefront: 1\napp: {id: com.acme.scanner, name: Barcode Scanner}\n"

    static func read(_ text: String, environment: [String: String] = [:]) -> ManifestReading {
        read(Array(text.utf8), environment: environment)
    }

    static func read(_ bytes: [UInt8], environment: [String: String] = [:]) -> ManifestReading {
        ManifestReader(registry: registry, environment: environment)
            .read(bytes, file: "storefront.yaml", slug: "scanner")
    }

    /// A manifest with one product of the given keys.
    static func product(_ keys: String) -> String {
        head
            + "products:\n  - {id: a, type: consumable, name: A, price: 1.00 EUR}\n".replacing(
                "{id: a, type: consumable, name: A, price: 1.00 EUR}", with: keys)
    }
}

extension ManifestReading {
    var errors: [Diagnostic] { diagnostics.filter { $0.severity == .error } }
    var rules: [String] { diagnostics.map(\.rule) }
}
