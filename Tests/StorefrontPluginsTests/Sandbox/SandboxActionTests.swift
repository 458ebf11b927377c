import Storefront
import TestSupport
import Testing

@testable import StorefrontPlugins

@Suite("What is done to the sandbox from outside")
struct SandboxActionTests {
    /// Opens the sandbox in a folder of its own.
    private func withSandbox(_ body: (SandboxStore, _ folder: String) async throws -> Void) async throws {
        try await withFolder { folder in
            let store = sandbox(folder)
            try await body(store, folder)
            await store.close()
        }
    }

    @Test("an approved order is charged once, under the id it waited under, over a restart in between")
    func approve() async throws {
        try await withSandbox { store, folder in
            let id = try #require(try await store.purchase(Fixture.order(Fixture.coins, outcome: "pending")).pendingID)
            #expect(try await Fixture.backlog(store).isEmpty)
            await store.close()
            let reopened = sandbox(folder)
            let transaction = try await reopened.approve(id)
            #expect(transaction.id == id)
            #expect(transaction.orderKey == "key-1")
            let error = await #expect(throws: StorefrontError.self) { try await reopened.approve(id) }
            #expect(error?.message == "\"tx_000001\" was approved already")
            #expect(try await Fixture.backlog(reopened) == [.transaction(transaction)])
            #expect(try await reopened.purchase(Fixture.order(Fixture.coins)) == .completed(transaction))
            await reopened.close()
        }
    }

    @Test("approved 64 times at once, in two places, it is charged once")
    func approveAtOnce() async throws {
        try await withSandbox { store, folder in
            let other = sandbox(folder)
            let id = try #require(try await store.purchase(Fixture.order(Fixture.coins, outcome: "pending")).pendingID)
            let approved = await withTaskGroup(of: Int.self) { group in
                for number in 0..<64 {
                    group.addTask { (try? await (number.isMultiple(of: 2) ? store : other).approve(id)) == nil ? 0 : 1 }
                }
                return await group.reduce(0, +)
            }
            #expect(approved == 1)
            #expect(try await Fixture.backlog(store).count == 1)
            await other.close()
        }
    }

    @Test("a declined order is told until it is acknowledged under its id, and charges nothing")
    func decline() async throws {
        try await withSandbox { store, _ in
            let order = Fixture.order(Fixture.full, outcome: "pending")
            let id = try #require(try await store.purchase(order).pendingID)
            try await store.decline(id)
            let ended = Unfinished.ended(order.reference, .declined("the purchase was not approved"))
            #expect(try await Fixture.backlog(store) == [ended])
            #expect(try await store.outcome(of: order.reference) == .declined("the purchase was not approved"))
            #expect(try await store.restore("ada").isEmpty)
            let reference = TransactionReference(app: store.app, store: "sandbox", environment: "sandbox", id: id)
            try await store.finish(reference)
            #expect(try await Fixture.backlog(store).isEmpty)
            await #expect(throws: StorefrontError.self) { try await store.approve(id) }
        }
    }

    @Test("approving or expiring what is not there, or waits for nothing, says so")
    func notPending() async throws {
        try await withSandbox { store, _ in
            _ = try await store.purchase(Fixture.order(Fixture.coins))
            let atOnce = await #expect(throws: StorefrontError.self) { try await store.approve("tx_000001") }
            #expect(atOnce?.message == "\"tx_000001\" was charged at once and waits for nothing")
            let missing = await #expect(throws: StorefrontError.self) { try await store.decline("tx_000009") }
            #expect(missing?.message == "the sandbox has no transaction \"tx_000009\" of com.acme.game")
            await #expect(throws: StorefrontError.self) { try await store.expire("tx_000009") }
            let type = await #expect(throws: StorefrontError.self) { try await store.expire("tx_000001") }
            #expect(type?.message == "\"tx_000001\" is a consumable, which does not expire")
        }
    }

    @Test("an expired subscription has a newer snapshot, unfinished again, and expires once")
    func expire() async throws {
        try await withSandbox { store, _ in
            let bought = try #require(try await store.purchase(Fixture.order(SaleTests.plus())).transaction)
            try await store.finish(bought.reference)
            let expired = try await store.expire(bought.id)
            #expect(expired.kind == .expired)
            #expect(expired.revision > bought.revision)
            #expect(expired.expiresAt == Fixture.wall)
            #expect(expired.purchasedAt == bought.purchasedAt)
            #expect(try await Fixture.backlog(store) == [.transaction(expired)])
            try await store.finish(bought.reference)
            #expect(try await Fixture.backlog(store).isEmpty)
            #expect(try await store.restore("ada") == [expired])
            await #expect(throws: StorefrontError.self) { try await store.expire(bought.id) }
        }
    }

    @Test("finishing a purchase late never finishes an expiry that nobody was told of")
    func finishBehindExpiry() async throws {
        try await withSandbox { store, folder in
            let bought = try #require(try await store.purchase(Fixture.order(SaleTests.plus())).transaction)
            let other = sandbox(folder)
            let expired = try await other.expire(bought.id)
            try await store.finish(bought.reference)
            try await store.finish(bought.reference)
            #expect(try await Fixture.backlog(store) == [.transaction(expired)])
            try await store.finish(bought.reference)
            #expect(try await Fixture.backlog(store).isEmpty)
            await other.close()
        }
    }

    @Test("advancing by a month from the 31st clamps, is kept, and is seen by other stores and apps not")
    func advance() async throws {
        try await withSandbox { store, folder in
            #expect(try await store.advance(by: Period(1, .month)).rfc3339 == "2027-02-28T10:00:00.000Z")
            #expect(store.now(at: Fixture.wall).rfc3339 == "2027-02-28T10:00:00.000Z")
            #expect(try await store.advance(by: Period(1, .day)).rfc3339 == "2027-03-01T10:00:00.000Z")
            let (same, another) = (sandbox(folder), sandbox(folder, app: "com.acme.scanner"))
            for opened in [same, another] { _ = try await Fixture.backlog(opened) }
            #expect(same.now(at: Fixture.wall).rfc3339 == "2027-03-01T10:00:00.000Z")
            #expect(another.now(at: Fixture.wall) == Fixture.wall)
            for opened in [same, another] { await opened.close() }
        }
    }

    @Test("a wall clock that steps back does not take the store's back")
    func steppingBack() async throws {
        try await withSandbox { store, _ in
            let later = Fixture.wall.advanced(byMilliseconds: 3_600_000)
            #expect(store.now(at: later) == later)
            #expect(store.now(at: Fixture.wall) == later)
        }
    }

    @Test("a reset forgets orders, transactions and the clock of its app only, and uses no id again")
    func reset() async throws {
        try await withSandbox { store, folder in
            let other = sandbox(folder, app: "com.acme.scanner")
            _ = try await other.purchase(Fixture.order(Fixture.full, app: other.app))
            _ = try await store.purchase(Fixture.order(Fixture.full))
            try await store.advance(by: Period(1, .year))
            try await store.reset()
            #expect(store.now(at: Fixture.wall) == Fixture.wall)
            #expect(try await Fixture.backlog(store).isEmpty)
            #expect(try await store.restore("ada").isEmpty)
            #expect(try await store.purchase(Fixture.order(Fixture.full)).transaction?.id == "tx_000002")
            #expect(try await Fixture.backlog(other).count == 1)
            await other.close()
        }
    }
}
