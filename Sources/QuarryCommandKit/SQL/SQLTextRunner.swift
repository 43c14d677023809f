#if Command
internal import Quarry
internal import QuarrySQLiteEngine

/// Runs the statements of a text on one connection, as they arrive, and writes the results.
///
/// The text is read in parts and the rows in batches: it needs memory for one statement, one part and one batch.
struct SQLTextRunner: Sendable {
  /// The number of rows to read at once.
  private static let batchRows = 128

  let console: Console
  let format: ResultFormat
  /// The source of the text.
  let source: SQLTextSource

  /// Runs the text.
  ///
  /// - Throws: ``DatabaseError``, after a line that points at the place of the error if the engine reports it;
  ///   ``CommandError`` if the database can't be opened, or if a text that only reads would create it.
  func run(on target: DatabaseTarget, creates: Bool) async throws {
    let buffered = BufferedOutput(console)
    var run = Run(
      text: SQLText(source: source, buffered: buffered), console: buffered.console,
      writer: format.writer(buffered.console))
    let missing = target.isMissingFile
    do {
      if missing && !creates && !target.namesMode { try await run.waitForCreation(target) }
      try await Self.run(target.driver(creating: missing), target, &run)
    } catch {
      run.writer.finish()
      buffered.flush()
      if missing { target.removeEmptyFile() }
      throw error
    }
    run.writer.finish()
    buffered.flush()
    if missing { target.removeEmptyFile() }
  }

  private static func run<D: DatabaseDriver>(_ driver: D, _ target: DatabaseTarget, _ run: inout Run) async throws {
    let log = target.logState
    let connection: D.Connection
    do {
      connection = try await driver.open(.writer)
    } catch {
      throw CommandError(ErrorReport.line(error), exit: .unavailable)
    }
    do {
      let handle = connection.interruptHandle
      var current = run
      defer { run = current }
      try await withTaskCancellationHandler {
        try await current.runAll(on: connection)
      } onCancel: {
        handle.interrupt()
      }
    } catch {
      await close(connection, keepsLog: log != nil && target.logState == log)
      throw error
    }
    await close(connection, keepsLog: log != nil && target.logState == log)
  }

  /// Closes the connection. A text that only read keeps the write-ahead log that it found.
  private static func close<Connection: DriverConnection>(_ connection: Connection, keepsLog: Bool) async {
    if keepsLog, let local = connection as? SQLiteConnection { try? local.setCheckpointsOnClose(false) }
    await connection.close()
  }
}

/// One run of a text.
private struct Run {
  var text: SQLText
  let console: Console
  var writer: any ResultWriter
  private var index = 0
  /// Statements that were read before the file was created.
  private var held: [SQLText.Statement] = []
  private let batch = SQLRowBatch()

  init(text: SQLText, console: Console, writer: any ResultWriter) {
    self.text = text
    self.console = console
    self.writer = writer
  }

  /// Reads up to the statement that creates the database.
  ///
  /// - Throws: ``CommandError`` if there is none, or if an earlier statement reads or changes something that doesn't
  ///   exist.
  mutating func waitForCreation(_ target: DatabaseTarget) async throws {
    while let statement = try text.next() {
      held.append(statement)
      let kind = SQLStatementKind(statement.sql ?? "")
      if kind.verb == .create { return }
      guard kind.explanation == nil, Self.mayPrecedeCreation(kind), held.count < 1_000 else { break }
    }
    throw CommandError(
      "\(target.path ?? target.name) does not exist, and only CREATE makes it; correct the name, or give --create for an "
        + "empty database", exit: .unavailable)
  }

  /// Whether a statement can precede the first CREATE: it sets up the connection, or removes something that doesn't
  /// exist.
  private static func mayPrecedeCreation(_ kind: SQLStatementKind) -> Bool {
    switch kind.verb {
    case .pragma, .drop, .attach, .detach: true
    default: kind.controlsTransactions
    }
  }

  mutating func runAll<Connection: DriverConnection>(on connection: Connection) async throws {
    for statement in held { try await run(statement, on: connection) }
    held = []
    while let statement = try text.next() {
      try Task.checkCancellation()
      try await run(statement, on: connection)
    }
    try Task.checkCancellation()
  }

  /// Runs what looks like one statement. If the engine reads less of it, the rest follows.
  private mutating func run<Connection: DriverConnection>(
    _ statement: SQLText.Statement, on connection: Connection
  ) async throws {
    guard let whole = statement.sql else {
      throw CommandError("statement \(index + 1), line \(statement.line): the SQL is not UTF-8; convert it first")
    }
    var sql = whole
    var offset = 0
    while true {
      do throws(DatabaseError) {
        guard let prepared = try await connection.prepare(sql) else { return }
        try await run(prepared.statement)
        index += 1
        offset += prepared.byteCount
        guard prepared.byteCount > 0, offset < whole.utf8.count else { return }
        sql = String(sql.utf8.dropFirst(prepared.byteCount)) ?? ""
      } catch {
        throw locate(error, statement, start: offset)
      }
    }
  }

  private mutating func run<Statement: DriverStatement>(_ statement: Statement) async throws(DatabaseError) {
    defer { statement.finalize() }
    guard statement.parameterNames.isEmpty else {
      throw DatabaseError(
        .missingParameter, "the statement has parameters, for which this command has no values", sql: statement.sql)
    }
    let isReadOnly = statement.isReadOnly
    try statement.start([])
    defer { statement.reset() }
    var hasBegun = false
    while true {
      batch.removeAllRows(columnCount: statement.columns.count)
      let step = try await statement.step(into: batch, limit: SQLTextRunner.rowsAtOnce)
      if !hasBegun {
        writer.begin(columns: statement.columns.map(\.name))
        hasBegun = true
      }
      if batch.rowCount > 0 { writer.write(batch) }
      if case .done(let result) = step {
        writer.end(changedRows: isReadOnly ? nil : result.affectedRows)
        return
      }
    }
  }

  /// The error with the line of the text, after pointing at the place on standard error if the engine reports it.
  private func locate(_ error: DatabaseError, _ statement: SQLText.Statement, start: Int) -> DatabaseError {
    var error = error
    let place = SQLPlace(text: statement.sql ?? "", offset: start + (error.offset ?? 0))
    error.sql = nil
    error.statementIndex = nil
    error.message = "statement \(index + 1), line \(statement.line + place.line - 1): " + error.message
    if error.offset != nil { console.error(place.pointer) }
    return error
  }
}

extension SQLTextRunner {
  fileprivate static var rowsAtOnce: Int { batchRows }
}
#endif
