/// A product as far as it could be read, and where it stands.
struct ReadProduct {
    var product: Product
    var fields: Fields<ProductKey>
    /// Whether its type was read, so that what depends on it can be judged.
    var isTyped: Bool
}

extension ManifestDecoder {
    mutating func product(_ node: Int) -> ReadProduct? {
        guard
            let fields = fields(
                node, productKeys, "a product", required: [.id, .type, .name, .price], keys: "the keys of a product")
        else { return nil }
        let type = fields[.type].flatMap { choice($0, "type", ProductType.self) }
        let id = fields[.id].flatMap { self.id($0, "product id") } ?? ""
        let name = fields[.name].flatMap { self.name($0, "name") } ?? ""
        let prices = fields[.price].map { self.prices($0, "price") } ?? []
        var read = ReadProduct(
            product: Product(id: id, type: type ?? .nonConsumable, name: name, prices: prices), fields: fields,
            isTyped: type != nil)
        texts(of: &read)
        benefits(of: &read)
        subscription(of: &read)
        return read
    }

    private mutating func texts(of read: inout ReadProduct) {
        let fields = read.fields
        if let node = fields[.description] {
            read.product.description = name(node, "description", allowsLines: true)
        }
        if let node = fields[.referenceName] { read.product.referenceName = name(node, "reference-name") }
        if let node = fields[.forSale], let value = boolean(node, "for-sale") { read.product.isForSale = value }
        if let node = fields[.familySharing], let value = boolean(node, "family-sharing") {
            read.product.isFamilyShareable = value
            if value, read.isTyped, read.product.type == .consumable {
                report(.misplacedKey, at: node, "a consumable cannot be shared with a family")
            }
        }
        if let node = fields[.reviewScreenshot] { read.product.reviewScreenshot = text(node, "review-screenshot") }
        if let node = fields[.localizations] { read.product.localizations = localizations(node) }
        if let node = fields[.stores] { read.product.stores = listings(node) }
        if let node = fields[.metadata] {
            for (key, value) in pairs(node, "metadata", expected: "pairs of texts") {
                let key = tree.text(key)
                guard let text = text(value, "metadata \"\(ManifestText.quotable(key))\"") else { continue }
                read.product.metadata.append(Metadatum(key: key, value: text))
            }
        }
    }

    private mutating func benefits(of read: inout ReadProduct) {
        if let node = read.fields[.entitlements] {
            read.product.entitlements = names(node, "entitlements", "an entitlement's id", isID: true)
        }
        guard let node = read.fields[.grants] else { return }
        read.product.grants = []
        for (key, value) in pairs(node, "grants", expected: "amounts by unit, as {coins: 100}") {
            let unit = tree.text(key)
            let range = 1...ManifestLimits.maximumGrant
            let amount = integer(value, "the grant of \"\(ManifestText.quotable(unit))\"", in: range, rule: .grantAmount)
            guard checkID(unit, key, "unit"), let amount else { continue }
            read.product.grants.append(Grant(unit: unit, amount: amount))
        }
    }

    private mutating func localizations(_ node: Int) -> [Localization] {
        let table = KeyTable(LocalizationKey.self)
        var result: [Localization] = []
        var seen: Set<String> = []
        for (key, value) in pairs(node, "localizations", expected: "texts by locale, as {es: {name: Monedas}}") {
            let tag = tree.text(key)
            if locale(tag, key), !seen.insert(tag.lowercased()).inserted {
                report(.duplicateID, at: key, "the locale \(tag) stands twice, but for its case")
            }
            guard
                let fields = fields(
                    value, table, "localization \(ManifestText.quotable(tag))", required: [.name],
                    keys: "a name and a description")
            else { continue }
            let name = fields[.name].flatMap { self.name($0, "name") }
            let description = fields[.description].flatMap { self.name($0, "description", allowsLines: true) }
            if let name { result.append(Localization(locale: tag, name: name, description: description)) }
        }
        return result
    }

    private mutating func listings(_ node: Int) -> [StoreListing] {
        let table = KeyTable(ListingKey.self)
        let stores = storeNames
        var result: [StoreListing] = []
        for (key, value) in pairs(node, "stores", expected: "listings by store, as {google-play: {id: pro}}") {
            let store = tree.text(key)
            if !stores.contains(store) {
                report(
                    .unknownStore, at: key,
                    "\"\(ManifestText.quotable(store))\" is no store; there are \(stores.joined(separator: ", "))",
                    suggestion: nearest(to: store, among: stores))
            }
            guard let fields = fields(value, table, "the listing", keys: "an id and a base-plan") else { continue }
            if ["app-store", "storekit", "sandbox"].contains(store), let plan = fields[.basePlan] {
                report(.misplacedKey, at: plan, "\(store) has no base plans; only google-play has")
            }
            result.append(
                StoreListing(
                    store: store, id: fields[.id].flatMap { text($0, "id") },
                    basePlan: fields[.basePlan].flatMap { id($0, "base-plan") }))
        }
        return result
    }
}
