/// What a store's review turns down: looked at once nothing else is wrong, and always a warning.
extension ManifestDecoder {
    /// The most product ids that one message lists.
    private static let maximumListed = 3

    mutating func review(
        _ manifest: Manifest, _ products: [ReadProduct], paywall: Int?, links: Fields<PaywallKey>?
    ) {
        reviewLinks(manifest, products, paywall: paywall, links: links)
        for read in products { reviewBenefits(read) }
        reviewGroups(products)
        reviewLocalizations(products)
        let bare = products.filter { $0.product.reviewScreenshot == nil }
        if let first = bare.first {
            report(
                .reviewScreenshot, at: first.fields[.id] ?? first.fields.node,
                "without a review-screenshot, which a store's review asks for: \(Self.list(bare))")
        }
    }

    private static func list(_ products: [ReadProduct]) -> String {
        let names = products.prefix(maximumListed).map(\.product.id).joined(separator: ", ")
        return products.count > maximumListed ? "\(names) and \(products.count - maximumListed) more" : names
    }

    private mutating func reviewLinks(
        _ manifest: Manifest, _ products: [ReadProduct], paywall: Int?, links: Fields<PaywallKey>?
    ) {
        guard let renewing = products.first(where: { $0.product.renews }) else { return }
        let urls: [(String, String?, Int?)] = [
            ("terms-url", manifest.paywall?.termsURL, links?[.termsURL]),
            ("privacy-url", manifest.paywall?.privacyURL, links?[.privacyURL]),
        ]
        let missing = urls.filter { $0.1 == nil }.map(\.0)
        if !missing.isEmpty {
            report(
                .reviewLinks, at: paywall ?? renewing.fields[.id] ?? renewing.fields.node,
                "\(renewing.product.id) renews, but paywall has no \(missing.joined(separator: " and no "))")
        }
        for (name, url, node) in urls {
            guard let url, let node, !url.lowercased().hasPrefix("https://") else { continue }
            report(.reviewLinks, at: node, "\(name) is not https")
        }
    }

    private mutating func reviewBenefits(_ read: ReadProduct) {
        let product = read.product
        if product.type == .consumable, let node = read.fields[.entitlements], !product.entitlements.isEmpty {
            report(
                .reviewConsumableEntitlement, at: node,
                "a consumable that unlocks \(product.entitlements.joined(separator: ", ")) for ever; make it a non-consumable")
        }
        if product.type == .subscription, product.entitlements.isEmpty {
            report(
                .reviewOneTimeBenefit, at: read.fields[.entitlements] ?? read.fields.node,
                "a subscription that unlocks nothing while it runs; make it a consumable or name an entitlement")
        }
    }

    private mutating func reviewGroups(_ products: [ReadProduct]) {
        var groups: [String: [ReadProduct]] = [:]
        for read in products { if let group = read.product.subscription?.group { groups[group, default: []].append(read) } }
        for (group, members) in groups.sorted(by: { $0.key < $1.key }) {
            let levels = Set(members.compactMap { $0.product.subscription?.level }).sorted()
            if levels != Array(1...max(1, levels.count)), let last = members.last {
                let list = levels.map(String.init).joined(separator: ", ")
                report(
                    .reviewLevels, at: last.fields[.level] ?? last.fields.node,
                    "the levels of group \(ManifestText.quotable(group)) are \(list); they count from 1 without gaps")
            }
            guard let first = members.first else { continue }
            let common = Set(first.product.entitlements)
            for read in members.dropFirst() where common.isDisjoint(with: read.product.entitlements) && !common.isEmpty {
                guard !read.product.entitlements.isEmpty else { continue }
                report(
                    .reviewGroupEntitlements, at: read.fields[.entitlements] ?? read.fields[.id] ?? read.fields.node,
                    "\(read.product.id) and \(first.product.id) are in one group but unlock nothing in common")
            }
        }
    }

    private mutating func reviewLocalizations(_ products: [ReadProduct]) {
        var locales: Set<String> = []
        for read in products { for localization in read.product.localizations { locales.insert(localization.locale) } }
        for locale in locales.sorted() {
            let without = products.filter { !$0.product.localizations.contains { $0.locale == locale } }
            guard let first = without.first else { continue }
            report(
                .reviewLocalizations, at: first.fields[.localizations] ?? first.fields[.id] ?? first.fields.node,
                "without texts in \(locale), which other products have: \(Self.list(without))")
        }
    }
}
