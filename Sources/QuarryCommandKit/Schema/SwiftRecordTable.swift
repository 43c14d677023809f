#if Command
internal import Quarry

/// A table or view, with the Swift type of each column.
struct SwiftRecordTable: Sendable {
  /// One column.
  struct Column: Sendable {
    let definition: SQLColumnDefinition
    /// The type, without `?`.
    let swiftType: String
    let isOptional: Bool
  }

  let model: SQLTable
  let columns: [Column]

  /// Reads tables and views, and the kinds of values in their columns.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - names: The names. If empty, all.
  /// - Throws: ``CommandError`` if a name doesn't exist.
  static func read(_ database: Database, names: [String]) async throws -> [SwiftRecordTable] {
    let objects = try await database.fetchAll(SQLSchema.objects())
    let virtual = objects.filter { $0.kind == .table }.map { VirtualTableModule(of: $0.name, sql: $0.sql ?? "") }
    let found = objects.filter { object in
      (object.kind == .table || object.kind == .view) && !virtual.contains { $0.owns(object.name) }
    }.map(\.name)
    for name in names where !found.contains(where: { $0.lowercased() == name.lowercased() }) {
      throw CommandError("there is no table or view \(name)\(SimilarName.hint(for: name, among: found))", exit: .usage)
    }
    // What migrations keep is nobody's record, unless somebody asks for it.
    let wanted = found.filter { name in
      names.isEmpty ? name != "quarry_migration" : names.contains { $0.lowercased() == name.lowercased() }
    }
    var tables: [SwiftRecordTable] = []
    for name in wanted {
      guard let information = try await database.run(SQLDescribeTable(name)) else { continue }
      tables.append(try await read(information, database))
    }
    return tables
  }

  private static func read(_ information: SQLTableInformation, _ database: Database) async throws -> SwiftRecordTable {
    let model = information.model
    let isFullText = SQLFullTextTable(sql: information.sql) != nil
    var query = SQLFragment(raw: "SELECT ")
    for (index, column) in model.columns.enumerated() {
      let name = "\"" + column.name.replacing("\"", with: "\"\"") + "\""
      query.append(raw: index == 0 ? "" : ", ")
      for (offset, kind) in kinds.enumerated() {
        query.append(raw: "\(offset == 0 ? "" : ", ")coalesce(max(typeof(\(name)) = '\(kind)'), 0)")
      }
    }
    query.append(raw: " FROM \"\(model.name.replacing("\"", with: "\"\""))\"")
    let row = try await database.fetchOne(query.rows())?.values ?? []
    let columns = model.columns.enumerated().map { index, column in
      let found = zip(kinds, row.dropFirst(index * kinds.count)).filter { $0.1 == .integer(1) }.map(\.0)
      return Self.column(
        column, Set(found), isKey: model.primaryKeyColumns.contains { $0 === column }, isFullText: isFullText)
    }
    return SwiftRecordTable(model: model, columns: columns)
  }

  private static let kinds = ["integer", "real", "text", "blob", "null"]

  private static func column(
    _ column: SQLColumnDefinition, _ found: Set<String>, isKey: Bool, isFullText: Bool
  ) -> Column {
    let holdsNull = found.contains("null")
    // SQLite allows NULL in most keys, and programs as a rule do not.
    let isOptional = holdsNull || column.isNullable && !column.isRowID && !isKey
    let values = found.subtracting(["null"])
    // The columns of a full-text table have no type, and hold texts.
    let declared = Self.declared(isFullText ? "TEXT" : column.type.rawValue)
    let fits = values.allSatisfy { declared.holds.contains($0) }
    return Column(
      definition: column, swiftType: fits ? declared.type : Self.type(holding: values), isOptional: isOptional)
  }

  /// The Swift type for a declared type, and the storage classes that it reads.
  ///
  /// Source: <https://sqlite.org/datatype3.html#determination_of_column_affinity>.
  private static func declared(_ name: String) -> (type: String, holds: Set<String>) {
    let name = name.uppercased()
    if name.contains("BOOL") { return ("Bool", []) }
    if name.contains("INT") { return ("Int64", ["integer"]) }
    if ["CHAR", "CLOB", "TEXT"].contains(where: { name.contains($0) }) { return ("String", ["text"]) }
    if name.contains("BLOB") { return ("[UInt8]", ["blob"]) }
    if ["REAL", "FLOA", "DOUB"].contains(where: { name.contains($0) }) { return ("Double", ["real", "integer"]) }
    if name.isEmpty || name == "ANY" { return ("SQLValue", ["integer", "real", "text", "blob"]) }
    if name.contains("DATE") || name.contains("TIME") { return ("String", ["text"]) }
    return ("Double", ["real", "integer"])
  }

  private static func type(holding values: Set<String>) -> String {
    switch values {
    case ["integer"]: "Int64"
    case ["real"], ["integer", "real"]: "Double"
    case ["text"]: "String"
    case ["blob"]: "[UInt8]"
    default: "SQLValue"
    }
  }
}
#endif
