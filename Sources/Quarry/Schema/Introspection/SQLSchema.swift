/// Queries for the schema of a database.
///
/// ```swift
/// let tables = try context.fetchAll(SQLSchema.objects(.table))
/// let columns = try context.fetchAll(SQLSchema.columns(of: "Artist"))
/// let model = try context.run(SQLDescribeTable("Artist"))?.model
/// ```
///
/// Source: <https://sqlite.org/pragma.html>, <https://sqlite.org/schematab.html>.
public enum SQLSchema {
  /// The databases of the connection.
  public static var names: SQLSchemaQuery<SQLSchemaName> {
    pragma("database_list", nil, nil) { row in
      _ = try row.value(Int64.self)
      return SQLSchemaName(name: try row.value(), file: try row.value(String?.self) ?? "")
    }
  }

  /// Returns the objects of a schema, by kind and name, without those that the engine made for its own use.
  ///
  /// - Parameters:
  ///   - kind: The kind of objects. If `nil`, all kinds.
  ///   - schema: The schema. If `nil`, `main`.
  public static func objects(
    _ kind: SQLSchemaObject.Kind? = nil, in schema: String? = nil
  ) -> SQLSchemaQuery<SQLSchemaObject> {
    var condition = SQLFragment(raw: "\"name\" NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
    if let kind { condition.append(SQLFragment(raw: " AND \"type\" = ?", values: [.text(kind.rawValue)])) }
    return objects(where: condition, in: schema)
  }

  /// Returns the object with a name. The case of ASCII letters doesn't matter.
  public static func object(named name: String, in schema: String? = nil) -> SQLSchemaQuery<SQLSchemaObject> {
    objects(where: SQLFragment(raw: "\"name\" = ? COLLATE NOCASE", values: [.text(name)]), in: schema)
  }

  /// Returns the indexes and triggers of a table or view, and the table or view itself.
  public static func objects(ofTable table: String, in schema: String? = nil) -> SQLSchemaQuery<SQLSchemaObject> {
    objects(where: SQLFragment(raw: "\"tbl_name\" = ? COLLATE NOCASE", values: [.text(table)]), in: schema)
  }

  private static func objects(where condition: SQLFragment, in schema: String?) -> SQLSchemaQuery<SQLSchemaObject> {
    var query = SQLFragment(raw: "SELECT \"type\", \"name\", \"tbl_name\", \"sql\" FROM \(master(of: schema)) WHERE ")
    query.append(condition)
    query.append(raw: " ORDER BY \"type\", \"name\"")
    let text = query
    return SQLSchemaQuery(isPragma: false, text: { _ in text }) { row in
      SQLSchemaObject(
        kind: SQLSchemaObject.Kind(rawValue: try row.value()), name: try row.value(), table: try row.value(),
        sql: try row.value())
    }
  }

  /// Returns the columns of a table or view, with hidden and generated columns if the engine reports them.
  public static func columns(of table: String, in schema: String? = nil) -> SQLSchemaQuery<SQLColumnInformation> {
    SQLSchemaQuery(
      isPragma: true,
      text: { context in
        let isExtended = context.engine.supports(.pragmaTableExtendedInfo)
        return pragmaText(isExtended ? "table_xinfo" : "table_info", table, schema)
      },
      read: { row in
        SQLColumnInformation(
          position: Int(try row.value(Int64.self)), name: try row.value(),
          type: SQLColumnType(rawValue: try row.value(String?.self) ?? ""),
          isNullable: try row.value(Int64.self) == 0, defaultText: try row.value(),
          primaryKeyPosition: Int(try row.value(Int64.self)),
          content: row.isAtEnd ? .stored : SQLColumnInformation.Content(rawValue: try row.value()) ?? .stored)
      })
  }

  /// Returns the indexes of a table, including those of its constraints.
  public static func indexes(of table: String, in schema: String? = nil) -> SQLSchemaQuery<SQLIndexInformation> {
    pragma("index_list", table, schema) { row in
      _ = try row.value(Int64.self)
      return SQLIndexInformation(
        name: try row.value(), isUnique: try row.value(Int64.self) != 0,
        origin: SQLIndexInformation.Origin(rawValue: try row.value()) ?? .statement,
        isPartial: try row.value(Int64.self) != 0)
    }
  }

  /// Returns the terms of an index.
  public static func terms(ofIndex index: String, in schema: String? = nil) -> SQLSchemaQuery<SQLIndexTermInformation> {
    pragma("index_xinfo", index, schema) { row in
      let position = Int(try row.value(Int64.self))
      _ = try row.value(Int64.self)
      return SQLIndexTermInformation(
        position: position, column: try row.value(), isDescending: try row.value(Int64.self) != 0,
        collation: SQLCollation(rawValue: try row.value()), isKey: try row.value(Int64.self) != 0)
    }
  }

  /// Returns the foreign keys of a table, one row for each of their columns.
  public static func foreignKeys(
    of table: String, in schema: String? = nil
  ) -> SQLSchemaQuery<SQLForeignKeyInformation> {
    pragma("foreign_key_list", table, schema) { row in
      let identifier = Int(try row.value(Int64.self))
      let position = Int(try row.value(Int64.self))
      let parent: String = try row.value()
      let column: String = try row.value()
      let parentColumn: String? = try row.value()
      let onUpdate: String = try row.value()
      let onDelete: String = try row.value()
      return SQLForeignKeyInformation(
        identifier: identifier, position: position, parentTable: parent, column: column, parentColumn: parentColumn,
        onUpdate: SQLReference.Action(rawValue: onUpdate) ?? .noAction,
        onDelete: SQLReference.Action(rawValue: onDelete) ?? .noAction)
    }
  }

  private static func pragma<Row>(
    _ name: String, _ argument: String?, _ schema: String?,
    read: @escaping @Sendable (inout SQLRowDecoder) throws -> Row
  ) -> SQLSchemaQuery<Row> {
    SQLSchemaQuery(isPragma: true, text: { _ in pragmaText(name, argument, schema) }, read: read)
  }

  static func pragmaText(_ name: String, _ argument: String?, _ schema: String?) -> SQLFragment {
    let schema = schema.map { SQLIdentifier.quote($0) + "." } ?? ""
    return SQLFragment(raw: "PRAGMA \(schema)\(name)" + (argument.map { "(\(SQLIdentifier.quote($0)))" } ?? ""))
  }

  /// The table that lists a schema's objects.
  static func master(of schema: String?) -> String {
    guard let schema else { return "\"main\".sqlite_master" }
    return SQLIdentifier.areEqual(schema, "temp")
      ? "sqlite_temp_master" : SQLIdentifier.quote(schema) + ".sqlite_master"
  }

  /// A quoted name, with its schema if there is one.
  static func qualified(_ name: String, _ schema: String?) -> String {
    let name = SQLIdentifier.quote(name)
    return schema.map { SQLIdentifier.quote($0) + "." + name } ?? name
  }
}
