import Storefront
import StorefrontContracts
import StorefrontPlugins
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
