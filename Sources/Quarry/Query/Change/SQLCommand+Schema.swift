/// A command on the table of a record's type, whose schema can be chosen.
protocol SQLSchemaChoosing {
  associatedtype Record: SQLMapped
  /// The schema of the table. If `nil`, the one that the record's type names.
  var schema: String? { get set }
}

extension SQLSchemaChoosing {
  /// The table that the command is about.
  var table: SQLTable { schema.map { Record.table.inSchema($0) } ?? Record.table }

  func choosing(_ schema: String?) -> Self {
    guard let schema else { return self }
    var copy = self
    copy.schema = schema
    return copy
  }
}

extension SQLInsert: SQLSchemaChoosing {
  /// Returns the same insert into the table of another schema, such as an attached database.
  ///
  /// ```swift
  /// try await database.run(SQLInsert(album).inSchema("archive").onConflict(Album.id).doNothing())
  /// ```
  ///
  /// - Parameter schema: The name of the schema. If `nil`, the schema of the record's type.
  @inlinable public func inSchema(_ schema: String?) -> Self {
    guard let schema else { return self }
    var copy = self
    copy.schema = schema
    return copy
  }
}

extension SQLInsertSelect: SQLSchemaChoosing {
  /// Returns the same insert into the table of another schema. The query still reads from its own schema.
  ///
  /// - Parameter schema: The name of the schema. If `nil`, the schema of the record's type.
  public func inSchema(_ schema: String?) -> Self { choosing(schema) }
}

extension SQLUpdateRecord: SQLSchemaChoosing {
  /// Returns the same update in the table of another schema, such as an attached database.
  ///
  /// - Parameter schema: The name of the schema. If `nil`, the schema of the record's type.
  public func inSchema(_ schema: String?) -> Self { choosing(schema) }
}

extension SQLUpsert: SQLSchemaChoosing {
  /// Returns the same upsert into the table of another schema, such as an attached database.
  ///
  /// - Parameter schema: The name of the schema. If `nil`, the schema of the record's type.
  public func inSchema(_ schema: String?) -> Self { choosing(schema) }
}

extension SQLDeleteRecords: SQLSchemaChoosing {
  /// Returns the same delete in the table of another schema, such as an attached database.
  ///
  /// - Parameter schema: The name of the schema. If `nil`, the schema of the record's type.
  public func inSchema(_ schema: String?) -> Self { choosing(schema) }
}

extension SQLFindByKey: SQLSchemaChoosing {
  /// Returns the same search in the table of another schema, such as an attached database.
  ///
  /// - Parameter schema: The name of the schema. If `nil`, the schema of the record's type.
  @inlinable public func inSchema(_ schema: String?) -> Self {
    guard let schema else { return self }
    var copy = self
    copy.schema = schema
    return copy
  }
}
