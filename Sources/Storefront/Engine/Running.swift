import Synchronization

/// The purchases and restores that are under way in this process, so that a second call joins the first.
final class Running: Sendable {
    private struct State {
        var purchases: [OrderReference: Task<PurchaseResult, any Error>] = [:]
        var restores: [CustomerID: Task<RestoreResult, any Error>] = [:]
    }

    private let state = Mutex(State())

    /// Runs a purchase to its end though its caller may be cancelled. A second one of the same key gets the first
    /// one's result as a duplicate, where it is the `same` order.
    func purchase(
        _ order: OrderReference, _ body: @escaping @Sendable () async throws -> PurchaseResult
    ) async throws -> PurchaseResult {
        let (task, isFirst) = state.withLock { state in
            if let task = state.purchases[order] { return (task, false) }
            let task = Task { try await body() }
            state.purchases[order] = task
            return (task, true)
        }
        guard isFirst else {
            var result = try await task.value
            result.isDuplicate = true
            return result
        }
        defer { state.withLock { $0.purchases[order] = nil } }
        return try await task.value
    }

    func isPurchasing(_ order: OrderReference) -> Bool { state.withLock { $0.purchases[order] != nil } }

    /// Restores of one customer at the same time are one.
    func restore(
        _ customer: CustomerID, _ body: @escaping @Sendable () async throws -> RestoreResult
    ) async throws -> RestoreResult {
        let (task, isFirst) = state.withLock { state in
            if let task = state.restores[customer] { return (task, false) }
            let task = Task { try await body() }
            state.restores[customer] = task
            return (task, true)
        }
        defer { if isFirst { state.withLock { $0.restores[customer] = nil } } }
        return try await task.value
    }

    func wait() async {
        let (purchases, restores) = state.withLock { (Array($0.purchases.values), Array($0.restores.values)) }
        for task in purchases { _ = await task.result }
        for task in restores { _ = await task.result }
    }
}
