/// An engine that ``FeatureProber`` can ask what it can do.
///
/// A driver makes one value per loaded library or per server, lets the prober ask it once, and keeps the answer.
/// Whatever cannot be answered is `nil`; the prober then tries the feature out, goes by the version, or counts it as
/// absent. The calls come one after another, from the task that called the prober.
///
/// The lists are the answers of four PRAGMA statements, read once on a connection to an empty database:
///
/// | property | statement | `nil` |
/// | --- | --- | --- |
/// | ``compileOptions`` | `PRAGMA compile_options` | when it answers no row |
/// | ``functions`` | `SELECT name, narg FROM pragma_function_list` | when that cannot be prepared |
/// | ``modules`` | `SELECT name FROM pragma_module_list` | when that cannot be prepared |
/// | ``pragmas`` | `SELECT name FROM pragma_pragma_list` | when that cannot be prepared |
public protocol FeatureProbeTarget {
  /// The databases that SQL is tried on.
  associatedtype Scratch: FeatureScratch

  /// The version of SQLite, as the running library tells.
  var version: EngineVersion { get }

  /// The version of SQLCipher (`PRAGMA cipher_version`), or `nil` when that answers no row.
  var cipherVersion: EngineVersion? { get }

  /// The compile options, or `nil` when the engine does not list them.
  var compileOptions: CompileOptions? { get }

  /// The functions with their numbers of arguments, or `nil` when the engine does not list both.
  var functions: [FunctionSignature]? { get }

  /// The modules for virtual tables, or `nil` when the engine does not list them.
  var modules: [String]? { get }

  /// The PRAGMA statements, or `nil` when the engine does not list them.
  var pragmas: [String]? { get }

  /// Whether the library exports a function of the C interface; `nil` when there is no library to ask.
  func hasSymbol(_ name: String) -> Bool?

  /// Whether `sqlite3_db_config(connection, operation, -1, &out)` answers `SQLITE_OK`; `nil` when that cannot be
  /// called.
  func acceptsDatabaseConfiguration(_ operation: Int32) -> Bool?

  /// What `sqlite3_limit(connection, number, -1)` answers; `nil` when that cannot be called.
  func limit(_ number: Int32) -> Int?

  /// Whether opening a file in some way shows the expected effect; `nil` leaves it to the version.
  func passes(_ probe: FeatureFileProbe) -> Bool?

  /// Whether scratch databases can only tell whether a statement can be prepared, and run a SELECT by itself, as behind
  /// a network; what else has to run is then left to the version and the options.
  var onlyPrepares: Bool { get }

  /// Whether a statement reaches the engine. What stands before it, such as the parser of a server, may refuse kinds of
  /// statements that the engine would run; a feature that cannot be tried without them counts as absent.
  func letsThrough(_ statement: String) -> Bool

  /// Whether the engine has a feature, where the target knows it better than lists and versions do; `nil` elsewhere.
  func knows(_ feature: SQLFeature) -> Bool?

  /// Opens a connection to an empty scratch database.
  ///
  /// The connection is opened as the library opens it by itself: no setting of the driver is applied, no key is given.
  ///
  /// - Parameter storage: Where the database is; a target that cannot make files throws for
  ///   ``FeatureScratchStorage/file``.
  func openScratch(_ storage: FeatureScratchStorage) throws -> Scratch
}

extension FeatureProbeTarget {
  /// Scratch databases can run scripts.
  public var onlyPrepares: Bool { false }

  /// Every statement reaches the engine.
  public func letsThrough(_ statement: String) -> Bool { true }

  /// Nothing is known beforehand.
  public func knows(_ feature: SQLFeature) -> Bool? { nil }

  /// Leaves it to the version.
  public func passes(_ probe: FeatureFileProbe) -> Bool? { nil }
}

/// Where a scratch database is.
public enum FeatureScratchStorage: Sendable, Hashable {
  /// In memory.
  case memory
  /// In a file of its own, which is removed when the connection is let go.
  case file
}

/// A connection to a scratch database, open as long as the value lives.
public protocol FeatureScratch {
  /// Tells whether a single statement can be prepared. The statement is not run.
  func prepares(_ statement: String) -> Bool

  /// Runs every statement of a script and stops at the first error; where scratch databases only prepare, the script is
  /// one SELECT.
  ///
  /// - Returns: The first row of the last statement, each column as `sqlite3_column_text` gives it.
  func run(_ script: String) -> FeatureScratchOutcome
}

/// A function as an engine lists it.
public struct FunctionSignature: Sendable, Hashable {
  /// The name of the function.
  public let name: String
  /// The number of arguments; -1 stands for any number, -3 for at least one, -4 for at least two, and so on.
  public let argumentCount: Int

  /// Creates a signature as `PRAGMA function_list` writes it.
  public init(name: String, argumentCount: Int) {
    self.name = name
    self.argumentCount = argumentCount
  }

  /// Tells whether the function can be called with so many arguments.
  public func accepts(argumentCount count: Int) -> Bool {
    argumentCount == count || argumentCount == -1 || (argumentCount < -1 && count >= -argumentCount - 2)
  }
}
