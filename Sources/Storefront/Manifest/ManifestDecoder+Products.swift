extension ManifestDecoder {
    private static let requiredKeys: [ProductKey] = [.id, .type, .name, .price]

    /// Reads one product and adds it; where parts of it are wrong it stands with what could be read.
    mutating func product(_ node: Int, into products: inout [Product]) -> Bool {
        guard
            let fields = fields(
                node, productKeys, "a product", required: Self.requiredKeys, keys: "the keys of a product")
        else { return false }
        let type = fields[.type].flatMap { choice($0, "type", ProductType.self) }
        let id = fields[.id].flatMap { self.id($0, "product id") } ?? ""
        let name = fields[.name].flatMap { self.name($0, "name", isListed: true) } ?? ""
        let prices = fields[.price].map { self.prices($0, "price") } ?? []
        var product = Product(id: id, type: type ?? .nonConsumable, name: name, prices: prices)
        texts(of: &product, fields, type)
        benefits(of: &product, fields)
        if let type {
            if type == .subscription {
                product.subscription = subscription(fields, isCertain: true)
            } else {
                refuseSubscriptionKeys(fields, type)
            }
            if type == .consumable, product.isFamilyShareable, let node = fields[.familySharing] {
                report(.misplacedKey, at: keyNode(of: node), "a consumable cannot be shared with a family")
            }
        } else {
            _ = subscription(fields, isCertain: false)
        }
        checkStores(product, fields, type: type)
        products.append(product)
        return true
    }

    private mutating func texts(
        of product: inout Product, _ fields: borrowing Fields<ProductKey>, _ type: ProductType?
    ) {
        if let node = fields[.description] {
            product.description = name(node, "description", allowsLines: true, isListed: true)
        }
        if let node = fields[.referenceName] { product.referenceName = name(node, "reference-name") }
        if let node = fields[.forSale], let value = boolean(node, "for-sale") { product.isForSale = value }
        if let node = fields[.familySharing], let value = boolean(node, "family-sharing") {
            product.isFamilyShareable = value
        }
        if let node = fields[.reviewScreenshot] { product.reviewScreenshot = text(node, "review-screenshot") }
        if let node = fields[.localizations] { product.localizations = localizations(node, type) }
        if let node = fields[.stores] { product.stores = listings(node) }
        if let node = fields[.metadata] {
            for (key, value) in pairs(node, "metadata", expected: "pairs of texts") {
                let key = tree.text(key)
                guard let text = text(value, "metadata \"\(ManifestText.quotable(key))\"") else { continue }
                product.metadata.append(Metadatum(key: key, value: text))
            }
        }
    }

    private mutating func benefits(of product: inout Product, _ fields: borrowing Fields<ProductKey>) {
        if let node = fields[.entitlements] {
            product.entitlements = names(node, "entitlements", "an entitlement's id", isID: true)
        }
        guard let node = fields[.grants] else { return }
        product.grants = []
        for (key, value) in pairs(node, "grants", expected: "amounts by unit, as {coins: 100}") {
            let unit = tree.text(key)
            let range = 1...ManifestLimits.maximumGrant
            let amount = integer(
                value, "the grant of \"\(ManifestText.quotable(unit))\"", in: range, rule: .grantAmount)
            guard checkID(unit, key, "unit"), let amount else { continue }
            product.grants.append(Grant(unit: unit, amount: amount))
        }
    }

    private mutating func localizations(_ node: Int, _ type: ProductType?) -> [Localization] {
        var result: [Localization] = []
        var seen: Set<String> = []
        let pairs = pairs(node, "localizations", expected: "texts by locale, as {es: {name: Monedas}}")
        for (key, value) in pairs {
            let tag = tree.text(key)
            if locale(tag, key), pairs.count > 1, !seen.insert(tag.lowercased()).inserted {
                report(.duplicateID, at: key, "the locale \(tag) stands twice, but for its case")
            }
            guard
                let fields = fields(
                    value, localizationKeys, Self.label(of: tag), required: [.name],
                    keys: "a name and a description")
            else { continue }
            let name = fields[.name].flatMap { self.name($0, "name", isListed: true) }
            let description = fields[.description].flatMap {
                self.name($0, "description", allowsLines: true, isListed: true)
            }
            if let name, let node = fields[.name] { checkName(name, node, type) }
            if let description, let node = fields[.description] { checkDescription(description, node, type) }
            if let name { result.append(Localization(locale: tag, name: name, description: description)) }
        }
        return result
    }

    static func label(of locale: String) -> String { "localization \(ManifestText.quotable(locale))" }

    private mutating func listings(_ node: Int) -> [StoreListing] {
        let stores = storeNames
        var result: [StoreListing] = []
        for (key, value) in pairs(node, "stores", expected: "listings by store, as {google-play: {id: pro}}") {
            let store = tree.text(key)
            if !stores.contains(store) {
                report(
                    .unknownStore, at: key,
                    "\"\(ManifestText.quotable(store))\" is no store; there are \(stores.joined(separator: ", "))",
                    suggestion: suggestion(for: store, among: stores))
            }
            guard let fields = fields(value, listingKeys, "the listing", keys: "an id and a base-plan") else {
                continue
            }
            if ["app-store", "storekit", "sandbox"].contains(store), let plan = fields[.basePlan] {
                report(.misplacedKey, at: keyNode(of: plan), "\(store) has no base plans; only google-play has")
            }
            result.append(
                StoreListing(
                    store: store, id: fields[.id].flatMap { text($0, "id") },
                    basePlan: fields[.basePlan].flatMap { id($0, "base-plan") }))
        }
        return result
    }
}
