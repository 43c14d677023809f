/// The facts that an equivalent of ALTER TABLE needs about a table and everything that refers to it.
final class SQLAlterationFacts {
  let name: String
  let schema: String
  /// Every object of the table's schema, in the order of creation.
  var objects: [SQLSchemaObject] = []
  /// Every object of the temporary schema, in the order of creation.
  var temporary: [SQLSchemaObject] = []
  /// Whether foreign keys are enforced.
  var enforcesForeignKeys = false
  init(name: String, schema: String?) {
    self.name = name
    self.schema = schema ?? "main"
  }

  /// The steps that read all facts, then make a decision.
  func steps(then: @escaping (SQLStepState<Never>) throws(DatabaseError) -> Void) -> [SQLStep<Never>] {
    [
      objectsStep(schema) { self.objects.append($0) }, objectsStep("temp") { self.temporary.append($0) },
      SQLStep(
        SQLFragment(raw: "PRAGMA foreign_keys"),
        receive: { _, row in self.enforcesForeignKeys = try row.value(Int64.self) != 0 }),
      SQLStep(then),
    ]
  }

  private func objectsStep(_ schema: String, _ add: @escaping (SQLSchemaObject) -> Void) -> SQLStep<Never> {
    let query = SQLSchema.objects()
    let text = "SELECT \"type\", \"name\", \"tbl_name\", \"sql\" FROM \(SQLSchema.master(of: schema)) ORDER BY rowid"
    return SQLStep(SQLFragment(raw: text), receive: { _, row in add(try query.decode(&row)) })
  }

  /// The table itself.
  ///
  /// - Throws: ``DatabaseError`` with code `.noSuchObject` if it doesn't exist.
  func table() throws(DatabaseError) -> (object: SQLSchemaObject, text: SQLTableText) {
    let found = objects.first { SQLIdentifier.areEqual($0.name, name) && $0.kind == .table }
    guard let found, let sql = found.sql else {
      throw DatabaseError(.noSuchObject, "no such table: \"\(name)\" in \"\(schema)\"", engineCode: .error)
    }
    guard let text = SQLTableText(sql) else {
      throw DatabaseError(.statementFailed, "\"\(name)\" isn't an ordinary table", engineCode: .error)
    }
    return (found, text)
  }

  /// The indexes that were created by a statement.
  var indexes: [SQLSchemaObject] {
    objects.filter { $0.kind == .index && SQLIdentifier.areEqual($0.table, name) && $0.sql != nil }
  }

  /// The triggers of the table, and whether they are temporary.
  var triggers: [(trigger: SQLSchemaObject, isTemporary: Bool)] {
    let isOwn = { (object: SQLSchemaObject) in
      object.kind == .trigger && SQLIdentifier.areEqual(object.table, self.name)
    }
    let temporaryHidesTable = temporary.contains { SQLIdentifier.areEqual($0.name, name) && $0.kind == .table }
    return objects.filter(isOwn).map { ($0, false) }
      + (temporaryHidesTable || schema == "temp" ? [] : temporary.filter(isOwn).map { ($0, true) })
  }

  /// The views and triggers that mention the table, with their tokens.
  var dependents: [(object: SQLSchemaObject, text: SQLTokenReader)] {
    (objects + (schema == "temp" ? [] : temporary)).filter { $0.kind == .view || $0.kind == .trigger }
      .compactMap { object in
        guard let sql = object.sql else { return nil }
        let text = SQLTokenReader(sql)
        return text.mentions(name) ? (object, text) : nil
      }
  }

  /// The tables with a foreign key to the table, itself included.
  var children: [(object: SQLSchemaObject, keys: [SQLForeignKey])] {
    objects.filter { $0.kind == .table }.compactMap { object in
      guard let sql = object.sql, let text = SQLTableText(sql) else { return nil }
      let single = text.columns.compactMap { column in
        column.references.map { SQLForeignKey([column.name], references: $0) }
      }
      let keys = (single + text.foreignKeys).filter { SQLIdentifier.areEqual($0.references.table, name) }
      return keys.isEmpty ? nil : (object, keys)
    }
  }
}
