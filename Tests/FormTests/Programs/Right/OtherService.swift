import Foundation
import Quarry
import QuarryRemote

/// A driver for a service over HTTP, written with what is public: `POST /run` takes a statement and its values as JSON and
/// answers with rows of texts. `nonisolated` is for modules whose declarations are on the main actor by default.
nonisolated struct OtherService: DatabaseDriver {
  let nodes: NodeList
  let calls: RemoteCalls

  init(nodes: [String], tokens: TokenProvider?) {
    self.nodes = NodeList(nodes)
    calls = RemoteCalls(transport: CurlTransport(), policy: RetryPolicy(attempts: 3), tokens: tokens)
  }

  var name: String { "other-service" }
  var traits: DriverTraits { DriverTraits(maximumReaders: 4, blocksThread: false) }

  nonisolated(nonsending) func open(
    _ role: ConnectionRole
  ) async throws(DatabaseError) -> sending OtherConnection {
    let connection = OtherConnection(service: self)
    connection.capabilities.engine = try await FeatureProber().engine(of: OtherProbe(connection: connection))
    return connection
  }
}

nonisolated final class OtherConnection: DriverConnection, WholeAnswerSource {
  let service: OtherService
  var capabilities = DriverCapabilities(
    engine: DatabaseEngine.expected(product: .sqlite, version: EngineVersion(3, 15, 0), compileOptions: nil),
    transactions: .batchOnly, connectionSettings: .refused, limits: EngineLimits())

  init(service: OtherService) { self.service = service }

  var transactionStatus: TransactionStatus { .idle }
  var interruptHandle: any InterruptHandle { TaskEnds() }

  nonisolated(nonsending) func prepare(
    _ sql: String
  ) async throws(DatabaseError) -> PreparedStatement<WholeAnswerStatement>? {
    guard let text = SQLStatementText(firstOf: sql) else { return nil }
    guard !text.changesConnection, ![.beginDeferred, .beginNow, .savepoint].contains(text.verb) else {
      throw DatabaseError(
        .unsupportedFeature, "every call is independent of the others", sql: text.sql, missing: .connectionState)
    }
    return PreparedStatement(statement: WholeAnswerStatement(text, on: self), byteCount: text.sql.utf8.count)
  }

  nonisolated(nonsending) func answer(
    to statement: SQLStatementText, _ values: [SQLValue]
  ) async throws(DatabaseError) -> StatementAnswer {
    let effect: CallEffect = statement.isReadOnly == true ? .reads : .writes
    let body = try? JSONSerialization.data(withJSONObject: ["sql": statement.sql, "values": values.map { "\($0)" }])
    let node = service.nodes.inOrder.first ?? "http://127.0.0.1"
    let request = HTTPRequest(url: node + "/run", body: body.map(Array.init))
    do throws(DatabaseError) {
      let answer = try await service.calls.call(request, effect: effect) { (response) throws(CallFailure) in
        if let failure = CallFailure(response, effect: effect) { throw failure }
        guard let rows = try? JSONDecoder().decode([[String]].self, from: Data(response.body)) else {
          throw RemoteCalls.unreadable("it is no list of rows", effect: effect)
        }
        return try OtherConnection.answer(rows, effect)
      }
      service.nodes.answered(node)
      return answer
    } catch {
      service.nodes.failed(node)
      var error = error
      error.message = DatabaseError.message(error.message, without: values, sql: statement.sql)
      throw error
    }
  }

  private static func answer(_ rows: [[String]], _ effect: CallEffect) throws(CallFailure) -> StatementAnswer {
    let columns = (rows.first ?? []).indices.map { ColumnDescription(name: "\($0)") }
    var store = RowStore(columnCount: columns.count)
    for row in rows {
      for text in row { store.append(text) }
      guard store.endRow() else { throw RemoteCalls.unreadable("its rows differ in width", effect: effect) }
    }
    return StatementAnswer(columns: columns, rows: store)
  }

  nonisolated(nonsending) func close() async {}
}

/// The running call ends with its task.
nonisolated struct TaskEnds: InterruptHandle {
  func interrupt() {}
}

nonisolated struct OtherProbe: AsynchronousFeatureProbeTarget {
  let connection: OtherConnection

  nonisolated(nonsending) func rows(of queries: [String]) async throws(DatabaseError) -> [[[SQLValue]]?] {
    var results: [[[SQLValue]]?] = []
    for query in queries {
      guard let text = SQLStatementText(firstOf: query) else { continue }
      do throws(DatabaseError) {
        let rows = try await connection.answer(to: text, []).rows
        results.append(
          (0..<rows.rowCount).map { row in
            (0..<rows.columnCount).map { rows.value(row: row, column: $0) ?? .null }
          })
      } catch {
        guard error.code == .statementFailed else { throw error }
        results.append(nil)
      }
    }
    return results
  }

  nonisolated(nonsending) func prepares(_ statements: [String]) async throws(DatabaseError) -> [Bool] {
    try await rows(of: statements.map { "EXPLAIN " + $0 }).map { $0 != nil }
  }
}

/// The loop of tries serves calls of any protocol.
func patiently(_ policy: RetryPolicy, _ ask: @Sendable (Duration) async -> Int?) async throws -> Int {
  try await policy.retrying { (_, left) throws(CallFailure) in
    guard let answer = await ask(left) else {
      throw CallFailure(DatabaseError(.inputOutput, "the answer was lost"), mayRetry: true)
    }
    return answer
  }
}
