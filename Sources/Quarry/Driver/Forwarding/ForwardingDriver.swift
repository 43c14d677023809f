/// A driver that wraps another one and forwards every call that it doesn't implement itself.
///
/// This example logs every text that is prepared:
///
/// ```swift
/// struct LoggingDriver<Base: DatabaseDriver>: ForwardingDriver {
///   let base: Base
///   let log: @Sendable (String) -> Void
///
///   nonisolated(nonsending) func open(
///     _ role: ConnectionRole
///   ) async throws(DatabaseError) -> sending LoggingConnection<Base.Connection> {
///     LoggingConnection(base: try await base.open(role), log: log)
///   }
/// }
///
/// final class LoggingConnection<Base: DriverConnection>: ForwardingConnection {
///   let base: Base
///   private let log: @Sendable (String) -> Void
///
///   init(base: sending Base, log: @escaping @Sendable (String) -> Void) {
///     self.base = base
///     self.log = log
///   }
///
///   nonisolated(nonsending) func prepare(
///     _ sql: String
///   ) async throws(DatabaseError) -> PreparedStatement<Base.Statement>? {
///     log(sql)
///     return try await base.prepare(sql)
///   }
/// }
/// ```
///
/// Such a driver, which can wrap connections of any kind, is called asynchronously, and on its own thread if its base
/// blocks. To wrap an in-process engine synchronously, name the type of its connection, and conform the wrapper to
/// ``SynchronousDriverConnection`` too.
///
/// > Important: A wrapper that lowers a limit changes only ``DriverCapabilities/limits``. Quarry then throws for
/// statements beyond it.
public protocol ForwardingDriver: DatabaseDriver {
  /// The type of the wrapped driver.
  associatedtype Base: DatabaseDriver

  /// The wrapped driver.
  var base: Base { get }
}

extension ForwardingDriver {
  /// The name of the wrapped driver.
  public var name: String { base.name }

  /// The traits of the wrapped driver.
  public var traits: DriverTraits { base.traits }

  /// The name of the wrapped driver's database.
  public var databaseName: String? { base.databaseName }

  /// The endpoint of the wrapped driver.
  public var endpoint: DatabaseEndpoint { base.endpoint }
}

extension ForwardingDriver where Connection == Base.Connection {
  /// Opens a connection of the wrapped driver.
  ///
  /// - Throws: The error of the wrapped driver.
  public nonisolated(nonsending) func open(
    _ role: ConnectionRole
  ) async throws(DatabaseError) -> sending Base.Connection { try await base.open(role) }
}
