/// What a store's review turns down: looked at once nothing else is wrong, and always a warning.
extension ManifestDecoder {
    /// The most product ids that one message lists.
    private static let maximumListed = 3

    mutating func review(
        _ manifest: Manifest, _ nodes: [Int], paywall: Int?, links: Fields<PaywallKey>?
    ) {
        let products = manifest.products
        reviewLinks(manifest, nodes, paywall: paywall, links: links)
        reviewBenefits(products, nodes)
        reviewGroups(products, nodes)
        reviewLocalizations(products, nodes)
        let bare = nodes.indices.filter { products[$0].reviewScreenshot == nil }
        if let first = bare.first {
            report(
                .reviewScreenshot, at: place(of: .id, nodes[first]),
                "without a review-screenshot, which a store's review asks for: \(Self.list(bare, products, of: bare.count))"
            )
        }
    }

    private static func list(_ indices: [Int], _ products: [Product], of count: Int) -> String {
        let names = indices.prefix(maximumListed).map { products[$0].id }.joined(separator: ", ")
        return count > maximumListed ? "\(names) and \(count - maximumListed) more" : names
    }

    private mutating func reviewLinks(
        _ manifest: Manifest, _ nodes: [Int], paywall: Int?, links: Fields<PaywallKey>?
    ) {
        guard let renewing = manifest.products.firstIndex(where: { $0.renews }) else { return }
        let urls: [(String, String?, Int?)] = [
            ("terms-url", manifest.paywall?.termsURL, links?[.termsURL]),
            ("privacy-url", manifest.paywall?.privacyURL, links?[.privacyURL]),
        ]
        let missing = urls.filter { $0.1 == nil }.map(\.0)
        if !missing.isEmpty {
            report(
                .reviewLinks, at: paywall ?? place(of: .id, nodes[renewing]),
                "\(manifest.products[renewing].id) renews, but paywall has no \(missing.joined(separator: " and no "))")
        }
        for (name, url, node) in urls {
            guard let url, let node, !url.lowercased().hasPrefix("https://") else { continue }
            report(.reviewLinks, at: node, "\(name) is not https")
        }
    }

    private mutating func reviewBenefits(_ products: [Product], _ nodes: [Int]) {
        for index in nodes.indices {
            let unlocksNothing = products[index].entitlements.isEmpty
            switch products[index].type {
            case .consumable where !unlocksNothing:
                let list = products[index].entitlements.joined(separator: ", ")
                report(
                    .reviewConsumableEntitlement, at: place(of: .entitlements, nodes[index]),
                    "a consumable that unlocks \(ManifestText.quotable(list)) for ever; make it a non-consumable")
            case .subscription where unlocksNothing:
                report(
                    .reviewOneTimeBenefit, at: place(of: .entitlements, nodes[index]),
                    "a subscription that unlocks nothing while it runs; make it a consumable or name an entitlement")
            default: break
            }
        }
    }

    private mutating func reviewGroups(_ products: [Product], _ nodes: [Int]) {
        var groups: [String: [Int]] = [:]
        for index in products.indices {
            if let group = products[index].subscription?.group { groups[group, default: []].append(index) }
        }
        for (group, members) in groups.sorted(by: { $0.key < $1.key }) {
            let levels = Set(members.compactMap { products[$0].subscription?.level }).sorted()
            if levels != Array(1...max(1, levels.count)), let last = members.last {
                let list = levels.map(String.init).joined(separator: ", ")
                report(
                    .reviewLevels, at: place(of: .level, nodes[last]),
                    "the levels of group \(ManifestText.quotable(group)) are \(list); they count from 1 without gaps")
            }
            guard members.count > 1 else { continue }
            let common = Set(products[members[0]].entitlements)
            for index in members.dropFirst() {
                let own = products[index].entitlements
                guard !common.isEmpty, !own.isEmpty, common.isDisjoint(with: own) else { continue }
                report(
                    .reviewGroupEntitlements,
                    at: value(.entitlements, of: nodes[index]) ?? place(of: .id, nodes[index]),
                    "\(products[index].id) and \(products[members[0]].id) are in one group but unlock nothing in common"
                )
            }
        }
    }

    private mutating func reviewLocalizations(_ products: [Product], _ nodes: [Int]) {
        var counts: [String: Int] = [:]
        for index in products.indices {
            for localization in products[index].localizations { counts[localization.locale, default: 0] += 1 }
        }
        let partial = counts.filter { $0.value < products.count }.keys.sorted()
        for locale in partial.prefix(ManifestLimits.maximumPartialLocales) {
            let without = products.indices.lazy.filter { index in
                !products[index].localizations.contains { $0.locale == locale }
            }
            let some = Array(without.prefix(Self.maximumListed))
            guard let first = some.first else { continue }
            let list = Self.list(some, products, of: products.count - (counts[locale] ?? 0))
            report(
                .reviewLocalizations, at: value(.localizations, of: nodes[first]) ?? place(of: .id, nodes[first]),
                "without texts in \(locale), which other products have: \(list)")
        }
    }
}
