import Storefront
import StorefrontContracts
import Synchronization
import TestSupport
import Testing

@testable import StorefrontPlugins

/// A store with one fault in it.
private final class FlawedStore: Store {
    enum Flaw: String, CaseIterable {
        case chargesEveryTime
        case dropsTheQuantity
        case forgetsTheCustomer
        case saysNothingUnfinished
        case finishesNothing
        case finishesEverything
        case restoresConsumables
        case restoresForEverybody
        case sellsEverything
        case chargesThenCallsItUnreachable
        case callsEverythingUnreachable
        case chargesWhatIsPending
        case chargesWhatIsDeclined
        case isNeverCaughtUp
        case saysNothingLater
        case takesAllAppsForOne
        case forgetsOutcomes
        case answersLostOrdersAnew

        /// The rule that finds it.
        var rule: String {
            switch self {
            case .chargesEveryTime: "charge-once"
            case .dropsTheQuantity, .forgetsTheCustomer: "transaction-as-ordered"
            case .saysNothingUnfinished, .isNeverCaughtUp: "charged-is-unfinished"
            case .finishesNothing, .finishesEverything: "finished-is-not-unfinished"
            case .restoresConsumables: "restore-what-is-owned"
            case .restoresForEverybody: "customers-apart"
            case .sellsEverything: "unknown-ids-told"
            case .chargesThenCallsItUnreachable: "unreachable-charges-nothing"
            case .callsEverythingUnreachable: "unreachable-after-charge"
            case .chargesWhatIsPending: "pending-charges-nothing"
            case .chargesWhatIsDeclined: "declined-charges-nothing"
            case .saysNothingLater: "later-is-said"
            case .takesAllAppsForOne: "apps-apart"
            case .forgetsOutcomes: "outcome-told"
            case .answersLostOrdersAnew: "lost-answer-charges-once"
            }
        }
    }

    let store: SandboxStore
    let flaw: Flaw
    private let bought = Mutex<[Transaction]>([])
    private let calls = Atomic(0)

    init(_ store: SandboxStore, _ flaw: Flaw) {
        self.store = store
        self.flaw = flaw
    }

    var name: String { store.name }
    var environment: String { store.environment }

    func now(at wall: Timestamp) -> Timestamp { store.now(at: wall) }
    func canMakePayments() async throws -> Bool { true }
    func close() async { await store.close() }

    func products(_ ids: [String]) async throws -> StoreProducts {
        flaw == .sellsEverything ? StoreProducts(found: ids, unknown: []) : try await store.products(ids)
    }

    func purchase(_ order: Order) async throws -> OrderOutcome {
        var order = order
        order.app = store.app
        let number = calls.add(1, ordering: .relaxed).newValue
        let asked = order.options["outcome"]
        switch flaw {
        case .chargesEveryTime: order.key += "-\(number)"
        case .dropsTheQuantity: order.quantity = 1
        case .chargesThenCallsItUnreachable where asked == "network-error",
            .chargesWhatIsPending where asked == "pending",
            .chargesWhatIsDeclined where asked == "declined":
            order.options = [:]
        case .answersLostOrdersAnew where number > 1:
            order.key += "-\(number)"
            order.options = [:]
        case .callsEverythingUnreachable where asked == "network-error": throw StoreError.unreachable("never")
        default: break
        }
        let outcome = try await store.purchase(order)
        if flaw == .chargesThenCallsItUnreachable, asked == "network-error" { throw StoreError.unreachable("never") }
        guard var transaction = outcome.transaction else { return outcome }
        bought.withLock { [transaction] in $0.append(transaction) }
        if flaw == .forgetsTheCustomer { transaction.customer = nil }
        return .completed(transaction)
    }

    func outcome(of order: OrderReference) async throws -> OrderOutcome? {
        flaw == .forgetsOutcomes ? nil : try await store.outcome(of: order)
    }

    func unfinished() -> AsyncThrowingStream<Unfinished, any Error> {
        let words = Mutex<[Unfinished]?>(nil)
        let (store, flaw) = (store, flaw)
        switch flaw {
        case .saysNothingUnfinished: return AsyncThrowingStream { continuation in continuation.yield(.caughtUp) }
        case .isNeverCaughtUp: return AsyncThrowingStream { _ in }
        case .saysNothingLater:
            return AsyncThrowingStream {
                if words.withLock({ $0 == nil }) {
                    let backlog = try await Fixture.backlog(store)
                    words.withLock { $0 = backlog + [.caughtUp] }
                }
                return words.withLock { words in words?.isEmpty ?? true ? nil : words?.removeFirst() }
            }
        default: return store.unfinished()
        }
    }

    func restore(_ customer: String) async throws -> [Transaction] {
        switch flaw {
        case .restoresConsumables: return bought.withLock { $0 }
        case .restoresForEverybody: return try await store.restore("ada")
        default: return try await store.restore(customer)
        }
    }

    func finish(_ transaction: TransactionReference) async throws {
        switch flaw {
        case .finishesNothing: break
        case .finishesEverything:
            for transaction in bought.withLock({ $0 }) { try await store.finish(transaction.reference) }
        default: try await store.finish(transaction)
        }
    }
}

@Suite("The rules of a store find what is wrong with one")
struct StoreContractTests {
    @Test("each fault is found by its rule", arguments: FlawedStore.Flaw.allCases.map(\.rawValue))
    func flaws(_ name: String) async throws {
        let flaw = try #require(FlawedStore.Flaw(rawValue: name))
        try await withFolder { folder in
            var harness = SandboxContractTests.harness { app in
                let app = flaw == .takesAllAppsForOne ? "com.acme.game" : app
                return FlawedStore(sandbox(folder, app: app, unknown: ["gone"]), flaw)
            }
            if flaw == .isNeverCaughtUp || flaw == .saysNothingLater { harness.patience = .milliseconds(200) }
            let rule = try #require(StoreContract.rules(for: harness).first { $0.id == flaw.rule })
            let failure = await #expect(throws: ContractFailure.self) { try await rule.run(harness) }
            #expect(failure?.message.hasPrefix("an unexpected error") == false)
        }
    }

    @Test("rules about what cannot be brought about are left out")
    func situations() {
        let harness = StoreHarness(consumable: Fixture.coins, nonConsumable: Fixture.full) { app in
            SandboxStore(app: app, path: "unused")
        }
        let names = StoreContract.rules(for: harness).map(\.id)
        #expect(names.contains("charge-once"))
        for name in ["unknown-ids-told", "pending-charges-nothing", "unreachable-charges-nothing"] {
            #expect(!names.contains(name))
        }
    }
}
