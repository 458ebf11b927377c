/// What the stores refuse: an error where the app names the store, else a warning.
extension ManifestDecoder {
    /// - Parameter type: Nil where it could not be read, so that nothing is judged by it.
    mutating func checkStores(_ product: borrowing Product, _ fields: borrowing Fields<ProductKey>, type: ProductType?)
    {
        checkIDs(product, fields, type)
        checkTexts(product, fields, type)
        checkPrice(product, fields)
        checkPeriods(product, fields)
    }

    /// What the stores say of all products together; then errors are made of what a named store refuses.
    mutating func settleStores(_ manifest: Manifest, _ nodes: [Int]) {
        let limit = AppStoreLimits.products
        if nodes.count > limit {
            report(
                .appStoreProductCount, at: nodes[limit],
                "\(nodes.count) products; the App Store takes at most \(limit) an app", store: .appStore)
        }
        var named: Set<String> = [manifest.store.name]
        for index in nodes.indices where !manifest.products[index].stores.isEmpty {
            for listing in manifest.products[index].stores { named.insert(listing.store) }
        }
        faults.settle(named: named)
    }

    private mutating func checkIDs(
        _ product: borrowing Product, _ fields: borrowing Fields<ProductKey>, _ type: ProductType?
    ) {
        guard let node = fields[.id], !product.id.isEmpty else { return }
        let isEverywhere = product.stores.isEmpty
        let apple = isEverywhere ? product.id : product.id(at: .appStore)
        let google = isEverywhere ? product.id : product.id(at: .googlePlay)
        let length = apple.utf8.count
        if length > AppStoreLimits.id {
            report(
                .appStoreIDLength, at: node,
                "the id has \(length) characters; the App Store takes at most \(AppStoreLimits.id)", store: .appStore)
        }
        var isPortable = true
        if !GooglePlayLimits.isID(google) {
            isPortable = false
            report(
                .googlePlayIDCharset, at: node,
                "Google Play takes ids of a-z, 0-9, \"_\" and \".\" that begin with a letter or digit, not "
                    + "\"\(ManifestText.quotable(google))\"", store: .googlePlay)
        }
        if google.hasPrefix("android.test") {
            isPortable = false
            report(
                .googlePlayIDReserved, at: node, "Google Play reserves ids that begin with android.test",
                store: .googlePlay)
        }
        guard google.utf8.count > GooglePlayLimits.subscriptionID else { return }
        if type == .subscription {
            report(
                .googlePlayIDLength, at: node,
                "the id has \(google.utf8.count) characters; Google Play takes at most "
                    + "\(GooglePlayLimits.subscriptionID) for a subscription", store: .googlePlay)
        } else if isPortable {
            report(
                .portableID, at: node,
                "the id has \(google.utf8.count) characters; with at most \(GooglePlayLimits.subscriptionID) every store takes it"
            )
        }
    }

    private mutating func checkTexts(
        _ product: borrowing Product, _ fields: borrowing Fields<ProductKey>, _ type: ProductType?
    ) {
        if let node = fields[.name] { checkName(product.name, node, type) }
        if let text = product.description, let node = fields[.description] {
            checkDescription(text, node, type)
        }
        checkLength(
            product.referenceName, fields[.referenceName], AppStoreLimits.referenceName, .appStoreReferenceNameLength,
            "reference name")
        checkLength(
            product.subscription?.group, fields[.group], AppStoreLimits.group, .appStoreGroupLength, "group name")
    }

    private mutating func checkLength(
        _ text: String?, _ node: Int?, _ limit: Int, _ rule: ManifestRule, _ label: String
    ) {
        guard let text, let node, text.utf8.count > limit, text.count > limit else { return }
        report(
            rule, at: node, "the \(label) has \(text.count) characters; the App Store takes at most \(limit)",
            store: .appStore)
    }

