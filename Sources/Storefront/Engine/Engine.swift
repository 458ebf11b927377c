import Synchronization

/// Runs the purchases of many apps over whatever stores, persistence and notifiers their manifests name.
///
///     let engine = try Engine(manifests: manifests, registry: .builtin, surroundings: .system(dataFolder: "data"))
///     let result = try await engine.purchase(
///         PurchaseRequest(app: "com.acme.wordgame", product: "com.acme.wordgame.coins100", customer: "ada"))
///     await engine.close()
///
/// An app's store and persistence are opened on its first use, which first delivers what was charged and not
/// delivered. Every method may be called from any task at any time, and throws ``StorefrontError``.
public final class Engine: Sendable {
    /// The manifests it was made with, in their order.
    public let manifests: [Manifest]

    let registry: Registry
    let surroundings: Surroundings
    /// By app id and by folder name.
    private let sessions: [String: AppSession]
    /// The same where they are few: looking through them is quicker than hashing a name.
    private let fewSessions: [(name: String, session: AppSession)]
    private static let few = 8
    private let backends = Mutex<[Section: any Persistence]>([:])

    /// Opens nothing yet.
    ///
    /// - Throws: `invalid-request` where two manifests have one app id.
    public init(manifests: [Manifest], registry: Registry, surroundings: Surroundings) throws {
        self.manifests = manifests
        self.registry = registry
        self.surroundings = surroundings
        var sessions: [String: AppSession] = [:]
        for manifest in manifests {
            let session = AppSession(manifest, surroundings: surroundings)
            guard sessions.updateValue(session, forKey: manifest.app.id) == nil else {
                throw StorefrontError(.invalidRequest, "two manifests have the app id \"\(manifest.app.id)\"")
            }
        }
        for manifest in manifests where sessions[manifest.slug] == nil {
            sessions[manifest.slug] = sessions[manifest.app.id]
        }
        self.sessions = sessions
        fewSessions = sessions.count <= Self.few ? sessions.map { ($0, $1) } : []
    }

    /// The manifest of an app, by its id or its folder's name.
    public func manifest(of app: String) throws -> Manifest { try found(app).manifest }

    /// The app's store, for what only that one can do.
    public func store(of app: String) async throws -> any Store { try await session(app).parts().store }

    /// The app's store's own time, which never goes back while the engine is open.
    public func now(of app: String) async throws -> Timestamp {
        let session = try await session(app)
        return session.now(try session.parts())
    }

    /// Takes in what the store has to say and tells every end that has come.
    public func catchUp(app: String) async throws { try await session(app).catchUp() }

    /// Carries events, for the apps used so far, until nothing is due.
    public func dispatch() async {
        await withTaskGroup(of: Void.self) { group in
            for session in opened() { group.addTask { await session.dispatch() } }
        }
    }

    /// Ends background work, waits for what is being finished or carried, and frees everything.
    public func close() async {
        for session in opened() { await session.close() }
        let open = backends.withLock { backends in
            defer { backends = [:] }
            return Array(backends.values)
        }
        for persistence in open { await persistence.close() }
    }

    private func opened() -> [AppSession] {
        manifests.compactMap { sessions[$0.app.id] }.filter(\.isOpen)
    }

    /// The app's session, opened and recovered.
    func session(_ app: String) async throws -> AppSession {
        let session = try found(app)
        if !session.isReady { try await session.open(self) }
        return session
    }

    /// The app's session where it is open already; nil where the first use has yet to come.
    func readySession(_ app: String) -> AppSession? {
        for few in fewSessions where few.name == app { return few.session.isReady ? few.session : nil }
        guard let session = sessions[app], session.isReady else { return nil }
        return session
    }

    private func found(_ app: String) throws -> AppSession {
        if let session = sessions[app] { return session }
        let near = nearest(to: app, among: sessions.keys.sorted())
        throw StorefrontError(
            .unknownApp, "there is no app \"\(app)\"" + (near.map { "; did you mean \"\($0)\"?" } ?? ""))
    }

    // MARK: Plug-ins

    /// Apps whose sections say the same share one backend.
    func persistence(for section: Section, app: String) throws -> any Persistence {
        let context = try context(section, app: app)
        let plugin = try plugin(section.name, among: registry.persistences, kind: "persistence backend")
        return try backends.withLock { backends in
            if let open = backends[context.section.identity] { return open }
            let made = try plugin.make(context)
            backends[context.section.identity] = made
            return made
        }
    }

    func store(for section: Section, app: String) throws -> any Store {
        try plugin(section.name, among: registry.stores, kind: "store").make(try context(section, app: app))
    }

    func notifier(for section: Section, app: String) throws -> any Notifier {
        try plugin(section.name, among: registry.notifiers, kind: "notifier").make(try context(section, app: app))
    }

    /// The name that a notifier's outbox rows have: its backend, and what tells two of one backend apart.
    func receiver(for section: Section) throws -> String {
        let plugin = try plugin(section.name, among: registry.notifiers, kind: "notifier")
        let identity = plugin.options.filter(\.isIdentity).compactMap { section.text($0.key) }
        return ([section.name] + identity).joined(separator: ":")
    }

    private func context(_ section: Section, app: String) throws -> PluginContext {
        PluginContext(
            section: try section.resolved(environment: surroundings.environment), app: app,
            dataFolder: surroundings.dataFolder)
    }

    private func plugin<Instance>(
        _ name: String, among plugins: [Plugin<Instance>], kind: String
    ) throws -> Plugin<Instance> {
        if let plugin = plugins.first(where: { $0.name == name }) { return plugin }
        throw StorefrontError(
            .invalidRequest, "there is no \(kind) \"\(name)\"",
            recovery: "There are: \(plugins.map(\.name).joined(separator: ", ")).")
    }
}

extension Section {
    /// What it says, whoever says it and wherever.
    fileprivate var identity: Section {
        Section(name: name, file: "", options: options.mapValues { Value($0.texts) })
    }
}
