import Storefront

extension Command {
    static let restore = Command(
        "restore", summary: "gives a customer back what their store account owns",
        details: "Never charges, and never gives a consumable again.",
        example: "storefront restore photo-studio --customer cleo",
        positionals: [.app],
        options: [.customer, Option("dry-run", summary: "only says what would come back")]
    ) { session in
        let customer = try session.arguments.required(.customer)
        let isDryRun = session.arguments.has("dry-run")
        return try await session.withApp { engine, manifest in
            let result = try await engine.restore(app: manifest.app.id, customer: customer, dryRun: isDryRun)
            if session.wantsJSON {
                session.print(json: result.json(isDryRun: isDryRun))
            } else {
                session.tell(result, isDryRun: isDryRun)
            }
            return .done
        }
    }
}

extension RestoreResult {
    /// What came back, then what did not and why.
    fileprivate func json(isDryRun: Bool) -> JSON {
        let restored = items.filter { $0.outcome != .keptByOwner }
        let others = items.filter { $0.outcome == .keptByOwner }
        return [
            "restored": .array(restored.map(\.json)), "entitlements": .array(entitlements.map(\.json)),
            "notRestored": .array(
                others.map { item in
                    [
                        "transaction": item.transaction.json, "reason": .string(item.outcome.rawValue),
                        "owner": item.owner.map(JSON.string),
                    ]
                }),
            "dryRun": isDryRun ? true : nil,
        ]
    }
}

extension RestoreResult.Item {
    /// The transaction, with its former owner where it moved.
    fileprivate var json: JSON {
        guard let owner, let members = transaction.json.members else { return transaction.json }
        return .object(members + [JSON.Member("formerOwner", .string(owner))])
    }
}

extension Session {
    fileprivate func tell(_ result: RestoreResult, isDryRun: Bool) {
        if result.items.isEmpty { print("Nothing to restore.") }
        let came = isDryRun ? "Would restore" : "Restored"
        for item in result.items {
            let what = "\(item.transaction.product) (\(item.transaction.id))"
            switch item.outcome {
            case .restored: print("\(came) \(what)" + (item.owner.map { ", which was \($0)'s" } ?? ""))
            case .alreadyOwned: print("\(came) \(what), which was there already")
            case .keptByOwner: print("Stays with \(item.owner ?? "its owner"): \(what)")
            }
        }
        print(entitlements: result.entitlements.filter(\.isActive))
    }
}
