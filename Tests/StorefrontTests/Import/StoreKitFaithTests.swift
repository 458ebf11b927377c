import Foundation
import Storefront
import Testing

/// Walks the JSON with another parser than the import's and looks for each thing in the manifest as it is read back.
@Suite("Everything of a StoreKit configuration arrives")
struct StoreKitFaithTests {
    private typealias Object = [String: Any]

    @Test("the result has no error", arguments: Fixtures.names)
    func valid(_ name: String) throws {
        let reading = try ImportedManifest.read(Fixtures.outcome(name).yaml)
        #expect(reading.diagnostics.filter { $0.severity == .error }.isEmpty)
    }

    @Test("each product, in each of its facts", arguments: Fixtures.names.filter { !$0.contains("misspelt") })
    func products(_ name: String) throws {
        let outcome = try Fixtures.outcome(name)
        let manifest = try #require(ImportedManifest.read(outcome.yaml).manifest)
        let root = try #require(
            JSONSerialization.jsonObject(with: Data(Fixtures.bytes(name))) as? Object)
        let groups = root["subscriptionGroups"] as? [Object] ?? []
        let oneTime = (root["products"] as? [Object] ?? []) + (root["nonRenewingSubscriptions"] as? [Object] ?? [])
        let renewing = groups.flatMap { $0["subscriptions"] as? [Object] ?? [] }
        #expect(manifest.products.count == oneTime.count + renewing.count)
        let storefront = (root["settings"] as? Object)?["_storefront"] as? String
        let currency = storefront == "JPN" ? "JPY" : "USD"
        #expect(manifest.products.allSatisfy { $0.prices.map(\.currency.code) == [currency] })
        for object in oneTime { try check(object, manifest) }
        var names: [String] = []
        for group in groups {
            let members = group["subscriptions"] as? [Object] ?? []
            var groupNames: Set<String> = []
            for object in members {
                let product = try check(object, manifest)
                let subscription = try #require(product.subscription)
                groupNames.insert(try #require(subscription.group))
                try check(object, subscription)
            }
            #expect(groupNames.count == (members.isEmpty ? 0 : 1), "a group stays one group")
            names += groupNames
        }
        #expect(Set(names).count == names.count, "two groups stay two groups")
    }

    @discardableResult
    private func check(_ object: Object, _ manifest: Manifest) throws -> Product {
        let id = try #require(object["productID"] as? String)
        let product = try #require(manifest.product(id), "\(id)")
        let types: [String: ProductType] = [
            "Consumable": .consumable, "NonConsumable": .nonConsumable, "NonRenewingSubscription": .subscription,
            "RecurringSubscription": .subscription,
        ]
        let type = try #require(object["type"] as? String)
        #expect(product.type == types[type])
        #expect(product.renews == (type == "RecurringSubscription"))
        #expect(isSame(product.prices, object["displayPrice"]), "\(id)")
        let isShareable = object["familyShareable"] as? Bool ?? false
        #expect(product.isFamilyShareable == (isShareable && product.type != .consumable), "\(id)")
        #expect(product.referenceName == text(object["referenceName"]), "\(id)")
        #expect(product.isForSale)
        try checkTexts(object, product, manifest.app.defaultLocale)
        return product
    }

    private func checkTexts(_ object: Object, _ product: Product, _ defaultLocale: String) throws {
        var locales = 0
        for texts in object["localizations"] as? [Object] ?? [] {
            let locale = try #require(texts["locale"] as? String).replacingOccurrences(of: "_", with: "-")
            let (name, description) = (text(texts["displayName"]), text(texts["description"]))
            if locale == defaultLocale {
                #expect(product.name == name ?? product.referenceName ?? product.id)
                #expect(product.description == description)
            } else if name != nil || description != nil {
                locales += 1
                let localization = try #require(product.localizations.first { $0.locale == locale }, "\(product.id)")
                #expect(localization.name == name ?? product.name)
                #expect(localization.description == description)
            }
        }
        #expect(product.localizations.count == locales, "\(product.id)")
    }

    private func check(_ object: Object, _ subscription: Subscription) throws {
        #expect(subscription.level == object["groupNumber"] as? Int)
        #expect(subscription.period?.text == object["recurringSubscriptionPeriod"] as? String)
        let listed = (object["introductoryOffers"] as? [Object])?.first
        if let introductory = object["introductoryOffer"] as? Object ?? listed {
            try check(introductory, #require(subscription.introductoryOffer), kind: .introductory)
        } else {
            #expect(subscription.introductoryOffer == nil)
        }
        var offers = subscription.offers[...]
        for (key, kind) in [
            ("adHocOffers", Offer.Kind.promotional), ("codeOffers", .code), ("winbackOffers", .winBack),
        ] {
            for offer in object[key] as? [Object] ?? [] {
                let next = offers.popFirst()
                try check(offer, #require(next), kind: kind)
            }
        }
        #expect(offers.isEmpty)
    }

    private func check(_ object: Object, _ offer: Offer, kind: Offer.Kind) throws {
        let modes: [String: Offer.Mode] = [
            "free": .freeTrial, "payAsYouGo": .payAsYouGo, "payUpFront": .payUpFront,
        ]
        #expect(offer.kind == kind)
        #expect(offer.mode == modes[try #require(object["paymentMode"] as? String)])
        #expect(offer.period.text == object["subscriptionPeriod"] as? String)
        #expect(offer.periods == object["numberOfPeriods"] as? Int ?? 1)
        if offer.mode == .freeTrial {
            #expect(offer.prices.isEmpty)
        } else {
            #expect(isSame(offer.prices, object["displayPrice"]))
        }
        guard kind != .introductory else { return }
        if let id = object["offerID"] as? String, id.allSatisfy({ $0 != " " }) { #expect(offer.id == id) }
        #expect(offer.id?.isEmpty == false)
        #expect(offer.referenceName == text(object["referenceName"]))
        #expect(offer.eligibility == object["eligibility"] as? [String] ?? [])
        #expect(offer.isStackable == object["isStackable"] as? Bool)
    }

    private func text(_ value: Any?) -> String? {
        (value as? String).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }

    /// Whether one price is the same number as a decimal text.
    private func isSame(_ prices: [Money], _ text: Any?) -> Bool {
        guard prices.count == 1, let text = text as? String else { return false }
        return Decimal(string: prices[0].amount) == Decimal(string: text)
    }
}
