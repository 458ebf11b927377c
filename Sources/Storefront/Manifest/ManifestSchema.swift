/// The manifest's format as JSON Schema (draft 2020-12), so that an editor completes keys and marks faults.
///
/// It says what a schema can say; the rest, as what a store refuses, is the reader's.
public enum ManifestSchema {
    public static func json(registry: Registry) -> JSON {
        let root = object(RootKey.self, required: [.storefront, .app, .products]) { key in
            switch key {
            case .storefront: described("Format version.", ["const": 1])
            case .app: app
            case .products: list(of: product(registry))
            case .entitlements:
                described(
                    "What products may unlock, by id.",
                    map(of: object(EntitlementKey.self, required: [.name]) { _ in text }))
            case .offerings: described("What a paywall shows, in order.", map(of: list(of: package)))
            case .paywall: paywall
            case .customers: customers
            case .store: section("provider", registry.stores.map { ($0.name, $0.summary, $0.options) })
            case .persistence: section("backend", registry.persistences.map { ($0.name, $0.summary, $0.options) })
            case .notifications:
                list(
                    of: section(
                        "backend", registry.notifiers.map { ($0.name, $0.summary, $0.options) }, takesEvents: true))
            }
        }
        let head: [JSON.Member] = [
            JSON.Member("$schema", "https://json-schema.org/draft/2020-12/schema"),
            JSON.Member("title", "Storefront manifest"),
        ]
        return .object(head + (root.members ?? []))
    }

    // MARK: Building blocks

    private static let text: JSON = ["type": ["string", "number", "boolean"]]
    private static let boolean: JSON = ["type": "boolean"]

    private static func described(_ description: String, _ schema: JSON) -> JSON {
        .object([JSON.Member("description", .string(description))] + (schema.members ?? []))
    }

    private static func list(of schema: JSON) -> JSON { ["type": "array", "items": schema] }
    private static func map(of schema: JSON) -> JSON { ["type": "object", "additionalProperties": schema] }
    private static func choice(_ values: [String]) -> JSON { ["enum": .array(values.map(JSON.string))] }

    private static func object<Key: ManifestKeys>(
        _: Key.Type, required: [Key] = [], without: [Key] = [], _ schema: (Key) -> JSON
    ) -> JSON {
        let keys = Key.allCases.filter { key in !without.contains { $0.rawValue == key.rawValue } }
        return [
            "type": "object", "additionalProperties": false,
            "required": required.isEmpty ? nil : .array(required.map { .string($0.name) }),
            "properties": .object(keys.map { JSON.Member($0.name, schema($0)) }),
        ]
    }

    // MARK: Parts

    private static var app: JSON {
        object(AppKey.self, required: [.id, .name]) { key in
            switch key {
            case .id: described("Bundle id or package name, unique among the loaded apps.", id)
            case .name: text
            case .defaultLocale: described("BCP 47; default en-US.", ["type": "string"])
            }
        }
    }

    private static let id: JSON = ["type": "string", "pattern": "^[A-Za-z0-9._-]+$"]
    private static let period: JSON = ["type": "string", "pattern": "^P[1-9][0-9]*[DWMY]$"]

    private static var price: JSON {
        [
            "description": "One price as 4.99 USD, or amounts by currency; the first is the base price.",
            "oneOf": [
                ["type": "string", "pattern": "^[0-9]+([.][0-9]+)? [A-Z]{3}$"],
                [
                    "type": "object", "minProperties": 1, "propertyNames": choice(Currency.codes),
                    "additionalProperties": ["type": ["number", "string"]],
                ],
            ],
        ]
    }

