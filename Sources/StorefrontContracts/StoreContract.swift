public import Storefront

/// What the store's rules need of the store under test.
public struct StoreHarness: Sendable {
    /// A turn of events that an order can be made to take by its options, where the store can be made to.
    public enum Situation: Sendable, Hashable, CaseIterable {
        case success
        case cancelled
        case declined
        case pending
        /// The order never reaches the store.
        case unreachable
        /// The store charges and its answer is lost.
        case answerLost
    }

    /// Opens the store of an app; again for the same app, over the same data, as another process would.
    public var open: @Sendable (_ app: String) async throws -> any Store
    public var consumable: Product
    public var nonConsumable: Product
    /// An id that the store does not sell, where it knows which it sells.
    public var unknownProduct: String?
    /// An order's options for each situation that can be brought about; rules about others are left out.
    public var options: [Situation: [String: String]]
    /// The time of the first order.
    public var start: Timestamp
    /// How long a rule waits for what must come.
    public var patience: Duration

    public init(
        consumable: Product, nonConsumable: Product, unknownProduct: String? = nil,
        options: [Situation: [String: String]] = [.success: [:]],
        start: Timestamp = Timestamp(milliseconds: 1_796_000_000_000), patience: Duration = .seconds(30),
        open: @escaping @Sendable (_ app: String) async throws -> any Store
    ) {
        self.open = open
        self.consumable = consumable
        self.nonConsumable = nonConsumable
        self.unknownProduct = unknownProduct
        self.options = options
        self.start = start
        self.patience = patience
    }
}

/// The rules that every store must keep. Each works in an app of its own, so one place serves all of them.
///
/// ```swift
/// for rule in StoreContract.rules(for: harness) { try await rule.run(harness) }
/// ```
public enum StoreContract {
    /// The rules that can be tried with what the harness can bring about.
    public static func rules(for harness: StoreHarness) -> [ContractRule<StoreHarness>] {
        charging + unfinished + owning
            + (harness.unknownProduct == nil ? [] : selling)
            + situations.filter { harness.options[$0.situation] != nil }.map(\.rule)
    }
}
