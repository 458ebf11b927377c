// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .strictMemorySafety(),
]

let package = Package(
    name: "storefront",
    products: [
        .library(name: "Storefront", targets: ["Storefront"]),
        .library(name: "StorefrontContracts", targets: ["StorefrontContracts"]),
        .library(name: "StorefrontPlugins", targets: ["StorefrontPlugins"]),
        .executable(name: "storefront", targets: ["StorefrontCLI"]),
    ],
    targets: [
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .target(name: "Storefront", dependencies: ["CYAML"], swiftSettings: strict),
        .target(name: "StorefrontContracts", dependencies: ["Storefront"], swiftSettings: strict),
        .target(name: "StorefrontPlugins", dependencies: ["Storefront", "CSQLite"], swiftSettings: strict),
        .executableTarget(
            name: "StorefrontCLI", dependencies: ["Storefront", "StorefrontPlugins"], swiftSettings: strict),
        .executableTarget(
            name: "StorefrontBench", dependencies: ["Storefront", "StorefrontPlugins"],
            path: "Benchmarks/StorefrontBench", swiftSettings: strict),
        .executableTarget(
            name: "PurchaseLoop", dependencies: ["Storefront", "StorefrontPlugins"], path: "Tests/PurchaseLoop",
            swiftSettings: strict),
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
        .testTarget(
            name: "StorefrontTests", dependencies: ["Storefront", "TestSupport"],
            exclude: ["Import/Fixtures", "Manifest/Cases"], swiftSettings: strict),
        .testTarget(
            name: "StorefrontPluginsTests",
            dependencies: ["Storefront", "StorefrontContracts", "StorefrontPlugins", "PurchaseLoop", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "StorefrontCLITests",
            dependencies: ["Storefront", "StorefrontPlugins", "StorefrontCLI", "TestSupport"],
            exclude: ["Cases"], swiftSettings: strict),
    ]
)
