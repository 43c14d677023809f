internal import CQuarrySQLite
public import Quarry

extension SQLiteConnection {
  /// Makes statements report what they read and write. The authorizer of ``setAuthorizer(_:)`` and the observers of
  /// rows still work. A DELETE without a condition still empties its table in one operation.
  public func trackEffects() {
    guard !hooks.tracksEffects, api.pointee.set_authorizer != nil, let database = try? openDatabase() else { return }
    hooks.tracksEffects = true
    updateAuthorizer(database)
  }

  /// Returns a number that changes when another connection commits. Changes of this connection don't count.
  ///
  /// Source: <https://sqlite.org/pragma.html#pragma_data_version>.
  ///
  /// - Throws: ``DatabaseError`` with code `.connectionClosed`, or what the engine reports.
  public func changePositionSynchronously() throws(DatabaseError) -> UInt64 {
    let database = try openDatabase()
    return try hooks.quietly { () throws(DatabaseError) in
      // Nothing that watches the connection is told: it is no statement of its user.
      var statement: OpaquePointer?
      var code = api.pointee.prepare_v2(database, "PRAGMA data_version", -1, &statement, nil)
      defer { if let statement { _ = api.pointee.finalize(statement) } }
      if code == SQLITE_OK, let statement { code = api.pointee.step(statement) }
      guard code == SQLITE_ROW, let statement else { throw failure(code, sql: "PRAGMA data_version") }
      return UInt64(bitPattern: api.pointee.column_int64(statement, 0))
    }
  }

  /// Calls a closure whenever the file, its journal or its log changes.
  ///
  /// - Parameter changed: A closure that can be called on any thread.
  /// - Returns: A value that ends the watch. `nil` for a database in memory, and if the platform can't watch files.
  public func watchChanges(_ changed: @escaping @Sendable () -> Void) -> (any ChangeWatch)? {
    location.path.flatMap { SQLiteFileWatch(path: $0, changed) }
  }

  /// Whether updating some columns of a table affects only reads of those columns: none is generated from others, and
  /// no conflict clause of the table removes other rows.
  func hasIndependentColumns(_ table: String, in schema: String) -> Bool {
    let sql =
      "SELECT sql FROM \(Self.quoted(schema)).sqlite_master WHERE type = 'table' AND lower(name) = "
      + "'\(table.replacing("'", with: "''"))'"
    guard let text = texts(sql)?.first?.first else { return false }
    return !SQLTokens(text).contains { $0.isWord("AS") || $0.isWord("REPLACE") }
  }

  /// The tables that a statement reads, from the engine's program for it, or `nil` if the program doesn't show them.
  ///
  /// Source: <https://sqlite.org/opcode.html>.
  func tablesRead(by sql: String) -> Set<String>? {
    // The columns of a program: address, opcode, three numbers and so on.
    guard let program = texts("EXPLAIN " + sql) else { return nil }
    if program.contains(where: { $0[1] == "VOpen" }) { return nil }
    let opening = program.filter { ["OpenRead", "OpenWrite", "ReopenIdx"].contains($0[1]) && $0[3] != "1" }
    let roots = Set(opening.map { [$0[3], $0[4]] })
    guard !roots.isEmpty else { return [] }
    var tables: Set<String> = []
    for root in roots {
      guard let schema = texts("PRAGMA database_list")?.first(where: { $0[0] == root[1] })?[1],
        let table = texts("SELECT tbl_name FROM \(Self.quoted(schema)).sqlite_master WHERE rootpage = \(root[0])")?
          .first?.first
      else { return nil }
      tables.insert(table.lowercased())
    }
    return tables
  }

  private static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }

  /// All rows of an internal statement as texts, or `nil` if it fails.
  func texts(_ sql: String) -> [[String]]? {
    guard let database else { return nil }
    return hooks.quietly {
      var statement: OpaquePointer?
      guard api.pointee.prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK, let statement else { return nil }
      defer { _ = api.pointee.finalize(statement) }
      var rows: [[String]] = []
      while true {
        switch api.pointee.step(statement) {
        case SQLITE_ROW:
          rows.append(
            (0..<api.pointee.column_count(statement)).map { index in
              api.pointee.column_text(statement, index).map { String(cString: $0) } ?? ""
            })
        case SQLITE_DONE: return rows
        default: return nil
        }
      }
    }
  }
}
