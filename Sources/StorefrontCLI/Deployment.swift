import Storefront
import StorefrontPlugins

/// The manifests of one folder as a command sees them, and the engine over them.
struct Deployment {
    let session: Session
    let loaded: LoadedManifests

    /// Reads every manifest under `--apps`; a broken one stops no other.
    init(_ session: Session) throws {
        self.session = session
        loaded = try ManifestFolder.load(
            session.appsFolder, registry: .builtin, environment: session.environment)
    }

    var manifests: [Manifest] { loaded.manifests }

    /// The app asked for, by id or folder name; its diagnostics are told, those of others are counted.
    func manifest(_ app: String) throws -> Manifest {
        let found = manifests.first { $0.app.id == app } ?? manifests.first { $0.slug == app }
        let own = loaded.diagnostics.filter { diagnostic in
            guard found == nil else { return diagnostic.file == found?.file }
            // Defaults that are refused refuse every app.
            return Self.slug(of: diagnostic.file) == app || lastComponent(diagnostic.file) == "defaults.yaml"
        }
        guard let found else {
            warnOfOthers(than: own)
            guard own.contains(where: { $0.severity == .error }) else { throw unknown(app) }
            throw refused(app, own)
        }
        warnOfOthers(than: own)
        return found
    }

    /// Runs `body` with an engine, carries the events due now, and closes the engine however it ends.
    func withEngine<Answer>(_ body: (Engine) async throws -> Answer) async throws -> Answer {
        let errors = session.errors
        let isQuiet = session.isQuiet
        let surroundings = try Surroundings.system(
            dataFolder: session.dataFolder, environment: session.environment,
            log: { line in
                guard !isQuiet else { return }
                errors.writeLine("storefront: \(printable(line))")
                errors.flush()
            })
        let engine = try Engine(manifests: manifests, registry: .builtin, surroundings: surroundings)
        let result: Result<Answer, any Error>
        do { result = .success(try await body(engine)) } catch { result = .failure(error) }
        // The answer is out before a notifier that is slow is waited for; a storage that fails is not asked again.
        session.output.flush()
        if !result.isOfStorage { await engine.dispatch() }
        await engine.close()
        return try result.get()
    }

    // MARK: Refused manifests

    /// How many manifests were refused, told once where it is more than none.
    func warnOfRefused() { warnOfOthers(than: []) }

    private func warnOfOthers(than own: [Diagnostic]) {
        let known = Set(own.map(\.file))
        let errors = loaded.diagnostics.filter { $0.severity == .error && !known.contains($0.file) }
        guard !errors.isEmpty else { return }
        let files = Set(errors.map(\.file)).count
        session.warn(
            "\(counted(errors.count, "error")) in \(counted(files, "other manifest")); see storefront validate")
    }

    private func unknown(_ app: String) -> StorefrontError {
        let known = manifests.flatMap { [$0.slug, $0.app.id] }
        let recovery =
            nearest(to: app, among: known).map { "Did you mean \($0)?" }
            ?? (loaded.diagnostics.contains { $0.severity == .error }
                ? "Some manifests are refused; storefront validate says which and why."
                : known.isEmpty ? "There are no apps yet; make one with storefront scaffold app ID." : nil)
        return StorefrontError(
            .unknownApp, "there is no app \"\(app)\" under \(session.appsFolder)", recovery: recovery)
    }

    private func refused(_ app: String, _ own: [Diagnostic]) -> Failure {
        session.output.flush()
        session.print(diagnostics: own, sources: loaded.sources)
        let count = own.count { $0.severity == .error }
        return Failure(
            StorefrontError(
                .unknownApp, "the manifest of \"\(app)\" is refused: \(counted(count, "error"))",
                recovery: "Correct it; storefront validate shows every fault."),
            status: .no)
    }

    /// The folder's name in `apps/scanner/storefront.yaml`.
    private static func slug(of file: String) -> String? {
        let parts = file.split(separator: "/")
        return parts.count > 1 ? String(parts[parts.count - 2]) : nil
    }
}

/// `1 error`, `2 errors`.
func counted(_ count: Int, _ noun: String) -> String { count == 1 ? "1 \(noun)" : "\(count) \(noun)s" }

extension Session {
    /// The usual course of a command on one app: its manifest, an engine over all, the events carried at the end.
    func withApp<Answer>(_ body: (Engine, Manifest) async throws -> Answer) async throws -> Answer {
        let deployment = try Deployment(self)
        let manifest = try deployment.manifest(try arguments.required("APP"))
        return try await deployment.withEngine { try await body($0, manifest) }
    }
}

extension Result where Failure == any Error {
    /// Whether it is the failure of a storage.
    fileprivate var isOfStorage: Bool {
        guard case .failure(let error as StorefrontError) = self else { return false }
        return error.code == .storageUnavailable
    }
}
