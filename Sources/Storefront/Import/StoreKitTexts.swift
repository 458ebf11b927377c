/// The texts of one product in a `.storekit` file, before it is known which locale is the app's own.
struct StoreKitTexts {
    struct Entry {
        var locale: String
        var name: String?
        var description: String?
        var path: String
    }

    private(set) var entries: [Entry] = []

    init(_ values: [JSON], path: String, _ log: inout StoreKitLog) {
        var locales: Set<String> = []
        for (index, value) in values.enumerated() {
            guard var object = StoreKitObject(value, path: "\(path)[\(index)]", log: &log) else { continue }
            let locale = object.nonEmptyText("locale", &log)
            let entry = Entry(
                locale: locale.flatMap(Self.languageTag) ?? "", name: object.nonEmptyText("displayName", &log),
                description: object.nonEmptyText("description", &log), path: object.path)
            object.warnOfRest(&log)
            if entry.locale.isEmpty {
                let text = locale.map { "\"\($0)\" is no locale" } ?? "has no locale"
                log.warn(object.path("locale"), "\(text), so these texts are left out")
            } else if !locales.insert(entry.locale).inserted {
                log.warn(entry.path, "\(entry.locale) stands twice here; the first one counts")
            } else {
                entries.append(entry)
            }
        }
    }

    /// A locale as BCP 47 writes it, `en_US` as `en-US`; nil where it is none.
    static func languageTag(_ locale: String) -> String? {
        let parts = locale.split(separator: "_", omittingEmptySubsequences: false)
            .flatMap { $0.split(separator: "-", omittingEmptySubsequences: false) }
        guard LanguageTag.isWellFormed(parts.joined(separator: "-")) else { return nil }
        return parts.enumerated().map { index, part in
            switch part.utf8.count {
            case 2 where index > 0: part.uppercased()
            case 4 where index > 0: part.prefix(1).uppercased() + part.dropFirst().lowercased()
            default: part.lowercased()
            }
        }.joined(separator: "-")
    }

    /// The app's own locale: the file's setting where some product has texts in it, else the one seen most.
    static func defaultLocale(
        setting: String?, of products: [StoreKitTexts], _ log: inout StoreKitLog
    ) -> String {
        let locales = products.flatMap { $0.entries.map(\.locale) }
        var counts: [String: Int] = [:]
        for locale in locales { counts[locale, default: 0] += 1 }
        let most = counts.values.max()
        // Of those seen equally often the first one in the file, so that the same file gives the same answer.
        let usual = locales.first { counts[$0] == most } ?? "en-US"
        guard let setting else { return usual }
        let tag = languageTag(setting)
        if let tag, locales.isEmpty || counts[tag] != nil { return tag }
        let reason = tag == nil ? "is no locale" : "is a locale without texts"
        log.warn("settings._locale", "\"\(setting)\" \(reason), so the default locale is \(usual)")
        return usual
    }

    /// Gives a product its name, description and localizations.
    func fill(_ product: inout Product, path: String, defaultLocale: String, _ log: inout StoreKitLog) {
        let own = entries.first { $0.locale == defaultLocale }
        product.description = own?.description
        if let name = own?.name {
            product.name = name
        } else {
            product.name = product.referenceName ?? product.id
            let source = product.referenceName == nil ? "its id" : "its reference name"
            log.warn(
                own.map { "\($0.path).displayName" } ?? "\(path).localizations",
                "\(product.id) has no display name in \(defaultLocale); it is called by \(source), \"\(product.name)\"")
        }
        for entry in entries where entry.locale != defaultLocale {
            if entry.name == nil, entry.description == nil {
                log.warn(entry.path, "has no texts in \(entry.locale) and is left out")
                continue
            }
            if entry.name == nil {
                log.warn("\(entry.path).displayName", "is empty; \(entry.locale) shows \"\(product.name)\" too")
            }
            product.localizations.append(
                Localization(locale: entry.locale, name: entry.name ?? product.name, description: entry.description))
        }
    }
}
