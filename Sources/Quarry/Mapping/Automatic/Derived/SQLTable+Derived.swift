extension SQLTable {
  /// Creates a table whose columns are derived from the properties of a type.
  ///
  /// ```swift
  /// struct Event: SQLAutomaticallyCodable {
  ///   var id: Int64
  ///   var created: Date
  ///   var tags: [String]
  ///   static let created = SQLColumn<Date>("created", coding: .unixSeconds)
  ///   static let table = SQLTable("Event", derivedFrom: Event.self, columns: created, primaryKey: ["id"])
  /// }
  /// ```
  ///
  /// The properties are found by running `init(from:)` on sample values. A type that rejects them, such as an
  /// enumeration of texts that isn't `CaseIterable`, needs an `example` instead. If a table can't be derived, its
  /// first use throws the reason.
  ///
  /// - Parameters:
  ///   - name: The name of the table.
  ///   - schema: The name of the schema that the table is in.
  ///   - type: The type. Its ``SQLAutomaticallyCodable/columnNaming`` determines the names.
  ///   - columns: Columns that replace the derived ones of the same name, or that are added at the end.
  ///   - primaryKey: The key's columns, or the names of its properties.
  ///   - autoincrement: Whether the engine never reuses a key of one column.
  ///   - foreignKeys: The foreign keys.
  ///   - uniqueKeys: The unique constraints.
  ///   - checks: The CHECK constraints.
  ///   - indexes: The indexes.
  ///   - kind: Whether it is a table with row identifiers, without them, or a view.
  ///   - strict: Whether the table is STRICT.
  public convenience init<Record: SQLAutomaticallyCodable, each Value: SQLValueConvertible>(
    _ name: String, schema: String? = nil, derivedFrom type: Record.Type, columns: repeat SQLColumn<each Value>,
    primaryKey: [any SQLColumnName] = [], autoincrement: Bool = false, foreignKeys: [SQLForeignKey] = [],
    uniqueKeys: [[any SQLColumnName]] = [], checks: [SQLFragment] = [], indexes: [SQLIndex] = [], kind: Kind = .table,
    strict: Bool = false
  ) {
    var given: [SQLColumnDefinition] = []
    for column in repeat each columns { given.append(column.definition) }
    let derived = DerivedColumns(
      naming: Record.columnNaming, given: given, keys: primaryKey.names, autoincrement: autoincrement)
    self.init(
      name, schema: schema, derived: derived, record: type, foreignKeys: foreignKeys,
      uniqueKeys: uniqueKeys.map(\.names),
      checks: checks, indexes: indexes, kind: kind, strict: strict,
      error: SQLTable.error { _ = try Record(from: DerivingDecoder(columns: derived)) })
  }

  /// Creates a table whose columns are derived from the properties of an example.
  ///
  /// Only the example's properties and their types matter, not its values.
  public convenience init<Record: SQLAutomaticallyCodable, each Value: SQLValueConvertible>(
    _ name: String, schema: String? = nil, example: Record, columns: repeat SQLColumn<each Value>,
    primaryKey: [any SQLColumnName] = [], autoincrement: Bool = false, foreignKeys: [SQLForeignKey] = [],
    uniqueKeys: [[any SQLColumnName]] = [], checks: [SQLFragment] = [], indexes: [SQLIndex] = [], kind: Kind = .table,
    strict: Bool = false
  ) {
    var given: [SQLColumnDefinition] = []
    for column in repeat each columns { given.append(column.definition) }
    let derived = DerivedColumns(
      naming: Record.columnNaming, given: given, keys: primaryKey.names, autoincrement: autoincrement)
    self.init(
      name, schema: schema, derived: derived, record: Record.self, foreignKeys: foreignKeys,
      uniqueKeys: uniqueKeys.map(\.names),
      checks: checks, indexes: indexes, kind: kind, strict: strict,
      error: SQLTable.error { try example.encode(to: DerivingEncoder(columns: derived) as any Encoder) })
  }

  private convenience init(
    _ name: String, schema: String?, derived: DerivedColumns, record: any Any.Type, foreignKeys: [SQLForeignKey],
    uniqueKeys: [[String]], checks: [SQLFragment], indexes: [SQLIndex], kind: Kind, strict: Bool,
    error: (any Error)?
  ) {
    let last = derived.definitions.last?.name
    derived.addRemaining()
    var problem: DatabaseError?
    if let error {
      problem = DatabaseError(
        .invalidQuery,
        "the columns of \"\(name)\" can't be derived from \(record)"
          + (last.map { ": no value could be made up for \"\($0)\"" } ?? "")
          + "; give an example of it, or list the columns", underlying: error)
    } else if derived.definitions.isEmpty {
      problem = DatabaseError(.invalidQuery, "\(record) has no properties to derive the columns of \"\(name)\" from")
    } else if let key = derived.unknownKey {
      problem = DatabaseError(
        .unknownColumn, "the primary key of \"\(name)\" names \"\(key)\", which is no property of \(record)")
    }
    self.init(
      name, schema: schema, definitions: derived.definitions, primaryKey: problem == nil ? derived.tableKey : [],
      foreignKeys: foreignKeys, uniqueKeys: uniqueKeys, checks: checks, indexes: indexes, kind: kind, strict: strict,
      problem: problem)
  }

  private static func error(_ body: () throws -> Void) -> (any Error)? {
    do {
      try body()
      return nil
    } catch {
      return error
    }
  }
}
