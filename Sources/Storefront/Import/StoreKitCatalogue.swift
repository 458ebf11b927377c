/// The products of a `.storekit` file as a manifest has them.
struct StoreKitCatalogue {
    /// Keys of hand-written files that Xcode does not read.
    static let misspellings = ["familySharable": "familyShareable", "winBackOffers": "winbackOffers"]
    /// The longest product id a store takes.
    static let maximumIDLength = 100
    /// The lowest service level that a manifest takes.
    static let maximumLevel = 1_000

    enum Kind: String, CaseIterable {
        case consumable = "Consumable"
        case nonConsumable = "NonConsumable"
        case nonRenewing = "NonRenewingSubscription"
        case recurring = "RecurringSubscription"
    }

    let prices: StoreKitPrices
    private(set) var products: [Product] = []
    private(set) var texts: [StoreKitTexts] = []
    /// Where each product stands in the JSON.
    private(set) var paths: [String] = []
    /// What to say above a product, by its id.
    private(set) var comments: [String: String] = [:]
    private var ids: Set<String> = []
    private var foldedIDs: [String: String] = [:]
    private var groups = StoreKitGroups()
    private var commentedGroups: Set<String> = []

    init(prices: StoreKitPrices) { self.prices = prices }

    mutating func read(_ root: inout StoreKitObject, _ log: inout StoreKitLog) {
        groups.read(&root, &log)
        for (key, kind) in [
            ("products", nil), ("consumableProducts", .consumable), ("nonConsumableProducts", .nonConsumable),
            ("nonRenewingSubscriptions", .nonRenewing), ("subscriptions", .recurring),
        ] as [(String, Kind?)] {
            let values = root.list(key, &log)
            switch key {
            case "consumableProducts", "nonConsumableProducts":
                if !values.isEmpty { log.warn(key, "is no key of Xcode's; read as products") }
            case "subscriptions":
                if !values.isEmpty { log.warn(key, "is no key of Xcode's; read as subscriptionGroups[].subscriptions") }
            default: break
            }
            for (index, value) in values.enumerated() {
                readProduct(value, usual: kind, path: "\(key)[\(index)]", group: nil, &log)
            }
        }
        for group in groups.all {
            for (index, value) in group.subscriptions.enumerated() {
                let path = "\(group.path).subscriptions[\(index)]"
                readProduct(value, usual: .recurring, path: path, group: group, &log)
            }
        }
    }

    /// Gives every product its texts and tells the app's own locale.
    mutating func fillTexts(localeSetting: String?, _ log: inout StoreKitLog) -> String {
        let locale = StoreKitTexts.defaultLocale(setting: localeSetting, of: texts, &log)
        for index in products.indices {
            texts[index].fill(&products[index], path: paths[index], defaultLocale: locale, &log)
        }
        return locale
    }

    private mutating func readProduct(
        _ value: JSON, usual: Kind?, path: String, group: StoreKitGroups.Group?, _ log: inout StoreKitLog
    ) {
        guard var object = StoreKitObject(value, path: path, misspellings: Self.misspellings, log: &log) else { return }
        object.dropInternalID(&log)
        let id = id(&object, &log)
        let kind = kind(&object, usual: usual, isInGroup: group != nil, &log)
        guard let id, let kind else { return object.warnOfRest(&log) }
        let price = prices.take(of: &object, owner: id, &log)
        if price == nil { log.fault(object.path("displayPrice"), "\(id) has no readable price") }
        var product = Product(id: id, type: kind.type, name: id, prices: price.map { [$0] } ?? [])
        product.referenceName = object.nonEmptyText("referenceName", &log)
        readFamilySharing(of: &product, &object, &log)
        let texts = StoreKitTexts(object.list("localizations", &log), path: object.path("localizations"), &log)
        switch kind {
        case .consumable, .nonConsumable: break
        case .nonRenewing: readNonRenewing(&product, &object, &log)
        case .recurring: readRecurring(&product, &object, group: group, &log)
        }
        object.warnOfRest(&log)
        products.append(product)
        self.texts.append(texts)
        paths.append(path)
    }

    private mutating func id(_ object: inout StoreKitObject, _ log: inout StoreKitLog) -> String? {
        let path = object.path("productID")
        guard let id = object.text("productID", &log), !id.isEmpty else {
            log.fault(path, "is missing or empty; every product needs an id")
            return nil
        }
        guard Slug.isID(id), id.utf8.count <= Self.maximumIDLength else {
            let rule = "letters and digits of ASCII, - . and _, at most \(Self.maximumIDLength)"
            log.fault(path, "\"\(YAMLText.comment(id))\" is an id that no store takes: \(rule)")
            return nil
        }
        guard ids.insert(id).inserted else {
            log.fault(path, "\(id) stands twice in the file; an app has each product once")
            return nil
        }
        if let other = foldedIDs.updateValue(id, forKey: id.lowercased()) {
            log.fault(path, "\(id) and \(other) differ only by case, which no store takes")
        }
        return id
    }

