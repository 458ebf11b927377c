import Storefront

extension Command {
    static let deliveries = Command(
        "deliveries", summary: "how each notifier of an app stands", example: "storefront deliveries word-game",
        positionals: [.app]
    ) { session in
        try await session.withApp { engine, manifest in
            let states = try await engine.deliveries(app: manifest.app.id)
            if session.wantsJSON {
                session.print(json: ["deliveries": .array(states.map(\.json))])
                return .done
            }
            guard !states.isEmpty else {
                session.print("No notifiers.")
                return .done
            }
            var table = Table(
                ("RECEIVER", .left), ("WAITING", .right), ("DEAD", .right), ("OLDEST", .left), ("LAST ERROR", .left))
            for state in states {
                table.add(
                    state.receiver, String(state.waiting), String(state.dead), state.oldest?.rfc3339 ?? "-",
                    state.lastError ?? "-")
            }
            session.print(table)
            return .done
        }
    }

    static let deliveriesRetry = Command(
        "deliveries retry", summary: "sends events again that were given up on",
        example: "storefront deliveries retry word-game",
        positionals: [.app],
        options: [Option("receiver", value: "NAME", summary: "those of this notifier only")]
    ) { session in
        let receiver = session.arguments["receiver"]
        return try await session.withApp { engine, manifest in
            if let receiver {
                let known = try await engine.deliveries(app: manifest.app.id).map(\.receiver)
                guard known.contains(receiver) else {
                    throw UsageError(
                        "\(manifest.app.id) has no notifier \"\(receiver)\"",
                        suggestion: nearest(to: receiver, among: known))
                }
            }
            let count = try await engine.retryDeliveries(app: manifest.app.id, receiver: receiver)
            if session.wantsJSON {
                session.print(json: ["retried": .number(count)])
            } else {
                session.print(count == 0 ? "Nothing was given up on." : "\(counted(count, "event")) sent again.")
            }
            return .done
        }
    }
}

extension ReceiverState {
    fileprivate var json: JSON {
        [
            "receiver": .string(receiver), "waiting": .number(waiting), "dead": .number(dead),
            "oldest": oldest.map { .string($0.rfc3339) }, "lastError": lastError.map(JSON.string),
        ]
    }
}
