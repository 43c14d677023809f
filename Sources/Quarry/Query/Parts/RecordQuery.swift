/// A query whose rows are records of one type, alone or with parts: a ``SQLQuery`` or a ``QueryWithParts``.
///
/// It is what comes with each row of another query; see ``SQLQuery/with(many:on:)``.
public protocol RecordQuery<Row>: Sendable {
  /// The type of the records.
  associatedtype Record: SQLDecodable
  /// What each row becomes.
  associatedtype Row: Sendable

  /// The statements of the query, and how its rows are made of what they return.
  var rowPlan: RecordQueryPlan<Row> { get }
}

/// The statements of a query with parts, and how its rows are made of what they return.
public struct RecordQueryPlan<Row: Sendable>: Sendable {
  var level: PartLevel
  /// Makes the rows, once all levels are read.
  let rows: @Sendable (PartNode) throws -> [Row]
}

extension SQLQuery: RecordQuery {
  /// The one statement of the query.
  public var rowPlan: RecordQueryPlan<Record> {
    RecordQueryPlan(level: PartLevel(select: select, store: { PartRecords<Record>() }, parts: [])) { node in
      try node.records(Record.self)
    }
  }
}

extension PartNode {
  /// The records of the level.
  func records<Record: SQLDecodable>(_ type: Record.Type) throws -> [Record] {
    guard let rows = rows as? PartRecords<Record> else {
      throw DatabaseError(.engineInternal, "a level of a query with parts has rows of another type than \(type)")
    }
    return rows.records
  }

  /// The values of the column that a part follows, one for each record.
  func links(of part: Int) -> [SQLValue] { rows.links.indices.contains(part) ? rows.links[part] : [] }
}
