internal import Quarry

/// Runs every statement of a text on one connection and writes the results.
struct SQLTextRunner: Sendable {
  /// How many rows are read at once.
  private static let batchRows = 128

  let text: String
  let console: Console

  /// Runs the text.
  ///
  /// - Throws: ``DatabaseError``, after a line that points at the place where the engine says what it is.
  func run(on driver: any Driver, format: ResultFormat) async throws {
    try await run(driver, format)
  }

  private func run<D: Driver>(_ driver: D, _ format: ResultFormat) async throws {
    let connection = try await driver.open(.writer)
    var writer = format.writer(console)
    do {
      let handle = connection.interruptHandle
      try await withTaskCancellationHandler {
        try await runAll(connection, &writer)
      } onCancel: {
        handle.interrupt()
      }
    } catch {
      writer.finish()
      await connection.close()
      throw error
    }
    writer.finish()
    await connection.close()
  }

  private func runAll<Connection: DriverConnection>(
    _ connection: Connection, _ writer: inout any ResultWriter
  ) async throws {
    var rest = Substring(text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...])
    var offset = text.utf8.count - rest.utf8.count
    var index = 0
    while true {
      try Task.checkCancellation()
      do throws(DatabaseError) {
        guard let prepared = try await connection.prepare(String(rest)) else { return }
        try await run(prepared.statement, &writer)
        offset += prepared.byteCount
        rest = Substring(rest.utf8.dropFirst(prepared.byteCount))
        guard prepared.byteCount > 0 else { return }
      } catch {
        throw locate(error, statementAt: offset, index: index)
      }
      index += 1
    }
  }

  private func run<Statement: DriverStatement>(
    _ statement: Statement, _ writer: inout any ResultWriter
  ) async throws(DatabaseError) {
    defer { statement.finalize() }
    guard statement.parameterNames.isEmpty else {
      throw DatabaseError(
        .missingParameter, "the statement has parameters, for which this command has no values", sql: statement.sql)
    }
    try statement.start([])
    defer { statement.reset() }
    let batch = SQLRowBatch()
    var hasBegun = false
    while true {
      batch.removeAllRows(columnCount: statement.columns.count)
      let step = try await statement.step(into: batch, limit: Self.batchRows)
      if !hasBegun {
        writer.begin(columns: statement.columns.map(\.name))
        hasBegun = true
      }
      writer.write(batch)
      if case .done(let result) = step {
        writer.end(changedRows: statement.isReadOnly ? nil : result.affectedRows)
        return
      }
    }
  }

  /// The error with the line of the text, and the place pointed at on standard error where the engine knows it.
  private func locate(_ error: DatabaseError, statementAt start: Int, index: Int) -> DatabaseError {
    var error = error
    let statement = SQLScript(String(decoding: Array(text.utf8.dropFirst(start)), as: UTF8.self)).first { _ in true }
    let place = SQLPlace(text: text, offset: start + (error.offset ?? statement?.offset ?? 0))
    error.sql = nil
    error.statementIndex = nil
    error.message = "statement \(index + 1), line \(place.line): " + error.message
    if let offset = error.offset {
      console.error(SQLPlace(text: text, offset: start + offset).pointer)
    }
    return error
  }
}

/// A place in SQL text.
struct SQLPlace {
  /// The line, from 1.
  let line: Int
  /// The text of the line, and below it a caret under the place.
  let pointer: String

  init(text: String, offset: Int) {
    let bytes = Array(text.utf8)
    let position = min(max(offset, 0), bytes.count)
    let before = bytes[..<position]
    line = 1 + before.count { $0 == 0x0A }
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let end = bytes[position...].firstIndex(of: 0x0A) ?? bytes.count
    // Long lines are cut around the place.
    let from = max(start, position - 60)
    let to = min(end, position + 40)
    let left = CellText.visible(String(decoding: bytes[from..<position], as: UTF8.self))
    let right = CellText.visible(String(decoding: bytes[position..<to], as: UTF8.self))
    pointer = "  \(left)\(right)\n  \(String(repeating: " ", count: DisplayWidth.of(left)))^\n"
  }
}