    mutating func checkName(
        _ text: String, _ node: Int, _ type: ProductType?
    ) {
        guard text.utf8.count > AppStoreLimits.betterName, text.count > AppStoreLimits.betterName else { return }
        if text.count > AppStoreLimits.name {
            checkLength(text, node, AppStoreLimits.name, .appStoreNameLength, "name")
        } else {
            report(
                .appStoreNameLength, at: node,
                "the name has \(text.count) characters; the App Store cuts what is over \(AppStoreLimits.betterName)")
        }
        if let type, type != .subscription, text.count > GooglePlayLimits.name {
            report(
                .googlePlayNameLength, at: node,
                "the name has \(text.count) characters; Google Play takes at most \(GooglePlayLimits.name)",
                store: .googlePlay)
        }
    }

    mutating func checkDescription(
        _ text: String, _ node: Int, _ type: ProductType?
    ) {
        guard text.utf8.count > AppStoreLimits.betterDescription, text.count > AppStoreLimits.betterDescription else {
            return
        }
        if text.count > AppStoreLimits.description {
            checkLength(
                text, node, AppStoreLimits.description, .appStoreDescriptionLength, "description")
        } else {
            report(
                .appStoreDescriptionLength, at: node,
                "the description has \(text.count) characters; the App Store cuts what is over "
                    + "\(AppStoreLimits.betterDescription)")
        }
        let limit =
            type == .subscription
            ? GooglePlayLimits.subscriptionDescription : GooglePlayLimits.description
        if let type, text.count > limit {
            report(
                .googlePlayDescriptionLength, at: node,
                "the description has \(text.count) characters; Google Play takes at most \(limit) for a "
                    + "\(type.rawValue)", store: .googlePlay)
        }
    }

    private mutating func checkPrice(_ product: borrowing Product, _ fields: borrowing Fields<ProductKey>) {
        guard let node = fields[.price], let price = product.price(in: "USD"), price.minorUnits > 0 else { return }
        if !AppStoreLimits.prices.contains(price.minorUnits) {
            report(
                .appStorePriceRange, at: node, "the App Store takes 0.29 to 10000.00 USD, not \(price.amount)",
                store: .appStore)
        } else if !AppStoreLimits.isPricePoint(price.minorUnits) {
            report(
                .appStorePricePoint, at: node, "the App Store has no price point \(price.amount) USD", store: .appStore)
        }
    }

    private mutating func checkPeriods(_ product: borrowing Product, _ fields: borrowing Fields<ProductKey>) {
        guard let subscription = product.subscription, subscription.renews else { return }
        if let period = subscription.period, let node = fields[.period] {
            checkPeriod(period, AppStoreLimits.periods, node, .appStorePeriod, .appStore)
            checkPeriod(period, GooglePlayLimits.periods, node, .googlePlayPeriod, .googlePlay)
        }
        if let offer = subscription.introductoryOffer, let node = fields[.introductoryOffer] {
            checkPeriod(
                offer.period, AppStoreLimits.offerPeriods, node, .appStoreOfferPeriod, .appStore, "offers of ")
        }
        guard let node = fields[.offers], !subscription.offers.isEmpty else { return }
        var introductory = subscription.introductoryOffer == nil ? 0 : 1
        let items = tree.items(tree.resolved(node))
        // Where an offer could not be read they no longer stand side by side, and there is an error already.
        guard items.count == subscription.offers.count else { return }
        for (item, offer) in zip(items, subscription.offers) {
            checkPeriod(
                offer.period, AppStoreLimits.offerPeriods, item, .appStoreOfferPeriod, .appStore, "offers of ")
            introductory += offer.kind == .introductory ? 1 : 0
            if offer.kind == .introductory, introductory > 1 {
                report(
                    .appStoreIntroductoryOffers, at: item, "the App Store takes one introductory offer a product",
                    store: .appStore)
            }
        }
    }

    private mutating func checkPeriod(
        _ period: Period, _ allowed: [String], _ node: Int, _ rule: ManifestRule, _ store: RuledStore,
        _ what: String = ""
    ) {
        let text = StorePeriods.canonical(period).text
        guard !allowed.contains(text), !allowed.contains(period.text) else { return }
        report(
            rule, at: node,
            "\(store == .appStore ? "the App Store" : "Google Play") has no \(what)\(period.text), only "
                + allowed.joined(separator: ", "), store: store)
    }
}

extension Product {
    /// What the product is called at a store.
    fileprivate func id(at store: RuledStore) -> String {
        stores.first { $0.store == store.rawValue }?.id ?? id
    }
}
