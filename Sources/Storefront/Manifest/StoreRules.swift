/// What the stores refuse: an error where the app names the store, else a warning.
extension ManifestDecoder {
    mutating func checkStores(_ manifest: Manifest, _ products: [ReadProduct]) {
        var named: Set<String> = [manifest.store.name]
        for read in products { for listing in read.product.stores { named.insert(listing.store) } }
        let appStore: Diagnostic.Severity = named.contains("app-store") ? .error : .warning
        let googlePlay: Diagnostic.Severity = named.contains("google-play") ? .error : .warning
        for read in products {
            checkIDs(read, appStore, googlePlay)
            checkTexts(read, appStore, googlePlay)
            checkPrice(read, appStore)
            checkPeriods(read, appStore, googlePlay)
        }
        let limit = AppStoreLimits.products
        if products.count > limit {
            report(
                .appStoreProductCount, at: products[limit].fields.node,
                "\(products.count) products; the App Store takes at most \(limit) an app", severity: appStore)
        }
    }

    private mutating func checkIDs(
        _ read: ReadProduct, _ appStore: Diagnostic.Severity, _ googlePlay: Diagnostic.Severity
    ) {
        guard let node = read.fields[.id], !read.product.id.isEmpty else { return }
        func id(at store: String) -> String {
            read.product.stores.first { $0.store == store }?.id ?? read.product.id
        }
        let (apple, google) = (id(at: "app-store"), id(at: "google-play"))
        let length = apple.utf8.count
        if length > AppStoreLimits.id {
            report(
                .appStoreIDLength, at: node,
                "the id has \(length) characters; the App Store takes at most \(AppStoreLimits.id)", severity: appStore)
        }
        var isPortable = true
        let isCharset = google.utf8.allSatisfy(GooglePlayLimits.isIDByte)
        if !isCharset || google.utf8.first == UInt8(ascii: "_") || google.utf8.first == UInt8(ascii: ".") {
            isPortable = false
            report(
                .googlePlayIDCharset, at: node,
                "Google Play takes ids of a-z, 0-9, \"_\" and \".\" that begin with a letter or digit, not "
                    + "\"\(ManifestText.quotable(google))\"", severity: googlePlay)
        }
        if google.hasPrefix("android.test") {
            isPortable = false
            report(.googlePlayIDReserved, at: node, "Google Play reserves ids that begin with android.test", severity: googlePlay)
        }
        guard google.utf8.count > GooglePlayLimits.subscriptionID else { return }
        if read.isTyped, read.product.type == .subscription {
            report(
                .googlePlayIDLength, at: node,
                "the id has \(google.utf8.count) characters; Google Play takes at most "
                    + "\(GooglePlayLimits.subscriptionID) for a subscription", severity: googlePlay)
        } else if isPortable {
            report(
                .portableID, at: node,
                "the id has \(google.utf8.count) characters; with at most \(GooglePlayLimits.subscriptionID) every store takes it")
        }
    }

    private mutating func checkTexts(
        _ read: ReadProduct, _ appStore: Diagnostic.Severity, _ googlePlay: Diagnostic.Severity
    ) {
        let product = read.product
        if let node = read.fields[.name] { checkName(product.name, node, read, appStore, googlePlay) }
        if let text = product.description, let node = read.fields[.description] {
            checkDescription(text, node, read, appStore, googlePlay)
        }
        checkLength(product.referenceName, read.fields[.referenceName], AppStoreLimits.referenceName, .appStoreReferenceNameLength, "reference name", appStore)
        checkLength(product.subscription?.group, read.fields[.group], AppStoreLimits.group, .appStoreGroupLength, "group name", appStore)
        guard let node = read.fields[.localizations], !product.localizations.isEmpty else { return }
        let texts = KeyTable(LocalizationKey.self)
        for (key, value) in tree.pairs(of: node) {
            guard let localization = product.localizations.first(where: { $0.locale == tree.text(key) }) else { continue }
            guard let fields = fields(value, texts, "localization") else { continue }
            if let node = fields[.name] { checkName(localization.name, node, read, appStore, googlePlay) }
            if let text = localization.description, let node = fields[.description] {
                checkDescription(text, node, read, appStore, googlePlay)
            }
        }
    }

    private mutating func checkLength(
        _ text: String?, _ node: Int?, _ limit: Int, _ rule: ManifestRule, _ label: String,
        _ severity: Diagnostic.Severity
    ) {
        guard let text, let node, text.utf8.count > limit, text.count > limit else { return }
        report(
            rule, at: node, "the \(label) has \(text.count) characters; the App Store takes at most \(limit)",
            severity: severity)
    }

