/// The description of a database for logs, metrics and traces.
///
/// It never contains credentials, the query of a URL or the folder of a file.
///
/// Source: <https://opentelemetry.io/docs/specs/semconv/database/database-spans/>.
public struct DatabaseEndpoint: Sendable, Hashable {
  /// The database product, in lower case: `sqlite`, `libsql`, `rqlite`. OpenTelemetry's `db.system.name`.
  public var systemName: String
  /// The name of a file without its folder, or of a database on its server; `nil` if it has none.
  public var namespace: String?
  /// The host name or address of the server; `nil` for a database in this process.
  public var serverAddress: String?
  /// The port of the server.
  public var serverPort: Int?
  /// Whether the database is in the memory of this process, so that no call leaves it.
  public var isInMemory: Bool

  /// Creates an endpoint.
  public init(
    systemName: String, namespace: String? = nil, serverAddress: String? = nil, serverPort: Int? = nil,
    isInMemory: Bool = false
  ) {
    self.systemName = systemName
    self.namespace = namespace
    self.serverAddress = serverAddress
    self.serverPort = serverPort
    self.isInMemory = isInMemory
  }
}
