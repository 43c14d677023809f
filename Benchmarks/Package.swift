// swift-tools-version: 6.2
import PackageDescription

// A package of its own: whoever depends on Quarry never resolves GRDB or AsyncHTTPClient.

let swiftSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "quarry-benchmarks",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "quarry-benchmarks", targets: ["QuarryBenchmarks"]),
    .executable(name: "quarry-remote-benchmarks", targets: ["RemoteBenchmarks"]),
    .executable(name: "quarry-observation-benchmarks", targets: ["ObservationBenchmarks"]),
    .executable(name: "quarry-responsiveness-benchmarks", targets: ["ResponsivenessBenchmarks"]),
    .executable(name: "quarry-growth-benchmarks", targets: ["GrowthBenchmarks"]),
    .executable(name: "quarry-opening-benchmarks", targets: ["OpeningBenchmarks"]),
  ],
  traits: [
    .trait(name: "Macros", description: "Records by @Table among those whose growth is measured; brings swift-syntax.")
  ],
  dependencies: [
    .package(
      name: "quarry", path: "..",
      traits: ["Server", .trait(name: "Macros", condition: .when(traits: ["Macros"]))]),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .target(name: "CBudgets"),
    .target(name: "CProcessors"),
    .executableTarget(
      name: "QuarryBenchmarks",
      dependencies: [
        "CBudgets",
        "CProcessors",
        "CSQLite",
        .product(name: "Quarry", package: "quarry"),
        .product(name: "QuarrySQLite", package: "quarry"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "ObservationBenchmarks",
      dependencies: [
        .product(name: "Quarry", package: "quarry"),
        .product(name: "QuarryMemory", package: "quarry"),
      ],
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "ResponsivenessBenchmarks",
      dependencies: [
        .product(name: "Quarry", package: "quarry"),
        .product(name: "QuarrySQLite", package: "quarry"),
      ],
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "OpeningBenchmarks",
      dependencies: [
        "CSQLite",
        .product(name: "Quarry", package: "quarry"),
        .product(name: "QuarrySQLite", package: "quarry"),
      ],
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "GrowthBenchmarks",
      dependencies: [
        "CSQLite",
        .product(name: "Quarry", package: "quarry"),
        .product(name: "QuarrySQLite", package: "quarry"),
      ],
      swiftSettings: swiftSettings),
    .target(name: "CBareCurl", linkerSettings: [.linkedLibrary("curl")]),
    .executableTarget(
      name: "RemoteBenchmarks",
      dependencies: [
        "CBareCurl",
        .product(name: "Quarry", package: "quarry"),
        .product(name: "QuarryRemote", package: "quarry"),
        .product(name: "QuarryServer", package: "quarry"),
        .product(name: "QuarrySQLite", package: "quarry"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ],
      swiftSettings: swiftSettings),
  ]
)
