internal import Quarry

/// Definition.
enum DefinitionCases: CaseList {
  static let cases: [ConformanceCase] =
    tables + names + introspection + alteration + engineAlteration + rebuild + numbers + lists + copies + attached
    + schemaByCall + migrations + migrationPolicies + roundTrip
  static let create = "https://sqlite.org/lang_createtable.html"
  static let alter = "https://sqlite.org/lang_altertable.html"
  static let pragma = "https://sqlite.org/pragma.html"

  /// The names and texts of all objects in a schema, without the engine's own.
  static func dump(_ executor: some SQLExecutor) async throws -> [String] {
    try await executor.fetchAll(SQLSchema.objects()).map { object in
      let text = (object.sql ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return "\(object.kind.rawValue) \(object.name) on \(object.table): \(text)"
    }
  }
}
