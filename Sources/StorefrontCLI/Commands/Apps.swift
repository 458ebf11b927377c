import Storefront

extension Command {
    static let apps = Command(
        "apps", summary: "the loaded apps", example: "storefront apps --json"
    ) { session in
        let deployment = try Deployment(session)
        deployment.warnOfRefused()
        let manifests = deployment.manifests
        if session.wantsJSON {
            session.print(json: ["apps": .array(manifests.map(\.summaryJSON))])
            return .done
        }
        guard !manifests.isEmpty else {
            session.print("No apps under \(session.appsFolder).")
            session.note("Make one: storefront scaffold app com.acme.scanner")
            return .done
        }
        var table = Table(
            ("APP", .left), ("NAME", .left), ("FOLDER", .left), ("CONSUMABLE", .right), ("NON-CONSUMABLE", .right),
            ("SUBSCRIPTION", .right), ("STORE", .left), ("PERSISTENCE", .left), ("NOTIFIERS", .left))
        for manifest in manifests {
            let counts = ProductType.allCases.map { String(manifest.count(of: $0)) }
            table.add(
                manifest.app.id, manifest.app.name, manifest.slug, counts[0], counts[1], counts[2],
                manifest.store.name, manifest.persistence.name,
                manifest.notifications.map(\.name).joined(separator: ", "))
        }
        session.print(table)
        return .done
    }
}

extension Manifest {
    fileprivate func count(of type: ProductType) -> Int { products.count { $0.type == type } }

    fileprivate var summaryJSON: JSON {
        [
            "id": .string(app.id), "name": .string(app.name), "folder": .string(slug),
            "products": .object(ProductType.allCases.map { JSON.Member($0.rawValue, .number(count(of: $0))) }),
            "store": .string(store.name), "persistence": .string(persistence.name),
            "notifiers": .array(notifications.map { .string($0.name) }),
            "defaultLocale": .string(app.defaultLocale),
            "entitlements": entitlements.map { names in
                .array(names.map { ["id": .string($0.id), "name": .string($0.name)] })
            },
            "offerings": .array(offerings.map(\.json)),
            "paywall": paywall?.json,
            "customers": [
                "restore": .string(customers.restore.rawValue), "refunds": .string(customers.refunds.rawValue),
            ],
            "file": .string(file),
        ]
    }
}

extension Offering {
    fileprivate var json: JSON {
        [
            "id": .string(id),
            "packages": .array(packages.map { ["id": .string($0.id), "product": .string($0.product)] }),
        ]
    }
}

extension Paywall {
    fileprivate var json: JSON {
        [
            "title": title.map(JSON.string), "features": .array(features.map(JSON.string)),
            "offering": offering.map(JSON.string), "termsURL": termsURL.map(JSON.string),
            "privacyURL": privacyURL.map(JSON.string),
        ]
    }
}
