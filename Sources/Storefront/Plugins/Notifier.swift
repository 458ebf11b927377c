/// Carries events out of the process.
public protocol Notifier: Sendable {
    /// Carries one event; may be called again with one that it has carried before, with the same id. A thrown error
    /// counts as ``Delivery/retryLater(_:after:)``.
    func deliver(_ event: Event) async throws -> Delivery

    /// Frees what it holds; it is not called afterwards.
    func close() async
}

/// What became of one try.
public enum Delivery: Sendable, Equatable {
    case delivered
    /// Try again: after the milliseconds said, or by the dispatcher's own back-off.
    case retryLater(String, after: Int64? = nil)
    /// Trying again is of no use: a dead letter at once.
    case never(String)
}
