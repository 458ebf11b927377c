extension ManifestDecoder {
    private static let renewingKeys: [ProductKey] = [.group, .level, .introductoryOffer, .offers]
    private static let requiredToRenew: [ProductKey] = [.period, .group]
    private static let subscriptionKeys: [ProductKey] = [.period, .renews] + renewingKeys
    private static let requiredOfIntroductory: [OfferKey] = [.mode, .period]
    private static let requiredOfOffer: [OfferKey] = [.id, .kind, .mode, .period]
    static let eligible = ["new", "existing", "expired"]
    private static let maximumLevel: Int64 = 1_000
    private static let maximumOfferPeriods: Int64 = 100

    mutating func refuseSubscriptionKeys(_ fields: Fields<ProductKey>, _ type: ProductType) {
        for key in Self.subscriptionKeys {
            guard let node = fields[key] else { continue }
            report(
                .misplacedKey, at: keyNode(of: node), "\(key.name) is for subscriptions, but this is a \(type.rawValue)"
            )
        }
    }

    /// - Parameter isCertain: Whether the product's type was read; else only what is there is looked at.
    mutating func subscription(_ fields: Fields<ProductKey>, isCertain: Bool) -> Subscription {
        let renews = fields[.renews].map { boolean($0, "renews") } ?? true
        var subscription = Subscription(
            period: fields[.period].flatMap { period($0, "period") }, renews: renews ?? true)
        if let node = fields[.group] { subscription.group = group(node) }
        if let node = fields[.level] {
            subscription.level = integer(node, "level", in: 1...Self.maximumLevel).map(Int.init)
        }
        if let node = fields[.introductoryOffer] { subscription.introductoryOffer = offer(node, isIntroductory: true) }
        if let node = fields[.offers] { subscription.offers = offers(node) }
        guard isCertain else { return subscription }
        if renews == true {
            for key in Self.requiredToRenew where fields[key] == nil {
                report(.missingKey, at: fields.node, "a subscription that renews has no \(key.name)")
            }
            if fields[.level] == nil { subscription.level = 1 }
        } else if renews == false {
            refuseRenewingKeys(fields)
        }
        return subscription
    }

    private mutating func refuseRenewingKeys(_ fields: Fields<ProductKey>) {
        for key in Self.renewingKeys {
            guard let node = fields[key] else { continue }
            report(
                .misplacedKey, at: keyNode(of: node),
                "\(key.name) is for subscriptions that renew, but this one does not")
        }
        guard fields[.period] == nil else { return }
        report(
            .endless, at: fields.node,
            "a subscription that does not renew has no period, so it entitles until it is taken back")
    }

    /// A group's id is also its name at a store, so blanks are fine in it, but nothing invisible.
    private mutating func group(_ node: Int) -> String? {
        guard let text = text(node, "group") else { return nil }
        let isPlain =
            text.unicodeScalars.allSatisfy { ManifestText.hiddenName($0) == nil } && text.first != " "
            && text.last != " "
        return isPlain || checkID(text, node, "group") ? text : nil
    }

    private mutating func offers(_ node: Int) -> [Offer] {
        var result: [Offer] = []
        var seen: Set<String> = []
        for item in items(node, "offers", of: "offers") {
            guard let offer = offer(item, isIntroductory: false) else { continue }
            if let id = offer.id, !seen.insert(id).inserted {
                report(
                    .duplicateID, at: tree.value("id", of: item) ?? item,
                    "the offer id \"\(ManifestText.quotable(id))\" stands twice in one product")
            }
            result.append(offer)
        }
        return result
    }

    private mutating func offer(_ node: Int, isIntroductory: Bool) -> Offer? {
        let label = isIntroductory ? "introductory-offer" : "an offer"
        let required = isIntroductory ? Self.requiredOfIntroductory : Self.requiredOfOffer
        guard
            let fields = fields(
                node, offerKeys, label, required: required, keys: "the keys of an offer, as mode and period")
        else { return nil }
        if isIntroductory {
            for key in [OfferKey.id, .kind, .eligibility, .stackable] {
                guard let value = fields[key] else { continue }
                report(.misplacedKey, at: keyNode(of: value), "introductory-offer has no \(key.name)")
            }
        }
        let id = isIntroductory ? nil : fields[.id].flatMap { self.id($0, "offer id") }
        let kind = isIntroductory ? .introductory : fields[.kind].flatMap { choice($0, "kind", Offer.Kind.self) }
        let mode = fields[.mode].flatMap { choice($0, "mode", Offer.Mode.self) }
        let period = fields[.period].flatMap { self.period($0, "period") }
        let prices = fields[.price].map { self.prices($0, "price") } ?? []
        let periods = fields[.periods].flatMap { integer($0, "periods", in: 1...Self.maximumOfferPeriods) }
        let name = fields[.referenceName].flatMap { self.name($0, "reference-name") }
        let eligibility = fields[.eligibility].map { self.eligibility($0) } ?? []
        let isStackable = fields[.stackable].flatMap { boolean($0, "stackable") }
        if let mode { check(mode, fields) }
        if let kind, kind != .code, !isIntroductory {
            for key in [OfferKey.eligibility, .stackable] {
                guard let value = fields[key] else { continue }
                report(
                    .misplacedKey, at: keyNode(of: value),
                    "\(key.name) is for offer codes, but this is a \(kind.rawValue) offer")
            }
        }
        guard let kind, let mode, let period, isIntroductory || id != nil else { return nil }
        var offer = Offer(
            id: id, kind: kind, mode: mode, period: period, periods: Int(periods ?? 1),
            prices: mode == .freeTrial ? [] : prices)
        offer.referenceName = name
        offer.eligibility = eligibility
        offer.isStackable = isStackable
        return offer
    }

    private mutating func check(_ mode: Offer.Mode, _ fields: Fields<OfferKey>) {
        if mode == .freeTrial, let price = fields[.price] {
            report(.offerFree, at: price, "a free trial has a price, which nobody pays")
        }
        if mode != .freeTrial, fields[.price] == nil {
            report(.offerPrice, at: fields.node, "an offer with mode \(mode.rawValue) has no price")
        }
        if mode != .payAsYouGo, let node = fields[.periods], tree.text(tree.resolved(node)) != "1" {
            report(.offerPeriods, at: node, "an offer lasts several periods only with mode pay-as-you-go")
        }
    }

    private mutating func eligibility(_ node: Int) -> [String] {
        var words: [String] = []
        for item in items(node, "eligibility", of: "new, existing or expired") {
            guard let word = text(item, "eligibility") else { continue }
            if !Self.eligible.contains(word) {
                unknownValue(item, "eligibility", word, among: Self.eligible)
            } else if words.contains(word) {
                report(.repeatedValue, at: item, "\"\(word)\" stands twice in eligibility")
            } else {
                words.append(word)
            }
        }
        return words
    }
}
