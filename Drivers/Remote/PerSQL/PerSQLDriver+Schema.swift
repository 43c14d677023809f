public import Quarry
internal import QuarryWire

/// A table as PerSQL lists it.
public struct PerSQLTable: Sendable, Hashable {
  /// The name.
  public var name: String
  /// The number of rows, as the service counts them.
  public var rowCount: Int64
}

/// The schema as PerSQL describes it.
public struct PerSQLDescription: Sendable, Hashable {
  /// A table.
  public struct Table: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The description that users wrote for it.
    public var description: String?
    /// The columns, in order.
    public var columns: [Column]
  }

  /// A column.
  public struct Column: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The declared type.
    public var type: String?
  }

  /// The description that users wrote for the database.
  public var description: String?
  /// The tables.
  public var tables: [Table]
}

extension PerSQLDriver {
  /// Returns the user's tables, with their numbers of rows: `GET …/tables`.
  ///
  /// - Throws: ``DatabaseError`` with the code of the failed call, such as `.cannotOpen`, `.authorization` or
  ///   `.protocolViolation`.
  public func tables() async throws(DatabaseError) -> [PerSQLTable] {
    guard let list = try await calls.get("tables").array else { throw Self.unreadable("tables") }
    var tables: [PerSQLTable] = []
    for entry in list {
      guard let name = entry["name"]?.string, let count = entry["rowCount"]?.integer else {
        throw Self.unreadable("tables")
      }
      tables.append(PerSQLTable(name: name, rowCount: count))
    }
    return tables
  }

  /// Returns the whole schema, as the service describes it: `GET …/describe`.
  ///
  /// - Throws: ``DatabaseError`` with the code of the failed call, such as `.cannotOpen`, `.authorization` or
  ///   `.protocolViolation`.
  public func describe() async throws(DatabaseError) -> PerSQLDescription {
    let tree = try await calls.get("describe")
    guard let list = tree["tables"]?.array else { throw Self.unreadable("describe") }
    var description = PerSQLDescription(description: tree["databaseDescription"]?.string, tables: [])
    for entry in list {
      guard let name = entry["table"]?.string, let columns = entry["columns"]?.array else {
        throw Self.unreadable("describe")
      }
      var table = PerSQLDescription.Table(name: name, description: entry["description"]?.string, columns: [])
      for column in columns {
        guard let name = column["name"]?.string else { throw Self.unreadable("describe") }
        table.columns.append(PerSQLDescription.Column(name: name, type: column["type"]?.string))
      }
      description.tables.append(table)
    }
    return description
  }

  private static func unreadable(_ call: String) -> DatabaseError {
    DatabaseError(.protocolViolation, "the answer to \(call) isn't what the protocol says")
  }
}
