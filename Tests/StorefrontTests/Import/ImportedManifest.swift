import Storefront

/// Reads manifests as a build with the plug-ins of every deployment would.
enum ImportedManifest {
    static func read(_ yaml: String) -> ManifestReading {
        let refusal = StorefrontError(.invalidRequest, "only read here")
        let registry = Registry(
            stores: [Plugin(name: "sandbox", summary: "") { _ in throw refusal }],
            persistences: [Plugin(name: "sqlite", summary: "") { _ in throw refusal }],
            notifiers: [Plugin(name: "log", summary: "") { _ in throw refusal }])
        return ManifestReader(registry: registry).read(Array(yaml.utf8), file: "storefront.yaml", slug: "acme")
    }

    static func errors(in yaml: String) -> [String] {
        read(yaml).diagnostics.filter { $0.severity == .error }.map { "\($0.place.line): \($0.message) [\($0.rule)]" }
    }
}
