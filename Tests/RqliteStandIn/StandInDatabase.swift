internal import Quarry
internal import QuarrySQLiteEngine

/// The database of one node: statements in, results out as the server says them. Confined to its cluster.
final class StandInDatabase {
  /// The call as a whole cannot be answered; the text is what the server answers with status 500.
  struct Unspeakable: Error {
    var text: String
  }

  /// What a call does with its statements.
  enum Kind: Sendable {
    /// Writes; rows only of what returns them.
    case execute
    /// Reads.
    case query
    /// Each as it is.
    case request
  }

  private let connection: SQLiteConnection

  /// Makes an empty database in memory.
  init(enforcesForeignKeys: Bool) throws {
    var settings = SQLiteConnectionSettings()
    settings.enforcesForeignKeys = enforcesForeignKeys
    settings.journalMode = nil
    settings.trustsSchema = true
    settings.isDefensive = false
    settings.acceptsDoubleQuotedTexts = true
    connection = try SQLiteConnection.open(.memory, settings: settings)
  }

  deinit { connection.closeSynchronously() }

  /// What can interrupt the statement that runs.
  var interruptHandle: any InterruptHandle { connection.interruptHandle }

  /// Whether a statement only reads; `nil` when it cannot be prepared.
  func isReadOnly(_ statement: StandInStatement) -> Bool? {
    guard let prepared = try? connection.prepareSynchronously(statement.sql) else { return nil }
    defer { prepared.statement.finalize() }
    return prepared.statement.isReadOnly
  }

  /// Runs the statements of a call.
  ///
  /// - Parameter writesArrays: whether blobs are arrays of numbers instead of base64.
  /// - Returns: the results and, where the whole call failed, why.
  func run(
    _ statements: [StandInStatement], _ kind: Kind, isTransaction: Bool, writesArrays: Bool
  ) throws(Unspeakable) -> (results: [String], error: String?) {
    if isTransaction, let error = plain("BEGIN") { return ([], error) }
    var results: [String] = []
    for statement in statements {
      do throws(DatabaseError) {
        // A statement that cannot even be prepared is passed over by this call, and the rest goes on.
        if kind == .request, isReadOnly(statement) == nil {
          do throws(DatabaseError) { try prepare(statement.sql) } catch {
            results.append(StandInDatabase.failure(error.message))
            continue
          }
        }
        results.append(try result(of: statement, kind, writesArrays))
      } catch {
        if error.code == .encoding { throw Unspeakable(text: error.message) }
        results.append(StandInDatabase.failure(error.message))
        guard isTransaction else { continue }
        if connection.transactionStatus != .idle { _ = plain("ROLLBACK") }
        return (results, nil)
      }
    }
    if isTransaction, let error = plain("COMMIT") {
      _ = plain("ROLLBACK")
      return ([], error)
    }
    return (results, nil)
  }

  private func prepare(_ sql: String) throws(DatabaseError) {
    if let prepared = try connection.prepareSynchronously(sql) { prepared.statement.finalize() }
  }

  private static func failure(_ message: String) -> String { #"{"error":\#(StandInText.string(message))}"# }

  /// Runs a statement of the server's own; gives why it failed.
  private func plain(_ sql: String) -> String? {
    do throws(DatabaseError) {
      guard let prepared = try connection.prepareSynchronously(sql) else { return nil }
      defer { prepared.statement.finalize() }
      try prepared.statement.start([])
      _ = try prepared.statement.stepSynchronously(into: SQLRowBatch(), limit: 1)
      return nil
    } catch {
      return error.message
    }
  }

  /// Runs every statement of one text; the result is that of the last one.
  private func result(
    of statement: StandInStatement, _ kind: Kind, _ writesArrays: Bool
  ) throws(DatabaseError) -> String {
    var result = "{}"
    var position = 0
    var rest = statement
    while let prepared = try connection.prepareSynchronously(statement.sql, from: position) {
      defer { prepared.statement.finalize() }
      position += prepared.byteCount
      let names = prepared.statement.parameterNames
      guard let values = rest.values(for: names) else {
        throw DatabaseError(
          .missingParameter, "not enough args to execute query: want \(names.count) got \(rest.positional.count)")
      }
      rest.positional.removeFirst(min(names.count, rest.positional.count))
      try prepared.statement.start(values)
      result = try self.result(of: prepared.statement, statement, kind, writesArrays)
    }
    return result
  }

  private func result(
    of prepared: SQLiteStatement, _ statement: StandInStatement, _ kind: Kind, _ writesArrays: Bool
  ) throws(DatabaseError) -> String {
    let givesRows: Bool
    switch kind {
    case .query:
      guard prepared.isReadOnly else {
        throw DatabaseError(.readOnly, "attempt to change database via query operation")
      }
      givesRows = true
    case .execute: givesRows = statement.asksForRows && !prepared.isReadOnly && !prepared.columns.isEmpty
    case .request: givesRows = prepared.isReadOnly || statement.asksForRows && !prepared.columns.isEmpty
    }
    let batch = SQLRowBatch()
    var rows = StandInRows(prepared.columns, writesArrays: writesArrays)
    while true {
      batch.removeAllRows(columnCount: prepared.columns.count)
      let step = try prepared.stepSynchronously(into: batch, limit: 1000)
      if givesRows { try rows.append(batch) }
      if case .done = step { break }
    }
    prepared.reset()
    return givesRows ? rows.json : try counts()
  }

  /// What the connection has counted last, be it of this statement or of an earlier one.
  private func counts() throws(DatabaseError) -> String {
    guard let prepared = try connection.prepareSynchronously("SELECT last_insert_rowid(), changes()") else {
      return "{}"
    }
    defer { prepared.statement.finalize() }
    let batch = SQLRowBatch()
    batch.removeAllRows(columnCount: 2)
    try prepared.statement.start([])
    _ = try prepared.statement.stepSynchronously(into: batch, limit: 1)
    let members = ["last_insert_id", "rows_affected"].enumerated().compactMap { index, name -> String? in
      guard case .integer(let integer)? = try? batch.cell(row: 0, column: index).value(), integer != 0 else {
        return nil
      }
      return #""\#(name)":\#(integer)"#
    }
    return "{" + members.joined(separator: ",") + "}"
  }
}
