public import Storefront

/// What came of reading a folder of manifests.
public struct LoadedManifests: Sendable {
    /// Those without errors, by app id.
    public var manifests: [Manifest]
    /// Of all files, in the order of their names and then of their lines.
    public var diagnostics: [Diagnostic]
    /// How many files were read, `defaults.yaml` among them.
    public var files: Int
    /// The lines that the diagnostics point at.
    public var sources: SourceLines

    public init() {
        manifests = []
        diagnostics = []
        files = 0
        sources = SourceLines()
    }
}
