public import Storefront

/// The rules of `Persistence`, for everyone who writes a backend.
///
///     for rule in PersistenceContract.rules {
///         try await rule.run(PersistencePlaces { let path = freshPath(); return { MyPersistence(path) } })
///     }
public enum PersistenceContract {
    /// Every rule; they are independent of each other and may run at the same time.
    public static let rules: [ContractRule<PersistencePlaces>] =
        commitRules + claimRules + apartRules + ledgerRules + workRules + outboxRules + deliveryRules
}

/// Makes places for the data of a backend, as a new file or a new schema.
public struct PersistencePlaces: Sendable {
    /// Opens one place; each call as another process would. What a backend keeps in memory only, it gives out again.
    public typealias Open = @Sendable () async throws -> any Persistence

    /// Makes a place that nobody has used before.
    public var fresh: @Sendable () async throws -> Open

    public init(_ fresh: @escaping @Sendable () async throws -> Open) { self.fresh = fresh }

    /// Lends one opened backend on a fresh place, and closes it.
    func open(_ body: (any Persistence) async throws -> Void) async throws {
        let persistence = try await fresh()()
        try await closing(persistence, body)
    }

    /// Lends two that were opened on one fresh place, as by two processes.
    func openTwice(_ body: (any Persistence, any Persistence) async throws -> Void) async throws {
        let open = try await fresh()
        let (one, other) = (try await open(), try await open())
        try await closing(one) { one in try await closing(other) { other in try await body(one, other) } }
    }
}

func closing(_ persistence: any Persistence, _ body: (any Persistence) async throws -> Void) async throws {
    do {
        try await body(persistence)
    } catch {
        await persistence.close()
        throw error
    }
    await persistence.close()
}
