import Storefront
import Testing

@testable import StorefrontPlugins

@Suite("What a sandbox order comes to")
struct SaleTests {
    static let usd = Currency("USD")
    static let eur = Currency("EUR")

    static func money(_ units: Int64, _ currency: Currency?) throws -> Money {
        Money(minorUnits: units, currency: try #require(currency))
    }

    static func coins(_ units: Int64 = 99) throws -> Product {
        Product(
            id: "coins100", type: .consumable, name: "100 Coins",
            prices: [try money(units, usd), try money(units + 10, eur)])
    }

    static func plus() throws -> Product {
        var product = Product(
            id: "plus", type: .subscription, name: "Plus", prices: [try money(499, usd), try money(549, eur)])
        product.subscription = Subscription(
            period: Period(1, .month), group: "plus", level: 1,
            introductoryOffer: Offer(id: nil, kind: .introductory, mode: .freeTrial, period: Period(1, .week)),
            offers: [
                Offer(
                    id: "comeback", kind: .winBack, mode: .payUpFront, period: Period(3, .month),
                    prices: [try money(799, usd)]),
                Offer(
                    id: "half", kind: .promotional, mode: .payAsYouGo, period: Period(1, .month), periods: 3,
                    prices: [try money(249, usd)]),
            ])
        return product
    }

    static func order(
        _ product: Product, key: String = "k", quantity: Int64 = 1, offer: String? = nil, currency: String? = nil
    ) -> Order {
        Order(
            app: "com.acme.game", customer: "ada", key: key, product: product, quantity: quantity, offer: offer,
            currency: currency, orderedAt: Timestamp(milliseconds: 0))
    }

    @Test("the base price is taken, or that of the currency asked for, times the quantity")
    func prices() throws {
        #expect(try Sale(Self.order(Self.coins())).part(hadGroup: false).price == Self.money(99, Self.usd))
        let three = try Sale(Self.order(Self.coins(), quantity: 3, currency: "EUR"))
        #expect(try three.part(hadGroup: false).price == Self.money(327, Self.eur))
    }

    @Test("a currency without a price is refused and those with one are named")
    func unknownCurrency() throws {
        let error = #expect(throws: StorefrontError.self) { try Sale(Self.order(Self.coins(), currency: "JPY")) }
        #expect(error?.code == .invalidRequest)
        #expect(error?.recovery == "Choose one of its currencies: USD, EUR.")
    }

    @Test(
        "quantities that are none or too many are refused, never a trap",
        arguments: [0, -1, Int64.min, Int64.max, Int64.max / 99 + 1])
    func quantities(_ quantity: Int64) throws {
        let error = #expect(throws: StorefrontError.self) { try Sale(Self.order(Self.coins(), quantity: quantity)) }
        #expect(error?.code == .invalidRequest)
    }

    @Test("numbers near 2^31 and 2^53 are right", arguments: [1 << 31, (1 << 31) - 1, 1 << 53])
    func largeQuantities(_ quantity: Int64) throws {
        let sale = try Sale(Self.order(Self.coins(), quantity: quantity))
        #expect(sale.part(hadGroup: false).price?.minorUnits == quantity * 99)
    }

    @Test("the largest price there is can be paid once and not twice")
    func largestPrice() throws {
        let product = try Self.coins(Money.maximumMinorUnits - 10)
        #expect(try Sale(Self.order(product)).regular.price?.minorUnits == Money.maximumMinorUnits - 10)
        #expect(throws: StorefrontError.self) { try Sale(Self.order(product, quantity: 2)) }
    }

    @Test("the introductory offer is for those who never had the group, free for a trial")
    func introduction() throws {
        let sale = try Sale(Self.order(Self.plus()))
        let trial = sale.part(hadGroup: false)
        #expect(try trial.price == Self.money(0, Self.usd))
        #expect(trial.period == Period(1, .week))
        #expect(trial.offer == "introductory")
        let regular = sale.part(hadGroup: true)
        #expect(try regular.price == Self.money(499, Self.usd))
        #expect(regular.offer == nil)
    }

    @Test("an offer asked for by id counts for old customers too, and takes the introduction's place")
    func offers() throws {
        let comeback = try Sale(Self.order(Self.plus(), offer: "comeback"))
        #expect(comeback.part(hadGroup: false) == comeback.part(hadGroup: true))
        #expect(
            try comeback.regular
                == Sale.Part(price: Self.money(799, Self.usd), period: Period(3, .month), offer: "comeback"))
        let half = try Sale(Self.order(Self.plus(), offer: "half"))
        #expect(
            try half.regular == Sale.Part(price: Self.money(249, Self.usd), period: Period(1, .month), offer: "half"))
    }

    @Test("an unknown offer is refused with the nearest one, also of a product that has none")
    func unknownOffer() throws {
        let error = #expect(throws: StorefrontError.self) { try Sale(Self.order(Self.plus(), offer: "comebak")) }
        #expect(error?.message == "\"plus\" has no offer \"comebak\"; did you mean \"comeback\"?")
        #expect(throws: StorefrontError.self) { try Sale(Self.order(Self.coins(), offer: "comeback")) }
    }

    @Test("an offer without a price in the currency is refused")
    func offerWithoutPrice() throws {
        let error = #expect(throws: StorefrontError.self) {
            try Sale(Self.order(Self.plus(), offer: "comeback", currency: "EUR"))
        }
        #expect(error?.message == "\"plus, offer comeback\" has no price in \"EUR\"")
    }

    @Test("a product without prices is sold without one")
    func noPrice() throws {
        #expect(
            try Sale(Self.order(Product(id: "gift", type: .nonConsumable, name: "Gift", prices: []))).regular.price
                == nil)
    }

    @Test("a sale comes back from its JSON as it was")
    func json() throws {
        let orders = [
            try Self.order(Self.coins(), quantity: 1 << 53), try Self.order(Self.plus()),
            try Self.order(Self.plus(), offer: "half"),
        ]
        for order in orders {
            let sale = try Sale(order)
            #expect(try Sale(JSON(parsing: sale.json.text)) == sale)
        }
        #expect(Sale(["product": "plus"]) == nil)
    }
}
