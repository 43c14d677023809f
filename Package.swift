// swift-tools-version: 6.2
import CompilerPluginSupport
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

extension TargetDependencyCondition {
  static let server = when(traits: ["Server"])
  static let command = when(traits: ["Command"])
  static let telemetry = when(traits: ["Telemetry"])
  static let configuration = when(traits: ["Configuration"])
  static let columnEncryption = when(traits: ["ColumnEncryption"])
  static let identity = when(traits: ["Identity"])
  static let macros = when(traits: ["Macros"])
}

let package = Package(
  name: "quarry",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Quarry", targets: ["Quarry"]),
    .library(name: "QuarrySQLite", targets: ["QuarrySQLite"]),
    .library(name: "QuarrySQLCipher", targets: ["QuarrySQLCipher"]),
    .library(name: "QuarryMemory", targets: ["QuarryMemory"]),
    .library(name: "QuarryRemote", targets: ["QuarryRemote"]),
    .library(name: "QuarryStorage", targets: ["QuarryStorage"]),
    .library(name: "QuarryServer", targets: ["QuarryServer"]),
    .library(name: "QuarryTelemetry", targets: ["QuarryTelemetry"]),
    .library(name: "QuarryColumnEncryption", targets: ["QuarryColumnEncryption"]),
    .library(name: "QuarryIdentity", targets: ["QuarryIdentity"]),
    .library(name: "QuarryDrivers", targets: ["QuarryDrivers"]),
    .library(name: "QuarryCopy", targets: ["QuarryCopy"]),
    .library(name: "QuarryConformance", targets: ["QuarryConformance"]),
    .library(name: "QuarryLocalConformance", targets: ["QuarryLocalConformance"]),
    .library(name: "QuarrySQLLogicTest", targets: ["QuarrySQLLogicTest"]),
    .executable(name: "quarry", targets: ["QuarryCommand"]),
  ],
  // Nothing of these is fetched unless somebody asks for it. Files that need a trait stand in its condition
  // (Tests/Structure/check-traits); one trait for each condition, since versions of SwiftPM read several differently.
  traits: [
    .trait(
      name: "Server", description: "QuarryServer, which serves databases over HTTP; brings Hummingbird and SwiftNIO."),
    .trait(
      name: "Command", description: "The command quarry; brings ArgumentParser.", enabledTraits: ["Server", "Identity"]),
    .trait(
      name: "Configuration", description: "Databases chosen by a ConfigReader; brings swift-configuration."),
    .trait(
      name: "Telemetry",
      description: "QuarryTelemetry: metrics and traces; brings swift-metrics and swift-distributed-tracing."),
    .trait(
      name: "ColumnEncryption", description: "QuarryColumnEncryption: columns that are encrypted; brings swift-crypto."),
    .trait(
      name: "Identity", description: "QuarryIdentity: signing in to remote databases; brings swift-crypto."),
    .trait(name: "Macros", description: "@Table, which writes the mapping of a struct; brings swift-syntax."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.3.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.6.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"604.0.0"),
  ],
  targets: [
    // The core: no C, no networking, no driver.
    .target(
      name: "Quarry",
      dependencies: [
        .product(name: "Logging", package: "swift-log"),
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "Configuration", package: "swift-configuration", condition: .configuration),
        .target(name: "QuarryMacros", condition: .macros),
      ],
      exclude: ["Engine/Table/Rows"],
      swiftSettings: swiftSettings),
    // What the compiler runs to expand @Table, and what it does, which tests can call. No test depends on the macro itself: a
    // package with such a test builds whatever its tests need a second time, as tools of the compiler.
    .macro(
      name: "QuarryMacros",
      dependencies: [
        "QuarryMacroKit",
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax", condition: .macros),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax", condition: .macros),
      ],
      swiftSettings: swiftSettings),
    .target(
      name: "QuarryMacroKit",
      dependencies: [
        .product(name: "SwiftDiagnostics", package: "swift-syntax", condition: .macros),
        .product(name: "SwiftSyntax", package: "swift-syntax", condition: .macros),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax", condition: .macros),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax", condition: .macros),
      ],
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

    // Databases behind HTTP: a transport over the system's libcurl, and one folder for each wire protocol.
    .target(
      name: "CQuarryCurl",
      path: "Drivers/Remote/CQuarryCurl",
      cSettings: [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)],
      linkerSettings: [.linkedLibrary("curl")]),
    // JSON and base64, for all that speaks over a wire or writes reports; the loops over their bytes are in C.
    .target(
      name: "CQuarryWire",
      cSettings: [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]),
    .target(name: "QuarryWire", dependencies: ["Quarry", "CQuarryWire"], swiftSettings: swiftSettings),
    .target(
      name: "QuarryRemote", dependencies: ["Quarry", "QuarryWire", "CQuarryCurl", "CQuarryWire"],
      path: "Drivers/Remote", exclude: ["CQuarryCurl"], swiftSettings: swiftSettings),

    // The program on the README's first screen; built and run by the tests, like all examples.
    .executableTarget(
      name: "QuickStart", dependencies: ["Quarry", "QuarryDrivers"],
      path: "Examples/QuickStart", swiftSettings: swiftSettings),

    // One program on four drivers, whose answers are compared.
    .executableTarget(
      name: "OneProgram",
      dependencies: ["Quarry", "QuarryMemory", "QuarryRemote", "QuarryServer", "QuarrySQLCipher", "QuarrySQLite"],
      path: "Examples/OneProgram", swiftSettings: swiftSettings),

    // The core of a to-do app, and a program that uses it as a view would.
    .target(name: "ToDoCore", dependencies: ["Quarry"], path: "Examples/ToDo/ToDoCore", swiftSettings: swiftSettings),
    .executableTarget(
      name: "ToDo", dependencies: ["ToDoCore", "Quarry", "QuarryMemory"], path: "Examples/ToDo/ToDo",
      swiftSettings: swiftSettings),

    // A server of notes, on Hummingbird.
    .executableTarget(
      name: "NotesServer",
      dependencies: [
        "Quarry", "QuarryDrivers", "QuarryTelemetry",
        .product(name: "CoreMetrics", package: "swift-metrics", condition: .telemetry),
        .product(name: "Hummingbird", package: "hummingbird", condition: .server),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: .server),
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Examples/NotesServer", exclude: ["README.md"], swiftSettings: swiftSettings),

    // A command that imports CSV.
    .executableTarget(
      name: "Importer",
      dependencies: [
        "Quarry", "QuarryDrivers",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: .command),
      ],
      path: "Examples/Importer", exclude: ["README.md"], swiftSettings: swiftSettings),

    // A server that signs users in, and an app that stays signed in at it.
    .executableTarget(
      name: "SignIn", dependencies: ["Quarry", "QuarryIdentity", "QuarryMemory", "QuarryServer", "QuarrySQLite"],
      path: "Examples/SignIn", swiftSettings: swiftSettings),

    // The driver that the article WritingADriver writes: a library that is linked, with nothing but the public contract.
    .systemLibrary(name: "CLinkedSQLite", path: "Examples/LinkedSQLite/CLinkedSQLite"),
    .target(
      name: "LinkedSQLite", dependencies: ["Quarry", "CLinkedSQLite"],
      path: "Examples/LinkedSQLite/LinkedSQLite", swiftSettings: swiftSettings),
    .target(
      name: "LinkedSQLiteHarness", dependencies: ["LinkedSQLite", "Quarry", "QuarryConformance"],
      path: "Examples/LinkedSQLite/LinkedSQLiteHarness", swiftSettings: swiftSettings),
    .executableTarget(
      name: "LinkedSQLiteScenarios", dependencies: ["LinkedSQLiteHarness", "QuarryConformance"],
      path: "Examples/LinkedSQLite/LinkedSQLiteScenarios", swiftSettings: swiftSettings),

    // The server, and the driver that suspends, of the article WritingAnAsynchronousDriver.
    .target(
      name: "LineProtocol", dependencies: ["Quarry"], path: "Examples/LineDatabase/LineProtocol",
      swiftSettings: swiftSettings),
    .target(
      name: "LineServer", dependencies: ["LineProtocol", "Quarry", "QuarrySQLite", "QuarrySQLiteEngine"],
      path: "Examples/LineDatabase/LineServer", swiftSettings: swiftSettings),
    .target(
      name: "LineDriver", dependencies: ["LineProtocol", "Quarry"],
      path: "Examples/LineDatabase/LineDriver", swiftSettings: swiftSettings),
    .target(
      name: "LineHarness", dependencies: ["LineDriver", "LineServer", "Quarry", "QuarryConformance"],
      path: "Examples/LineDatabase/LineHarness", swiftSettings: swiftSettings),

    // A file with its key, settings and versions, for apps that come from OktaSQLiteStorage.
    .target(
      name: "QuarryStorage", dependencies: ["Quarry", "QuarrySQLite", "QuarrySQLCipher", "QuarrySQLiteEngine"],
      swiftSettings: swiftSettings),
    // The guides of other libraries, walked in Quarry.
    .target(
      name: "DatabaseLife", dependencies: ["Quarry", "QuarrySQLite", "QuarrySQLCipher", "QuarryStorage"],
      path: "Examples/DatabaseLife", swiftSettings: swiftSettings),

    // The drivers of this package in one registry.
    .target(
      name: "QuarryDrivers",
      dependencies: ["Quarry", "QuarrySQLite", "QuarrySQLCipher", "QuarryMemory", "QuarryRemote"],
      path: "Drivers/All", swiftSettings: swiftSettings),

    // Metrics and traces of what databases do.
    .target(
      name: "QuarryTelemetry",
      dependencies: [
        "Quarry",
        .product(name: "CoreMetrics", package: "swift-metrics", condition: .telemetry),
        .product(name: "Metrics", package: "swift-metrics", condition: .telemetry),
        .product(name: "Tracing", package: "swift-distributed-tracing", condition: .telemetry),
      ],
      swiftSettings: swiftSettings),

    // Columns whose values are encrypted before any driver sees them.
    .target(
      name: "QuarryColumnEncryption",
      dependencies: ["Quarry", .product(name: "Crypto", package: "swift-crypto", condition: .columnEncryption)],
      swiftSettings: swiftSettings),

    // Signs users in, and keeps them signed in, for the drivers that go over HTTP.
    .target(
      name: "QuarryIdentity",
      dependencies: [
        "Quarry", "QuarryRemote", "QuarryWire",
        .product(name: "Crypto", package: "swift-crypto", condition: .identity),
        .product(name: "CryptoExtras", package: "swift-crypto", condition: .identity),
      ],
      swiftSettings: swiftSettings),

    // Serves a database over HTTP, for development, tests and self-hosting.
    .target(
      name: "QuarryServer",
      dependencies: [
        "Quarry", "QuarryWire",
        .product(name: "Hummingbird", package: "hummingbird", condition: .server),
        .product(name: "HummingbirdCore", package: "hummingbird", condition: .server),
        .product(name: "HTTPTypes", package: "swift-http-types", condition: .server),
        .product(name: "NIOCore", package: "swift-nio", condition: .server),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .server),
        .product(name: "NIOWebSocket", package: "swift-nio", condition: .server),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras", condition: .server),
        .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras", condition: .server),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .server),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: .server),
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "Crypto", package: "swift-crypto", condition: .server),
        .product(name: "CryptoExtras", package: "swift-crypto", condition: .server),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: swiftSettings),

    // The proof that every driver behaves the same: cases as data, without a test framework.
    .target(
      name: "QuarryConformance",
      dependencies: ["Quarry", "QuarryWire", .product(name: "Logging", package: "swift-log")],
      path: "Conformance", exclude: ["Engines", "Local", "SQLLogicTest", "README.md", "MATRIX.md", "DRIVERS.md"],
      sources: ["Suite", "Reports", "Mutants", "Differential", "SelfTest", "Catalog"], swiftSettings: swiftSettings),

    // What the suite does with Quarry's own engine layer, for drivers whose connections are its connections.
    .target(
      name: "QuarryLocalConformance", dependencies: ["Quarry", "QuarryConformance", "QuarrySQLiteEngine"],
      path: "Conformance/Local", swiftSettings: swiftSettings),

    // Runs sqllogictest files on any driver.
    .target(
      name: "QuarrySQLLogicTest", dependencies: ["Quarry"],
      path: "Conformance/SQLLogicTest", swiftSettings: swiftSettings),

    // Copies a database into another one, between any two drivers.
    .target(name: "QuarryCopy", dependencies: ["Quarry", "QuarrySQLiteEngine"], swiftSettings: swiftSettings),

    // The command: a thin executable over a library that the tests reach.
    .target(
      name: "QuarryCommandKit",
      dependencies: [
        "Quarry", "QuarryConformance", "QuarryCopy", "QuarryDrivers", "QuarryLocalConformance", "QuarrySQLiteEngine",
        "QuarrySQLite", "QuarrySQLCipher", "QuarryMemory", "QuarryRemote", "QuarrySQLLogicTest", "QuarryServer",
        "QuarryIdentity", "QuarryWire",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: .command),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: swiftSettings),
    .executableTarget(name: "QuarryCommand", dependencies: ["QuarryCommandKit"], swiftSettings: swiftSettings),

    .testTarget(
      name: "FaultTests", dependencies: ["FaultRuns", "TestSupport", "QuarryConformance"],
      swiftSettings: swiftSettings),
    // What has to be so before the first test runs, in every process of tests.
    .target(
      name: "CTestSurroundings", path: "Tests/TestSurroundings",
      cSettings: [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]),
    // What test targets share: folders, errors, waiting, databases, and what the machine has.
    .target(
      name: "TestSupport",
      dependencies: [
        "Quarry", "QuarrySQLiteEngine", "QuarrySQLite", "QuarrySQLCipher", "QuarryMemory", "CQuarrySQLite",
        "CTestSurroundings",
      ],
      path: "Tests/TestSupport", swiftSettings: swiftSettings),
    // The core, in the folders of its sources.
    .testTarget(
      name: "QuarryTests",
      dependencies: [
        "TestSupport", "Quarry", "QuarrySQLiteEngine", "QuarrySQLite", "QuarrySQLCipher", "QuarryMemory",
        "CQuarrySQLite", "LineDriver", "LineServer",
        .product(name: "Configuration", package: "swift-configuration", condition: .configuration),
      ],
      swiftSettings: swiftSettings),
    // Observation on the local drivers.
    .testTarget(
      name: "ObservationTests",
      dependencies: [
        "TestSupport", "Quarry", "QuarrySQLiteEngine", "QuarrySQLite", "QuarrySQLCipher", "QuarryMemory",
      ],
      swiftSettings: swiftSettings),
    // What a user writes first: every verb from every isolation, every assignment, and what the compiler says of mistakes.
    .testTarget(
      name: "FormTests",
      dependencies: [
        "TestSupport", "Quarry", "QuarrySQLite", "QuarrySQLCipher", "QuarryMemory", "QuarryRemote", "QuarryCopy",
        "QuarryColumnEncryption", "QuarryDrivers", "QuarryStorage", "QuarryIdentity",
      ],
      exclude: ["Programs"],
      swiftSettings: swiftSettings),
    // @Table: that both ways to write a table are the same; what the macro writes, and what it says of mistakes.
    .testTarget(
      name: "MacroTests",
      dependencies: ["Quarry", "QuarryMemory", "QuarrySQLCipher", "QuarrySQLiteEngine", "TestSupport"],
      exclude: ["Programs"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "MacroKitTests",
      dependencies: [
        "QuarryMacroKit",
        .product(name: "SwiftParser", package: "swift-syntax", condition: .macros),
        .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax", condition: .macros),
        .product(name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax", condition: .macros),
      ],
      swiftSettings: swiftSettings),
    // The engine and the local drivers.
    .testTarget(
      name: "SQLiteEngineTests",
      dependencies: [
        "TestSupport", "Quarry", "QuarrySQLiteEngine", "QuarrySQLite", "QuarrySQLCipher", "QuarryMemory",
        "CQuarrySQLite", "CTestSurroundings",
      ],
      swiftSettings: swiftSettings),
    // Lets memory, files and the power fail under local engines.
    .target(
      name: "CFaultInjection", dependencies: ["CQuarrySQLite"], path: "Tests/FaultInjection/CFaultInjection",
      cSettings: [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "FaultRuns",
      dependencies: [
        "Quarry", "QuarrySQLiteEngine", "QuarrySQLite", "QuarrySQLCipher", "CQuarrySQLite", "CFaultInjection",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: .command),
      ],
      path: "Tests/FaultInjection/FaultRuns", swiftSettings: swiftSettings),
    // Real servers that tests start.
    .target(
      name: "TestPeers", dependencies: ["TestSupport", "Quarry", "QuarryRemote"], path: "Tests/Peers",
      exclude: [
        "authlib.txt", "get-authlib", "get-libsql", "get-pocketbase", "get-sqld", "libsql.txt", "libsql-client.txt",
        "pocketbase.txt", "serve-authlib.py", "sqld.txt", "use-libsql.py", "use-libsql-client.py",
      ],
      swiftSettings: swiftSettings),
    // What tests of rqlite use where there is no real cluster.
    .target(
      name: "RqliteStandIn", dependencies: ["Quarry", "QuarrySQLiteEngine", "QuarryRemote", "QuarryWire"],
      path: "Tests/RqliteStandIn", swiftSettings: swiftSettings),
    .executableTarget(
      name: "RqliteStandInServer", dependencies: ["RqliteStandIn"], path: "Tests/RqliteStandInServer",
      swiftSettings: swiftSettings),
    // What logs, metrics and traces tell, and what they never tell.
    .testTarget(
      name: "TelemetryTests",
      dependencies: [
        "QuarryTelemetry", "Quarry", "QuarryMemory", "QuarrySQLite", "QuarrySQLCipher", "QuarryRemote", "TestSupport",
        "LineDriver", "LineServer",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "InMemoryLogging", package: "swift-log"),
        .product(name: "MetricsTestKit", package: "swift-metrics", condition: .telemetry),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing", condition: .telemetry),
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "ColumnEncryptionTests",
      dependencies: ["QuarryColumnEncryption", "Quarry", "QuarryMemory", "TestSupport"], swiftSettings: swiftSettings),
    .testTarget(
      name: "IdentityTests",
      dependencies: [
        "QuarryIdentity", "QuarryRemote", "QuarryWire", "Quarry", "QuarryMemory", "QuarrySQLCipher", "TestSupport",
        .product(name: "Crypto", package: "swift-crypto", condition: .identity),
        .product(name: "CryptoExtras", package: "swift-crypto", condition: .identity),
      ],
      swiftSettings: swiftSettings),
    // Signing in at real authorization servers: this package's and another one.
    .testTarget(
      name: "IdentityServerTests",
      dependencies: [
        "QuarryIdentity", "QuarryServer", "QuarryRemote", "QuarryWire", "Quarry", "QuarryMemory", "QuarrySQLite",
        "TestSupport", "TestPeers",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "InMemoryLogging", package: "swift-log"),
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "BosBaseTests",
      dependencies: ["QuarryIdentity", "QuarryRemote", "QuarrySQLite", "Quarry", "TestSupport", "TestPeers"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "StorageTests",
      dependencies: ["QuarryStorage", "DatabaseLife", "Quarry", "QuarrySQLite", "QuarrySQLCipher", "TestSupport"],
      swiftSettings: swiftSettings),
    .testTarget(name: "WireTests", dependencies: ["QuarryWire"], swiftSettings: swiftSettings),
    .testTarget(
      name: "RemoteTests",
      dependencies: [
        "QuarryRemote", "QuarryWire", "Quarry", "QuarryMemory", "TestSupport", "TestPeers", "RqliteStandIn",
        .product(name: "Crypto", package: "swift-crypto", condition: .server),
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "QuarryServer", "Quarry", "QuarryMemory", "QuarrySQLite", "QuarrySQLCipher", "QuarryRemote", "QuarryCommand",
        "QuarryColumnEncryption", "QuarryConformance", "TestSupport", "TestPeers",
        .product(name: "Crypto", package: "swift-crypto", condition: .server),
        .product(name: "CryptoExtras", package: "swift-crypto", condition: .server),
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "SQLLogicTestTests", dependencies: ["QuarrySQLLogicTest", "Quarry", "QuarryMemory"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "ConformanceTests",
      dependencies: [
        "QuarryConformance", "QuarryLocalConformance", "Quarry", "QuarryMemory", "QuarryRemote", "QuarryCommand",
        "TestSupport", "TestPeers", "RqliteStandIn",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "ExampleTests", dependencies: ["LinkedSQLiteHarness", "LinkedSQLiteScenarios", "QuarryConformance"],
      swiftSettings: swiftSettings),
    // The example programs as their users run them, and what the README shows.
    .testTarget(
      name: "ExampleProgramTests",
      dependencies: [
        "QuickStart", "OneProgram", "ToDo", "ToDoCore", "NotesServer", "Importer", "Quarry", "QuarryMemory",
        "QuarrySQLite", "QuarryConformance", "TestSupport",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "LineDatabaseTests",
      dependencies: [
        "LineHarness", "LineDriver", "LineServer", "LineProtocol", "Quarry", "QuarryConformance", "TestSupport",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "QuarryCommandKit", "QuarryCommand", "Quarry", "QuarryDrivers", "QuarryMemory", "QuarrySQLite", "QuarryServer",
        "QuarryConformance", "QuarryCopy", "QuarrySQLCipher", "QuarryWire", "QuarryIdentity", "QuarryRemote",
        "TestSupport",
      ],
      swiftSettings: swiftSettings),
  ]
)

// Under a sanitizer nothing keeps SQLCipher from binding to a SQLite that is linked: the example stays away.
if Context.environment["QUARRY_SANITIZED"] != nil {
  package.targets.removeAll { $0.name.contains("LinkedSQLite") || $0.name == "ExampleTests" }
}

// While one works on a part: QUARRY_TESTS=QuarryTests,SQLiteEngineTests builds these test targets and what they need, no others.
if let tests = Context.environment["QUARRY_TESTS"] {
  var wanted = tests.split(separator: ",").map(String.init)
  var needed: Set<String> = []
  while let name = wanted.popLast() {
    guard needed.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else { continue }
    for dependency in target.dependencies {
      switch dependency {
      case .byNameItem(let name, _), .targetItem(let name, _): wanted.append(name)
      default: break
      }
    }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  let remaining = Set(package.targets.map(\.name))
  package.products.removeAll { product in
    !((product as? Product.Library)?.targets ?? (product as? Product.Executable)?.targets ?? [])
      .allSatisfy(remaining.contains)
  }
}
