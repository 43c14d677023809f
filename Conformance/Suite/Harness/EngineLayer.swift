public import Quarry

/// The module behind drivers of kind `local`, as the suite needs it: a way past the driver to its engine.
///
/// A driver of kind `local` has one, see ``DriverUnderTest/engineLayer``. The suite itself knows no engine; what cases do
/// with the layer's own interface comes with ``EngineLayerCases`` and ``EngineLayerScenarios``.
public protocol EngineLayer: Sendable {
  /// The layer's side of a driver's connection.
  ///
  /// - Parameter connection: A connection of a driver.
  /// - Returns: `nil` for a connection of another layer.
  func connection(_ connection: any DriverConnection) -> (any EngineLayerConnection)?

  /// Whether a driver opens connections of the layer without suspending.
  func opensSynchronously(_ driver: any DatabaseDriver) -> Bool
}

/// A connection of an ``EngineLayer``, for trials of its library.
public protocol EngineLayerConnection {
  /// The path of the library that the connection calls.
  var libraryPath: String { get }

  /// The version that the library reports.
  var libraryVersion: String { get }

  /// Whether the engine knows a setting.
  ///
  /// - Parameter operation: The number of an operation of `sqlite3_db_config`.
  /// - Throws: ``DatabaseError`` when the connection is closed.
  func knowsSetting(_ operation: Int32) throws(DatabaseError) -> Bool

  /// Opens another database with the same library.
  ///
  /// - Parameters:
  ///   - place: Where the database is.
  ///   - encryption: The key of an encrypted database. If `nil`, the database is in the clear.
  /// - Throws: ``DatabaseError``; `.unsupportedFeature` for an encryption that the library doesn't know.
  func open(_ place: EngineLayerPlace, encryption: EngineLayerEncryption?) throws(DatabaseError) -> any DriverConnection

  /// Replaces a function of the engine.
  ///
  /// - Parameters:
  ///   - name: The name of the function.
  ///   - argumentCount: The number of its arguments.
  ///   - body: Returns the function's value.
  /// - Throws: ``DatabaseError`` when the connection is closed.
  func replaceFunction(
    _ name: String, argumentCount: Int, _ body: @escaping @Sendable ([SQLValue]) -> SQLValue
  ) throws(DatabaseError)
}

/// Where a database is that a trial opens with a library.
public enum EngineLayerPlace: Sendable, Hashable {
  /// A file, which is made if it doesn't exist.
  case file(path: String)
  /// A database in memory that its connection alone sees.
  case memory
  /// A database in memory that every connection with this name sees.
  case sharedMemory(name: String)
}

/// The encryption of a database that a trial opens with a library.
public struct EngineLayerEncryption: Sendable, Hashable {
  /// A raw key of 32 bytes.
  public var rawKey: [UInt8]
  /// The major version whose file format to use. If `nil`, the library's own.
  public var compatibility: Int?

  /// Creates an encryption with a raw key.
  public init(rawKey: [UInt8], compatibility: Int? = nil) {
    self.rawKey = rawKey
    self.compatibility = compatibility
  }
}
