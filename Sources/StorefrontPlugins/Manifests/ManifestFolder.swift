public import Storefront

/// Reads a deployment's manifests from its folder: `<app>/storefront.yaml` each, and `defaults.yaml` for all.
public struct ManifestFolder {
    private static let manifestName = "storefront.yaml"
    private static let defaultsName = "defaults.yaml"

    private let reader: ManifestReader
    private let progress: ((Int) -> Void)?
    private var loaded = LoadedManifests()
    private var places: [String: [(file: String, place: Place)]] = [:]
    /// Whether `defaults.yaml` was refused: then no app is loaded, for it would run on defaults nobody meant.
    private var isRefused = false

    /// Loads everything under `path`: a folder of apps, one app's folder, or one file. A file that cannot be read or
    /// is wrong is a diagnostic, and the other apps are loaded; two files with one app id are both refused.
    ///
    /// - Parameters:
    ///   - environment: What `${NAME}` is looked up in, only to warn of a variable that is not set.
    ///   - progress: Gets the number of files read so far, after each.
    /// - Throws: ``StorefrontError``: `invalid-request` where there is nothing at `path`, `storage-unavailable` where
    ///   the folder cannot be read.
    public static func load(
        _ path: String, registry: Registry, environment: [String: String], progress: ((Int) -> Void)? = nil
    ) throws -> LoadedManifests {
        var folder = ManifestFolder(
            reader: ManifestReader(registry: registry, environment: environment), progress: progress)
        do {
            try folder.load(path)
        } catch let error as ManifestFileError {
            throw StorefrontError(
                .storageUnavailable, "\(path) cannot be read: \(error.reason).",
                recovery: "Check the path and who may read it.")
        }
        return folder.finished()
    }

    private init(reader: ManifestReader, progress: ((Int) -> Void)?) {
        self.reader = reader
        self.progress = progress
    }

    private mutating func load(_ path: String) throws {
        let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        switch try ManifestFile.kind(path) {
        case .absent:
            throw StorefrontError(
                .invalidRequest, "There is no \(path).",
                recovery:
                    "Name the folder of your apps with --apps, or make a first app with `storefront scaffold app`.")
        case .file where Self.name(of: path) == Self.defaultsName: _ = defaults(path)
        case .file: read(path, folder: Self.folder(of: path))
        case .folder:
            let manifest = Self.join(path, Self.manifestName)
            if try ManifestFile.kind(manifest) == .file { return read(manifest, folder: path) }
            let defaults = Self.exists(Self.join(path, Self.defaultsName)).flatMap { self.defaults($0) }
            for name in try ManifestFile.names(in: path) { try loadApp(Self.join(path, name), slug: name, defaults) }
        }
    }

    private mutating func loadApp(_ folder: String, slug: String, _ defaults: ManifestDefaults?) throws {
        let manifest = Self.join(folder, Self.manifestName)
        do throws(ManifestFileError) {
            guard try ManifestFile.kind(folder) == .folder else { return }
            if try ManifestFile.kind(manifest) != .absent { return read(manifest, slug: slug, defaults) }
            let near = Self.join(folder, "storefront.yml")
            guard try ManifestFile.kind(near) == .file else { return }
            refuse(near, "is not read: a manifest is named \(Self.manifestName)", suggestion: Self.manifestName)
        } catch {
            refuse(manifest, "cannot be read: \(error.reason)")
        }
    }

    /// One app by itself; the defaults are where they would be were its folder one of several.
    private mutating func read(_ path: String, folder: String) {
        var defaults: ManifestDefaults?
        if Self.name(of: path) == Self.manifestName {
            defaults = Self.exists(Self.join(Self.folder(of: folder), Self.defaultsName)).flatMap { self.defaults($0) }
        }
        let isNamed = Self.name(of: path) == Self.manifestName
        let name = Self.name(of: isNamed ? folder : path)
        read(path, slug: isNamed ? name : String(name.prefix { $0 != "." }), defaults)
    }

    private mutating func read(_ path: String, slug: String, _ defaults: ManifestDefaults?) {
        guard let bytes = bytes(path) else { return }
        let reading = reader.read(bytes, file: path, slug: slug, defaults: defaults)
        take(reading)
        guard let manifest = reading.manifest else { return }
        places[manifest.app.id, default: []].append((path, reading.appPlace))
        loaded.manifests.append(manifest)
    }

    private mutating func defaults(_ path: String) -> ManifestDefaults? {
        guard let bytes = bytes(path) else {
            isRefused = true
            return nil
        }
        var reading = ManifestReading(file: path)
        let defaults = reader.readDefaults(bytes, into: &reading)
        take(reading)
        isRefused = defaults == nil
        return defaults
    }

    private mutating func bytes(_ path: String) -> [UInt8]? {
        loaded.files += 1
        defer { progress?(loaded.files) }
        do throws(ManifestFileError) {
            return try ManifestFile.bytes(path)
        } catch {
            refuse(path, "cannot be read: \(error.reason)", isTooLarge: error.isTooLarge)
            return nil
        }
    }

    private mutating func take(_ reading: ManifestReading) {
        loaded.diagnostics += reading.diagnostics
        loaded.sources.merge(reading.sources)
    }

    private mutating func refuse(_ path: String, _ reason: String, suggestion: String? = nil, isTooLarge: Bool = false)
    {
        loaded.diagnostics.append(
            Diagnostic(
                file: path, place: .none, severity: .error, rule: isTooLarge ? "file-size" : "unreadable-file",
                message: "the file \(reason)", suggestion: suggestion))
    }

    private consuming func finished() -> LoadedManifests {
        for (id, files) in places.sorted(by: { $0.key < $1.key }) where files.count > 1 {
            for (file, place) in files.dropFirst() {
                loaded.diagnostics.append(
                    Diagnostic(
                        file: file, place: place, severity: .error, rule: "duplicate-app",
                        message: "the app id \"\(id)\" is also in \(files[0].file); neither is loaded"))
            }
            loaded.manifests.removeAll { $0.app.id == id }
        }
        if isRefused { loaded.manifests = [] }
        loaded.manifests.sort { $0.app.id < $1.app.id }
        return loaded
    }

    // MARK: Paths

    private static func join(_ folder: String, _ name: String) -> String {
        folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }

    private static func name(of path: String) -> String {
        path == "." ? "app" : path.split(separator: "/").last.map(String.init) ?? path
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return path == "." || path == ".." ? "\(path)/.." : "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func exists(_ path: String) -> String? {
        (try? ManifestFile.kind(path)) == .absent ? nil : path
    }
}
