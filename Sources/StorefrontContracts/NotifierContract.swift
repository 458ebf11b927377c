public import Storefront

/// What the notifiers' rules need of the notifier under test.
public struct NotifierHarness: Sendable {
    /// Makes one for the receiver that the other members speak of; a fresh receiver is not needed for each.
    public var make: @Sendable () async throws -> any Notifier
    /// The ids of the events that reached the receiver, in order; nil where that cannot be seen.
    public var received: (@Sendable () async throws -> [String])?
    /// Makes the receiver fail for now, and work again; nil where that cannot be brought about.
    public var breakForNow: (@Sendable () async throws -> Void)?
    public var mend: (@Sendable () async throws -> Void)?
    /// An event that the receiver refuses for good; nil where it takes all.
    public var refused: Event?

    public init(
        received: (@Sendable () async throws -> [String])? = nil,
        breakForNow: (@Sendable () async throws -> Void)? = nil, mend: (@Sendable () async throws -> Void)? = nil,
        refused: Event? = nil, make: @escaping @Sendable () async throws -> any Notifier
    ) {
        self.make = make
        self.received = received
        self.breakForNow = breakForNow
        self.mend = mend
        self.refused = refused
    }
}

/// The rules that every notifier must keep. A receiver is run through four fates: it always works, it fails for now,
/// it refuses for good, and it does all of that in turn.
public enum NotifierContract {
    /// The rules that can be tried with what the harness can bring about.
    public static func rules(for harness: NotifierHarness) -> [ContractRule<NotifierHarness>] {
        let canBreak = harness.breakForNow != nil && harness.mend != nil
        return working + (canBreak ? failing : []) + (harness.refused == nil ? [] : refusing)
    }

    /// It always works.
    private static let working: [ContractRule<NotifierHarness>] = [
        rule("delivered-arrives", "what is called delivered has arrived, in order") { notifier, trial in
            for number in 1...3 { try await trial.deliver(number, by: notifier) }
            try await trial.expectArrived([1, 2, 3])
        },
        rule("delivered-twice", "one event may be carried twice, with the same id") { notifier, trial in
            for _ in 1...2 { try await trial.deliver(1, by: notifier) }
            try await trial.expectArrived([1, 1])
        },
        rule("at-once", "64 events at the same time arrive, each whole and once") { notifier, trial in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...64 { group.addTask { try await trial.deliver(number, by: notifier) } }
                try await group.waitForAll()
            }
            try await trial.expectArrived(Array(1...64), inOrder: false)
        },
        rule("any-text", "texts of any language, quotes, line ends and long ones arrive") { notifier, trial in
            for (index, text) in ["Prämie \"Größe\"", "プロ\n\r\t\u{2028}", "a\u{0}\\u0000", long].enumerated() {
                try await trial.deliver(index + 1, text: text, by: notifier)
            }
            try await trial.expectArrived([1, 2, 3, 4])
        },
        rule("made-anew", "one that is made after another was closed carries on") { notifier, trial in
            try await trial.deliver(1, by: notifier)
            await notifier.close()
            let next = try await trial.harness.make()
            try await trial.deliver(2, by: next)
            await next.close()
            try await trial.expectArrived([1, 2])
        },
    ]

    /// Longer than a pipe or a socket takes at once.
    private static let long = String(repeating: "0123456789abcdef", count: 8_192)

    /// It fails for now.
    private static let failing: [ContractRule<NotifierHarness>] = [
        rule(
            "failing-is-told",
            "while the receiver fails nothing is called delivered, nor given up"
        ) { notifier, trial in
            try await trial.whileBroken { try await trial.expectPostponed(1, by: notifier) }
            try await trial.expectArrived([])
        },
        rule(
            "works-again",
            "an event that failed arrives once the receiver works again, by the same notifier"
        ) { notifier, trial in
            try await trial.deliver(1, by: notifier)
            try await trial.whileBroken { for _ in 1...3 { try await trial.expectPostponed(2, by: notifier) } }
            try await trial.deliver(2, by: notifier)
            try await trial.expectArrived([1, 2])
        },
        rule(
            "in-turn",
            "what was called delivered has arrived and nothing else, however often it fails between"
        ) { notifier, trial in
            for number in 1...5 {
                try await trial.whileBroken { try await trial.expectPostponed(number, by: notifier) }
                try await trial.deliver(number, by: notifier)
            }
            try await trial.expectArrived([1, 2, 3, 4, 5])
        },
    ]

    /// It refuses for good.
    private static let refusing: [ContractRule<NotifierHarness>] = [
        rule(
            "refused-is-never",
            "what the receiver refuses for good is not tried again, and holds up nothing"
        ) { notifier, trial in
            guard let refused = trial.harness.refused else { return }
            let fate = try await notifier.deliver(refused)
            guard case .never = fate else { throw Broken(message: "a refused event is called \(fate)") }
            try await trial.deliver(1, by: notifier)
            try await trial.expectArrived([1])
        }
    ]

    private static func rule(
        _ name: String, _ summary: String,
        _ body: @escaping @Sendable (_ notifier: any Notifier, _ trial: NotifierTrial) async throws -> Void
    ) -> ContractRule<NotifierHarness> {
        ContractRule(name, summary) { harness in
            let notifier = try await harness.make()
            let before = try await harness.received?() ?? []
            try await body(notifier, NotifierTrial(harness: harness, name: name, before: before.count))
            await notifier.close()
        }
    }
}

/// One rule being tried, and what it does and looks at.
private struct NotifierTrial: Sendable {
    let harness: NotifierHarness
    let name: String
    /// How many events had arrived before.
    let before: Int

    func event(_ number: Int, text: String = "Barcode Scanner") -> Event {
        let time = Timestamp(milliseconds: 1_796_000_000_000)
        return Event(
            id: "evt_\(name)_\(number)", type: "purchase.completed", app: "com.acme.scanner", customer: "ada",
            environment: "sandbox", sequence: Int64(number), cause: .client, occurredAt: time, recordedAt: time,
            data: ["text": .string(text)])
    }

    func deliver(_ number: Int, text: String = "Barcode Scanner", by notifier: any Notifier) async throws {
        let fate = try await notifier.deliver(event(number, text: text))
        try expect(fate == .delivered, "an event that nothing hinders is called \(fate)")
    }

    /// Counts a thrown error as the dispatcher does.
    func expectPostponed(_ number: Int, by notifier: any Notifier) async throws {
        guard let fate = try? await notifier.deliver(event(number)) else { return }
        guard case .retryLater = fate else {
            throw Broken(message: "an event that the receiver cannot take now is called \(fate)")
        }
    }

    func whileBroken(_ body: () async throws -> Void) async throws {
        try await harness.breakForNow?()
        do {
            try await body()
        } catch {
            try await harness.mend?()
            throw error
        }
        try await harness.mend?()
    }

    func expectArrived(_ numbers: [Int], inOrder: Bool = true) async throws {
        guard let received = harness.received else { return }
        let arrived = Array(try await received().dropFirst(before))
        let meant = numbers.map { event($0).id }
        let isSo = inOrder ? arrived == meant : arrived.sorted() == meant.sorted()
        try expect(isSo, "arrived have \(arrived), not \(meant)")
    }
}
