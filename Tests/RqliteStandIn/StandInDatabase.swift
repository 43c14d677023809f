internal import Foundation
internal import Quarry
internal import QuarrySQLiteEngine

/// The database of one node: statements in, results out as the server says them. Confined to its cluster.
///
/// As on the real server there is one connection for all writes and another one for reads, which sees neither what the
/// first one has counted nor its temporary tables nor what it has not committed.
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
  private let reader: SQLiteConnection
  private let folder: URL

  /// Makes an empty database in a folder of its own.
  ///
  /// - Parameters:
  ///   - readsBackwards: whether rows come the other way round where no order was asked for.
  init(enforcesForeignKeys: Bool, readsBackwards: Bool = false) throws {
    var settings = SQLiteConnectionSettings()
    settings.enforcesForeignKeys = enforcesForeignKeys
    settings.synchronous = .off
    settings.trustsSchema = true
    settings.isDefensive = false
    settings.acceptsDoubleQuotedTexts = true
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("rqlite-stand-in-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = SQLiteLocation.file(path: folder.appendingPathComponent("node.db").path, mode: .readWriteCreate)
    connection = try SQLiteConnection.open(file, settings: settings)
    reader = try SQLiteConnection.open(file, role: .reader, settings: settings)
    if readsBackwards {
      for connection in [connection, reader] { _ = plain("PRAGMA reverse_unordered_selects = ON", on: connection) }
    }
  }

  deinit {
    reader.closeSynchronously()
    connection.closeSynchronously()
    try? FileManager.default.removeItem(at: folder)
  }

  /// What can interrupt the statements of a call that run.
  func interruptHandle(_ kind: Kind) -> any InterruptHandle { connection(for: kind).interruptHandle }

  private func connection(for kind: Kind) -> SQLiteConnection { kind == .query ? reader : connection }

  /// Whether a statement only reads; `nil` when it cannot be prepared. An EXPLAIN does, whatever it explains.
  func isReadOnly(_ statement: StandInStatement) -> Bool? {
    guard let prepared = try? connection.prepareSynchronously(statement.sql) else { return nil }
    defer { prepared.statement.finalize() }
    return prepared.statement.isReadOnly || statement.isExplanation
  }

  /// Runs the statements of a call.
  ///
  /// - Parameter writesArrays: whether blobs are arrays of numbers instead of base64.
  /// - Returns: the results and, where the whole call failed, why.
  func run(
    _ statements: [StandInStatement], _ kind: Kind, isTransaction: Bool, writesArrays: Bool, isTimed: Bool = false
  ) throws(Unspeakable) -> (results: [String], error: String?) {
    let connection = connection(for: kind)
    func plain(_ sql: String) -> String? { self.plain(sql, on: connection) }
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
        let reads = kind == .query || kind == .request && isReadOnly(statement) == true
        results.append(
          StandInDatabase.failure(
            isTimed && error.code == .interrupted ? reads ? "query timeout" : "execute timeout" : error.message))
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

  /// Every row of every table by class and value, with its rowid, and the texts of the schema; by the names of the objects.
  func contents() throws(DatabaseError) -> [String: [String]] {
    var contents: [String: [String]] = [:]
    for object in try texts("SELECT name, type, coalesce(sql, '') FROM sqlite_schema ORDER BY name") {
      contents[object[0], default: []].append(object[2])
      guard object[1] == "table", !object[2].hasPrefix("CREATE VIRTUAL") else { continue }
      let table = SQLIdentifier.quote(object[0])
      let columns = try texts("SELECT name FROM pragma_table_xinfo('\(object[0].replacing("'", with: "''"))')").map {
        SQLIdentifier.quote($0[0])
      }
      let cells = (["rowid"] + columns).map { "typeof(\($0)) || ' ' || quote(\($0))" }.joined(separator: ", ")
      for row in try texts("SELECT \(cells) FROM \(table) ORDER BY rowid") {
        contents[object[0], default: []].append(row.joined(separator: " | "))
      }
    }
    return contents
  }

  private func texts(_ sql: String) throws(DatabaseError) -> [[String]] {
    guard let prepared = try connection.prepareSynchronously(sql) else { return [] }
    defer { prepared.statement.finalize() }
    try prepared.statement.start([])
    let batch = SQLRowBatch()
    var rows: [[String]] = []
    while true {
      batch.removeAllRows(columnCount: prepared.statement.columns.count)
      let step = try prepared.statement.stepSynchronously(into: batch, limit: 1000)
      for row in 0..<batch.rowCount {
        rows.append(
          prepared.statement.columns.indices.map { column in
            batch.cell(row: row, column: column).withBytes { String(decoding: $0, as: UTF8.self) }
          })
      }
      if case .done = step { return rows }
    }
  }

  private func prepare(_ sql: String) throws(DatabaseError) {
    if let prepared = try connection.prepareSynchronously(sql) { prepared.statement.finalize() }
  }

  private static func failure(_ message: String) -> String { #"{"error":\#(StandInText.string(message))}"# }

  /// Runs a statement of the server's own; gives why it failed.
  private func plain(_ sql: String, on connection: SQLiteConnection) -> String? {
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
    let connection = connection(for: kind)
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
      guard prepared.isReadOnly || statement.isExplanation else {
        throw DatabaseError(.readOnly, "attempt to change database via query operation")
      }
      givesRows = true
    case .execute: givesRows = statement.asksForRows && !prepared.isReadOnly && !prepared.columns.isEmpty
    case .request:
      givesRows = prepared.isReadOnly || statement.isExplanation || statement.asksForRows && !prepared.columns.isEmpty
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