    private static func product(_ registry: Registry) -> JSON {
        let stores = Set(ManifestDecoder.namedStores + registry.stores.map(\.name)).sorted()
        return object(ProductKey.self, required: [.id, .type, .name, .price]) { key in
            switch key {
            case .id: described("Unique within the app.", id)
            case .type: choice(ProductType.allCases.map(\.rawValue))
            case .name: described("Display name in the default locale.", text)
            case .price: price
            case .description: text
            case .referenceName: described("The team's own name, never shown to a customer.", text)
            case .forSale: described("Default true.", boolean)
            case .familySharing: described("Default false; not for consumables.", boolean)
            case .period: described("ISO 8601, as P1M.", period)
            case .renews: described("Default true.", boolean)
            case .group: described("A customer holds one subscription of a group at a time.", text)
            case .level: described("1 is the highest.", ["type": "integer", "minimum": 1])
            case .introductoryOffer:
                object(
                    OfferKey.self, required: [.mode, .period], without: [.id, .kind, .eligibility, .stackable], offer)
            case .offers: list(of: object(OfferKey.self, required: [.id, .kind, .mode, .period], offer))
            case .entitlements: described("Default: its own id, for a consumable none.", list(of: id))
            case .grants: described("Amounts by unit.", map(of: ["type": "integer", "minimum": 1]))
            case .localizations:
                map(of: object(LocalizationKey.self, required: [.name]) { _ in text })
            case .stores:
                [
                    "type": "object", "propertyNames": choice(stores),
                    "additionalProperties": object(ListingKey.self) { _ in ["type": "string"] },
                ]
            case .reviewScreenshot: ["type": "string"]
            case .metadata: described("Free pairs of texts, handed to apps as they are.", map(of: text))
            }
        }
    }

    private static func offer(_ key: OfferKey) -> JSON {
        switch key {
        case .id: id
        case .kind: choice(Offer.Kind.allCases.map(\.rawValue))
        case .mode: choice(Offer.Mode.allCases.map(\.rawValue))
        case .period: period
        case .periods: ["type": "integer", "minimum": 1]
        case .price: price
        case .referenceName: text
        case .eligibility: list(of: choice(ManifestDecoder.eligible))
        case .stackable: boolean
        }
    }

    private static var package: JSON {
        object(PackageKey.self, required: [.id, .product]) { _ in id }
    }

    private static var paywall: JSON {
        object(PaywallKey.self) { key in
            switch key {
            case .title: text
            case .features: list(of: text)
            case .offering: id
            case .termsURL, .privacyURL: ["type": "string", "format": "uri"]
            }
        }
    }

    private static var customers: JSON {
        object(CustomersKey.self) { key in
            switch key {
            case .restore: choice(CustomerRules.Restore.allCases.map(\.rawValue))
            case .refunds: choice(CustomerRules.Refunds.allCases.map(\.rawValue))
            }
        }
    }

    // MARK: Plug-ins

    private static func section(
        _ nameKey: String, _ plugins: [(name: String, summary: String, options: [PluginOption])],
        takesEvents: Bool = false
    ) -> JSON {
        let branches = plugins.map { plugin -> JSON in
            var properties = [JSON.Member(nameKey, ["const": .string(plugin.name)])]
            if takesEvents {
                properties.append(
                    JSON.Member("events", described("Event types, or a prefix with *.", list(of: ["type": "string"]))))
            }
            for option in plugin.options {
                properties.append(JSON.Member(option.key, described(option.summary, self.option(option.kind))))
            }
            let required = [nameKey] + plugin.options.filter(\.isRequired).map(\.key)
            return [
                "description": .string(plugin.summary), "type": "object", "additionalProperties": false,
                "required": .array(required.map(JSON.string)), "properties": .object(properties),
            ]
        }
        return branches.isEmpty ? ["type": "object"] : ["oneOf": .array(branches)]
    }

    /// Any option may also be a variable, so all kinds take texts.
    private static func option(_ kind: PluginOption.Kind) -> JSON {
        switch kind {
        case .text: text
        case .path, .url: ["type": "string"]
        case .integer: ["type": ["integer", "string"]]
        case .boolean: ["type": ["boolean", "string"]]
        case .texts: list(of: text)
        }
    }
}
