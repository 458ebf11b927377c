import TestSupport
import Testing

@testable import Storefront

@Suite("The fold")
struct FoldTests {
    private let start = Timestamp(milliseconds: 1_800_000_000_000)

    private func entry(
        _ id: String, of product: Product, kind: Transaction.Kind = .purchased, revision: Int64 = 1,
        quantity: Int64 = 1,
        at time: Timestamp? = nil, expiresAt: Timestamp? = nil, revokedAt: Timestamp? = nil
    ) -> Entry {
        let time = time ?? start
        let transaction = Transaction(
            id: id, app: "com.acme.test", store: "sandbox", environment: "sandbox", kind: kind, revision: revision,
            customer: "ada", product: product.id, quantity: quantity, purchasedAt: time, expiresAt: expiresAt,
            revokedAt: revokedAt)
        return Entry(transaction, customer: "ada", terms: .init(product), cause: .store, recordedAt: time)
    }

    private func fold(_ entries: [Entry], at now: Timestamp? = nil, rules: CustomerRules = .init()) -> (
        Customer, [Telling]
    ) {
        var customer = Customer(id: CustomerID(app: "com.acme.test", customer: "ada"))
        var tellings: [Telling] = []
        for entry in entries { tellings += customer.fold(entry, rules: rules, at: now ?? start) }
        return (customer, tellings)
    }

    private var coins: Product {
        var product = Product(id: "coins100", type: .consumable, name: "100 Coins", prices: [])
        product.grants = [Grant(unit: "coins", amount: 100)]
        return product
    }

    private var pro: Product { Product(id: "pro", type: .nonConsumable, name: "Pro", prices: []) }

    private func pass(_ period: Period?) -> Product {
        var product = Product(id: "pass", type: .subscription, name: "Pass", prices: [])
        product.subscription = Subscription(period: period, renews: false)
        return product
    }

    private func plus(group: String = "plus") -> Product {
        var product = Product(id: "plus", type: .subscription, name: "Plus", prices: [])
        product.subscription = Subscription(period: Period(1, .month), group: group, level: 1)
        return product
    }

    @Test("a consumable is granted once per transaction, times the quantity")
    func consumable() {
        let (customer, tellings) = fold([
            entry("t1", of: coins, quantity: 3), entry("t1", of: coins, revision: 2, quantity: 3),
        ])
        #expect(customer.balances == ["coins": 300])
        #expect(tellings.map(\.type) == ["purchase.completed", "balance.changed"])
    }

    @Test("one transaction signed at two times tells one event and grants once, in both orders")
    func twoSignings() {
        let entries = [entry("t1", of: coins, revision: 5), entry("t1", of: coins, revision: 9)]
        let (one, first) = fold(entries)
        let (two, second) = fold(entries.reversed())
        #expect(one == two)
        #expect(first.map(\.subject) == second.map(\.subject))
        #expect(one.balances == ["coins": 100])
    }

    @Test("a refund takes back what was granted, and the older purchase that comes late gives nothing back")
    func refund() {
        let bought = entry("t1", of: coins, revision: 1, quantity: 3)
        let refunded = entry("t1", of: coins, kind: .refunded, revision: 2, quantity: 3, revokedAt: start)
        for order in [[bought, refunded], [refunded, bought], [bought, refunded, bought, refunded]] {
            let (customer, tellings) = fold(order)
            #expect(customer.balances["coins"] ?? 0 == 0)
            #expect(tellings.filter { $0.type == "transaction.refunded" }.count == 1)
        }
    }

    @Test("a refund of what was spent leaves a negative balance or zero, as the rules say")
    func refundOfSpent() {
        let spend = Entry(
            Transaction(
                id: "spend_1", app: "com.acme.test", store: "ledger", environment: "sandbox", kind: .spent, revision: 0,
                customer: "ada", product: "coins", quantity: 80, purchasedAt: start),
            customer: "ada", terms: .init(type: .consumable, grants: [Grant(unit: "coins", amount: -80)]),
            cause: .client,
            recordedAt: start)
        let refund = entry("t1", of: coins, kind: .refunded, revision: 2, revokedAt: start)
        let order = [entry("t1", of: coins), spend, refund]
        #expect(fold(order).0.balances == ["coins": -80])
        #expect(fold(order, rules: CustomerRules(refunds: .floorAtZero)).0.balances == ["coins": 0])
    }

    @Test("one millisecond before its end a subscription is active, at its end it is not")
    func edge() {
        let end = start.adding(Period(1, .month))
        let (customer, _) = fold([entry("t1", of: plus(), expiresAt: end)])
        #expect(customer.entitlements(at: end.advanced(byMilliseconds: -1)).map(\.isActive) == [true])
        #expect(customer.entitlements(at: end).map(\.isActive) == [false])
    }

