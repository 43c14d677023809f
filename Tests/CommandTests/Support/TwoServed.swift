#if Command
import Quarry
import QuarryMemory
import QuarryServer

/// A server in this process with two empty databases, one for each protocol.
final class TwoServed: Sendable {
  /// The URL of the first database.
  let hrana: String
  /// The URL of the second one.
  let perSQL: String
  private let databases: [Database]
  private let server: QuarryServer

  /// Long enough for a machine on which many tests run at once.
  private static let limits = ServerLimits(
    statementTime: .seconds(3600), transactionTime: .seconds(3600), waitingTime: .seconds(3600),
    streamIdleTime: .seconds(3600))

  private init() async throws {
    databases = [try await Database(MemoryDriver()), try await Database(MemoryDriver())]
    server = try QuarryServer(
      configuration: ServerConfiguration(
        databases: [ServedDatabase(databases[0]), ServedDatabase(databases[1], name: "other")], limits: Self.limits))
    let port = try await server.start()
    hrana = "hrana+http://127.0.0.1:\(port)?timeout=3600s&deadline=3600s&connect-timeout=600s"
    perSQL = "persql+http://127.0.0.1:\(port)/default/other?timeout=3600s&deadline=3600s&connect-timeout=600s"
  }

  /// Runs a body with the server.
  static func with(_ body: (TwoServed) async throws -> Void) async throws {
    let served = try await TwoServed()
    let result: Result<Void, any Error>
    do { result = .success(try await body(served)) } catch { result = .failure(error) }
    await served.server.stop()
    for database in served.databases { await database.close() }
    try result.get()
  }
}
#endif
