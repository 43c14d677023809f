#if Server
internal import Quarry
internal import QuarryWire

/// Collects the response to one statement while the engine returns its rows.
final class HranaResult: Sendable {
  private struct State {
    var columns: [ColumnDescription] = []
    var rows = JSONWriter()
    var rowCount = 0
  }

  private let state = Protected(State())
  private let limits: ServerLimits
  private let wantsRows: Bool
  private let start = ContinuousClock.now

  init(limits: ServerLimits, wantsRows: Bool) {
    self.limits = limits
    self.wantsRows = wantsRows
  }

  func handler(_ arguments: ArgumentList) -> StatementHandler {
    StatementHandler(values: { try arguments.values(for: $0) }, receive: { try self.receive($0) })
  }

  private func receive(_ batch: SQLRowBatch) throws {
    try state.withLock { state in
      state.columns = batch.columns
      state.rowCount += batch.rowCount
      guard state.rowCount <= limits.rows else {
        throw ServerFailure(
          .responseTooLarge, "the result has more rows than the server gives; page it, or use a cursor")
      }
      guard wantsRows else { return }
      for row in 0..<batch.rowCount {
        try state.rows.hranaRow(batch, row)
        guard state.rows.count <= limits.responseBytes else {
          throw ServerFailure(.responseTooLarge, "the result is larger than the server gives; page it, or use a cursor")
        }
      }
    }
  }

  /// The response as JSON.
  func finish(_ result: StatementResult) -> [UInt8] {
    let state = state.withLock { $0 }
    let time = (ContinuousClock.now - start) / .milliseconds(1)
    return JSONWriter.object { writer in
      writer.key("cols")
      writer.hrana(state.columns)
      writer.key("rows")
      writer.array { $0.raw(state.rows.bytes) }
      writer.member("affected_row_count", result.affectedRows)
      writer.member("last_insert_rowid", String(result.lastInsertedRowID))
      writer.key("replication_index")
      writer.null()
      writer.member("rows_read", state.rowCount)
      writer.member("rows_written", result.affectedRows)
      writer.key("query_duration_ms")
      writer.raw("\(time)")
    }
  }
}
#endif
