#if Server
internal import Quarry
internal import QuarryWire

/// One statement of PerSQL.
struct PerSQLStatement: Sendable {
  var sql: String
  var values: [SQLValue]

  /// Reads a statement.
  ///
  /// - Throws: ``ServerFailure`` without values if it isn't valid.
  init(_ value: JSONValue, limits: ServerLimits) throws(ServerFailure) {
    guard let sql = value["sql"]?.string else { throw ServerFailure(.noStatement, "sql is missing") }
    self.sql = sql
    values = []
    guard let parameters = value["params"] else { return }
    guard let elements = parameters.array else { throw ServerFailure(.arguments, "params is no array") }
    guard elements.count <= limits.parameters else {
      throw ServerFailure(.tooManyParameters, "too many SQL variables: at most \(limits.parameters) are allowed")
    }
    for (index, element) in elements.enumerated() {
      guard let value = SQLValue(perSQL: element) else {
        throw ServerFailure(.arguments, "parameter \(index + 1) is of no type that SQL has")
      }
      values.append(value)
    }
  }
}

/// Collects the result of one statement.
final class PerSQLResult: Sendable {
  private struct State {
    var columns: [String] = []
    var rows = JSONWriter()
    var rowCount = 0
  }

  private let state = Protected(State())
  private let limits: ServerLimits

  init(limits: ServerLimits) { self.limits = limits }

  func handler(_ values: [SQLValue]) -> StatementHandler {
    let arguments = ArgumentList(positional: values)
    return StatementHandler(
      values: { [limits] statement in
        guard statement.columns.count <= limits.columns else {
          throw ServerFailure(.database(.tooBig), "too many columns in result set", engineCode: 1)
        }
        return try arguments.values(for: statement)
      }, receive: { try self.receive($0) })
  }

  private func receive(_ batch: SQLRowBatch) throws {
    try state.withLock { state in
      state.columns = batch.columns.map(\.name)
      state.rowCount += batch.rowCount
      guard state.rowCount <= limits.rows else {
        throw ServerFailure(.responseTooLarge, "the result has more rows than the server gives; use LIMIT")
      }
      for row in 0..<batch.rowCount {
        state.rows.beginArray()
        for column in 0..<batch.columnCount { try state.rows.perSQL(batch.cell(row: row, column: column)) }
        state.rows.endArray()
        guard state.rows.count <= limits.responseBytes else {
          throw ServerFailure(.responseTooLarge, "the result is larger than the server gives; use LIMIT")
        }
      }
    }
  }

  func finish(_ result: StatementResult) -> [UInt8] {
    let state = state.withLock { $0 }
    return JSONWriter.object { writer in
      writer.key("columns")
      writer.array { array in for column in state.columns { array.string(column) } }
      writer.key("rows")
      writer.array { $0.raw(state.rows.bytes) }
      writer.member("rowsRead", state.rowCount)
      writer.member("rowsWritten", result.affectedRows)
    }
  }
}
#endif
