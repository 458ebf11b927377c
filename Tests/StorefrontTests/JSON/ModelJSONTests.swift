import Storefront
import Testing

@Suite("Values as JSON")
struct ModelJSONTests {
    let full = Transaction(
        id: "tx_2", originalID: "tx_1", app: "com.acme.scanner", store: "sandbox", environment: "sandbox",
        kind: .renewed, revision: .max, customer: "ada \"\u{1F642}\" \n", orderKey: "k/1", product: "plus",
        quantity: 1 << 53 + 1, purchasedAt: Timestamp(milliseconds: 1), expiresAt: Timestamp(milliseconds: -1),
        revokedAt: Timestamp(milliseconds: 1_700_000_000_123), ownership: .familyShared, offer: "win",
        price: Currency("KWD").map { Money(minorUnits: 35_613_673_800, currency: $0) })
    let bare = Transaction(
        id: "tx_1", app: "a", store: "s", environment: "e", kind: .init(rawValue: "new-kind"), revision: 0,
        customer: nil, product: "p", purchasedAt: Timestamp(milliseconds: 0))
    let terms = Entry.Terms(
        type: .subscription, renews: true, group: "g", period: Period(3, .day), entitlements: ["a", "b"],
        grants: [Grant(unit: "coins", amount: .min)])

    /// Through bytes and back, as a file or a wire would.
    private func again(_ json: JSON) throws -> JSON { try JSON(parsing: json.bytes) }

    @Test("money is an amount, a currency and minor units, to the last digit")
    func money() throws {
        let money = try #require(full.price)
        #expect(money.json.text == #"{"amount":"35613673.800","currency":"KWD","minorUnits":35613673800}"#)
        #expect(try Money(json: again(money.json)) == money)
    }

    @Test("a transaction begins as the command line promises and leaves out what is absent")
    func transactionShape() {
        #expect(
            bare.json.text
                == #"{"id":"tx_1","originalId":"tx_1","product":"p","quantity":1,"kind":"new-kind","#
                + #""purchasedAt":"1970-01-01T00:00:00.000Z","app":"a","store":"s","environment":"e","revision":0,"#
                + #""ownership":"purchased"}"#)
        #expect(
            full.json.members?.map(\.name).prefix(9)
                == ["id", "originalId", "product", "customer", "quantity", "kind", "purchasedAt", "expiresAt", "price"])
    }

    @Test("transactions and entries come back as they went, with every digit")
    func entries() throws {
        for transaction in [full, bare] {
            #expect(try Transaction(json: again(transaction.json)) == transaction)
            for balances in [nil, [:], ["coins": Int64.max, "gems": -3]] {
                let entry = Entry(
                    transaction, customer: "ada", terms: terms, cause: .operator,
                    recordedAt: Timestamp(milliseconds: 5), balances: balances)
                #expect(try Entry(json: again(entry.json)) == entry)
            }
        }
    }

    @Test("a chain comes back as it went")
    func chains() throws {
        var chain = Chain(
            key: full.chain, customer: "ada", product: "plus", terms: terms, transactionID: "tx_2", revision: 7,
            quantity: 2, purchasedAt: full.purchasedAt, expiresAt: nil, revokedAt: full.revokedAt)
        #expect(try Chain(json: again(chain.json)) == chain)
        chain.granted = terms.grants
        chain.told = ["purchased tx_1", "renewed tx_2"]
        chain.endTold = full.revokedAt
        #expect(try Chain(json: again(chain.json)) == chain)
    }

    @Test("an event has the shape and order that is promised outside")
    func events() throws {
        let event = Event(
            id: "evt_1", type: "subscription.renewed", app: "com.acme.scanner", customer: "ada",
            environment: "sandbox", sequence: 7, cause: .store, occurredAt: Timestamp(milliseconds: 0),
            recordedAt: Timestamp(milliseconds: 1), data: ["n": .number("1.10"), "list": [true, .null]])
        #expect(
            event.json.text
                == #"{"id":"evt_1","type":"subscription.renewed","app":"com.acme.scanner","customer":"ada","#
                + #""environment":"sandbox","sequence":7,"cause":"store","occurredAt":"1970-01-01T00:00:00.000Z","#
                + #""recordedAt":"1970-01-01T00:00:00.001Z","data":{"n":1.10,"list":[true,null]}}"#)
        #expect(try Event(json: again(event.json)) == event)
    }

    @Test("an entitlement comes back as it went")
    func entitlements() throws {
        for until in [nil, Timestamp(milliseconds: 9)] {
            let entitlement = Entitlement(
                id: "pro", isActive: true, product: "pro_month", since: Timestamp(milliseconds: 1), until: until)
            #expect(try Entitlement(json: again(entitlement.json)) == entitlement)
        }
    }

    @Test("a member that is missing, or of a wrong kind, is an error that names it")
    func faults() {
        func without(_ name: String) -> JSON { .object((full.json.members ?? []).filter { $0.name != name }) }
        for name in ["id", "product", "quantity", "kind", "purchasedAt", "revision", "ownership"] {
            #expect(throws: JSONShapeError(message: "\"\(name)\" is missing")) { try Transaction(json: without(name)) }
        }
        for name in (full.json.members ?? []).map(\.name) {
            let wrong = JSON.object((full.json.members ?? []).map { $0.name == name ? .init(name, [true]) : $0 })
            #expect(throws: JSONShapeError.self, "\(name)") { try Transaction(json: wrong) }
        }
    }
}
