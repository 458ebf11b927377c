extension ManifestDecoder {
    /// The one version of the format there is.
    private static let formatVersion = "1"

    mutating func manifest(slug: String, defaults: ManifestDefaults?) -> Manifest? {
        guard
            let fields = fields(
                NodeTree.root, KeyTable(RootKey.self), "the manifest", required: [.storefront, .app, .products],
                keys: "the keys of a manifest, as storefront, app and products")
        else { return nil }
        if let node = fields[.storefront] { version(node) }
        let app = fields[.app].flatMap { self.app($0) }
        var products: [Product] = []
        let nodes = fields[.products].map { self.products($0, into: &products) } ?? []
        var manifest = Manifest(app: app ?? App(id: "", name: ""), products: products, slug: slug, file: file)
        if let node = fields[.entitlements] { manifest.entitlements = entitlements(node) }
        if let node = fields[.offerings] { manifest.offerings = offerings(node, products) }
        let paywall = fields[.paywall].flatMap { self.paywall($0) }
        manifest.paywall = paywall?.paywall
        if let offering = manifest.paywall?.offering, let node = paywall?.fields[.offering],
            !manifest.offerings.contains(where: { $0.id == offering })
        {
            report(
                .unknownOffering, at: node, "the offering \"\(ManifestText.quotable(offering))\" is not declared",
                suggestion: suggestion(for: offering, among: manifest.offerings.map(\.id)))
        }
        sections(of: &manifest, fields, defaults)
        checkReferences(manifest, nodes)
        settleStores(manifest, nodes)
        if !faults.hasErrors { review(manifest, nodes, paywall: fields[.paywall], links: paywall?.fields) }
        return app == nil || faults.hasErrors ? nil : manifest
    }

    mutating func defaults() -> ManifestDefaults? {
        guard
            let fields = fields(
                NodeTree.root, KeyTable(DefaultsKey.self), "the defaults file",
                keys: "store, persistence, notifications and customers")
        else { return nil }
        if let node = fields[.storefront] { version(node) }
        var defaults = ManifestDefaults()
        defaults.customers = fields[.customers].map { customers($0) }
        defaults.store = fields[.store].flatMap { store($0) }
        defaults.persistence = fields[.persistence].flatMap { persistence($0) }
        defaults.notifications = fields[.notifications].map { notifications($0) }
        return faults.hasErrors ? nil : defaults
    }

    private mutating func sections(
        of manifest: inout Manifest, _ fields: Fields<RootKey>, _ defaults: ManifestDefaults?
    ) {
        if let value = fields[.customers].map({ customers($0) }) ?? defaults?.customers { manifest.customers = value }
        if let value = fields[.store].map({ store($0) }) ?? defaults?.store { manifest.store = value }
        if let value = fields[.persistence].map({ persistence($0) }) ?? defaults?.persistence {
            manifest.persistence = value
        }
        if let value = fields[.notifications].map({ notifications($0) }) ?? defaults?.notifications {
            manifest.notifications = value
        }
    }

    private mutating func version(_ node: Int) {
        guard let text = text(node, "storefront"), text != Self.formatVersion else { return }
        report(
            .formatVersion, at: node,
            "the format version is \"\(ManifestText.quotable(text))\", but this build reads \(Self.formatVersion)",
            suggestion: Self.formatVersion)
    }

    private mutating func app(_ node: Int) -> App? {
        guard
            let fields = fields(
                node, KeyTable(AppKey.self), "app", required: [.id, .name], keys: "a mapping with an id and a name")
        else { return nil }
        let id = fields[.id].flatMap { self.id($0, "app id") }
        let name = fields[.name].flatMap { self.name($0, "name") }
        var tag: String?
        if let node = fields[.defaultLocale] {
            tag = text(node, "default-locale")
            if let text = tag, !locale(text, node) { tag = nil }
        }
        guard let id, let name, let idNode = fields[.id] else { return nil }
        let idPlace = place(idNode)
        appIDPlace = (idPlace, lines.excerpt(tree.range(idNode), idPlace))
        return App(id: id, name: name, defaultLocale: tag ?? "en-US")
    }

    /// Reads the products, and returns where each stands.
    private mutating func products(_ node: Int, into products: inout [Product]) -> [Int] {
        let items = items(node, "products", of: "products; for none, write []")
        products.reserveCapacity(items.count)
        return items.filter { product($0, into: &products) }
    }

    private mutating func entitlements(_ node: Int) -> [EntitlementName] {
        let table = KeyTable(EntitlementKey.self)
        var result: [EntitlementName] = []
        for (key, value) in pairs(node, "entitlements", expected: "entitlements by id, as {pro: {name: Pro}}") {
            let id = tree.text(key)
            let fields = fields(value, table, "the entitlement", required: [.name], keys: "a mapping with a name")
            let name = fields?[.name].flatMap { self.name($0, "name") }
            if checkID(id, key, "entitlement id") { result.append(EntitlementName(id: id, name: name ?? id)) }
        }
        return result
    }

    private mutating func offerings(_ node: Int, _ products: [Product]) -> [Offering] {
        let table = KeyTable(PackageKey.self)
        let ids = products.map(\.id)
        let known = Set(ids)
        var result: [Offering] = []
        for (key, value) in pairs(node, "offerings", expected: "lists of packages by id") {
            let id = tree.text(key)
            var offering = Offering(id: id, packages: [])
            var seen: Set<String> = []
            for item in items(value, "the offering \(ManifestText.quotable(id))", of: "packages") {
                guard
                    let fields = fields(
                        item, table, "a package", required: [.id, .product], keys: "an id and a product")
                else { continue }
                let package = fields[.id].flatMap { self.id($0, "package id") }
                if let package, !seen.insert(package).inserted {
                    report(
                        .duplicateID, at: fields[.id] ?? item,
                        "the package id \"\(package)\" stands twice in one offering")
                }
                guard let node = fields[.product], let product = text(node, "product") else { continue }
                if !known.contains(product) {
                    report(
                        .unknownProduct, at: node, "the product \"\(ManifestText.quotable(product))\" is not declared",
                        suggestion: suggestion(for: product, among: ids))
                }
                if let package { offering.packages.append(Offering.Package(id: package, product: product)) }
            }
            if checkID(id, key, "offering id") { result.append(offering) }
        }
        return result
    }

    private mutating func paywall(_ node: Int) -> (paywall: Paywall, fields: Fields<PaywallKey>)? {
        guard let fields = fields(node, KeyTable(PaywallKey.self), "paywall", keys: "a mapping, as {title: …}") else {
            return nil
        }
        var paywall = Paywall()
        paywall.title = fields[.title].flatMap { name($0, "title") }
        paywall.features = fields[.features].map { names($0, "features", "a feature", isID: false) } ?? []
        paywall.offering = fields[.offering].flatMap { text($0, "offering") }
        paywall.termsURL = fields[.termsURL].flatMap { url($0, "terms-url") }
        paywall.privacyURL = fields[.privacyURL].flatMap { url($0, "privacy-url") }
        return (paywall, fields)
    }

    private mutating func customers(_ node: Int) -> CustomerRules {
        let keys = "a mapping, as {restore: transfer}"
        guard let fields = fields(node, KeyTable(CustomersKey.self), "customers", keys: keys) else {
            return CustomerRules()
        }
        return CustomerRules(
            restore: fields[.restore].flatMap { choice($0, "restore") } ?? .transfer,
            refunds: fields[.refunds].flatMap { choice($0, "refunds") } ?? .allowNegative)
    }
}
