internal import LineProtocol
internal import Quarry
internal import QuarrySQLite
internal import QuarrySQLiteEngine

/// One connection of SQLite, on the thread of its connection of TCP.
final class LineSession {
  private let folder: String
  private let inbox: LineInbox
  private var connection: SQLiteConnection?
  private var cursors: [Int: SQLiteStatement] = [:]
  private var lastCursor = 0

  init(folder: String, inbox: LineInbox) {
    self.folder = folder
    self.inbox = inbox
  }

  var inTransaction: Bool { connection?.transactionStatus == .active }

  func close() {
    for statement in cursors.values { statement.finalize() }
    connection?.closeSynchronously()
  }

  /// Does what a request asks for; `nil` where there is no answer.
  func answer(to request: LineRequest) -> LineAnswer? {
    var answer = LineAnswer(number: request.number)
    do throws(DatabaseError) {
      switch request.work {
      case .begin(let version, let database, let readsOnly, let milliseconds):
        answer.server = try begin(version, database, readsOnly: readsOnly, milliseconds)
      case .run(let sql, let values, let rows):
        let statement = try prepare(sql)
        do throws(DatabaseError) {
          try statement.start(values.compactMap { if case .value(let value) = $0 { value } else { nil } })
        } catch {
          statement.finalize()
          throw error
        }
        step(statement, cursor: nil, rows: rows, &answer)
      case .fetch(let cursor, let rows):
        guard let statement = cursors[cursor] else { throw DatabaseError(.misuse, "there is no such cursor") }
        step(statement, cursor: cursor, rows: rows, &answer)
      case .check(let sql):
        let statement = try prepare(sql)
        answer.columns = statement.columns.map { LineColumn(name: $0.name, type: $0.declaredType) }
        answer.parameterNames = statement.parameterNames
        answer.isReadOnly = statement.isReadOnly
        statement.finalize()
      case .verify(let texts):
        answer.isValid = texts.map { sql in
          guard let statement = try? prepare(sql) else { return false }
          statement.finalize()
          return true
        }
      case .interrupt: return nil
      case .forget(let cursor):
        cursors.removeValue(forKey: cursor)?.finalize()
        return nil
      }
    } catch {
      answer.failure = LineFailure(error)
    }
    return answer
  }

  /// The line of an answer. One that is too long becomes an error, and its cursor ends.
  func line(of answer: LineAnswer) -> [UInt8]? {
    guard let line = try? LineProtocol.line(of: answer) else { return nil }
    if line.count <= maximumLineBytes { return line }
    if let cursor = answer.cursor { cursors.removeValue(forKey: cursor)?.finalize() }
    var refusal = LineAnswer(number: answer.number)
    refusal.inTransaction = inTransaction
    refusal.failure = LineFailure(DatabaseError(.tooBig, "an answer has at most \(maximumLineBytes) bytes"))
    return try? LineProtocol.line(of: refusal)
  }

  private func begin(
    _ version: Int, _ database: String, readsOnly: Bool, _ milliseconds: Int
  ) throws(DatabaseError) -> LineServerFacts {
    guard version == lineProtocolVersion, connection == nil else {
      throw DatabaseError(
        .protocolViolation,
        "this server speaks version \(lineProtocolVersion) of the protocol, and the driver \(version)")
    }
    // A name leads nowhere but into the folder.
    let isName = database.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && !part.hasPrefix(".")
        && part.utf8.allSatisfy {
          (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) || (48...57).contains($0)
            || "-_.".utf8.contains($0)
        }
    }
    guard isName else { throw DatabaseError(.cannotOpen, "the name of a database has letters, digits, -, _ and .") }
    var settings = SQLiteConnectionSettings()
    settings.busyTimeout = .milliseconds(milliseconds)
    let opened = try SQLiteDriver(path: folder + "/" + database, settings: settings)
      .openSynchronously(readsOnly ? .reader : .writer)
    // Nothing leads out of the folder. VACUUM attaches a nameless temporary database; VACUUM INTO a named one.
    try opened.setAuthorizer { action in
      switch action.code {
      case 24: action.first?.isEmpty == true ? .allow : .deny  // ATTACH
      case 25: action.first == "vacuum_db" ? .allow : .deny  // DETACH
      default: .allow
      }
    }
    connection = opened
    return LineServerFacts(opened.capabilities.limits)
  }

  private func prepare(_ sql: String) throws(DatabaseError) -> SQLiteStatement {
    guard let connection else { throw DatabaseError(.misuse, "a connection begins with the name of its database") }
    guard let prepared = try connection.prepareSynchronously(sql) else {
      throw DatabaseError(.emptyStatement, "there is no statement")
    }
    guard SQLStatementText(firstOf: String(decoding: sql.utf8.dropFirst(prepared.byteCount), as: UTF8.self)) == nil
    else {
      prepared.statement.finalize()
      throw DatabaseError(.multipleStatements, "a request has one statement")
    }
    return prepared.statement
  }

  /// Appends rows to an answer, and keeps the statement while it has more.
  private func step(_ statement: SQLiteStatement, cursor: Int?, rows: Int, _ answer: inout LineAnswer) {
    let batch = SQLRowBatch()
    batch.removeAllRows(columnCount: statement.columns.count)
    let handle = connection?.interruptHandle
    let result: Result<StepResult, DatabaseError>? = handle.flatMap { handle in
      inbox.interruptible(answer.number, handle) {
        do throws(DatabaseError) {
          return .success(try statement.stepSynchronously(into: batch, limit: max(1, rows)))
        } catch {
          return .failure(error)
        }
      }
    }
    answer.columns = statement.columns.map { LineColumn(name: $0.name, type: $0.declaredType) }
    for row in 0..<batch.rowCount {
      for column in 0..<batch.columnCount { answer.cells.append(LineValue(batch.cell(row: row, column: column))) }
    }
    switch result {
    case .success(.more):
      if let cursor { return answer.cursor = cursor }
      lastCursor += 1
      cursors[lastCursor] = statement
      answer.cursor = lastCursor
      return
    case .success(.done(let effect)):
      answer.affectedRows = effect.affectedRows
      answer.lastInsertedRowID = effect.lastInsertedRowID
    case .failure(let error): answer.failure = LineFailure(error)
    case nil: answer.failure = LineFailure(DatabaseError(.interrupted, "interrupted", engineCode: .interrupt))
    }
    if let cursor { cursors[cursor] = nil }
    statement.finalize()
  }
}

extension LineValue {
  fileprivate init(_ cell: SQLCell) {
    do {
      self = .value(try cell.value())
    } catch {
      self = .textBytes(cell.withBytes { Array($0) })
    }
  }
}
