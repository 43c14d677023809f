/// A driver around another one: it forwards everything, and implements only what it changes.
///
/// This one writes down every text that is prepared:
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
/// A driver over connections of any kind, as this one, is called asynchronously; where its base blocks, on a thread of its
/// own. To stay synchronous around an engine in this process, name the type of its connection, and have the wrapper conform
/// to ``SynchronousDriverConnection`` too.
///
/// > Important: A wrapper that lowers a limit changes ``DriverCapabilities/limits`` alone; the core then refuses what is beyond it.
public protocol ForwardingDriver: DatabaseDriver {
  /// The type of the driver that it wraps.
  associatedtype Base: DatabaseDriver

  /// The driver that it wraps.
  var base: Base { get }
}

extension ForwardingDriver {
  /// The name of the wrapped driver.
  public var name: String { base.name }

  /// What the wrapped driver says about itself.
  public var traits: DriverTraits { base.traits }

  /// The name of the wrapped driver's database.
  public var databaseName: String? { base.databaseName }

  /// Where the wrapped driver leads to.
  public var endpoint: DatabaseEndpoint { base.endpoint }
}

extension ForwardingDriver where Connection == Base.Connection {
  /// Opens a connection of the wrapped driver.
  public nonisolated(nonsending) func open(
    _ role: ConnectionRole
  ) async throws(DatabaseError) -> sending Base.Connection { try await base.open(role) }
}
