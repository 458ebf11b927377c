import Storefront

extension Command {
    static let unfinished = Command(
        "unfinished", summary: "what is pending, unknown, not delivered or not finished, and why",
        example: "storefront unfinished word-game",
        positionals: [.app], options: [.anyCustomer]
    ) { session in
        let customer = session.arguments[.anyCustomer]
        return try await session.withApp { engine, manifest in
            let items = try await engine.unfinished(app: manifest.app.id, customer: customer)
            let now = try await engine.now(of: manifest.app.id)
            if session.wantsJSON {
                session.print(json: ["unfinished": .array(items.map { $0.json(at: now) })])
                return .done
            }
            guard !items.isEmpty else {
                session.print("Nothing is unfinished.")
                return .done
            }
            var table = Table(
                ("STATE", .left), ("AGE", .right), ("CUSTOMER", .left), ("PRODUCT", .left), ("TRANSACTION", .left),
                ("KEY", .left), ("REASON", .left))
            for item in items {
                table.add(
                    item.state.rawValue, inWords(seconds: item.ageSeconds(at: now)), item.customer ?? "-", item.product,
                    item.transactionID ?? "-", item.key ?? "-", item.reason)
            }
            session.print(table)
            return .done
        }
    }
}

extension UnfinishedItem {
    fileprivate func ageSeconds(at now: Timestamp) -> Int64 {
        max(0, now.milliseconds.subtractingReportingOverflow(since.milliseconds).partialValue / 1000)
    }

    fileprivate func json(at now: Timestamp) -> JSON {
        [
            "state": .string(state.rawValue), "customer": customer.map(JSON.string), "product": .string(product),
            "key": key.map(JSON.string), "transaction": transactionID.map(JSON.string),
            "since": .string(since.rfc3339), "ageSeconds": .number(ageSeconds(at: now)), "reason": .string(reason),
        ]
    }
}

/// The largest unit alone: `40 s`, `3 min`, `5 h`, `12 d`.
private func inWords(seconds: Int64) -> String {
    switch seconds {
    case ..<60: "\(seconds) s"
    case ..<3_600: "\(seconds / 60) min"
    case ..<86_400: "\(seconds / 3_600) h"
    default: "\(seconds / 86_400) d"
    }
}