    private mutating func checkName(
        _ text: String, _ node: Int, _ read: ReadProduct, _ appStore: Diagnostic.Severity,
        _ googlePlay: Diagnostic.Severity
    ) {
        checkCharacters(text, node, appStore)
        guard text.utf8.count > AppStoreLimits.betterName, text.count > AppStoreLimits.betterName else { return }
        if text.count > AppStoreLimits.name {
            checkLength(text, node, AppStoreLimits.name, .appStoreNameLength, "name", appStore)
        } else {
            report(
                .appStoreNameLength, at: node,
                "the name has \(text.count) characters; the App Store cuts what is over \(AppStoreLimits.betterName)",
                severity: .warning)
        }
        if read.isTyped, read.product.type != .subscription, text.count > GooglePlayLimits.name {
            report(
                .googlePlayNameLength, at: node,
                "the name has \(text.count) characters; Google Play takes at most \(GooglePlayLimits.name)",
                severity: googlePlay)
        }
    }

    private mutating func checkDescription(
        _ text: String, _ node: Int, _ read: ReadProduct, _ appStore: Diagnostic.Severity,
        _ googlePlay: Diagnostic.Severity
    ) {
        checkCharacters(text, node, appStore)
        guard text.utf8.count > AppStoreLimits.betterDescription, text.count > AppStoreLimits.betterDescription else { return }
        if text.count > AppStoreLimits.description {
            checkLength(
                text, node, AppStoreLimits.description, .appStoreDescriptionLength, "description", appStore)
        } else {
            report(
                .appStoreDescriptionLength, at: node,
                "the description has \(text.count) characters; the App Store cuts what is over "
                    + "\(AppStoreLimits.betterDescription)", severity: .warning)
        }
        let limit = read.product.type == .subscription
            ? GooglePlayLimits.subscriptionDescription : GooglePlayLimits.description
        if read.isTyped, text.count > limit {
            report(
                .googlePlayDescriptionLength, at: node,
                "the description has \(text.count) characters; Google Play takes at most \(limit) for a "
                    + "\(read.product.type.rawValue)", severity: googlePlay)
        }
    }

    private mutating func checkCharacters(_ text: String, _ node: Int, _ severity: Diagnostic.Severity) {
        guard let what = AppStoreLimits.refusedCharacters(text) else { return }
        report(.appStoreTextCharacters, at: node, "the App Store refuses \(what) in names and descriptions", severity: severity)
    }

    private mutating func checkPrice(_ read: ReadProduct, _ severity: Diagnostic.Severity) {
        guard let node = read.fields[.price], let price = read.product.price(in: "USD"), price.minorUnits > 0 else { return }
        if !AppStoreLimits.prices.contains(price.minorUnits) {
            report(
                .appStorePriceRange, at: node, "the App Store takes 0.29 to 10000.00 USD, not \(price.amount)",
                severity: severity)
        } else if !AppStoreLimits.isPricePoint(price.minorUnits) {
            report(
                .appStorePricePoint, at: node, "the App Store has no price point \(price.amount) USD", severity: severity)
        }
    }

    private mutating func checkPeriods(
        _ read: ReadProduct, _ appStore: Diagnostic.Severity, _ googlePlay: Diagnostic.Severity
    ) {
        guard let subscription = read.product.subscription, subscription.renews else { return }
        if let period = subscription.period, let node = read.fields[.period] {
            checkPeriod(period, AppStoreLimits.periods, node, .appStorePeriod, "the App Store", appStore)
            checkPeriod(period, GooglePlayLimits.periods, node, .googlePlayPeriod, "Google Play", googlePlay)
        }
        if let offer = subscription.introductoryOffer, let node = read.fields[.introductoryOffer] {
            checkPeriod(
                offer.period, AppStoreLimits.offerPeriods, node, .appStoreOfferPeriod, "the App Store", appStore, "offers of ")
        }
        guard let node = read.fields[.offers], !subscription.offers.isEmpty else { return }
        var introductory = subscription.introductoryOffer == nil ? 0 : 1
        let items = tree.items(tree.resolved(node))
        // Where an offer could not be read they no longer stand side by side, and there is an error already.
        guard items.count == subscription.offers.count else { return }
        for (item, offer) in zip(items, subscription.offers) {
            checkPeriod(
                offer.period, AppStoreLimits.offerPeriods, item, .appStoreOfferPeriod, "the App Store", appStore, "offers of ")
            introductory += offer.kind == .introductory ? 1 : 0
            if offer.kind == .introductory, introductory > 1 {
                report(
                    .appStoreIntroductoryOffers, at: item, "the App Store takes one introductory offer a product",
                    severity: appStore)
            }
        }
    }

    private mutating func checkPeriod(
        _ period: Period, _ allowed: [String], _ node: Int, _ rule: ManifestRule, _ store: String,
        _ severity: Diagnostic.Severity, _ what: String = ""
    ) {
        let text = StorePeriods.canonical(period).text
        guard !allowed.contains(text), !allowed.contains(period.text) else { return }
        report(
            rule, at: node, "\(store) has no \(what)\(period.text), only \(allowed.joined(separator: ", "))",
            severity: severity)
    }
}
