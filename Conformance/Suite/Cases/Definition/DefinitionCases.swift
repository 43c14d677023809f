internal import Quarry

/// Definition.
enum DefinitionCases: CaseList {
  static let cases: [ConformanceCase] =
    tables + names + introspection + alteration + engineAlteration + rebuild + numbers + lists + copies + attached
  static let upcoming: [UpcomingCase] = [
    UpcomingCase("DDL-26", "Migrations run once each, in order, in one transaction each"),
    UpcomingCase("DDL-27", "A migration that fails leaves schema and ledger as before it"),
    UpcomingCase("DDL-28", "Two processes that migrate at once: each migration runs exactly once"),
    UpcomingCase("DDL-29", "A newer migration in the ledger is refused with its name"),
    UpcomingCase("DDL-30", "A migration that was edited after it ran is noticed by its checksum"),
    UpcomingCase("DDL-31", "A migration down, or again on a fresh copy, gives the stored schema"),
  ]
  static let create = "https://sqlite.org/lang_createtable.html"
  static let alter = "https://sqlite.org/lang_altertable.html"
  static let pragma = "https://sqlite.org/pragma.html"

  /// The names and texts of everything in a schema, the engine's own objects left out.
  static func dump(_ executor: some SQLExecutor) async throws -> [String] {
    try await executor.fetchAll(SQLSchema.objects()).map { object in
      let text = (object.sql ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return "\(object.kind.rawValue) \(object.name) on \(object.table): \(text)"
    }
  }
}
