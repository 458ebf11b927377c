/// One rule of a plug-in's contract, and how it is tried.
///
/// The rules are plain Swift, so that any test framework can run them: call ``check`` with a harness that makes the
/// plug-in under test, and what it throws says what is wrong.
public struct ContractRule<Harness: Sendable>: Sendable {
    /// Stable, in kebab-case, as `charge-once`.
    public let name: String
    /// The rule in one sentence.
    public let summary: String
    /// Throws a ``ContractFailure`` where the rule is broken, or what the plug-in itself threw.
    public let check: @Sendable (Harness) async throws -> Void

    public init(_ name: String, _ summary: String, check: @escaping @Sendable (Harness) async throws -> Void) {
        self.name = name
        self.summary = summary
        self.check = check
    }
}

/// What a plug-in did against a rule.
public struct ContractFailure: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}
