import Storefront

extension Command {
    static let entitlements = Command(
        "entitlements", summary: "what a customer has unlocked, and until when",
        details: "With an entitlement named, exit status 0 means active and 1 means not.",
        example: "storefront entitlements barcode-scanner pro --customer ada",
        positionals: [.app, Positional(name: "ENTITLEMENT", count: .optional, summary: "this one only")],
        options: [.customer]
    ) { session in
        let customer = try session.arguments.required(.customer)
        let named = session.arguments.optional("ENTITLEMENT")
        return try await session.withApp { engine, manifest in
            var found = try await engine.entitlements(app: manifest.app.id, customer: customer)
            if let named {
                found = found.filter { $0.id == named }
                if found.isEmpty { session.warnOfUnknown(named, in: manifest) }
            }
            if session.wantsJSON {
                session.print(
                    json: ["customer": .string(customer), "entitlements": .array(found.map(\.json))])
            } else if found.isEmpty {
                session.print(named.map { "\($0) is not active." } ?? "Nothing is unlocked.")
            } else {
                session.print(entitlements: found)
            }
            return named == nil || found.contains(where: \.isActive) ? .done : .no
        }
    }
}

extension Session {
    /// A table of entitlements; nothing where there are none.
    func print(entitlements: [Entitlement]) {
        guard !entitlements.isEmpty else { return }
        var table = Table(
            ("ENTITLEMENT", .left), ("STATE", .left), ("SINCE", .left), ("UNTIL", .left), ("PRODUCT", .left))
        for entitlement in entitlements {
            table.add(
                entitlement.id, entitlement.isActive ? "active" : "ended", entitlement.since.rfc3339,
                entitlement.until?.rfc3339 ?? "for ever", entitlement.product)
        }
        print(table)
    }

    fileprivate func warnOfUnknown(_ name: String, in manifest: Manifest) {
        let known = Set(manifest.products.flatMap(\.entitlements)).union((manifest.entitlements ?? []).map(\.id))
        guard !known.contains(name) else { return }
        let hint = nearest(to: name, among: known.sorted()).map { "; did you mean \($0)?" } ?? ""
        warn("no product of \(manifest.app.name) unlocks \"\(name)\"\(hint)")
    }
}
