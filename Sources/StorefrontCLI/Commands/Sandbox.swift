import Storefront
import StorefrontPlugins

extension Command {
    static let sandboxAdvance = Command(
        "sandbox advance", summary: "moves the sandbox's clock on, and ends what ends by then",
        example: "storefront sandbox advance barcode-scanner P1M",
        positionals: [
            .app,
            Positional(name: "PERIOD", summary: "how far: a count of days, weeks, months or years, as P3D or P1M"),
        ]
    ) { session in
        let text = try session.arguments.required("PERIOD")
        guard let period = Period(text) else {
            throw UsageError("\"\(text)\" is no period; one looks like P3D, P1W, P1M or P1Y")
        }
        return try await session.withSandbox { store, _ in
            try await store.advance(by: period)
            return nil
        }
    }

    static let sandboxApprove = Command(
        "sandbox approve", summary: "approves a purchase that waits",
        example: "storefront sandbox approve word-game tx_000001",
        positionals: [.app, .transaction]
    ) { session in
        try await session.withSandbox { store, transaction in
            try await store.approve(transaction)
            return "Approved \(transaction)"
        }
    }

    static let sandboxDecline = Command(
        "sandbox decline", summary: "declines a purchase that waits",
        example: "storefront sandbox decline word-game tx_000001",
        positionals: [.app, .transaction]
    ) { session in
        try await session.withSandbox { store, transaction in
            try await store.decline(transaction)
            return "Declined \(transaction)"
        }
    }

    static let sandboxExpire = Command(
        "sandbox expire", summary: "ends a subscription now",
        example: "storefront sandbox expire barcode-scanner tx_000001",
        positionals: [.app, .transaction]
    ) { session in
        try await session.withSandbox { store, transaction in
            try await store.expire(transaction)
            return "Expired \(transaction)"
        }
    }
}

extension Positional {
    fileprivate static let transaction = Positional(name: "TX", summary: "the transaction's id")
}

extension Session {
    /// Does something with an app's sandbox, lets the engine catch up with it, and says what came of it.
    ///
    /// - Parameter action: Gets the store and the transaction named; returns what it did, in words.
    fileprivate func withSandbox(
        _ action: (SandboxStore, String) async throws -> String?
    ) async throws -> ExitStatus {
        try await withApp { engine, manifest in
            try requireSandbox(manifest, for: "sandbox")
            let app = manifest.app.id
            let store = try await engine.sandbox(of: app)
            let position = try await engine.lastEventPosition(of: app)
            let done = try await action(store, arguments.optional("TX") ?? "")
            try await engine.catchUp(app: app)
            let now = try await engine.now(of: app)
            let events = Pages { try await engine.events(app: app, after: $0, limit: EngineLimits.page) }
            if wantsJSON {
                var told: [JSON] = []
                try await events.forEach(after: position) { page in told += page.map(\.json) }
                print(json: ["app": .string(app), "now": .string(now.rfc3339), "events": .array(told)])
                return .done
            }
            print(done ?? "The sandbox's time is \(now.rfc3339)")
            var table = Table(("EVENT", .left), ("CUSTOMER", .left), ("OCCURRED", .left))
            var isEmpty = true
            try await events.forEach(after: position) { page in
                for event in page { table.add(event.type, event.customer, event.occurredAt.rfc3339) }
                isEmpty = false
            }
            if isEmpty { print("Nothing else changed.") } else { print(table) }
            return .done
        }
    }
}

extension Engine {
    /// The app's store as what it is; asked for only where the manifest names the sandbox.
    func sandbox(of app: String) async throws -> SandboxStore {
        guard let store = try await store(of: app) as? SandboxStore else {
            throw StorefrontError(.storeUnavailable, "the store of \(app) is not the sandbox that is built in")
        }
        return store
    }

    /// The position behind which there is no event, found by halving: positions only grow.
    fileprivate func lastEventPosition(of app: String) async throws -> Int64 {
        func isLast(_ position: Int64) async throws -> Bool {
            try await events(app: app, after: position, limit: 1).isEmpty
        }
        var low: Int64 = -1
        var high: Int64 = 1
        while try await !isLast(high) {
            low = high
            high *= 2
        }
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if try await isLast(middle) { high = middle } else { low = middle }
        }
        return high
    }
}
