import Storefront
import StorefrontContracts
import StorefrontPlugins
import TestSupport
import Testing

@Suite("Every persistence keeps the contract")
struct PersistenceContractTests {
    @Test("memory keeps every rule", arguments: PersistenceContract.rules)
    func memory(_ rule: ContractRule<PersistencePlaces>) async throws {
        try await rule.run(
            PersistencePlaces {
                let persistence = MemoryPersistence()
                return { persistence }
            })
    }

    @Test("SQLite keeps every rule", arguments: PersistenceContract.rules)
    func sqlite(_ rule: ContractRule<PersistencePlaces>) async throws {
        try await withFolder { folder in
            try await rule.run(PersistencePlaces { { SQLitePersistence(path: "\(folder)/\(rule.id).sqlite") } })
        }
    }

    @Test("rules have ids of their own and say what holds")
    func ids() {
        let ids = PersistenceContract.rules.map(\.id)
        #expect(Set(ids).count == ids.count)
        #expect(PersistenceContract.rules.allSatisfy { $0.sentence.hasSuffix(".") })
    }
}

@Suite("The contract finds a faulty persistence")
struct FaultyPersistenceTests {
    /// A rule that must find the fault; others may as well.
    static let finders: [(FaultyPersistence.Fault, String)] = [
        (.losesUpdates, "no-lost-update"), (.writesWhatThrew, "nothing-half-written"),
        (.writesWhatThrew, "marked-only-when-done"), (.forgetsTheApp, "apps-apart"),
        (.forgetsTheApp, "erase-one-app"), (.leasesTwice, "leased-once"), (.takesStaleVerdicts, "stale-verdict"),
        (.wakesNoEarlierEvents, "listeners"), (.findsNoRepeats, "repeat-carries-its-entry"),
        (.letsDeadRowsBlock, "dead-letters"),
    ]

    @Test("a fault is found by the rule that names it", arguments: finders)
    func found(_ fault: FaultyPersistence.Fault, _ id: String) async throws {
        let rule = try #require(PersistenceContract.rules.first { $0.id == id })
        let places = PersistencePlaces {
            let persistence = FaultyPersistence(fault)
            return { persistence }
        }
        let failure = await #expect(throws: ContractFailure.self) { try await rule.run(places) }
        #expect(failure?.rule == id)
    }

    @Test("no fault goes unfound")
    func complete() {
        #expect(Set(Self.finders.map(\.0)) == Set(FaultyPersistence.Fault.allCases))
    }
}
