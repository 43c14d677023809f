extension Database {
  /// Compares the schema with that of another database, for example of a new database with that of a migrated one in a
  /// test.
  ///
  /// ```swift
  /// #expect(try await fresh.schemaDifferences(from: migrated).isEmpty)
  /// ```
  ///
  /// Two definitions are equal if they have the same words in the same order. White space, comments, the case of words
  /// and the quotes around names are ignored.
  ///
  /// - Parameters:
  ///   - other: The other database. It can use another driver.
  ///   - ignored: Names of tables to ignore, with their indexes and triggers.
  /// - Returns: The tables, indexes, views and triggers that differ, in the order of their names.
  /// - Throws: The ``DatabaseError`` of reading one of the schemas.
  public func schemaDifferences(
    from other: Database, ignoring ignored: Set<String> = ["quarry_migration"]
  ) async throws -> [SchemaDifference] {
    let ignored = Set(ignored.map { $0.lowercased() })
    let (own, others) = (
      try await ComparedSchema(self, ignoring: ignored), try await ComparedSchema(other, ignoring: ignored)
    )
    let keys = Set(own.definitions.keys).union(others.definitions.keys)
    return keys.compactMap { key -> SchemaDifference? in
      let (here, there) = (own.definitions[key], others.definitions[key])
      guard here?.words != there?.words else { return nil }
      return SchemaDifference(object: key.kind, name: key.name, sql: here?.sql, otherSQL: there?.sql)
    }.sorted { ($0.name, $0.object) < ($1.name, $1.object) }
  }
}

/// One table, index, view or trigger that differs between two databases.
public struct SchemaDifference: Sendable, Hashable, CustomStringConvertible {
  /// `table`, `index`, `view` or `trigger`.
  public let object: String
  /// The name, in lower case.
  public let name: String
  /// The definition in the database that the method was called on; `nil` if it has none.
  public let sql: String?
  /// The definition in the other database; `nil` if it has none.
  public let otherSQL: String?

  /// The difference in words.
  public var description: String {
    switch (sql, otherSQL) {
    case (.some, nil): "the \(object) \(name) is only in the first database"
    case (nil, _): "the \(object) \(name) is only in the second database"
    case (let here?, let there?): "the \(object) \(name) differs: \(here) — \(there)"
    }
  }
}

/// The definitions of a schema in comparable form.
private struct ComparedSchema {
  struct Key: Hashable {
    let kind: String
    let name: String
  }

  struct Definition {
    let sql: String
    let words: [String]
  }

  var definitions: [Key: Definition] = [:]

  init(_ database: Database, ignoring ignored: Set<String>) async throws {
    let objects: SQLFragment = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL"
    let rows = try await database.fetchAll(objects.values(String.self, String.self, String.self, String.self))
    for (kind, name, table, sql) in rows {
      let (name, table) = (name.lowercased(), table.lowercased())
      guard !name.hasPrefix("sqlite_"), !ignored.contains(table) else { continue }
      definitions[Key(kind: kind, name: name)] = Definition(sql: sql, words: sql.comparableSQL)
    }
  }
}
