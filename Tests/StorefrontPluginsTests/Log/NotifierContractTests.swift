import Storefront
import StorefrontContracts
import Synchronization
import Testing

/// A receiver in memory that can be broken.
private final class Receiver: Sendable {
    struct State {
        var ids: [String] = []
        var isBroken = false
        var hasFailed = false
        var held: [String] = []
    }

    let state = Mutex(State())
}

/// A notifier to such a receiver, with one fault in it or none.
private struct FlawedNotifier: Notifier {
    enum Flaw: String, CaseIterable {
        case losesTheFirst
        case keepsOneBack
        case losesOneOfMany
        case sendsOnlyOnce
        case cutsLongTexts
        case callsFailuresDelivered
        case givesUpAtOnce
        case neverRecovers
        case retriesWhatIsRefused
        case isDeadOnceClosed

        /// The rule that finds it.
        var rule: String {
            switch self {
            case .losesTheFirst, .keepsOneBack: "delivered-arrives"
            case .losesOneOfMany: "at-once"
            case .sendsOnlyOnce: "delivered-twice"
            case .cutsLongTexts: "any-text"
            case .callsFailuresDelivered, .givesUpAtOnce: "failing-is-told"
            case .neverRecovers: "works-again"
            case .retriesWhatIsRefused: "refused-is-never"
            case .isDeadOnceClosed: "made-anew"
            }
        }
    }

    let receiver: Receiver
    var flaw: Flaw?

    static let refusedID = "evt_refused"

    func deliver(_ event: Event) async throws -> Delivery {
        if event.id == Self.refusedID {
            return flaw == .retriesWhatIsRefused ? .retryLater("again") : .never("refused")
        }
        return receiver.state.withLock { state in
            if state.isBroken || (flaw == .neverRecovers && state.hasFailed) {
                state.hasFailed = true
                switch flaw {
                case .callsFailuresDelivered: return .delivered
                case .givesUpAtOnce: return .never("it failed")
                default: return .retryLater("it fails for now")
                }
            }
            return take(event, &state)
        }
    }

    private func take(_ event: Event, _ state: inout Receiver.State) -> Delivery {
        switch flaw {
        case .losesTheFirst where event.sequence == 1, .losesOneOfMany where event.sequence == 64: break
        case .sendsOnlyOnce where state.ids.contains(event.id): break
        case .cutsLongTexts where event.data["text"]?.string?.utf8.count ?? 0 > 10_000: break
        case .keepsOneBack:
            state.ids += state.held
            state.held = [event.id]
        default: state.ids.append(event.id)
        }
        return .delivered
    }

    func close() async {
        if flaw == .isDeadOnceClosed { receiver.state.withLock { $0.isBroken = true } }
    }

    static func harness(_ flaw: Flaw? = nil) -> NotifierHarness {
        let receiver = Receiver()
        let time = Timestamp(milliseconds: 0)
        return NotifierHarness(
            received: { receiver.state.withLock(\.ids) },
            breakForNow: { receiver.state.withLock { $0.isBroken = true } },
            mend: { receiver.state.withLock { $0.isBroken = false } },
            refused: Event(
                id: refusedID, type: "purchase.completed", app: "com.acme.game", customer: "ada",
                environment: "sandbox", sequence: 1, cause: .client, occurredAt: time, recordedAt: time, data: [:]),
            make: { FlawedNotifier(receiver: receiver, flaw: flaw) })
    }
}

@Suite("The rules of a notifier find what is wrong with one")
struct NotifierContractTests {
    @Test(
        "one without a fault keeps them all",
        arguments: NotifierContract.rules(for: FlawedNotifier.harness()).map(\.id))
    func faultless(_ name: String) async throws {
        let harness = FlawedNotifier.harness()
        try await NotifierContract.rules(for: harness).first { $0.id == name }?.run(harness)
    }

    @Test("each fault is found by its rule", arguments: FlawedNotifier.Flaw.allCases.map(\.rawValue))
    func flaws(_ name: String) async throws {
        let flaw = try #require(FlawedNotifier.Flaw(rawValue: name))
        let harness = FlawedNotifier.harness(flaw)
        let rule = try #require(NotifierContract.rules(for: harness).first { $0.id == flaw.rule })
        let failure = await #expect(throws: ContractFailure.self) { try await rule.run(harness) }
        #expect(failure?.message.hasPrefix("an unexpected error") == false)
    }

    @Test("rules about what cannot be brought about are left out")
    func fates() {
        let harness = NotifierHarness { FlawedNotifier(receiver: Receiver()) }
        #expect(NotifierContract.rules(for: harness).map(\.id).contains("delivered-arrives"))
        #expect(!NotifierContract.rules(for: harness).map(\.id).contains("works-again"))
    }
}
