import Storefront
import StorefrontPlugins
import Testing

/// Cases that others got wrong: quantities, money, and many at once.
@Suite("Quantities and many at once")
struct QuantityCases {
    private func coins(_ quantity: Int64 = 1, key: String? = nil) -> PurchaseRequest {
        PurchaseRequest(app: Shop.app, product: "coins100", customer: "ada", quantity: quantity, key: key)
    }

    @Test(
        "three of a consumable are one transaction and three times the grant and the price", arguments: Backend.allCases
    )
    func quantity(backend: Backend) async throws {
        let shop = try Shop(backend)
        try await shop.with { (engine: Engine) async throws in
            let result = try await engine.purchase(coins(3))
            #expect(result.transaction?.quantity == 3)
            #expect(result.transaction?.price?.amount == "2.97")
            #expect(try await engine.balances(app: Shop.app, customer: "ada") == ["coins": 300])
            #expect(try await engine.entries(app: Shop.app).count == 1)
        }
    }

    @Test(
        "quantities that make no sense are refused before the store is asked", arguments: Backend.allCases,
        [0, -1, 1 << 31, 1 << 53, .max, .min] as [Int64])
    func badQuantity(backend: Backend, quantity: Int64) async throws {
        let shop = try Shop(backend)
        try await shop.with { (engine: Engine) async throws in
            let error = await #expect(throws: StorefrontError.self) { try await engine.purchase(coins(quantity)) }
            #expect(error?.code == .invalidRequest)
            #expect(shop.faults.count(.beforeCharge) == 0)
        }
    }

    @Test("amounts near the edges of integers are right or an error, never a trap", arguments: Backend.allCases)
    func edges(backend: Backend) async throws {
        let shop = try Shop(backend)
        var manifest = Shop.manifest()
        for (index, amount) in ([1 << 31, 1 << 53, EngineLimits.balance] as [Int64]).enumerated() {
            var product = Product(
                id: "big\(index)", type: .consumable, name: "Big", prices: manifest.products[0].prices)
            product.grants = [Grant(unit: "unit\(index)", amount: amount)]
            manifest.products.append(product)
        }
        let engine = try shop.open([manifest])
        for index in 0..<3 {
            let request = PurchaseRequest(app: Shop.app, product: "big\(index)", customer: "ada")
            #expect(try await engine.purchase(request).status == .completed)
        }
        let balances = try await engine.balances(app: Shop.app, customer: "ada")
        #expect(balances == ["unit0": 1 << 31, "unit1": 1 << 53, "unit2": EngineLimits.balance])
        await #expect(throws: StorefrontError.self) {
            try await engine.purchase(PurchaseRequest(app: Shop.app, product: "big2", customer: "ada", quantity: 2))
        }
        for amount in [0, -1, .max, .min, EngineLimits.balance + 1] as [Int64] {
            await #expect(throws: StorefrontError.self) {
                try await engine.spend(app: Shop.app, customer: "ada", unit: "unit0", amount: amount, key: "k\(amount)")
            }
        }
        _ = try await engine.spend(app: Shop.app, customer: "ada", unit: "unit1", amount: (1 << 53) - 1, key: "k")
        #expect(try await engine.balances(app: Shop.app, customer: "ada")["unit1"] == 1)
        await engine.close()
    }

    @Test(
        "a big price keeps every digit through ledger, JSON and event", arguments: Backend.allCases,
        ["1000000", "35613673800"])
    func bigPrice(backend: Backend, digits: String) async throws {
        let shop = try Shop(backend)
        var manifest = Shop.manifest()
        manifest.products[0].prices = [try Money(amount: digits, currency: try #require(Currency("JPY")))]
        let engine = try shop.open([manifest])
        #expect(try await engine.purchase(coins()).transaction?.price?.amount == digits)
        #expect(try await engine.entries(app: Shop.app).first?.value.transaction.price?.amount == digits)
        let event = try #require(try await engine.events(app: Shop.app).first?.value)
        #expect(event.data["transaction"]?["price"]?["amount"] == .string(digits))
        #expect(event.data["transaction"]?["price"]?["minorUnits"] == .number(digits))
        await engine.close()
    }

    @Test(
        "64 purchases at once by one customer: what is charged is delivered, the rest is told to be in progress",
        arguments: Backend.allCases)
    func manyPurchases(backend: Backend) async throws {
        let shop = try Shop(backend)
        let engines = [try shop.open(isGone: false), try shop.open(isGone: false)]
        let completed = try await withThrowingTaskGroup(of: Int.self) { group in
            for index in 0..<64 {
                group.addTask {
                    do {
                        let result = try await engines[index % 2].purchase(coins(key: "k\(index)"))
                        return result.status == .completed ? 1 : 0
                    } catch let error as StorefrontError where error.code == .purchaseInProgress {
                        return 0
                    }
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(completed >= 1)
        for engine in engines {
            #expect(try await engine.balances(app: Shop.app, customer: "ada") == ["coins": Int64(completed) * 100])
            await engine.close()
        }
        try await shop.with { (engine: Engine) async throws in
            #expect(try await engine.entries(app: Shop.app).count == completed)
        }
    }

    @Test(
        "100 spends at once of a balance of 50: exactly 50 succeed, from two engines too", arguments: Backend.allCases,
        [1, 2])
    func manySpends(backend: Backend, engineCount: Int) async throws {
        let shop = try Shop(backend)
        try await shop.with { (engine: Engine) async throws in
            _ = try await engine.purchase(coins())
            _ = try await engine.spend(app: Shop.app, customer: "ada", unit: "coins", amount: 50, key: "first")
        }
        let engines = try (0..<engineCount).map { _ in try shop.open() }
        let succeeded = try await withThrowingTaskGroup(of: Int.self) { group in
            for index in 0..<100 {
                group.addTask {
                    do {
                        let engine = engines[index % engineCount]
                        _ = try await engine.spend(
                            app: Shop.app, customer: "ada", unit: "coins", amount: 1, key: "k\(index)")
                        return 1
                    } catch let error as StorefrontError where error.code == .insufficientBalance {
                        return 0
                    }
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(succeeded == 50)
        for engine in engines {
            #expect(try await engine.balances(app: Shop.app, customer: "ada") == ["coins": 0])
            await engine.close()
        }
    }

    @Test(
        "the same spend key gives the first answer, and another spend under it is refused", arguments: Backend.allCases)
    func spendAgain(backend: Backend) async throws {
        let shop = try Shop(backend)
        try await shop.with { (engine: Engine) async throws in
            _ = try await engine.purchase(coins())
            let first = try await engine.spend(app: Shop.app, customer: "ada", unit: "coins", amount: 30, key: "k")
            _ = try await engine.spend(app: Shop.app, customer: "ada", unit: "coins", amount: 30, key: "other")
            let again = try await engine.spend(app: Shop.app, customer: "ada", unit: "coins", amount: 30, key: "k")
            #expect(again.isDuplicate)
            #expect(again.balances == first.balances)
            #expect(try await engine.balances(app: Shop.app, customer: "ada") == ["coins": 40])
            let error = await #expect(throws: StorefrontError.self) {
                try await engine.spend(app: Shop.app, customer: "ada", unit: "coins", amount: 31, key: "k")
            }
            #expect(error?.code == .invalidRequest)
        }
    }
}
