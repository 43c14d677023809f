public import Quarry

/// What the author of a driver writes to have it tested: how to reach a fresh database, and what the driver is.
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
  /// The name that reports show.
  var name: String { get }

  /// The version of the driver; `unversioned` unless it is given.
  var version: String { get }

  /// How the driver is named on the command line; its name, where `quarry` does not know it.
  var url: String { get }

  /// How one case is run again, as the report of a failure says.
  ///
  /// Unless it is given: `quarry conformance` for a driver with a URL, and the tests of the driver for another one.
  func command(repeating id: String, seed: UInt64) -> String

  /// What the driver is. A kind that is declared and does not hold is reported as over-claimed, one that holds and is
  /// not declared as under-claimed.
  var kinds: Set<DriverKind> { get }

  /// How a second process is started that plays the suite's scenarios with this driver; nil when the host cannot, and
  /// then the cases that need one do not run and are reported so.
  var processLauncher: ProcessLauncher? { get }

  /// The cases that are known to fail, with reasons.
  var deviations: DeviationManifest { get }

  /// Whether every case has databases of its own, so that several cases can run at the same time; they do unless the
  /// driver says otherwise.
  var isolatesCases: Bool { get }

  /// What the server does otherwise than the suite takes for granted; nothing unless it is given.
  var peculiarities: Set<ServerPeculiarity> { get }

  /// The module behind a driver of kind `local`; none unless it is given.
  var engineLayer: (any EngineLayer)? { get }

  /// Makes a driver for a database that nothing else uses.
  ///
  /// Two requests with the same folder and name must lead to the same database when the driver is of kind `shared`.
  ///
  /// - Throws: ``DatabaseError``; `.unsupportedFeature` when the driver cannot do what the request asks for.
  func driver(for request: DriverRequest) async throws -> any DatabaseDriver

  /// Removes what a case made outside its folder. Called once for each database after the case, whatever its outcome.
  func remove(_ request: DriverRequest) async throws
}

extension DriverUnderTest {
  /// Cases have databases of their own unless the driver says otherwise.
  public var isolatesCases: Bool { true }
  /// A server is as others are unless the driver says otherwise.
  public var peculiarities: Set<ServerPeculiarity> { [] }
  /// A driver has no engine layer unless it says so.
  public var engineLayer: (any EngineLayer)? { nil }
  /// A driver has no version unless it says so.
  public var version: String { "unversioned" }
  /// A driver is named by its name unless it has a URL.
  public var url: String { name }
  /// Without a launcher, cases that need a second process do not apply.
  public var processLauncher: ProcessLauncher? { nil }
  /// No deviations.
  public var deviations: DeviationManifest { DeviationManifest() }
  /// Nothing: the folder of the case is removed anyway.
  public func remove(_ request: DriverRequest) async throws {}
}

/// A database that a case asks for.
public struct DriverRequest: Sendable, Hashable, Codable {
  /// The folder of the case, which exists, is private and is removed after the case.
  public var folder: String
  /// The name of the database within the case.
  public var name: String
  /// The exact path of the file, or `nil` where the driver may choose one in the folder.
  public var path: String?
  /// How the database is opened.
  public var access = Access.readWriteCreate
  /// The key, for drivers of kind `cipher`.
  public var key = Key.usual
  /// How long to wait for a lock, or `nil` for the driver's default.
  public var busyTimeout: Duration?
  /// Whether the database has a rollback journal instead of a write-ahead log, where the driver lets one choose. A
  /// harness may ignore it: cases that need it look at the database and say that they do not apply.
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

  /// Which key a database is opened with.
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
