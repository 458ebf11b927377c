import Storefront

extension Command {
    static let events = Command(
        "events", summary: "what was told to the outside, a JSON line an event",
        details: "With --follow it goes on until Ctrl-C, which ends it with status 0.",
        example: "storefront events word-game --follow",
        positionals: [.app],
        options: [
            Option("follow", summary: "waits for more"),
            Option("since", value: "EVENT", summary: "only those behind the event with this id"),
        ]
    ) { session in
        let isFollowing = session.arguments.has("follow")
        let since = session.arguments["since"]
        return try await session.withApp { engine, manifest in
            let app = manifest.app.id
            var position: Int64 = 0
            if let since {
                guard let found = try await engine.position(ofEvent: since, app: app) else {
                    throw UsageError("\(app) has no event \"\(since)\"")
                }
                position = found
            }
            if isFollowing { Interruption.catch() }
            repeat {
                let page = try await engine.events(app: app, after: position, limit: EngineLimits.page)
                for item in page { session.output.writeLine(item.value.json.text) }
                session.output.flush()
                position = page.last?.position ?? position
                if page.isEmpty {
                    guard isFollowing else { return .done }
                    try await Task.sleep(for: followInterval)
                }
            } while !Interruption.hasHappened && !session.output.isClosed
            return .done
        }
    }
}

/// How often `--follow` looks for new events.
private let followInterval: Duration = .milliseconds(200)
