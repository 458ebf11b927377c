/// One thing that every plug-in of a kind must do, with the check of it.
public struct ContractRule<Subject: Sendable>: Sendable, CustomStringConvertible {
    /// Stable, in kebab-case, as `no-lost-update`.
    public let id: String
    /// What holds, in one sentence.
    public let sentence: String
    private let check: @Sendable (Subject) async throws -> Void

    init(_ id: String, _ sentence: String, check: @escaping @Sendable (Subject) async throws -> Void) {
        self.id = id
        self.sentence = sentence
        self.check = check
    }

    public var description: String { id }

    /// Checks the rule; returns where it holds.
    ///
    /// - Throws: ``ContractFailure`` with what was seen instead, also where the plug-in itself threw.
    public func run(_ subject: Subject) async throws(ContractFailure) {
        do {
            try await check(subject)
        } catch let broken as Broken {
            throw ContractFailure(rule: id, message: broken.message)
        } catch {
            throw ContractFailure(rule: id, message: "an unexpected error: \(error)")
        }
    }
}

/// A rule that a plug-in does not keep.
public struct ContractFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// The rule's id.
    public var rule: String
    /// What was seen, and what was expected.
    public var message: String

    public var description: String { "\(rule): \(message)" }
}

/// Thrown inside a check where something else was seen than expected.
struct Broken: Error {
    var message: String
}

func expect(_ condition: Bool, _ message: @autoclosure () -> String) throws {
    if !condition { throw Broken(message: message()) }
}

func expect<Value: Equatable>(_ what: String, _ seen: Value, is expected: Value) throws {
    try expect(seen == expected, "\(what) is \(seen), not \(expected)")
}

/// What a check throws in the middle of a change, to see that it comes out again.
struct Refusal: Error, Equatable {}
