/// Signatures only, to compile the command line against; the lead replaces this file.
public final class Engine: Sendable {
    /// An app's own things are opened on its first use, which delivers what was charged and not delivered.
    public init(manifests: [Manifest], registry: Registry, surroundings: Surroundings) throws { fatalError() }
    public var manifests: [Manifest] { fatalError() }
    /// By id or folder name; unknown-app with the nearest one.
    public func manifest(of app: String) throws -> Manifest { fatalError() }
    /// The app's store, for actions that only it has (`as? SandboxStore`), opened and recovered from.
    public func store(of app: String) async throws -> any Store { fatalError() }
    /// The store's own time.
    public func now(of app: String) async throws -> Timestamp { fatalError() }
    public func products(of app: String) async throws -> [CatalogueProduct] { fatalError() }
    public func purchase(_ request: PurchaseRequest) async throws -> PurchaseResult { fatalError() }
    public func restore(app: String, customer: String, dryRun: Bool = false) async throws -> RestoreResult { fatalError() }
    public func entitlements(app: String, customer: String) async throws -> [Entitlement] { fatalError() }
    public func isEntitled(app: String, customer: String, to entitlement: String) async throws -> Bool { fatalError() }
    public func balances(app: String, customer: String) async throws -> [String: Int64] { fatalError() }
    public func spend(app: String, customer: String, unit: String, amount: Int64, key: String) async throws -> SpendResult { fatalError() }
    public func entries(app: String, customer: String?, after position: Int64, limit: Int) async throws -> [Positioned<Entry>] { fatalError() }
    public func events(app: String, after position: Int64, limit: Int) async throws -> [Positioned<Event>] { fatalError() }
    /// nil where there's no such event
    public func position(ofEvent id: String, app: String) async throws -> Int64? { fatalError() }
    public func unfinished(app: String, customer: String?) async throws -> [UnfinishedItem] { fatalError() }
    public func deliveries(app: String) async throws -> [ReceiverState] { fatalError() }
    /// Makes dead letters due again; how many.
    public func retryDeliveries(app: String, receiver: String?) async throws -> Int { fatalError() }
    /// Takes from the app's store whatever became deliverable (after an approve, expire, advance) and runs timers due.
    public func catchUp(app: String) async throws { fatalError() }
    /// Carries events until nothing is due now, for the apps used so far.
    public func dispatch() async { fatalError() }
    /// Forgets everything of the app in its persistence (sandbox reset).
    public func erase(app: String) async throws { fatalError() }
    /// Waits for finishes under way, then frees everything. Does not wait for notifiers that are down.
    public func close() async { fatalError() }
}
