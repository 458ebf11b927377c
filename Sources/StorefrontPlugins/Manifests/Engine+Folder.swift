public import Storefront

extension Engine {
    /// Opens over a folder of manifests, as `apps/`, or over one app's folder or one file.
    ///
    /// A manifest with an error is left out and the others are there; each diagnostic is a line of `surroundings.log`.
    /// - Throws: ``StorefrontError`` where the folder cannot be read.
    public convenience init(apps: String, registry: Registry = .builtin, surroundings: Surroundings) throws {
        let loaded = try ManifestFolder.load(apps, registry: registry, environment: surroundings.environment)
        for diagnostic in loaded.diagnostics {
            let place = "\(diagnostic.file):\(diagnostic.place.line):\(diagnostic.place.column)"
            surroundings.log("\(place): \(diagnostic.severity.rawValue): \(diagnostic.message) [\(diagnostic.rule)]")
        }
        try self.init(manifests: loaded.manifests, registry: registry, surroundings: surroundings)
    }
}
