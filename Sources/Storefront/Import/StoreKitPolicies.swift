/// Reads `appPolicies` into the links of a paywall.
struct StoreKitPolicies {
    let defaultLocale: String

    /// The paywall's links; nil where the file has none that a manifest can hold.
    func paywall(_ value: JSON?, path: String, _ log: inout StoreKitLog) -> Paywall? {
        guard let value, var object = StoreKitObject(value, path: path, log: &log) else { return nil }
        var paywall = Paywall()
        if let eula = object.nonEmptyText("eula", &log) {
            if Self.isLink(eula) {
                paywall.termsURL = eula
            } else {
                log.warn(object.path("eula"), "is no https link; publish the text and link it as paywall.terms-url")
            }
        }
        paywall.privacyURL = privacyLink(&object, &log)
        object.warnOfRest(&log)
        return paywall.termsURL == nil && paywall.privacyURL == nil ? nil : paywall
    }

    /// The link of the default locale, else the first one; a manifest has one for all.
    private func privacyLink(_ object: inout StoreKitObject, _ log: inout StoreKitLog) -> String? {
        var links: [(locale: String, url: String, path: String)] = []
        for (index, value) in object.list("policies", &log).enumerated() {
            let path = "\(object.path("policies"))[\(index)]"
            guard var policy = StoreKitObject(value, path: path, log: &log) else { continue }
            let locale = policy.nonEmptyText("locale", &log) ?? ""
            if let url = policy.nonEmptyText("policyURL", &log) {
                if Self.isLink(url) {
                    links.append((StoreKitTexts.languageTag(locale) ?? "", url, policy.path("policyURL")))
                } else {
                    log.warn(policy.path("policyURL"), "is no https link and is left out")
                }
            }
            if policy.nonEmptyText("policyText", &log) != nil {
                log.warn(
                    policy.path("policyText"),
                    "has no place in a manifest and is left out; publish it and link it as paywall.privacy-url")
            }
            policy.warnOfRest(&log)
        }
        guard let chosen = links.first(where: { $0.locale == defaultLocale }) ?? links.first else { return nil }
        for other in links where other.url != chosen.url {
            log.warn(other.path, "\(other.url) is left out: a manifest has one privacy-url, here \(chosen.url)")
        }
        return chosen.url
    }

    /// Whether a text is a link that a manifest takes, and with https, as stores ask.
    static func isLink(_ text: String) -> Bool {
        text.lowercased().hasPrefix("https://") && ManifestDecoder.isURL(text)
    }
}
