/// A record of the root, with the values of the columns that its parts follow.
struct PartRoot<Record: SQLDecodable>: Sendable {
  let record: Record
  let links: [SQLValue]
}

/// The root of a query with parts, for who reads it batch by batch.
struct PartRootQuery<Record: SQLDecodable>: SQLFetchable {
  typealias Row = PartRoot<Record>

  let level: PartLevel

  func statement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    for part in level.parts { _ = try part.relation.get() }
    return try SQLSyntax.Query.select(level.rootSelect().select).statement(for: context)
  }

  func decode(_ row: inout SQLRowDecoder) throws -> Row {
    var links: [SQLValue] = []
    for part in level.parts {
      var copy = row
      copy.position += (try? part.relation.get().link).flatMap { level.table.position(of: $0) } ?? 0
      links.append(try copy.decode(SQLValue.self, coding: nil))
    }
    return PartRoot(record: try row.decode(Record.self), links: links)
  }
}

extension QueryWithParts {
  /// The query of the records, each with what its parts follow.
  var rootQuery: PartRootQuery<Record> { PartRootQuery(level: rowPlan.level) }

  /// The statements of the first row.
  var firstRowPlan: RecordQueryPlan<Row> {
    var plan = rowPlan
    if let limit = query.select.limit, limit >= 0 {
      plan.level.select.limit = min(limit, 1)
    } else {
      plan.level.select.limit = 1
    }
    return plan
  }

  /// The statements of one page, and the plan that makes it of the rows.
  func page(_ request: PageRequest) throws(DatabaseError) -> (rows: RecordQueryPlan<Row>, page: PagePlan) {
    let page = try PagePlan(query.select, markers: query.markers, request)
    var plan = rowPlan
    plan.level.select = page.select
    plan.level.extra = page.keyColumns
    return (plan, page)
  }

  /// The levels of a page by its number.
  func page(number: Int, size: Int) throws(DatabaseError) -> PartLevel {
    var level = rowPlan.level
    level.select = try query.page(number: number, size: size).select
    return level
  }
}
