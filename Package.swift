// swift-tools-version: 6.2
import PackageDescription

/// One place for the settings that every Swift target shares.
let swiftSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "quarry",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Quarry", targets: ["Quarry"]),
    .library(name: "QuarrySQLite", targets: ["QuarrySQLite"]),
    .library(name: "QuarrySQLCipher", targets: ["QuarrySQLCipher"]),
    .library(name: "QuarryMemory", targets: ["QuarryMemory"]),
    .library(name: "QuarryDrivers", targets: ["QuarryDrivers"]),
    .executable(name: "quarry", targets: ["QuarryCommand"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
  ],
  targets: [
    // The core: no C, no networking, no driver.
    .target(
      name: "Quarry",
      dependencies: [
        .product(name: "Logging", package: "swift-log"),
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "Configuration", package: "swift-configuration"),
      ],
      exclude: ["Query/Join/write-joins.py"],
      swiftSettings: swiftSettings),

    // The C interface of SQLite behind a table of function pointers, and what the local drivers share.
    .target(
      name: "CQuarrySQLite",
      path: "Drivers/SQLiteEngine/CQuarrySQLite",
      cSettings: [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)],
      // Older C libraries keep the loader's functions in a library of their own.
      linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux, .android]))]),
    .target(
      name: "QuarrySQLiteEngine",
      dependencies: ["Quarry", "CQuarrySQLite"],
      path: "Drivers/SQLiteEngine",
      exclude: ["CQuarrySQLite"],
      swiftSettings: swiftSettings),
    .target(
      name: "QuarrySQLite", dependencies: ["Quarry", "QuarrySQLiteEngine"],
      path: "Drivers/SQLite", swiftSettings: swiftSettings),
    .target(
      name: "QuarrySQLCipher", dependencies: ["Quarry", "QuarrySQLiteEngine"],
      path: "Drivers/SQLCipher", swiftSettings: swiftSettings),
    .target(
      name: "QuarryMemory", dependencies: ["Quarry", "QuarrySQLiteEngine"],
      path: "Drivers/Memory", swiftSettings: swiftSettings),

    // The README's program; built with the tests.
    .executableTarget(
      name: "QuickStart", dependencies: ["Quarry", "QuarrySQLite", "QuarrySQLCipher", "QuarryMemory"],
      path: "Examples/QuickStart", swiftSettings: swiftSettings),

    // The drivers of this package in one registry.
    .target(
      name: "QuarryDrivers", dependencies: ["Quarry", "QuarrySQLite", "QuarrySQLCipher", "QuarryMemory"],
      path: "Drivers/All", swiftSettings: swiftSettings),

    // The command: a thin executable over a library that the tests reach.
    .target(
      name: "QuarryCommandKit",
      dependencies: [
        "Quarry", "QuarryDrivers", "QuarrySQLiteEngine", "QuarrySQLite", "QuarrySQLCipher", "QuarryMemory",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: swiftSettings),
    .executableTarget(name: "QuarryCommand", dependencies: ["QuarryCommandKit"], swiftSettings: swiftSettings),

    .testTarget(name: "QuarryTests", dependencies: ["Quarry"], swiftSettings: swiftSettings),
    .testTarget(
      name: "QueryTests",
      dependencies: ["Quarry", "QuarrySQLCipher", "QuarryMemory"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "DatabaseTests",
      dependencies: ["Quarry", "QuarrySQLite", "QuarrySQLCipher", "QuarryMemory"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "RegressionTests",
      dependencies: ["Quarry", "QuarrySQLiteEngine", "QuarrySQLite", "QuarrySQLCipher", "QuarryMemory"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "SQLiteEngineTests",
      dependencies: ["Quarry", "QuarrySQLiteEngine", "CQuarrySQLite"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "DriverTests",
      dependencies: [
        "Quarry", "QuarrySQLite", "QuarrySQLCipher", "QuarryMemory",
        .product(name: "Configuration", package: "swift-configuration"),
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "CommandTests", dependencies: ["QuarryCommandKit", "Quarry", "QuarryDrivers"],
      swiftSettings: swiftSettings),
  ]
)
