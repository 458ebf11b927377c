/// Reads manifests from bytes: strictly, with every fault in its place. A value; use it from any thread.
///
/// ```swift
/// let reading = ManifestReader(registry: registry).read(bytes, file: "apps/scanner/storefront.yaml", slug: "scanner")
/// print(DiagnosticFormat.text.render(reading.diagnostics, sources: reading.sources))
/// ```
public struct ManifestReader: Sendable {
    private let registry: Registry
    private let environment: [String: String]

    /// - Parameters:
    ///   - registry: The plug-ins that manifests may name, with their options.
    ///   - environment: What `${NAME}` is looked up in, only to warn of a variable that is not set.
    public init(registry: Registry, environment: [String: String] = [:]) {
        self.registry = registry
        self.environment = environment
    }

    /// Reads one app's manifest.
    ///
    /// Limits: ``ManifestLimits``. Bytes past them, and any bytes at all, are answered with diagnostics; it never traps.
    /// - Parameters:
    ///   - file: What diagnostics call the file.
    ///   - slug: The name of the folder it was read from.
    ///   - defaults: Where the sections come from that the manifest leaves out.
    public func read(
        _ bytes: [UInt8], file: String, slug: String, defaults: ManifestDefaults? = nil
    ) -> ManifestReading {
        var reading = ManifestReading(file: file)
        var appID: (place: Place, excerpt: SourceExcerpt)?
        reading.manifest = decode(bytes, into: &reading) { decoder in
            let manifest = decoder.manifest(slug: slug, defaults: defaults)
            appID = decoder.appIDPlace
            return manifest
        }
        if let appID {
            reading.appPlace = appID.place
            reading.sources[file, appID.place] = appID.excerpt
        }
        return reading
    }

    /// Reads a deployment's `defaults.yaml`; nil where it has errors.
    public func readDefaults(_ bytes: [UInt8], file: String) -> (ManifestDefaults?, [Diagnostic]) {
        var reading = ManifestReading(file: file)
        let defaults = readDefaults(bytes, into: &reading)
        return (defaults, reading.diagnostics)
    }

    /// The same, with the source lines that its diagnostics point at.
    public func readDefaults(_ bytes: [UInt8], into reading: inout ManifestReading) -> ManifestDefaults? {
        decode(bytes, into: &reading) { $0.defaults() }
    }

    private func decode<Value>(
        _ bytes: [UInt8], into reading: inout ManifestReading, _ body: (inout ManifestDecoder) -> Value?
    ) -> Value? {
        let file = reading.file
        do throws(ManifestFault) {
            let source = try SourceText(bytes)
            do throws(ManifestFault) {
                let events = try EventReader(source)
                var decoder = ManifestDecoder(events.tree, file: file, registry: registry, environment: environment)
                for fault in events.faults { decoder.faults.add(fault) }
                decoder.checkTree()
                let value = body(&decoder)
                reading.take(decoder.faults, &decoder.lines)
                return decoder.faults.hasErrors ? nil : value
            } catch {
                var faults = ManifestFaults()
                faults.add(error)
                var lines = LineTable(source)
                reading.take(faults, &lines)
                return nil
            }
        } catch {
            reading.diagnostics = [
                Diagnostic(
                    file: file, place: .none, severity: error.severity, rule: error.rule.id, message: error.message)
            ]
            return nil
        }
    }
}

/// What came of reading one file.
public struct ManifestReading: Sendable {
    /// Nil where there is an error.
    public var manifest: Manifest?
    /// In file order.
    public var diagnostics: [Diagnostic]
    /// As it was named to the reader.
    public var file: String
    /// Where the app's id stands, for what is found when several manifests are loaded.
    public var appPlace: Place
    /// The lines that the diagnostics and ``appPlace`` point at.
    public var sources: SourceLines

    /// A reading of which nothing has come yet.
    public init(file: String) {
        diagnostics = []
        self.file = file
        appPlace = .none
        sources = SourceLines()
    }

    mutating func take(_ faults: ManifestFaults, _ lines: inout LineTable) {
        diagnostics = faults.diagnostics(file: file, lines: &lines, sources: &sources)
    }
}

/// The sections that a deployment says once for all its apps, in `defaults.yaml`; nil where it does not.
public struct ManifestDefaults: Sendable {
    public var store: Section?
    public var persistence: Section?
    public var notifications: [Section]?
    public var customers: CustomerRules?

    public init() {}
}
