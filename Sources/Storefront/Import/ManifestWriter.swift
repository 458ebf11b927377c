/// Writes a manifest's app, products and links as a person would, with keys in the order of the documentation.
///
/// What has its default is left out. Sections that name plug-ins are not written: they are a deployment's matter.
struct ManifestWriter {
    /// The longest line that a mapping in braces may make, in characters.
    static let maximumFlowWidth = 110

    /// Lines of comment at the top.
    var heading: [String] = []
    /// A comment above a product, by its id.
    var productComments: [String: String] = [:]

    func yaml(of manifest: Manifest) -> String {
        var out = heading.map { "# \(YAMLText.comment($0))\n" }.joined()
        if !out.isEmpty { out += "\n" }
        out += """
            storefront: 1

            app:
              id: \(YAMLText.scalar(manifest.app.id))
              name: \(YAMLText.scalar(manifest.app.name))
              default-locale: \(YAMLText.scalar(manifest.app.defaultLocale))


            """
        if manifest.products.isEmpty {
            out += "products: []\n"
        } else {
            out += "products:\n" + manifest.products.map(product).joined(separator: "\n")
        }
        if let paywall = manifest.paywall {
            out += "\npaywall:\n"
            if let url = paywall.termsURL { out += "  terms-url: \(YAMLText.scalar(url))\n" }
            if let url = paywall.privacyURL { out += "  privacy-url: \(YAMLText.scalar(url))\n" }
        }
        return out
    }

    private func product(_ product: Product) -> String {
        var lines = ["id: \(YAMLText.scalar(product.id))", "type: \(product.type.rawValue)"]
        lines.append("name: \(YAMLText.scalar(product.name))")
        if let text = product.description { lines.append("description: \(YAMLText.scalar(text))") }
        lines.append("price: \(Self.price(product.prices))")
        if let name = product.referenceName { lines.append("reference-name: \(YAMLText.scalar(name))") }
        if !product.isForSale { lines.append("for-sale: false") }
        if product.isFamilyShareable { lines.append("family-sharing: true") }
        if let subscription = product.subscription { lines += self.subscription(subscription) }
        if !product.localizations.isEmpty {
            lines.append("localizations:")
            for localization in product.localizations { lines += self.localization(localization) }
        }
        let comment = productComments[product.id].map { "  # \(YAMLText.comment($0))\n" } ?? ""
        return comment + lines.enumerated().map { ($0 == 0 ? "  - " : "    ") + "\($1)\n" }.joined()
    }

    private static func price(_ prices: [Money]) -> String {
        if prices.count == 1, let only = prices.first { return "\(only.amount) \(only.currency.code)" }
        return "{\(prices.map { "\($0.currency.code): \($0.amount)" }.joined(separator: ", "))}"
    }

    private func subscription(_ subscription: Subscription) -> [String] {
        var lines: [String] = []
        if let period = subscription.period { lines.append("period: \(period.text)") }
        if !subscription.renews { lines.append("renews: false") }
        if let group = subscription.group { lines.append("group: \(YAMLText.scalar(group))") }
        if let level = subscription.level { lines.append("level: \(level)") }
        if let offer = subscription.introductoryOffer {
            lines += mapping(Self.pairs(of: offer), key: "introductory-offer", indent: "  ")
        }
        guard !subscription.offers.isEmpty else { return lines }
        lines.append("offers:")
        for offer in subscription.offers { lines += item(Self.pairs(of: offer)) }
        return lines
    }

    private func localization(_ localization: Localization) -> [String] {
        var pairs: [Pair] = [Pair("name", text: localization.name)]
        if let text = localization.description { pairs.append(Pair("description", text: text)) }
        return mapping(pairs, key: YAMLText.scalar(localization.locale), indent: "    ").map { "  \($0)" }
    }

    private struct Pair {
        var key: String
        var block: String
        var flow: String

        init(_ key: String, _ written: String) { (self.key, block, flow) = (key, written, written) }

        init(_ key: String, text: String) {
            (self.key, block, flow) = (key, YAMLText.scalar(text), YAMLText.flowScalar(text))
        }
    }

    private static func pairs(of offer: Offer) -> [Pair] {
        var pairs: [Pair] = []
        if let id = offer.id { pairs.append(Pair("id", text: id)) }
        if offer.kind != .introductory { pairs.append(Pair("kind", offer.kind.rawValue)) }
        pairs.append(Pair("mode", offer.mode.rawValue))
        pairs.append(Pair("period", offer.period.text))
        if offer.periods != 1 { pairs.append(Pair("periods", String(offer.periods))) }
        if !offer.prices.isEmpty { pairs.append(Pair("price", price(offer.prices))) }
        if let name = offer.referenceName { pairs.append(Pair("reference-name", text: name)) }
        if !offer.eligibility.isEmpty {
            pairs.append(Pair("eligibility", "[\(offer.eligibility.joined(separator: ", "))]"))
        }
        if let isStackable = offer.isStackable { pairs.append(Pair("stackable", isStackable ? "true" : "false")) }
        return pairs
    }

    private static func flow(_ pairs: [Pair]) -> String {
        "{\(pairs.map { "\($0.key): \($0.flow)" }.joined(separator: ", "))}"
    }

    /// A mapping under a key: in braces where that fits on a line.
    private func mapping(_ pairs: [Pair], key: String, indent: String) -> [String] {
        let line = "\(key): \(Self.flow(pairs))"
        if line.count <= Self.maximumFlowWidth { return [line] }
        return ["\(key):"] + pairs.map { "  \($0.key): \($0.block)" }
    }

    /// A mapping as an item of a list: in braces where that fits on a line.
    private func item(_ pairs: [Pair]) -> [String] {
        let line = "  - \(Self.flow(pairs))"
        if line.count <= Self.maximumFlowWidth { return [line] }
        return pairs.enumerated().map { ($0 == 0 ? "  - " : "    ") + "\($1.key): \($1.block)" }
    }
}
