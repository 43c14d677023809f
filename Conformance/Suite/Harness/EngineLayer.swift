public import Quarry

/// The module of drivers of kind `local`, which gives the suite direct access to its engine.
///
/// A driver of kind `local` returns it in ``DriverUnderTest/engineLayer``. The suite itself knows no engine. The parts
/// of cases that use the layer's own interface come with ``EngineLayerCases`` and ``EngineLayerScenarios``.
public protocol EngineLayer: Sendable {
  /// Returns the layer's connection of a driver's connection.
  ///
  /// - Parameter connection: A connection of a driver.
  /// - Returns: The connection, or `nil` if it belongs to another layer.
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
  /// - Throws: ``DatabaseError`` if the connection is closed.
  func knowsSetting(_ operation: Int32) throws(DatabaseError) -> Bool

  /// Opens another database with the same library.
  ///
  /// - Parameters:
  ///   - place: Where the database is.
  ///   - encryption: The key of an encrypted database. If `nil`, the database isn't encrypted.
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` for an encryption that the library doesn't support.
  func open(_ place: EngineLayerPlace, encryption: EngineLayerEncryption?) throws(DatabaseError) -> any DriverConnection

  /// Replaces a function of the engine.
  ///
  /// - Parameters:
  ///   - name: The name of the function.
  ///   - argumentCount: The number of its arguments.
  ///   - body: Returns the function's value.
  /// - Throws: ``DatabaseError`` if the connection is closed.
  func replaceFunction(
    _ name: String, argumentCount: Int, _ body: @escaping @Sendable ([SQLValue]) -> SQLValue
  ) throws(DatabaseError)
}

/// The storage of a database that a trial opens with a library.
public enum EngineLayerPlace: Sendable, Hashable {
  /// A file, which is created if it doesn't exist.
  case file(path: String)
  /// A database in memory that only its connection sees.
  case memory
  /// A database in memory that all connections with this name share.
  case sharedMemory(name: String)
}

/// The encryption of a database that a trial opens with a library.
public struct EngineLayerEncryption: Sendable, Hashable {
  /// A raw key of 32 bytes.
  public var rawKey: [UInt8]
  /// The major version of the file format. If `nil`, the library's default.
  public var compatibility: Int?

  /// Creates an encryption with a raw key.
  public init(rawKey: [UInt8], compatibility: Int? = nil) {
    self.rawKey = rawKey
    self.compatibility = compatibility
  }
}
