import Storefront

extension Command {
    static let purchase = Command(
        "purchase", summary: "runs a whole purchase against the app's store",
        details: """
            Exit status 0 means completed: charged, recorded and delivered. The same --key again gives the first one's
            result and charges nothing. An unknown outcome is resolved by the same key, or by the next command.
            """,
        example: "storefront purchase word-game com.acme.wordgame.coins100 --customer ada --quantity 3",
        positionals: [.app, Positional(name: "PRODUCT", summary: "the product's id")],
        options: [
            Option("customer", value: "ID", required: true, summary: "who buys"),
            Option("quantity", value: "N", summary: "how many of a consumable (default: 1)"),
            Option("offer", value: "ID", summary: "one of the product's offers"),
            Option("currency", value: "CODE", summary: "what to pay in (default: the base price's)"),
            Option("key", value: "KEY", summary: "makes a retry safe (default: a new one)"),
            Option(
                "outcome", value: "OUTCOME", summary: "what the sandbox shall do",
                completion: .choice([
                    "success", "cancelled", "declined", "pending", "network-error", "answer-lost",
                    "crash-before-delivery",
                ])),
        ]
    ) { session in
        let arguments = session.arguments
        var request = PurchaseRequest(
            app: try arguments.required("APP"), product: try arguments.required("PRODUCT"),
            customer: try arguments.required(.customer), quantity: try arguments.integer("quantity", default: 1),
            offer: arguments["offer"], currency: try arguments["currency"].map { try readCurrency($0).code },
            key: arguments["key"])
        if let outcome = arguments["outcome"] { request.storeOptions["outcome"] = outcome }
        let wanted = request
        return try await session.withApp { engine, manifest in
            if arguments.has("outcome") { try requireSandbox(manifest, for: "--outcome") }
            return session.tell(try await engine.purchase(wanted), of: wanted, in: manifest)
        }
    }
}

extension Session {
    fileprivate func tell(_ result: PurchaseResult, of request: PurchaseRequest, in manifest: Manifest) -> ExitStatus {
        if wantsJSON { print(json: result.json) }
        guard result.status != .completed else {
            if !wantsJSON { tellCompleted(result) }
            return .done
        }
        if let pending = result.pendingTransaction, !wantsJSON { print("Pending: \(pending)") }
        if let error = result.error { fail(error) }
        if let pending = result.pendingTransaction, manifest.store.name == "sandbox" {
            note("Approve it with: storefront sandbox approve \(manifest.slug) \(pending)")
        }
        if result.status == .unknown {
            note(
                "Ask again with: storefront purchase \(manifest.slug) \(request.product) "
                    + "--customer \(request.customer) --key \(result.key)")
        }
        return result.error?.code == .storageUnavailable ? .outside : .no
    }

    private func tellCompleted(_ result: PurchaseResult) {
        guard let transaction = result.transaction else { return }
        let amount = transaction.quantity == 1 ? "" : "\(transaction.quantity) of "
        let price = transaction.price.map { " for \($0.amount) \($0.currency.code)" } ?? ""
        let again = result.isDuplicate ? " (bought before under this key; nothing was charged again)" : ""
        print("Bought \(amount)\(transaction.product)\(price)\(again)")
        print("Transaction \(transaction.id), key \(result.key)")
        print(entitlements: result.entitlements.filter(\.isActive))
    }
}

/// Refuses what only the sandbox can do where the app's store is another.
func requireSandbox(_ manifest: Manifest, for what: String) throws {
    guard manifest.store.name == "sandbox" else {
        throw UsageError("\(what) is for the sandbox; the store of \(manifest.app.id) is \(manifest.store.name)")
    }
}

extension PurchaseResult {
    /// As `purchase --json` tells it.
    fileprivate var json: JSON {
        [
            "status": .string(status.rawValue), "transaction": transaction?.json, "key": .string(key),
            "pendingTransaction": pendingTransaction.map(JSON.string),
            "entitlements": .array(entitlements.map(\.json)), "duplicate": isDuplicate ? true : nil,
            "error": error?.json,
        ]
    }
}
