import Storefront

extension Command {
    static let balance = Command(
        "balance", summary: "how much of each unit a customer holds",
        example: "storefront balance word-game --customer ada",
        positionals: [.app], options: [.customer]
    ) { session in
        let customer = try session.arguments.required(.customer)
        return try await session.withApp { engine, manifest in
            let balances = try await engine.balances(app: manifest.app.id, customer: customer)
            if session.wantsJSON {
                session.print(json: ["customer": .string(customer), "balances": balances.json])
            } else {
                session.print(balances: balances)
            }
            return .done
        }
    }
}

extension Session {
    func print(balances: [String: Int64]) {
        guard !balances.isEmpty else { return print("No balances.") }
        var table = Table(("UNIT", .left), ("BALANCE", .right))
        for (unit, amount) in balances.sorted(by: { $0.key < $1.key }) { table.add(unit, String(amount)) }
        print(table)
    }
}
