/// A query each of whose rows comes with what belongs to it: the records that refer to it, the one that it refers to, the
/// number of others.
///
/// Rows are tuples whose types are known at compile time: the record, then one value for each part.
///
/// ```swift
/// let query = Album.all.with(one: Artist.self, on: Album.artistID).with(many: Track.self, on: Track.albumID)
/// for (album, artist, tracks) in try await database.fetchAll(query) {
///   print(album.title, artist.name, tracks.count)
/// }
/// ```
///
/// Each level is one statement, however many rows there are, and all levels see one snapshot. Locally a part is asked for by
/// the keys that were read, up to 1,000 in one statement. A driver that applies batches gets all statements in one round
/// trip.
///
/// - Note: If the driver can't hold a transaction open, a query that uses chance, the clock or SQL text, that is grouped, or
///   whose limit has no complete order, throws `.unsupportedFeature` before anything is sent.
public struct QueryWithParts<Record: SQLDecodable, Row: Sendable>: RecordQuery {
  /// The query of the records.
  public let query: SQLQuery<Record>
  /// The levels below, one for each part.
  private let parts: [PartLevel]
  /// Makes the rows, once all levels are read.
  let rows: @Sendable (PartNode) throws -> [Row]

  /// Adds the first part to a query.
  init<Value: Sendable>(
    _ query: SQLQuery<Record>, _ association: RecordAssociation<Record, Value>
  ) where Row == (Record, Value) {
    self.query = query
    parts = [association.level]
    rows = { node in
      let records = try node.records(Record.self)
      return Array(zip(records, try node.values(of: association, at: 0, count: records.count)))
    }
  }

  private init(_ query: SQLQuery<Record>, _ parts: [PartLevel], _ rows: @escaping @Sendable (PartNode) throws -> [Row])
  {
    self.query = query
    self.parts = parts
    self.rows = rows
  }

  /// Adds an association: what belongs to each row comes with it.
  ///
  /// - Parameter association: The association.
  /// - Returns: A query with one more part.
  public func with<each Column: Sendable, Value: Sendable>(
    _ association: RecordAssociation<Record, Value>
  ) -> QueryWithParts<Record, (repeat each Column, Value)> where Row == (repeat each Column) {
    let (rows, index) = (rows, parts.count)
    return QueryWithParts<Record, (repeat each Column, Value)>(query, parts + [association.level]) { node in
      let before = try rows(node)
      let values = try node.values(of: association, at: index, count: before.count)
      var result: [(repeat each Column, Value)] = []
      result.reserveCapacity(before.count)
      for (row, value) in zip(before, values) { result.append((repeat each row, value)) }
      return result
    }
  }

  /// The statements of the query, one for each level.
  public var rowPlan: RecordQueryPlan<Row> {
    RecordQueryPlan(
      level: PartLevel(select: query.select, store: { PartRecords<Record>() }, parts: parts), rows: rows)
  }
}

extension PartNode {
  /// The values of a part, one for each of the records.
  fileprivate func values<Record, Value>(
    of association: RecordAssociation<Record, Value>, at index: Int, count: Int
  ) throws -> [Value] {
    // A level without rows has no keys either.
    if count == 0 { return [] }
    let values = try association.values(links(of: index), parts[index])
    guard values.count == count else {
      throw DatabaseError(.engineInternal, "a part has \(values.count) values for \(count) records")
    }
    return values
  }
}