    private func kind(
        _ object: inout StoreKitObject, usual: Kind?, isInGroup: Bool, _ log: inout StoreKitLog
    ) -> Kind? {
        let path = object.path("type")
        guard let text = object.text("type", &log) else {
            guard let usual else {
                log.fault(path, "is missing: Consumable or NonConsumable")
                return nil
            }
            log.warn(path, "is missing; read as \(usual.rawValue), after the list it stands in")
            return usual
        }
        var kind = Kind(rawValue: text)
        if kind == nil, text == "SUBSCRIPTION" {
            log.warn(path, "\"SUBSCRIPTION\" is no type of Xcode's; read as RecurringSubscription")
            kind = .recurring
        }
        guard let kind else {
            log.fault(
                path, "\"\(text)\" is none of \(Kind.allCases.map(\.rawValue).joined(separator: ", "))")
            return nil
        }
        if isInGroup, kind != .recurring {
            log.fault(path, "is \(text) inside a subscription group, which holds RecurringSubscription only")
            return nil
        }
        return kind
    }

    private func readFamilySharing(of product: inout Product, _ object: inout StoreKitObject, _ log: inout StoreKitLog)
    {
        guard object.bool("familyShareable", &log) == true else { return }
        if product.type == .consumable {
            log.warn(object.path("familyShareable"), "is left out: a consumable cannot be shared with a family")
        } else {
            product.isFamilyShareable = true
        }
    }

    private mutating func readNonRenewing(
        _ product: inout Product, _ object: inout StoreKitObject, _ log: inout StoreKitLog
    ) {
        log.warn(
            object.path, "the file cannot say how long \(product.id) lasts; give it a period, or it never ends")
        product.subscription = Subscription(period: nil, renews: false)
        comments[product.id] = "Say here how long it lasts, as `period: P3M`: Xcode's file cannot. Now it has no end."
    }

    private mutating func readRecurring(
        _ product: inout Product, _ object: inout StoreKitObject, group: StoreKitGroups.Group?,
        _ log: inout StoreKitLog
    ) {
        let name = groupName(of: product.id, &object, group, &log)
        let level = object.count("groupNumber", upTo: Self.maximumLevel, &log)
        if level == nil { log.warn(object.path("groupNumber"), "is missing; \(product.id) is at level 1") }
        let periodText = object.text("recurringSubscriptionPeriod", &log)
        let period = periodText.flatMap(Period.init)
        if period == nil {
            let found = periodText.map { "is \"\($0)\"" } ?? "is missing"
            log.fault(object.path("recurringSubscriptionPeriod"), "\(found) where a period such as P1M is expected")
        }
        let offers = StoreKitOffers(prices: prices, product: product.id).read(&object, &log)
        StoreKitGroups.warnOfBillingPlans(of: product.id, &object, &log)
        product.subscription = Subscription(
            period: period, group: name, level: level ?? 1, introductoryOffer: offers.introductory,
            offers: offers.others)
    }

    /// The group a subscription stands in; one that stands in none is put where its group's id says.
    private mutating func groupName(
        of product: String, _ object: inout StoreKitObject, _ group: StoreKitGroups.Group?, _ log: inout StoreKitLog
    ) -> String {
        let path = object.path("subscriptionGroupID")
        let id = object.nonEmptyText("subscriptionGroupID", &log)
        if let group {
            if let id, let own = group.id, id != own {
                log.warn(path, "\"\(id)\" is not the group it stands in; it stays in \(group.name) (\(own))")
            }
            if commentedGroups.insert(group.name).inserted { comments[product] = group.comment }
            return group.name
        }
        guard let id else {
            log.fault(path, "\(product) stands in no subscription group and names none")
            return ""
        }
        let name = groups.name(ofID: id)
        log.warn(object.path, "\(product) stands outside subscriptionGroups; it is put in the group \(name)")
        return name
    }
}

extension StoreKitCatalogue.Kind {
    var type: ProductType {
        switch self {
        case .consumable: .consumable
        case .nonConsumable: .nonConsumable
        case .nonRenewing, .recurring: .subscription
        }
    }
}
