/// The statements that delete everything in a database.
enum SchemaErasure {
  private typealias Object = (kind: String, name: String, sql: String)

  /// The objects to delete: the kind, the name and the definition of each table, view, index and trigger.
  static let objects = SQLFragment(
    raw: "SELECT type, name, sql FROM sqlite_master "
      + "WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid"
  ).values(String.self, String.self, String.self, readOnly: true)

  /// Returns the statements, in an order in which none needs a deleted object. A virtual table comes before its shadow
  /// tables, and usually a table before the tables that it refers to.
  ///
  /// - Parameters:
  ///   - objects: The objects to delete.
  ///   - defers: Whether the transaction can defer the check of foreign keys to its end.
  static func statements(for objects: [(String, String, String)], defers: Bool) -> [SQLFragment] {
    let objects: [Object] = objects.map { ($0, $1, $2) }
    func drop(_ kind: String, _ isIncluded: (Object) -> Bool = { _ in true }) -> [String] {
      objects.filter { $0.kind == kind && isIncluded($0) }.reversed().map {
        "DROP \(kind.uppercased()) IF EXISTS \(SQLIdentifier.quote($0.name))"
      }
    }
    let isVirtual = { (object: Object) in SQLTokens.all(in: object.sql).dropFirst().first?.isWord("VIRTUAL") ?? false }
    // Rows that refer to rows of a table that goes first are gone by the end.
    let texts =
      (defers ? ["PRAGMA defer_foreign_keys = 1"] : []) + drop("trigger") + drop("view") + drop("table", isVirtual)
      + drop("table") { !isVirtual($0) }
    return texts.map { SQLFragment(raw: $0) }
  }
}
