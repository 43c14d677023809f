/// Makes a table anew with another definition: the equivalent of ALTER TABLE where an engine lacks a form of it.
///
/// Rows, rowids, the counter of AUTOINCREMENT, indexes and triggers are kept. What cannot be kept is refused before
/// anything changes. The rows wait in a table of the same schema, so that an encrypted database never leaves its file.
struct SQLTableRebuild {
  let facts: SQLAlterationFacts
  /// The parts between the parentheses of CREATE TABLE.
  let parts: [String]
  /// What stands behind the parentheses.
  let suffix: String
  /// The columns to copy: their old names and their new ones.
  let columns: [(old: String, new: String)]
  /// The texts of the indexes.
  let indexes: [String]

  /// Refuses when dropping the old table would change rows of other tables, or fail.
  func validate(_ refuse: (String) -> DatabaseError) throws(DatabaseError) {
    if facts.enforcesForeignKeys, let child = facts.children.first {
      throw refuse(
        "foreign keys are enforced and \"\(child.object.name)\" refers to the table; "
          + "switch them off outside of any transaction first (PRAGMA foreign_keys = OFF)")
    }
  }

  /// The statements.
  func steps() -> [SQLStep<Never>] {
    let table = SQLSchema.qualified(facts.name, facts.schema)
    let waiting = SQLSchema.qualified(waitingName, facts.schema)
    let old = columns.map { SQLIdentifier.quote($0.old) }
    let new = columns.map { SQLIdentifier.quote($0.new) }
    let rowID = rowIDName
    let names = (0..<columns.count).map { "\"c\($0)\"" }
    let copied = zip(old, names).map { "\($0) AS \($1)" } + (rowID.map { ["\($0) AS \"r\""] } ?? [])
    let target = (new + (rowID.map { [$0] } ?? [])).joined(separator: ", ")
    let values = (names + (rowID == nil ? [] : ["\"r\""])).joined(separator: ", ")
    var texts = [
      "CREATE TABLE \(waiting) AS SELECT \(copied.joined(separator: ", ")) FROM \(table)",
      "DROP TABLE \(table)",
      "CREATE TABLE \(table) (\(parts.joined(separator: ", ")))" + (suffix.isEmpty ? "" : " " + suffix),
      "INSERT INTO \(table) (\(target)) SELECT \(values) FROM \(waiting) ORDER BY rowid",
      "DROP TABLE \(waiting)",
    ]
    texts += indexes
    texts += facts.triggers.compactMap { $0.trigger.sql(in: $0.isTemporary ? "temp" : facts.schema) }
    return texts.map { SQLStep(SQLFragment(raw: $0)) } + sequenceSteps()
  }

  private var waitingName: String {
    var number = 0
    while facts.objects.contains(where: { SQLIdentifier.areEqual($0.name, "quarry_rebuild_\(number)") }) { number += 1 }
    return "quarry_rebuild_\(number)"
  }

  /// The name under which the rowid is copied; nil when a column is the rowid, or there is none to reach.
  private var rowIDName: String? {
    guard let text = try? facts.table().text, !text.isWithoutRowID else { return nil }
    let key =
      text.columns.first { $0.primaryKey != nil }?.name ?? (text.primaryKey.count == 1 ? text.primaryKey[0] : "")
    let column = text.columns.first { SQLIdentifier.areEqual($0.name, key) }
    if let column, column.typeName.uppercased() == "INTEGER" { return nil }
    return ["rowid", "_rowid_", "oid"].first { name in
      !columns.contains { SQLIdentifier.areEqual($0.old, name) || SQLIdentifier.areEqual($0.new, name) }
    }
  }

  private func sequenceSteps() -> [SQLStep<Never>] {
    guard let sequence = facts.sequence else { return [] }
    let table = SQLSchema.qualified("sqlite_sequence", facts.schema)
    return [
      SQLStep(SQLFragment(raw: "DELETE FROM \(table) WHERE name = ? COLLATE NOCASE", values: [.text(facts.name)])),
      SQLStep(
        SQLFragment(raw: "INSERT INTO \(table) (name, seq) VALUES (?, ?)", values: [.text(facts.name), sequence])),
    ]
  }
}
