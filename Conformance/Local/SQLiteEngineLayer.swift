public import Quarry
public import QuarryConformance
internal import QuarrySQLiteEngine

/// Quarry's own engine layer, for testing drivers whose connections are `SQLiteConnection`s.
///
/// ```swift
/// struct MyDriverUnderTest: DriverUnderTest {
///   let name = "mine"
///   let kinds: Set<DriverKind> = [.local, .file, .shared]
///   var engineLayer: (any EngineLayer)? { SQLiteEngineLayer() }
///   func driver(for request: DriverRequest) -> any DatabaseDriver { MyDriver(path: request.filePath) }
/// }
/// ```
public struct SQLiteEngineLayer: EngineLayerCases, EngineLayerScenarios {
  /// Creates the layer.
  public init() {}

  /// The parts of the cases that use the engine's own connections.
  public var parts: [EngineLayerPart] { EngineParts.all }

  /// The scenarios of second processes that use them.
  public var scenarios: [ProcessScenario] { EncryptionCases.engineScenarios }

  /// Returns the engine's connection of a driver's connection, or `nil` if it belongs to another engine.
  public func connection(_ connection: any DriverConnection) -> (any EngineLayerConnection)? {
    (connection as? SQLiteConnection).map { SQLiteEngineLayerConnection(connection: $0) }
  }

  /// Whether a driver opens connections without suspending.
  public func opensSynchronously(_ driver: any DatabaseDriver) -> Bool { driver is any LocalEngineDriver }
}

/// A connection of the layer.
private struct SQLiteEngineLayerConnection: EngineLayerConnection {
  let connection: SQLiteConnection

  var libraryPath: String { connection.library.path }
  var libraryVersion: String { connection.library.version }

  func knowsSetting(_ operation: Int32) throws(DatabaseError) -> Bool { try connection.knowsSetting(operation) }

  func open(_ place: EngineLayerPlace, encryption: EngineLayerEncryption?) throws(DatabaseError) -> any DriverConnection
  {
    let location: SQLiteLocation =
      switch place {
      case .file(let path): .file(path: path, mode: .readWriteCreate)
      case .memory: .memory
      case .sharedMemory(let name): .sharedMemory(name: name)
      }
    let cipher = encryption.map { encryption in
      var cipher = SQLCipherEncryption(key: .raw(encryption.rawKey))
      cipher.compatibility = encryption.compatibility
      return cipher
    }
    return try SQLiteConnection.open(location, library: connection.library.location, encryption: cipher)
  }

  func replaceFunction(
    _ name: String, argumentCount: Int, _ body: @escaping @Sendable ([SQLValue]) -> SQLValue
  ) throws(DatabaseError) { try connection.addFunction(name, argumentCount: argumentCount) { body($0) } }
}
