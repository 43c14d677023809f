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
public struct QueryWithParts<Record: SQLDecodable, each Part: Sendable>: RecordQuery {
  /// The record, then one value for each part.
  public typealias Row = (Record, repeat each Part)

  /// The query of the records.
  public let query: SQLQuery<Record>
  let parts: (repeat RecordAssociation<Record, each Part>)

  init(query: SQLQuery<Record>, parts: (repeat RecordAssociation<Record, each Part>)) {
    self.query = query
    self.parts = parts
  }

  /// Adds an association: what belongs to each row comes with it.
  ///
  /// - Parameter association: The association.
  /// - Returns: A query with one more part.
  public func with<Value: Sendable>(
    _ association: RecordAssociation<Record, Value>
  ) -> QueryWithParts<Record, repeat each Part, Value> {
    QueryWithParts<Record, repeat each Part, Value>(query: query, parts: (repeat each parts, association))
  }

  /// The statements of the query, one for each level.
  public var rowPlan: RecordQueryPlan<(Record, repeat each Part)> {
    var levels: [PartLevel] = []
    for part in repeat each parts { levels.append(part.level) }
    let level = PartLevel(select: query.select, store: { PartRecords<Record>() }, parts: levels)
    return RecordQueryPlan(level: level) { node in try values(node).rows }
  }

  /// The records of the query and their parts, once all levels are read.
  func values(_ node: PartNode) throws -> PartValues<Record, repeat each Part> {
    let records = try node.records(Record.self)
    var index = 0
    func next<Value>(_ part: RecordAssociation<Record, Value>) throws -> [Value] {
      defer { index += 1 }
      // A level without rows has no keys either.
      return records.isEmpty ? [] : try part.values(node.links(of: index), node.parts[index])
    }
    return PartValues(records: records, parts: (repeat try next(each parts)))
  }
}

/// Records and their parts, each kept apart: the compiler cannot take a tuple with a pack apart.
struct PartValues<Record: SQLDecodable, each Part: Sendable>: Sendable {
  let records: [Record]
  let parts: (repeat [each Part])

  /// The records with their parts.
  var rows: [(Record, repeat each Part)] {
    var rows: [(Record, repeat each Part)] = []
    rows.reserveCapacity(records.count)
    for position in records.indices { rows.append((records[position], repeat (each parts)[position])) }
    return rows
  }

  /// Calls a body with each record and its parts.
  ///
  /// - Returns: Whether the body never returned `false`.
  func forEach(_ body: (Record, repeat each Part) throws -> Bool) rethrows -> Bool {
    for position in records.indices where try !body(records[position], repeat (each parts)[position]) { return false }
    return true
  }
}
