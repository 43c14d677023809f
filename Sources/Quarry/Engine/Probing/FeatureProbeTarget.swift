/// An engine that ``FeatureProber`` can ask about its features.
///
/// A driver creates one value for each loaded library or server, lets the prober ask it once, and keeps the result. If
/// a property or method can't answer, it returns `nil`. The prober then tries the feature, uses the version, or counts
/// the feature as absent. It calls one method after another, from its caller's task.
///
/// The lists are the answers of four PRAGMA statements, read once on a connection to an empty database:
///
/// | property | statement | `nil` if |
/// | --- | --- | --- |
/// | ``compileOptions`` | `PRAGMA compile_options` | it returns no row |
/// | ``functions`` | `SELECT name, narg FROM pragma_function_list` | it can't be prepared |
/// | ``modules`` | `SELECT name FROM pragma_module_list` | it can't be prepared |
/// | ``pragmas`` | `SELECT name FROM pragma_pragma_list` | it can't be prepared |
public protocol FeatureProbeTarget {
  /// The type of scratch databases, on which SQL is tried.
  associatedtype Scratch: FeatureScratch

  /// The version of SQLite, as the running library reports it.
  var version: EngineVersion { get }

  /// The version of SQLCipher (`PRAGMA cipher_version`), or `nil` if that returns no row.
  var cipherVersion: EngineVersion? { get }

  /// The compile options, or `nil` if the engine doesn't list them.
  var compileOptions: CompileOptions? { get }

  /// The functions with their numbers of arguments, or `nil` if the engine doesn't list both.
  var functions: [FunctionSignature]? { get }

  /// The modules for virtual tables, or `nil` if the engine doesn't list them.
  var modules: [String]? { get }

  /// The PRAGMA statements, or `nil` if the engine doesn't list them.
  var pragmas: [String]? { get }

  /// Whether the library exports a function of the C interface; `nil` if there is no library to ask.
  func hasSymbol(_ name: String) -> Bool?

  /// Whether `sqlite3_db_config(connection, operation, -1, &out)` returns `SQLITE_OK`; `nil` if it can't be called.
  func acceptsDatabaseConfiguration(_ operation: Int32) -> Bool?

  /// Returns the result of `sqlite3_limit(connection, number, -1)`, or `nil` if it can't be called.
  func limit(_ number: Int32) -> Int?

  /// Whether opening a file in a certain way has the expected effect; `nil` lets the version decide.
  func passes(_ probe: FeatureFileProbe) -> Bool?

  /// Whether scratch databases can only prepare statements and run a single SELECT, as on a server. For everything
  /// else, the version and the options decide.
  var onlyPrepares: Bool { get }

  /// Whether a statement reaches the engine. A server's parser, for example, can reject statements that the engine
  /// would run. A feature that can't be tried without them counts as absent.
  func letsThrough(_ statement: String) -> Bool

  /// Whether the engine has a feature, if the target knows it better than lists and versions; otherwise `nil`.
  func knows(_ feature: SQLFeature) -> Bool?

  /// Opens a connection to an empty scratch database.
  ///
  /// The connection has the library's default settings: don't apply the driver's settings or a key.
  ///
  /// - Parameter storage: Where the database is.
  /// - Throws: Any error if the database can't be opened, or if the target can't create files for
  ///   ``FeatureScratchStorage/file``.
  func openScratch(_ storage: FeatureScratchStorage) throws -> Scratch
}

extension FeatureProbeTarget {
  /// `false`: scratch databases can run scripts.
  public var onlyPrepares: Bool { false }

  /// `true`: every statement reaches the engine.
  public func letsThrough(_ statement: String) -> Bool { true }

  /// `nil`: nothing is known in advance.
  public func knows(_ feature: SQLFeature) -> Bool? { nil }

  /// `nil`: the version decides.
  public func passes(_ probe: FeatureFileProbe) -> Bool? { nil }
}

/// The storage of a scratch database.
public enum FeatureScratchStorage: Sendable, Hashable {
  /// In memory.
  case memory
  /// In a separate file, which is removed when the connection is deallocated.
  case file
}

/// A connection to a scratch database. It stays open until the value is deallocated.
public protocol FeatureScratch {
  /// Whether a single statement can be prepared. The statement doesn't run.
  func prepares(_ statement: String) -> Bool

  /// Runs every statement of a script and stops at the first error. If scratch databases only prepare, the script is
  /// one SELECT.
  ///
  /// - Returns: The first row of the last statement, with each column as `sqlite3_column_text` returns it.
  func run(_ script: String) -> FeatureScratchOutcome
}

/// A function in an engine's list.
public struct FunctionSignature: Sendable, Hashable {
  /// The name of the function.
  public let name: String
  /// The number of arguments. -1 means any number, -3 at least one, -4 at least two, and so on.
  public let argumentCount: Int

  /// Creates a signature in the form of `PRAGMA function_list`.
  public init(name: String, argumentCount: Int) {
    self.name = name
    self.argumentCount = argumentCount
  }

  /// Whether the function can be called with a number of arguments.
  public func accepts(argumentCount count: Int) -> Bool {
    argumentCount == count || argumentCount == -1 || (argumentCount < -1 && count >= -argumentCount - 2)
  }
}
