import Storefront

/// What the sandbox is asked to do with an order, by the order's option `outcome`.
enum SandboxOutcome: String, Sendable, CaseIterable {
    case success
    case cancelled
    case declined
    /// The order waits until it is approved or declined.
    case pending
    /// The order never reaches the store.
    case networkError = "network-error"
    /// The store charges, and its answer is lost.
    case answerLost = "answer-lost"
    /// The store charges, and the process dies.
    case crashBeforeDelivery = "crash-before-delivery"

    /// The option of an order that says it.
    static let option = "outcome"

    /// Reads an order's options; success where they say nothing.
    ///
    /// - Throws: `invalid-request` for an option or an outcome that there is not.
    init(options: [String: String]) throws {
        if let unknown = options.keys.filter({ $0 != Self.option }).min() {
            throw StorefrontError(
                .invalidRequest, "the sandbox knows no option \"\(unknown)\" of an order",
                recovery: "It knows: \(Self.option).")
        }
        guard let text = options[Self.option] else {
            self = .success
            return
        }
        guard let outcome = Self(rawValue: text) else {
            let all = Self.allCases.map(\.rawValue)
            let near = nearest(to: text, among: all).map { "; did you mean \"\($0)\"?" } ?? ""
            throw StorefrontError(
                .invalidRequest, "the sandbox knows no outcome \"\(text)\"\(near)",
                recovery: "There are: \(all.joined(separator: ", ")).")
        }
        self = outcome
    }
}
