#if Command
import Foundation
import Quarry
import QuarryMemory
import QuarryRemote
import QuarryServer
import QuarrySQLite
import TestSupport

/// A server in this process on a database of its own.
final class Served: Sendable {
  let database: Database
  let server: QuarryServer
  let client: RawClient
  private let files: TemporaryFolder?
  /// Where the file is.
  var folder: String? { files.map { String($0.path.dropLast()) } }

  /// - Parameter isFile: whether the database is a file, with connections of their own for clients.
  init(
    isFile: Bool = false, access: ServerAccess = ServerAccess(), limits: ServerLimits = .patient,
    isReadOnly: Bool = false, faults: FaultPlan = FaultPlan(), namespace: String = "default",
    adjust: (inout ServerConfiguration) -> Void = { _ in }
  ) async throws {
    if isFile {
      let files = try TemporaryFolder()
      self.files = files
      database = try await Database(SQLiteDriver(path: files.file("served.db")))
    } else {
      files = nil
      database = try await Database(MemoryDriver())
    }
    var configuration = ServerConfiguration(
      databases: [ServedDatabase(database, namespace: namespace)], access: access, limits: limits,
      isReadOnly: isReadOnly, faults: faults)
    adjust(&configuration)
    server = try QuarryServer(configuration: configuration)
    client = RawClient(port: try await server.start())
  }

  func stop() async {
    await server.stop()
    await database.close()
  }

  /// Runs requests on a stream.
  func pipeline(
    _ requests: String..., baton: String? = nil, version: Int = 3, headers: [String] = []
  ) async throws -> RawClient.Answer {
    let baton = baton.map { "\"\($0)\"" } ?? "null"
    return try await client.call(
      "POST", "/v\(version)/pipeline", headers: headers,
      body: "{\"baton\":\(baton),\"requests\":[\(requests.joined(separator: ","))]}")
  }

  /// Runs one PerSQL statement.
  func query(_ sql: String, _ parameters: String = "[]", headers: [String] = []) async throws -> RawClient.Answer {
    try await client.call(
      "POST", "/v1/db/default/main/query", headers: headers, body: "{\"sql\":\"\(sql)\",\"params\":\(parameters)}")
  }
}

extension ServerLimits {
  /// For tests that are not about time, on a machine that may be busy.
  static let patient = ServerLimits(
    statementTime: .seconds(300), transactionTime: .seconds(300), waitingTime: .seconds(300),
    streamIdleTime: .seconds(300))
}

extension RetryPolicy {
  /// For clients of tests that are not about time.
  static let patient = RetryPolicy(deadline: .seconds(300))
}

extension RemoteTimeouts {
  /// For clients of tests that are not about time.
  static let patient = RemoteTimeouts(call: .seconds(300))
}

/// Runs a body with a server.
func withServer(
  isFile: Bool = false, access: ServerAccess = ServerAccess(), limits: ServerLimits = .patient,
  isReadOnly: Bool = false, faults: FaultPlan = FaultPlan(), _ body: (Served) async throws -> Void
) async throws {
  let served = try await Served(
    isFile: isFile, access: access, limits: limits, isReadOnly: isReadOnly, faults: faults)
  do {
    try await body(served)
    await served.stop()
  } catch {
    await served.stop()
    throw error
  }
}

/// An `execute` request.
func execute(_ sql: String, _ arguments: String = "[]") -> String {
  "{\"type\":\"execute\",\"stmt\":{\"sql\":\"\(sql)\",\"args\":\(arguments)}}"
}
#endif
