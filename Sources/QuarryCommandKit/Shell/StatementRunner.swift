#if Command
internal import Quarry

/// Runs one statement for a shell and writes its rows while they come, through a pager where they are many.
struct StatementRunner: Sendable {
  let console: Console
  let settings: ShellSettings

  /// Runs the statement.
  ///
  /// - Throws: ``DatabaseError``; `CancellationError`.
  func run(_ sql: String, on connection: ShellConnection) async throws {
    let paged = PagedOutput(sized, isWide: settings.format == .table && settings.width != .automatic)
    let buffered = BufferedOutput(paged.console)
    let result = Protected(Result(writer: settings.format.writer(buffered.console)))
    let handler = StatementHandler(
      values: { statement in
        guard statement.parameterNames.isEmpty else {
          throw DatabaseError(
            .missingParameter, "the statement has parameters, which the shell can't bind; write the values instead")
        }
        result.withLock { $0.isReadOnly = statement.isReadOnly }
        return []
      },
      receive: { batch in
        result.withLock { result in
          if !result.hasBegun { result.writer.begin(columns: batch.columns.map(\.name)) }
          result.hasBegun = true
          if batch.rowCount > 0 { result.writer.write(batch) }
        }
        buffered.flush()
        // Nobody looks at the rest.
        if paged.isClosed { throw PagerClosed() }
      })
    let start = ContinuousClock.now
    do {
      let done = try await connection.run(sql, handler)
      result.withLock { result in
        if !result.hasBegun { result.writer.begin(columns: []) }
        result.writer.end(changedRows: result.isReadOnly ? nil : done.affectedRows)
      }
    } catch is PagerClosed {
    } catch {
      // A statement that failed before its first row has no result, not an empty one.
      result.withLock { if $0.hasBegun { $0.writer.finish() } }
      buffered.flush()
      await paged.finish()
      throw error
    }
    let time = start.duration(to: .now)
    result.withLock { $0.writer.finish() }
    buffered.flush()
    await paged.finish()
    if settings.showsTime { console.print("time \(Fixed.text(time.milliseconds, places: 3)) ms") }
  }

  /// The console, as wide as results may be now.
  private var sized: Console {
    var console = console
    switch settings.width {
    case .automatic: console.width = console.size()?.columns ?? console.width
    case .unlimited: console.width = nil
    case .columns(let columns): console.width = columns
    }
    return console
  }

  private struct Result: Sendable {
    var writer: any ResultWriter
    var hasBegun = false
    var isReadOnly = true
  }
}
#endif
