/// The statements that delete everything in a database.
enum SchemaErasure {
  private typealias Object = (kind: String, name: String, sql: String)

  /// What there is to delete: the kind of each table, view, index and trigger, its name, and its definition.
  static let objects = SQLFragment(
    raw: "SELECT type, name, sql FROM sqlite_master "
      + "WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid"
  ).values(String.self, String.self, String.self, readOnly: true)

  /// The statements, in an order in which none needs what is gone: a virtual table goes before the tables behind it, and a
  /// table that refers to another one as a rule before that.
  ///
  /// - Parameters:
  ///   - objects: What there is.
  ///   - defers: Whether the transaction can be told to look at references at its end only.
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
