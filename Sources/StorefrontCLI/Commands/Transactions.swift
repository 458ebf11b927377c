import Storefront

extension Command {
    static let transactions = Command(
        "transactions", summary: "the ledger: every store event recorded, oldest first",
        example: "storefront transactions word-game --customer ada",
        positionals: [.app], options: [.anyCustomer]
    ) { session in
        let customer = session.arguments[.anyCustomer]
        return try await session.withApp { engine, manifest in
            let pages = Pages { position in
                try await engine.entries(
                    app: manifest.app.id, customer: customer, after: position, limit: EngineLimits.page)
            }
            if session.wantsJSON {
                try await session.print(jsonList: "transactions", pages) { $0.json }
                return .done
            }
            var isEmpty = true
            try await pages.forEach { page in
                isEmpty = false
                session.print(page)
            }
            if isEmpty { session.print("No transactions.") }
            return .done
        }
    }
}

extension Entry {
    /// The transaction as `--json` tells it everywhere, under the name of the customer who has it.
    fileprivate var json: JSON {
        var told = transaction
        told.customer = customer
        guard !changes.isEmpty, let members = told.json.members else { return told.json }
        let balance = JSON.object(changes.map { JSON.Member($0.unit, .number($0.amount)) })
        return .object(members + [JSON.Member("balanceChange", balance)])
    }

    /// What a purchase or a spend did to balances, the quantity included.
    fileprivate var changes: [Grant] {
        // What is spent is an amount, not several of one.
        if transaction.kind == .spent { return terms.grants }
        guard transaction.kind == .purchased else { return [] }
        return terms.grants.map { grant in
            let (amount, overflow) = grant.amount.multipliedReportingOverflow(by: transaction.quantity)
            return Grant(unit: grant.unit, amount: overflow ? .max : amount)
        }
    }

    fileprivate var changesText: String {
        guard !changes.isEmpty else { return "-" }
        return changes.map { "\($0.amount > 0 ? "+" : "")\($0.amount) \($0.unit)" }.joined(separator: ", ")
    }
}

extension Session {
    fileprivate func print(_ page: [Entry]) {
        var table = Table(
            ("PURCHASED", .left), ("TRANSACTION", .left), ("KIND", .left), ("CUSTOMER", .left), ("PRODUCT", .left),
            ("QUANTITY", .right), ("PRICE", .right), ("BALANCE", .left), ("EXPIRES", .left))
        for entry in page {
            let transaction = entry.transaction
            table.add(
                transaction.purchasedAt.rfc3339, transaction.id, transaction.kind.rawValue, entry.customer,
                transaction.product, String(transaction.quantity),
                transaction.price.map { "\($0.amount) \($0.currency.code)" } ?? "-",
                entry.changesText,
                transaction.expiresAt?.rfc3339 ?? "-")
        }
        print(table)
    }
}
