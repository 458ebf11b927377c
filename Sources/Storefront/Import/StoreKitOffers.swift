/// Reads the offers of one subscription.
struct StoreKitOffers {
    /// Keys of hand-written files that Xcode does not read.
    static let misspellings = ["duration": "subscriptionPeriod", "offerMode": "paymentMode"]
    static let modes: [String: Offer.Mode] = [
        "free": .freeTrial, "payAsYouGo": .payAsYouGo, "payUpFront": .payUpFront,
    ]
    /// The most periods of an offer that a manifest takes.
    static let maximumPeriods = 100

    let prices: StoreKitPrices
    /// The product's id, for messages.
    let product: String

    func read(_ object: inout StoreKitObject, _ log: inout StoreKitLog) -> (introductory: Offer?, others: [Offer]) {
        let introductory = introductory(&object, &log)
        var others: [Offer] = []
        var names = UniqueNames()
        let lists: [(key: String, kind: Offer.Kind)] = [
            ("adHocOffers", .promotional), ("codeOffers", .code), ("winbackOffers", .winBack),
        ]
        for (key, kind) in lists {
            for (index, value) in object.list(key, &log).enumerated() {
                let path = "\(object.path(key))[\(index)]"
                guard var offer = offer(value, kind: kind, path: path, &log) else { continue }
                makeUnique(&offer, &names, path: path, &log)
                others.append(offer)
            }
        }
        return (introductory, others)
    }

    /// The single introductory offer of formats up to 4, else the first of the list of format 5.
    private func introductory(_ object: inout StoreKitObject, _ log: inout StoreKitLog) -> Offer? {
        let single = object.take("introductoryOffer").flatMap {
            offer($0, kind: .introductory, path: object.path("introductoryOffer"), &log)
        }
        var listed: [(offer: Offer, path: String)] = []
        for (index, value) in object.list("introductoryOffers", &log).enumerated() {
            let path = "\(object.path("introductoryOffers"))[\(index)]"
            if let offer = offer(value, kind: .introductory, path: path, &log) { listed.append((offer, path)) }
        }
        let chosen = single ?? listed.first?.offer
        for (offer, path) in listed where offer != chosen {
            let price = offer.prices.first.map { " at \($0.amount) \($0.currency.code)" } ?? ""
            log.warn(
                path,
                "\(offer.mode.rawValue) of \(offer.periods) × \(offer.period.text)\(price) is left out: "
                    + "\(product) can have one introductory offer in a manifest, and the first one counts")
        }
        return chosen
    }

    private func offer(_ value: JSON, kind: Offer.Kind, path: String, _ log: inout StoreKitLog) -> Offer? {
        guard var object = StoreKitObject(value, path: path, misspellings: Self.misspellings, log: &log)
        else { return nil }
        defer { object.warnOfRest(&log) }
        object.dropInternalID(&log)
        let mode = mode(&object, &log)
        let period = period("subscriptionPeriod", of: &object, &log)
        let periods = object.count("numberOfPeriods", upTo: Self.maximumPeriods, &log) ?? 1
        let price = prices.take(of: &object, owner: "an offer of \(product)", &log)
        let referenceName = object.nonEmptyText("referenceName", &log)
        var id: String?
        if kind != .introductory { id = self.id(&object, referenceName: referenceName, kind: kind, &log) }
        guard let mode, let period else { return nil }
        var offer = Offer(id: id, kind: kind, mode: mode, period: period, periods: periods)
        offer.prices = amount(price, mode: mode, path: object.path("displayPrice"), &log)
        if kind == .introductory {
            if let referenceName {
                log.warn(
                    object.path("referenceName"), "\"\(referenceName)\" has no place in a manifest and is left out")
            }
        } else {
            offer.referenceName = referenceName
        }
        if kind == .code { readEligibility(of: &offer, &object, &log) }
        return offer
    }

    private func mode(_ object: inout StoreKitObject, _ log: inout StoreKitLog) -> Offer.Mode? {
        let path = object.path("paymentMode")
        guard let text = object.text("paymentMode", &log) else {
            log.fault(path, "an offer of \(product) has no payment mode: free, payAsYouGo or payUpFront")
            return nil
        }
        if Self.modes[text] == nil { log.fault(path, "\"\(text)\" is none of free, payAsYouGo and payUpFront") }
        return Self.modes[text]
    }

    private func period(_ key: String, of object: inout StoreKitObject, _ log: inout StoreKitLog) -> Period? {
        let path = object.path(key)
        guard let text = object.text(key, &log) else {
            log.fault(path, "an offer of \(product) has no period, such as P1W")
            return nil
        }
        if Period(text) == nil { log.fault(path, "\"\(text)\" is no period such as P1W or P3M") }
        return Period(text)
    }

    /// What an offer costs: nothing for a free one, whatever price a file leaves standing there.
    private func amount(_ price: Money?, mode: Offer.Mode, path: String, _ log: inout StoreKitLog) -> [Money] {
        if mode == .freeTrial {
            if let price, price.minorUnits != 0 {
                log.warn(path, "\(price.amount) \(price.currency.code) is left out: the offer is free")
            }
            return []
        }
        if price == nil { log.fault(path, "an offer of \(product) that is not free has no readable price") }
        return price.map { [$0] } ?? []
    }

    private func id(
        _ object: inout StoreKitObject, referenceName: String?, kind: Offer.Kind, _ log: inout StoreKitLog
    ) -> String {
        if let id = object.nonEmptyText("offerID", &log) {
            if Slug.isID(id) { return id }
            let slug = Slug.kebab(id)
            let new = slug.isEmpty ? kind.rawValue : slug
            log.warn(object.path("offerID"), "\"\(id)\" has characters that no id may have; it is called \(new)")
            return new
        }
        let slug = Slug.kebab(referenceName ?? "")
        let id = slug.isEmpty ? kind.rawValue : slug
        let source = referenceName.map { "its reference name \"\($0)\"" } ?? "its kind"
        log.warn(object.path("offerID"), "is missing; the offer's id is made from \(source): \(id)")
        return id
    }

    private func makeUnique(
        _ offer: inout Offer, _ names: inout UniqueNames, path: String, _ log: inout StoreKitLog
    ) {
        guard let id = offer.id else { return }
        let unique = names.take(id)
        guard unique != id else { return }
        offer.id = unique
        log.warn(path, "\(product) has two offers \"\(id)\"; this one is called \"\(unique)\"")
    }

    private func readEligibility(of offer: inout Offer, _ object: inout StoreKitObject, _ log: inout StoreKitLog) {
        let known = ["new", "existing", "expired"]
        for (index, value) in object.list("eligibility", &log).enumerated() {
            let path = "\(object.path("eligibility"))[\(index)]"
            guard let text = value.string, known.contains(text) else {
                log.fault(path, "\(value.text) is none of \(known.joined(separator: ", "))")
                continue
            }
            if !offer.eligibility.contains(text) { offer.eligibility.append(text) }
        }
        offer.isStackable = object.bool("isStackable", &log)
    }
}
