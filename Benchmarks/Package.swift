// swift-tools-version: 6.2
import PackageDescription

// A package of its own: whoever depends on Quarry never resolves GRDB.

let package = Package(
  name: "quarry-benchmarks",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "quarry-benchmarks", targets: ["QuarryBenchmarks"])
  ],
  dependencies: [
    .package(name: "quarry", path: ".."),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .executableTarget(
      name: "QuarryBenchmarks",
      dependencies: [
        "CSQLite",
        .product(name: "Quarry", package: "quarry"),
        .product(name: "QuarrySQLite", package: "quarry"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
      ]),
  ]
)
