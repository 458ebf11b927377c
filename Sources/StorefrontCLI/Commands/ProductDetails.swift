import Storefront

extension Product {
    /// What `products --json` tells beyond the line a customer sees: everything that the manifest says.
    var detailsJSON: JSON {
        [
            "period": subscription?.period.map { .string($0.text) },
            "group": subscription?.group.map(JSON.string),
            "level": subscription?.level.map { .number($0) },
            "renews": subscription.map { .bool($0.renews) },
            "introductoryOffer": subscription?.introductoryOffer?.json,
            "offers": subscription.flatMap { $0.offers.isEmpty ? nil : .array($0.offers.map(\.json)) },
            "prices": .array(prices.map(\.json)),
            "referenceName": referenceName.map(JSON.string),
            "familySharing": .bool(isFamilyShareable),
            "entitlements": .array(entitlements.map(JSON.string)),
            "grants": .object(grants.map { JSON.Member($0.unit, .number($0.amount)) }),
            "localizations": localizations.isEmpty
                ? nil
                : .object(
                    localizations.map { texts in
                        JSON.Member(
                            texts.locale,
                            ["name": .string(texts.name), "description": texts.description.map(JSON.string)])
                    }),
            "stores": stores.isEmpty
                ? nil
                : .object(
                    stores.map { listing in
                        JSON.Member(
                            listing.store,
                            ["id": listing.id.map(JSON.string), "basePlan": listing.basePlan.map(JSON.string)])
                    }),
            "reviewScreenshot": reviewScreenshot.map(JSON.string),
            "metadata": metadata.isEmpty
                ? nil : .object(metadata.map { JSON.Member($0.key, .string($0.value)) }),
        ]
    }
}

extension Offer {
    fileprivate var json: JSON {
        [
            "id": id.map(JSON.string), "kind": .string(kind.rawValue), "mode": .string(mode.rawValue),
            "period": .string(period.text), "periods": .number(periods),
            "prices": prices.isEmpty ? nil : .array(prices.map(\.json)),
            "referenceName": referenceName.map(JSON.string),
            "eligibility": eligibility.isEmpty ? nil : .array(eligibility.map(JSON.string)),
            "stackable": isStackable.map(JSON.bool),
        ]
    }
}
