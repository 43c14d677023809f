#if Server
internal import Quarry
internal import QuarryWire

/// Runs a batch and writes its results as lines of JSON.
struct HranaCursorRun: Sendable {
  let steps: [HranaStep]
  let stream: HranaStream

  /// Runs the batch and passes on its lines.
  ///
  /// - Parameter beforeLast: Called before the last lines are passed on.
  /// - Returns: Whether the batch completed. If `false`, its client has gone.
  @discardableResult
  func produce(
    _ lines: HranaLines, _ pieces: Handoff, beforeLast: () async -> Void = {}
  ) async -> Bool {
    do {
      try await run(lines, pieces)
    } catch let failure as ServerFailure {
      lines.add { line in
        line.object { writer in
          writer.member("type", "error")
          writer.key("error")
          writer.hrana(failure)
        }
      }
    } catch {
      await pieces.finish()
      return false
    }
    await beforeLast()
    if lines.count > 0 { try? await pieces.send(lines.take()) }
    await pieces.finish()
    return true
  }

  /// - Throws: ``ServerFailure`` that ends the batch, or `CancellationError` if the client has gone.
  private func run(_ lines: HranaLines, _ pieces: Handoff) async throws {
    var outcomes: [Bool?] = []
    for (index, step) in steps.enumerated() {
      guard await stream.holds(step.condition, outcomes) else {
        outcomes.append(nil)
        continue
      }
      do {
        let result = try await stream.run(step.statement, handler(index, step.statement, lines, pieces))
        lines.add { line in
          line.object { writer in
            writer.member("type", "step_end")
            writer.member("affected_row_count", result.affectedRows)
            writer.member("last_insert_rowid", String(result.lastInsertedRowID))
          }
        }
        outcomes.append(true)
      } catch is Handoff.ReceiverGone {
        throw CancellationError()
      } catch {
        let failure = ServerFailure(error)
        if failure.kind == .readOnlyToken { throw failure }
        lines.add { line in
          line.object { writer in
            writer.member("type", "step_error")
            writer.member("step", index)
            writer.key("error")
            writer.hrana(failure)
          }
        }
        outcomes.append(false)
      }
      try Task.checkCancellation()
      if lines.count >= HranaLines.pieceBytes { try await pieces.send(lines.take()) }
    }
  }

  private func handler(
    _ step: Int, _ statement: HranaStatement, _ lines: HranaLines, _ pieces: Handoff
  ) -> StatementHandler {
    let hasColumns = Protected(false)
    return StatementHandler(
      values: { try statement.arguments.values(for: $0) },
      receive: { batch in
        let isFirst = hasColumns.withLock { hasColumns in
          defer { hasColumns = true }
          return !hasColumns
        }
        if isFirst {
          lines.add { line in
            line.object { writer in
              writer.member("type", "step_begin")
              writer.member("step", step)
              writer.key("cols")
              writer.hrana(batch.columns)
            }
          }
        }
        guard statement.wantsRows else { return }
        for row in 0..<batch.rowCount {
          try lines.add { line in
            try line.object { writer in
              writer.member("type", "row")
              writer.key("row")
              try writer.hranaRow(batch, row)
            }
          }
        }
      },
      afterBatch: {
        if lines.count >= HranaLines.pieceBytes { try await pieces.send(lines.take()) }
      })
  }
}
#endif
