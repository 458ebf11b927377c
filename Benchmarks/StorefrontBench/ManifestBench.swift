import Foundation
import Storefront
import StorefrontPlugins

enum ManifestBench {
    static func text(app: String, products: Int) -> String {
        var text = "storefront: 1\napp:\n  id: \(app)\n  name: Benchmark\nproducts:\n"
        for index in 0..<products {
            text += """
                  - id: \(app).item\(index)
                    type: consumable
                    name: Item \(index)
                    description: The item of number \(index)
                    price: {USD: 4.99, EUR: 5.49, JPY: 700}
                    grants: {coins: 100}

                """
        }
        return text
    }

    static func write(products: Int, to path: String) throws {
        try text(app: "com.acme.bench", products: products).write(toFile: path, atomically: true, encoding: .utf8)
    }

    /// Seconds to load one file's bytes, the fastest of ten rounds as the reference counts.
    static func load(file: String) throws -> Double {
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
        let reader = ManifestReader(registry: .builtin)
        return (0..<10).map { _ in
            seconds {
                let reading = reader.read(bytes, file: file, slug: "bench")
                precondition(reading.manifest != nil, "the benchmark's manifest is refused")
            }
        }.min() ?? 0
    }

    /// Seconds to load so many manifests of ten products, and the resident bytes that each product then has.
    static func load(count: Int) throws -> String {
        let sources = (0..<count).map { Array(text(app: "com.acme.bench\($0)", products: 10).utf8) }
        let reader = ManifestReader(registry: .builtin)
        var manifests: [Manifest] = []
        manifests.reserveCapacity(count)
        let before = try residentBytes()
        let time = seconds {
            for (index, bytes) in sources.enumerated() {
                if let manifest = reader.read(bytes, file: "m", slug: "app\(index)").manifest {
                    manifests.append(manifest)
                }
            }
        }
        precondition(manifests.count == count, "a benchmark's manifest is refused")
        let grown = max(0, try residentBytes() - before)
        return "\(time) \(grown / (count * 10))"
    }

    private static func residentBytes() throws -> Int {
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return (Int(fields[1]) ?? 0) * 4096
    }
}
