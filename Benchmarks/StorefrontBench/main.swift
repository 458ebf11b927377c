// Measures one thing a call and prints one number; `Benchmarks/run` sets it beside its reference in the same run.
import Foundation
import Storefront
import StorefrontPlugins

let arguments = CommandLine.arguments
switch arguments.dropFirst().first {
case "manifest": print(try ManifestBench.load(file: arguments[2]))
case "manifests": print(try ManifestBench.load(count: Int(arguments[2]) ?? 1))
case "write-manifest": try ManifestBench.write(products: Int(arguments[2]) ?? 1, to: arguments[3])
case "purchases": print(try await PurchaseBench.run(folder: arguments[2], count: Int(arguments[3]) ?? 1))
case "check": print(try await CheckBench.run(rounds: Int(arguments[2]) ?? 1))
default:
    print(
        "usage: StorefrontBench manifest FILE | manifests COUNT | write-manifest PRODUCTS FILE | purchases FOLDER COUNT | check ROUNDS"
    )
    exit(2)
}

/// Seconds that `body` takes.
func seconds(_ body: () throws -> Void) rethrows -> Double {
    let duration = try ContinuousClock().measure(body)
    return Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
}
