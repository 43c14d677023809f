/// What belongs to each record of a type: records of another table, one of them, or their number.
///
/// Name an association once, beside the columns, and use it in any query of the type:
///
/// ```swift
/// extension Artist {
///   static let albums = many(Album.self, on: Album.artistID) { $0.order { $0.year } }
/// }
/// for (artist, albums) in try await database.fetchAll(Artist.all.with(Artist.albums)) {
///   print(artist.name, albums.count)
/// }
/// ```
///
/// An association follows a foreign key that the table of the column declares. One that declares none is refused with
/// `.invalidQuery` when the query is rendered, before anything is sent.
public struct RecordAssociation<Record: SQLDecodable, Value: Sendable>: Sendable {
  let level: PartLevel
  /// The value of each parent, given the value of its link column.
  let values: @Sendable (_ keys: [SQLValue], PartNode) throws -> [Value]
}

extension RecordAssociation {
  /// The rows that belong to each parent.
  static func rows<Row>(
    _ plan: RecordQueryPlan<Row>, _ relation: Result<PartLevel.Relation, DatabaseError>
  ) -> RecordAssociation where Value == [Row] {
    RecordAssociation(level: plan.level.related(relation)) { keys, node in
      let groups = try node.groups(try plan.rows(node))
      return keys.map { groups[$0] ?? [] }
    }
  }

  /// The row that each parent refers to.
  ///
  /// - Parameter value: Makes the value of the row, or of its absence.
  static func row<Row>(
    _ plan: RecordQueryPlan<Row>, _ relation: Result<PartLevel.Relation, DatabaseError>,
    _ value: @escaping @Sendable (Row?) throws -> Value
  ) -> RecordAssociation {
    RecordAssociation(level: plan.level.related(relation)) { keys, node in
      let groups = try node.groups(try plan.rows(node))
      return try keys.map { try value(groups[$0]?.first) }
    }
  }
}

extension PartNode {
  /// The rows of each key.
  fileprivate func groups<Row>(_ rows: [Row]) throws -> [SQLValue: [Row]] {
    guard rows.count == self.rows.keys.count else {
      throw DatabaseError(
        .engineInternal, "a level of a query with parts has \(self.rows.keys.count) keys for its rows")
    }
    var groups: [SQLValue: [Row]] = [:]
    for (key, row) in zip(self.rows.keys, rows) { groups[key, default: []].append(row) }
    return groups
  }
}

extension SQLDecodable {
  /// Finds a relation when the association is made; an error is thrown when the query is rendered.
  static func relation(
    _ find: () throws(DatabaseError) -> PartLevel.Relation
  ) -> Result<PartLevel.Relation, DatabaseError> {
    do throws(DatabaseError) { return .success(try find()) } catch { return .failure(error) }
  }

  /// The relation of children that refer to this type.
  static func children<Child: SQLDecodable>(
    _ child: Child.Type, by column: SQLColumnDefinition
  ) -> Result<PartLevel.Relation, DatabaseError> {
    relation { () throws(DatabaseError) in
      let (column, key) = try Child.table.reference(of: column, to: table)
      return .children(to: key, by: column)
    }
  }

  /// The relation of a record that this type refers to.
  static func referenced<Other: SQLDecodable>(
    _ other: Other.Type, by column: SQLColumnDefinition
  ) -> Result<PartLevel.Relation, DatabaseError> {
    relation { () throws(DatabaseError) in
      let (column, key) = try table.reference(of: column, to: Other.table)
      return .referenced(from: column, key: key)
    }
  }

  /// The relation over a table of pairs.
  static func connected<Other: SQLDecodable, Pair: SQLMapped>(
    _ other: Other.Type, through pair: Pair.Type, _ near: SQLColumnDefinition, _ far: SQLColumnDefinition
  ) -> Result<PartLevel.Relation, DatabaseError> {
    relation { () throws(DatabaseError) in
      let (near, own) = try Pair.table.reference(of: near, to: table)
      let (far, key) = try Pair.table.reference(of: far, to: Other.table)
      return .connected(PartConnection(table: Pair.table, own: own, near: near, far: far, key: key))
    }
  }
}
