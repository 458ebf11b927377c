// Buys without end, four customers at a time, and says each result on a line, until it is killed: the tests'
// process to die at any instant. Usage: PurchaseLoop DATA-FOLDER ROUND
import Foundation
import Storefront
import StorefrontPlugins

let folder = CommandLine.arguments[1]
let round = CommandLine.arguments[2]
let app = "com.acme.wordgame"

let price = Currency("USD").map { Money(minorUnits: 99, currency: $0) }
var coins = Product(id: "coins100", type: .consumable, name: "100 Coins", prices: [price].compactMap(\.self))
coins.grants = [Grant(unit: "coins", amount: 100)]
var manifest = Manifest(app: App(id: app, name: "Word Game"), products: [coins])
manifest.notifications = [Section(name: "log", options: ["path": Section.Value(["events.jsonl"])])]

let engine = try Engine(
    manifests: [manifest], registry: .builtin,
    surroundings: try .system(dataFolder: folder, environment: [:], log: { _ in }))
/// The most that one process buys, should nobody kill it.
let mostPurchases = 10_000
await withTaskGroup(of: Void.self) { group in
    for customer in ["ada", "bob", "cleo", "dan"] {
        group.addTask {
            for index in 0..<(mostPurchases / 4) {
                let request = PurchaseRequest(
                    app: app, product: "coins100", customer: customer, key: "key-\(round)-\(index)")
                let status = (try? await engine.purchase(request).status.rawValue) ?? "refused"
                let line = Data("\(customer) key-\(round)-\(index) \(status)\n".utf8)
                FileHandle.standardOutput.write(line)
            }
        }
    }
}
await engine.close()
