package import Quarry

/// The definitions of a database, as the engine stores them.
package struct DatabaseSchema: Sendable {
  /// A table, index, view or trigger.
  package struct Object: Sendable, Hashable {
    package var type: String
    package var name: String
    package var table: String
    package var sql: String

    /// Whether this is a virtual table.
    package var isVirtual: Bool { type == "table" && sql.uppercased().hasPrefix("CREATE VIRTUAL") }
  }

  /// The objects in the order of creation, without those of the engine.
  package var objects: [Object]
  /// The rows of `sqlite_sequence`, or `nil` if the database has none.
  package var sequences: [[SQLValue]]?
  /// The numbers that programs store in the file.
  package var userVersion: Int64
  package var applicationID: Int64
  /// Whether the database has statistics of ANALYZE.
  package var hasStatistics: Bool

  /// Reads the schema.
  package static func read(_ executor: some SQLExecutor) async throws -> DatabaseSchema {
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
      userVersion: try await number("PRAGMA user_version", executor),
      applicationID: try await number("PRAGMA application_id", executor),
      hasStatistics: names.contains("sqlite_stat1"))
  }

  /// A number in the file, or 0, as in a new file, if a server doesn't report it.
  private static func number(_ pragma: SQLFragment, _ executor: some SQLExecutor) async throws -> Int64 {
    do {
      return try await executor.rows(of: pragma, columns: 1).first?.first?.integer ?? 0
    } catch let error as DatabaseError where error.isRefusalOfStatement {
      return 0
    }
  }

  /// The objects of a type.
  package func objects(_ type: String) -> [Object] { objects.filter { $0.type == type } }

  /// Whether there is nothing in the database.
  package var isEmpty: Bool { objects.isEmpty }

  /// Tables in an order in which parents come before children, as far as possible.
  package func parentsFirst(_ tables: [Object], _ executor: some SQLExecutor) async throws -> [Object] {
    var references: [String: Set<String>] = [:]
    for table in tables {
      let pragma = SQLFragment(raw: "PRAGMA foreign_key_list(\(SQLIdentifier.quote(table.name)))")
      let rows = try await executor.rows(of: pragma, columns: 8)
      references[table.name] = Set(rows.compactMap { $0[2].text?.lowercased() }).subtracting([table.name.lowercased()])
    }
    var rest = tables
    var ordered: [Object] = []
    while !rest.isEmpty {
      let open = Set(rest.map { $0.name.lowercased() })
      // In a circle any table is as good as another one.
      let next = rest.firstIndex { references[$0.name, default: []].isDisjoint(with: open) } ?? 0
      ordered.append(rest.remove(at: next))
    }
    return ordered
  }

  /// Drops everything, in the caller's transaction where there is one.
  package func drop(_ executor: some CapableExecutor) async throws {
    // Rows may go before those that refer to them; the engine checks at the commit.
    var statements: [SQLFragment] = ["PRAGMA defer_foreign_keys = ON"]
    // Tables that refer to others go first: the rows of a table that is dropped are deleted, and what that leads to looks
    // for the other tables. Dropping a virtual table drops the tables that it keeps its content in.
    let tables = Array(try await parentsFirst(objects("table").filter { !$0.isVirtual }, executor).reversed())
    let virtual = objects("table").filter(\.isVirtual)
    for (type, objects) in [("trigger", objects("trigger")), ("view", objects("view")), ("table", virtual + tables)] {
      for object in objects {
        statements.append(
          SQLFragment(raw: "DROP \(type.uppercased()) IF EXISTS \(SQLIdentifier.quote(object.name))"))
      }
    }
    try await executor.apply(statements)
  }
}

extension DatabaseError {
  /// Whether the statement didn't run because the engine, or the server before it, doesn't accept it.
  package var isRefusalOfStatement: Bool {
    outcome == .notApplied && [.unsupportedFeature, .syntax, .authorization, .statementFailed].contains(code)
  }
}
