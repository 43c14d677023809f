extension Database {
  /// Returns the changes that turn the tables of the database into the given ones. The database isn't changed.
  ///
  /// The comparison ignores differences without a meaning: the position and the name of a constraint, the case and quotes of
  /// names, and the order of columns. Only the `main` schema is compared.
  ///
  /// - Parameters:
  ///   - tables: The wanted tables, with their indexes. Views are ignored.
  ///   - renaming: The renamed columns of each table: a dictionary from new names to old names. A column that isn't listed
  ///     here and has a new name is dropped and added.
  ///   - droppingOthers: Whether to drop tables, indexes, views and triggers that `tables` doesn't contain.
  ///   - ignored: Names of tables to leave alone, with their indexes and triggers.
  /// - Returns: The changes, in the order in which they must be made.
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` or `.invalidQuery` for a table that the engine can't
  ///   have, or the error of reading the schema.
  public func schemaDifference(
    to tables: [SQLTable], renaming: [String: [String: String]] = [:], droppingOthers: Bool = false,
    ignoring ignored: Set<String> = ["quarry_migration"]
  ) async throws -> SchemaChanges {
    let names = renaming.map { table, columns in
      (table.lowercased(), Dictionary(columns.map { ($0.lowercased(), $1.lowercased()) }) { $1 })
    }
    return try SchemaComparison(
      old: try await SchemaObjects.read(self, ignoring: ignored), new: SchemaObjects(tables, context),
      drops: droppingOthers, renames: Dictionary(names) { $1 }, engine: engine
    ).changes()
  }

  /// Returns the changes that turn the schema of the database into that of another one. Neither database is changed.
  ///
  /// - Parameters:
  ///   - other: The database with the wanted schema. It can use another driver.
  ///   - ignored: Names of tables to leave alone, with their indexes and triggers.
  /// - Returns: The changes of tables, indexes, views and triggers, in the order in which they must be made.
  /// - Throws: The ``DatabaseError`` of reading one of the schemas.
  public func schemaDifference(
    to other: Database, ignoring ignored: Set<String> = ["quarry_migration"]
  ) async throws -> SchemaChanges {
    try SchemaComparison(
      old: try await SchemaObjects.read(self, ignoring: ignored),
      new: try await SchemaObjects.read(other, ignoring: ignored), drops: true, renames: [:], engine: engine
    ).changes()
  }

  /// Makes changes of the schema atomically.
  ///
  /// Quarry suspends foreign keys and checks them before it commits. On a driver that can't do so, the statements run as one
  /// batch, but not if that would delete rows of other tables.
  ///
  /// - Parameter changes: The result of ``schemaDifference(to:renaming:droppingOthers:ignoring:)`` for the current schema of the
  ///   database.
  /// - Throws: The ``DatabaseError`` of the statement that failed, for example because a row violates a new constraint;
  ///   `.unsupportedFeature` if foreign keys can't be suspended and other tables refer to one that is rebuilt or dropped.
  public func apply(_ changes: SchemaChanges) async throws {
    guard !changes.isEmpty else { return }
    let isDone: Void? = try await writeSuspendingForeignKeys { session in
      for statement in changes.statements { try session.execute(statement) }
    }
    guard isDone == nil else { return }
    try await refuseLosses(changes)
    try await batch { batch in for statement in changes.statements { batch.execute(statement) } }
  }

  /// Throws if the changes would delete rows of other tables. Where foreign keys are enforced, dropping a table deletes
  /// its rows first, with all consequences.
  ///
  /// Source: <https://sqlite.org/foreignkeys.html#fk_schemacommands>.
  private func refuseLosses(_ changes: SchemaChanges) async throws {
    let dropped = Set(changes.changes.filter(\.dropsTable).map { $0.name.lowercased() })
    let isEnforced = ("PRAGMA foreign_keys" as SQLFragment).values(Int64.self, readOnly: true)
    // A server that doesn't tell may enforce them.
    guard !dropped.isEmpty, (try? await fetchOne(isEnforced)) ?? Int64(1) != 0 else { return }
    let gone = Set(changes.changes.filter { $0.action == .drop }.map { $0.name.lowercased() })
    for table in try await SchemaObjects.read(self, ignoring: []).all(.table) {
      let name = table.name.lowercased()
      guard !gone.contains(name), let text = table.sql.flatMap({ SQLTableText($0) }) else { continue }
      let parents = ComparedTable(text).foreignKeys.map { $0.parent.lowercased() }
      if let parent = parents.first(where: { $0 != name && dropped.contains($0) }) {
        throw DatabaseError(
          .unsupportedFeature,
          "changing the table \"\(parent)\" would delete rows of \"\(table.name)\", which refers to it: this driver can't "
            + "suspend foreign keys", missing: .connectionState)
      }
    }
  }
}

extension SchemaObjects {
  /// Reads the objects of a database.
  static func read(_ database: Database, ignoring ignored: Set<String>) async throws -> SchemaObjects {
    let query = SQLFragment(raw: "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY rowid")
      .values(String.self, String.self, String.self, String?.self, readOnly: true)
    let rows = try await database.fetchAll(query)
    return SchemaObjects(
      rows.map { kind, name, table, sql in
        SQLSchemaObject(kind: SQLSchemaObject.Kind(rawValue: kind), name: name, table: table, sql: sql)
      }, ignoring: ignored)
  }
}