    @Test("an end is told once, with the time it happened at, and a clock that steps back revives nothing")
    func endToldOnce() {
        let end = start.adding(Period(1, .month))
        var (customer, _) = fold([entry("t1", of: plus(), expiresAt: end)])
        #expect(customer.tellEnds(at: end.advanced(byMilliseconds: -1)).isEmpty)
        let told = customer.tellEnds(at: end.advanced(byMilliseconds: 40 * 86_400_000))
        #expect(told.map(\.type) == ["subscription.expired", "entitlement.revoked"])
        #expect(told.allSatisfy { $0.occurredAt == end })
        #expect(customer.tellEnds(at: end.advanced(byMilliseconds: 41 * 86_400_000)).isEmpty)
        #expect(customer.entitlements(at: end.advanced(byMilliseconds: -3_600_000)).map(\.isActive) == [false])
        #expect(customer.nextEnd == nil)
    }

    @Test("a second pass bought while the first runs begins at the first one's end, told as one end")
    func passExtends() {
        let later = start.advanced(byMilliseconds: 86_400_000)
        let product = pass(Period(1, .month))
        var (customer, _) = fold([entry("t1", of: product), entry("t2", of: product, at: later)])
        let end = start.adding(Period(1, .month)).adding(Period(1, .month))
        #expect(customer.entitlements(at: later).map(\.until) == [end])
        let told = customer.tellEnds(at: end)
        #expect(told.map(\.type) == ["subscription.expired", "entitlement.revoked"])
        #expect(told.first?.occurredAt == end)
    }

    @Test("a pass bought after the first one ended begins when it is bought")
    func passAfterGap() {
        let product = pass(Period(1, .week))
        let later = start.adding(Period(3, .week))
        let (customer, _) = fold([entry("t1", of: product), entry("t2", of: product, at: later)])
        #expect(customer.entitlements(at: later).map(\.until) == [later.adding(Period(1, .week))])
        #expect(customer.entitlements(at: later).map(\.since) == [later])
    }

    @Test("a pass without a period entitles until it is taken back")
    func passForEver() {
        let (customer, _) = fold([entry("t1", of: pass(nil))])
        #expect(customer.entitlements(at: start.adding(Period(90, .year))).map(\.isActive) == [true])
    }

    @Test("a subscription in a group that was held before is told as resubscribed")
    func resubscribed() {
        let end = start.adding(Period(1, .month))
        let again = end.advanced(byMilliseconds: 1)
        let (_, tellings) = fold(
            [
                entry("t1", of: plus(), expiresAt: end),
                entry("t2", of: plus(), at: again, expiresAt: again.adding(Period(1, .month))),
            ],
            at: again)
        #expect(
            tellings.map(\.type).filter { $0.hasPrefix("subscription") } == [
                "subscription.started", "subscription.resubscribed",
            ])
    }

    @Test("sums near the edge of the range stay there and never trap")
    func saturates() {
        var product = coins
        product.grants = [Grant(unit: "coins", amount: .max)]
        let (customer, _) = fold([entry("t1", of: product, quantity: 2), entry("t2", of: product, quantity: 2)])
        #expect(customer.balances == ["coins": .max])
    }

    @Test("every order of arrival with any repeats ends in one state and tells the same ids")
    func permutations() {
        let product = pass(Period(1, .month))
        let entries = [
            entry("t1", of: coins, revision: 1, quantity: 2), entry("t1", of: coins, revision: 4, quantity: 2),
            entry("t2", of: pro, revision: 2),
            entry("t2", of: pro, kind: .refunded, revision: 3, revokedAt: start.advanced(byMilliseconds: 9)),
            entry("t3", of: product), entry("t4", of: product, at: start.advanced(byMilliseconds: 5)),
        ]
        let expected = fold(entries)
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededRandom(seed: seed)
        for _ in 0..<2_000 {
            let order = (entries + (0..<3).compactMap { _ in entries.randomElement(using: &random) }).shuffled(
                using: &random)
            let (customer, tellings) = fold(order)
            let told = Set(tellings.filter { !$0.type.hasPrefix("entitlement.") }.map { [$0.type] + $0.subject })
            let all = Set(expected.1.filter { !$0.type.hasPrefix("entitlement.") }.map { [$0.type] + $0.subject })
            guard customer == expected.0, told == all else {
                Issue.record("seed \(seed): \(order.map(\.transaction.name))")
                return
            }
        }
    }

    @Test("an older word of an end does not end what a newer snapshot runs to, in any order of arrival")
    func olderExpiry() {
        let end = start.advanced(byMilliseconds: 1_000)
        let later = start.advanced(byMilliseconds: 9_000)
        let entries = [
            entry("t1", of: plus(), expiresAt: end),
            entry("t1", of: plus(), kind: .renewed, revision: 20, expiresAt: later),
            entry("t1", of: plus(), kind: .expired, revision: 10, expiresAt: end),
        ]
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let (customer, _) = fold(order.map { entries[$0] })
            #expect(customer.entitlements(at: start).map(\.isActive) == [true], "\(order)")
        }
    }
}
