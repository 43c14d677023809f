internal import Quarry

/// What a database defines, as the engine keeps it.
struct DatabaseSchema: Sendable {
  /// A table, index, view or trigger.
  struct Object: Sendable, Hashable {
    var type: String
    var name: String
    var table: String
    var sql: String

    /// Whether this is a virtual table.
    var isVirtual: Bool { type == "table" && sql.uppercased().hasPrefix("CREATE VIRTUAL") }
  }

  /// The objects in the order in which they were made, without what the engine makes by itself.
  var objects: [Object]
  /// The rows of `sqlite_sequence`; nil when the database has none.
  var sequences: [[SQLValue]]?
  /// The numbers that programs keep in the file.
  var userVersion: Int64
  var applicationID: Int64
  /// Whether the database has statistics of ANALYZE.
  var hasStatistics: Bool

  /// Reads the schema.
  static func read(_ executor: some SQLExecutor) async throws -> DatabaseSchema {
    let rows = try await executor.rows(
      of: "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY rowid", columns: 4)
    let objects = rows.compactMap { row -> Object? in
      guard let type = row[0].text, let name = row[1].text, let table = row[2].text, let sql = row[3].text else {
        return nil
      }
      return Object(type: type, name: name, table: table, sql: sql)
    }
    let names = Set(objects.map(\.name))
    return DatabaseSchema(
      objects: objects.filter { !$0.name.hasPrefix("sqlite_") },
      sequences: names.contains("sqlite_sequence")
        ? try await executor.rows(of: "SELECT name, seq FROM sqlite_sequence ORDER BY rowid", columns: 2) : nil,
      userVersion: try await executor.rows(of: "PRAGMA user_version", columns: 1).first?.first?.integer ?? 0,
      applicationID: try await executor.rows(of: "PRAGMA application_id", columns: 1).first?.first?.integer ?? 0,
      hasStatistics: names.contains("sqlite_stat1"))
  }

  /// The objects of a type.
  func objects(_ type: String) -> [Object] { objects.filter { $0.type == type } }

  /// Whether there is nothing in the database.
  var isEmpty: Bool { objects.isEmpty }

  /// Drops everything, in the caller's transaction.
  func drop(_ transaction: Transaction) async throws {
    // Tables may be dropped before those that refer to them; the engine checks at the commit.
    try await transaction.execute("PRAGMA defer_foreign_keys = ON")
    for type in ["trigger", "view", "table"] {
      // Dropping a virtual table drops the tables that it keeps its content in.
      for object in objects(type).sorted(by: { $0.isVirtual && !$1.isVirtual }) {
        try await transaction.execute(
          SQLFragment(raw: "DROP \(type.uppercased()) IF EXISTS \(SQLIdentifier.quote(object.name))"))
      }
    }
  }
}

/// How the rows of one table are read and written.
struct TableRows: Sendable {
  let table: String
  /// The columns that are stored, quoted; the rowid first where the table has one.
  let columns: [String]

  /// Finds the columns of a table.
  static func read(_ table: String, _ executor: some SQLExecutor) async throws -> TableRows {
    let quoted = SQLIdentifier.quote(table)
    // Hidden columns and generated ones are not stored.
    let names = try await executor.fetchAll(SQLSchema.columns(of: table)).filter { $0.content == .stored }.map(\.name)
    let rowID = ["rowid", "_rowid_", "oid"].first { alias in
      !names.contains { SQLIdentifier.areEqual($0, alias) }
    }
    var columns = names.map { SQLIdentifier.quote($0) }
    if let rowID, try await hasRowID(quoted, rowID, executor) { columns.insert(rowID, at: 0) }
    return TableRows(table: table, columns: columns)
  }

  /// A table without rowid is told by the error that asking for it gives.
  private static func hasRowID(_ quoted: String, _ name: String, _ executor: some SQLExecutor) async throws -> Bool {
    do {
      _ = try await executor.rows(of: SQLFragment(raw: "SELECT \(name) FROM \(quoted) LIMIT 0"), columns: 1)
      return true
    } catch let error as DatabaseError where error.code == .noSuchObject {
      return false
    }
  }

  /// Selects all rows.
  var select: SQLFragment {
    SQLFragment(raw: "SELECT \(columns.joined(separator: ", ")) FROM \(SQLIdentifier.quote(table))")
  }

  /// Counts the rows.
  var count: SQLFragment { SQLFragment(raw: "SELECT count(*) FROM \(SQLIdentifier.quote(table))") }
}
