public import Quarry

/// A driver to test: how to reach a new database, and which kind of driver it is. Authors of drivers implement it.
///
/// ```swift
/// struct MyDriverUnderTest: DriverUnderTest {
///   let name = "my-driver"
///   let kinds: Set<DriverKind> = [.file, .shared]
///
///   func driver(for request: DriverRequest) -> any DatabaseDriver {
///     MyDriver(path: request.filePath)
///   }
/// }
/// ```
public protocol DriverUnderTest: Sendable {
  /// The name in reports.
  var name: String { get }

  /// The version of the driver. The default is `unversioned`.
  var version: String { get }

  /// The URL of the driver on the command line, or its name if `quarry` doesn't know it.
  var url: String { get }

  /// Returns the command that repeats one case, for the report of a failure.
  ///
  /// The default is `quarry conformance` for a driver with a URL, and otherwise a run of the driver's tests.
  func command(repeating id: String, seed: UInt64) -> String

  /// The kinds of the driver. A declared kind that isn't true is reported as over-claimed, and a true one that isn't
  /// declared as under-claimed.
  var kinds: Set<DriverKind> { get }

  /// Starts second processes for the suite's scenarios with this driver. If `nil`, the cases that need one don't run,
  /// and the report says so.
  var processLauncher: ProcessLauncher? { get }

  /// The cases that are known to fail, with the reasons.
  var deviations: DeviationManifest { get }

  /// Whether every case has its own databases, so that several cases can run at the same time. The default is `true`.
  var isolatesCases: Bool { get }

  /// The server's differences from the suite's assumptions. The default is none.
  var peculiarities: Set<ServerPeculiarity> { get }

  /// The engine layer of a driver of kind `local`. The default is `nil`.
  var engineLayer: (any EngineLayer)? { get }

  /// Creates a driver for a database that nothing else uses.
  ///
  /// If the driver is of kind `shared`, two requests with the same folder and name must open the same database.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the driver doesn't support the request.
  func driver(for request: DriverRequest) async throws -> any DatabaseDriver

  /// Removes everything that a case created outside its folder. Called once for each database after the case,
  /// regardless of its outcome.
  ///
  /// - Throws: Any error. The report contains it.
  func remove(_ request: DriverRequest) async throws
}

extension DriverUnderTest {
  /// `true`; see the requirement.
  public var isolatesCases: Bool { true }
  /// An empty set; see the requirement.
  public var peculiarities: Set<ServerPeculiarity> { [] }
  /// `nil`; see the requirement.
  public var engineLayer: (any EngineLayer)? { nil }
  /// `unversioned`; see the requirement.
  public var version: String { "unversioned" }
  /// The name of the driver; see the requirement.
  public var url: String { name }
  /// `nil`: cases that need a second process don't apply.
  public var processLauncher: ProcessLauncher? { nil }
  /// An empty manifest.
  public var deviations: DeviationManifest { DeviationManifest() }
  /// Does nothing, because the folder of the case is removed in any case.
  ///
  /// - Throws: Nothing.
  public func remove(_ request: DriverRequest) async throws {}
}

/// A request for a database of a case.
public struct DriverRequest: Sendable, Hashable, Codable {
  /// The folder of the case. It exists, is private, and is removed after the case.
  public var folder: String
  /// The name of the database within the case.
  public var name: String
  /// The exact path of the file, or `nil` if the driver can choose one in the folder.
  public var path: String?
  /// How the database is opened.
  public var access = Access.readWriteCreate
  /// The key, for drivers of kind `cipher`.
  public var key = Key.usual
  /// The longest time to wait for a lock, or `nil` for the driver's default.
  public var busyTimeout: Duration?
  /// Whether the database has a rollback journal instead of a write-ahead log, if the driver supports the choice. A
  /// harness can ignore it: cases that need it check the database, and don't apply otherwise.
  public var rollbackJournal = false
  /// The shared library of the engine, for drivers of kind `dlopen`; `nil` for the one under test.
  public var library: String?

  /// Creates a request for a database in a folder.
  public init(folder: String, name: String = "main") {
    self.folder = folder
    self.name = name
  }

  /// How a database is opened.
  public enum Access: String, Sendable, Hashable, CaseIterable, Codable {
    case readOnly, readWrite, readWriteCreate
  }

  /// The key of a database.
  public enum Key: Sendable, Hashable, Codable {
    /// The key under test.
    case usual
    /// A passphrase.
    case passphrase(String)
    /// 32 bytes.
    case raw([UInt8])
    /// No key at all.
    case none
  }

  /// The path for drivers whose databases are files.
  public var filePath: String { path ?? "\(folder)/\(name).db" }

  /// The folder and the name as one identifier of letters, digits and `-`, for drivers whose databases have names.
  public var identifier: String {
    let last = folder.split(separator: "/").last ?? ""
    return String((last + "-" + name).map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
  }
}
