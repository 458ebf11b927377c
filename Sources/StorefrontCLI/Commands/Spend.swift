import Storefront

extension Command {
    static let spend = Command(
        "spend", summary: "takes from a customer's balance",
        details: "The same --key again gives the first answer and takes nothing more.",
        example: "storefront spend word-game coins 30 --customer ada --key level-7",
        positionals: [
            .app, Positional(name: "UNIT", summary: "what is spent, as coins"),
            Positional(name: "AMOUNT", summary: "how much of it"),
        ],
        options: [.customer, Option("key", value: "KEY", required: true, summary: "makes a retry safe")]
    ) { session in
        let arguments = session.arguments
        let customer = try arguments.required(.customer)
        let unit = try arguments.required("UNIT")
        let amount = try Arguments.integer(try arguments.required("AMOUNT"), of: "AMOUNT")
        let key = arguments["key"] ?? ""
        return try await session.withApp { engine, manifest in
            let result = try await engine.spend(
                app: manifest.app.id, customer: customer, unit: unit, amount: amount, key: key)
            if session.wantsJSON {
                session.print(
                    json: [
                        "customer": .string(customer), "balances": result.balances.json,
                        "spent": [
                            "unit": .string(result.unit), "amount": .number(result.amount), "key": .string(result.key),
                        ],
                        "duplicate": result.isDuplicate ? true : nil,
                    ])
            } else {
                let again = result.isDuplicate ? " (before, under this key; nothing was taken again)" : ""
                session.print("Spent \(result.amount) \(result.unit)\(again)")
                session.print(balances: result.balances)
            }
            return .done
        }
    }
}
