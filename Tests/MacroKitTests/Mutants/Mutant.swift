#if Macros
/// A mistake that the macro could make, as a change of what it writes for ``Specimen``.
struct Mutant: Sendable, CustomStringConvertible {
  let name: String
  /// What is replaced by what, each at exactly one place, or where more than one is told at all of them.
  let changes: [(String, String)]
  /// Whether the result still compiles.
  var compiles = true
  /// Whether this is a mistake of the draft, and of nothing else.
  var isOfDraft: Bool { name.hasPrefix("Draft") }
  var description: String { name }

  init(_ name: String, _ changes: (String, String)..., compiles: Bool = true) {
    self.name = name
    self.changes = changes
    self.compiles = compiles
  }

  static let all = [
    Mutant("TradesNames", ("(\"name\", unique", "(\"nick\", unique"), ("String?>(\"nick\")", "String?>(\"name\")")),
    Mutant("TradesReading", ("      row[Self.alias],\n", "      row[Self.name],\n")),
    Mutant("TradesWriting", ("row[Self.alias] = self.alias", "row[Self.alias] = self.name")),
    Mutant("TradesOrder", ("(tableName, id, name, alias", "(tableName, id, alias, name")),
    Mutant(
      "DropsColumn", ("plays, ownerID, tags", "plays, tags"),
      (", indexes: [SQLIndex(\"specimen_owner\", on: ownerID, name)]", "")),
    Mutant(
      "WritesGenerated", ("row[Self.mood] = self.mood", "row[Self.mood] = self.mood\n    row[Self.shout] = self.shout")),
    Mutant("ForgetsWriting", ("    row[Self.plays] = self.plays\n", "")),
    Mutant("OtherTable", ("\"Specimen\"", "\"specimens\"")),
    Mutant("DropsAutoincrement", (".autoincrement", ".plain")),
    Mutant("DropsKey", (", primaryKey: .autoincrement", "")),
    Mutant("DropsUnique", (", unique: true", "")),
    Mutant("DropsCollation", (", collation: .nocase", "")),
    Mutant("DropsCoding", (", coding: .unixSeconds", "")),
    Mutant("DropsDefault", (", defaultValue: 7", "")),
    Mutant("DropsCheck", (", check: \"plays >= 0\"", "")),
    Mutant("DropsTableCheck", (", checks: [\"plays < 99\"]", "")),
    Mutant("DropsReference", (", references: .table(Owner.tableName, onDelete: .setNull)", "")),
    Mutant("DropsAction", (", onDelete: .setNull", "")),
    Mutant("DropsGenerated", (", generated: SQLGeneratedColumn(\"upper(name)\")", "")),
    Mutant("DropsIndex", (", indexes: [SQLIndex(\"specimen_owner\", on: ownerID, name)]", "")),
    Mutant("TurnsIndex", ("on: ownerID, name", "on: name, ownerID")),
    Mutant(
      "DraftWritesNull",
      ("    if let value = self.mood {\n", "    row.setNull(Specimen.mood)\n    if let value = self.mood {\n")),
    Mutant("DraftForgetsKey", ("row[Specimen.id] = value", "_ = value")),
    Mutant("DraftForgetsColumn", ("row[Specimen.alias] = self.alias", "")),
    Mutant("DraftForgetsDefault", ("plays: Int = 3", "plays: Int = 0")),
    Mutant("DraftCopiesOther", ("self.alias = record.alias", "self.alias = record.name")),
    Mutant("DropsOptional", ("SQLColumn<String?>(\"nick\")", "SQLColumn<String>(\"nick\")"), compiles: false),
    Mutant("AddsOptional", ("SQLColumn<String>(\"name\"", "SQLColumn<String?>(\"name\""), compiles: false),
    Mutant("DropsRepresentation", ("row[Self.tags].value", "row[Self.tags]"), compiles: false),
    Mutant(
      "ForgetsReading", ("self.plays, ", ""), ("      row[Self.plays],\n", ""), ("var plays = 3", "var plays: Int"),
      compiles: false),
    Mutant(
      "ReadsIgnored", ("(self.id, ", "(self.isSelected, "), ("      row[Self.id],\n", "      row[Self.isSelected],\n"),
      compiles: false),
  ]

  /// The expansion with the mistake.
  func applied(to expansion: String) -> String? {
    var text = expansion
    for (from, to) in changes {
      guard text.contains(from) else { return nil }
      text = text.replacing(from, with: to)
    }
    return text
  }
}
#endif
