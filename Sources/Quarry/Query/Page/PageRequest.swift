/// The requested page of a query.
struct PageRequest: Sendable {
  /// Where the page begins.
  enum Edge: Sendable {
    case first
    case after(PageCursor)
    case before(PageCursor)

    /// Whether rows are read from the end.
    var isBackwards: Bool { if case .before = self { true } else { false } }
  }

  /// The maximum number of rows.
  let size: Int
  /// Where the page begins.
  let edge: Edge

  init(size: Int, after cursor: PageCursor?) {
    self.size = size
    edge = cursor.map { .after($0) } ?? .first
  }

  init(size: Int, before cursor: PageCursor) {
    self.size = size
    edge = .before(cursor)
  }

  /// Throws if a number of rows isn't 1 to 10,000.
  static func require(size: Int) throws(DatabaseError) {
    guard (1...10_000).contains(size) else {
      throw DatabaseError(.invalidQuery, "a page has 1 to 10,000 rows, not \(size)")
    }
  }
}

/// The plan for a page of a select: what to fetch, and how to make the page of the rows.
struct PagePlan: Sendable {
  /// The select, with the order, the condition and the limit of the page. The result columns are the caller's.
  let select: SQLSyntax.Select
  /// The result columns whose values cursors are made of.
  let keyColumns: [SQLSyntax.ResultColumn]
  private let order: PageOrder
  private let request: PageRequest

  /// - Throws: ``DatabaseError`` with code `.invalidQuery` if the query can't be read in pages, or `.foreignCursor`
  ///   if the cursor belongs to another order.
  init(_ select: SQLSyntax.Select, markers: [Bool], _ request: PageRequest) throws(DatabaseError) {
    try PageRequest.require(size: request.size)
    guard select.isSimple else {
      throw DatabaseError(
        .invalidQuery,
        "a query with groups, distinct rows, a limit or an offset has no cursors; ask for pages by their number, or put "
          + "the query into FROM with from(_:)")
    }
    self.request = request
    order = try PageOrder(select, markers: markers)
    var select = select
    select.tokens.append(order.token)
    switch request.edge {
    case .first: break
    case .after(let cursor): select.filters.append(try order.condition(after: cursor, backwards: false))
    case .before(let cursor): select.filters.append(try order.condition(after: cursor, backwards: true))
    }
    select.order = order.terms(backwards: request.edge.isBackwards)
    select.limit = request.size + 1
    self.select = select
    keyColumns = order.terms.map { .expression($0.expression, name: nil) }
  }

  /// Makes the page from the rows, of which there is one more than requested, and from the values of each row's
  /// order.
  func page<Row>(_ rows: [Row], keys: [[SQLValue]]) -> DatabasePage<Row> {
    let hasMore = rows.count > request.size
    var rows = Array(rows.prefix(request.size))
    var keys = Array(keys.prefix(request.size))
    if request.edge.isBackwards {
      rows.reverse()
      keys.reverse()
    }
    let first = keys.first.map { PageCursor(order: order.fingerprint, values: $0) }
    let last = keys.last.map { PageCursor(order: order.fingerprint, values: $0) }
    switch request.edge {
    case .first: return DatabasePage(rows: rows, next: hasMore ? last : nil)
    case .after: return DatabasePage(rows: rows, next: hasMore ? last : nil, previous: first)
    case .before: return DatabasePage(rows: rows, next: last, previous: hasMore ? first : nil)
    }
  }
}

/// The query of one page: each row with the values of its order.
struct SQLPageQuery<Base: SQLSourceQuery>: SQLFetchable {
  typealias Row = (Base.Row, [SQLValue])

  let base: Base
  let plan: Result<PagePlan, DatabaseError>

  init(_ base: Base, _ request: PageRequest) {
    self.base = base
    do throws(DatabaseError) {
      plan = .success(try PagePlan(base.select, markers: base.markers, request))
    } catch {
      plan = .failure(error)
    }
  }

  func statement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    let plan = try plan.get()
    var select = plan.select
    for (index, marker) in base.markers.enumerated() { select.columns.append(.position(index, marker: marker)) }
    select.columns += plan.keyColumns
    return try SQLSyntax.Query.select(select).statement(for: context)
  }

  func decode(_ row: inout SQLRowDecoder) throws -> Row { (try base.decode(&row), try row.remainingValues()) }

  /// Makes the page of the rows.
  func page(_ rows: [Row]) throws(DatabaseError) -> DatabasePage<Base.Row> {
    try plan.get().page(rows.map(\.0), keys: rows.map(\.1))
  }
}

extension SQLSourceQuery {
  /// The rows of a page by its number.
  ///
  /// - Throws: ``DatabaseError`` with code `.invalidQuery`.
  func page(number: Int, size: Int) throws(DatabaseError) -> Self {
    try PageRequest.require(size: size)
    let (offset, overflow) = (number - 1).multipliedReportingOverflow(by: size)
    guard number >= 1, !overflow else {
      throw DatabaseError(.invalidQuery, "pages are counted from 1, up to what fits into an integer")
    }
    guard select.limit == nil, select.offset == nil else {
      throw DatabaseError(
        .invalidQuery, "a query that is read in pages can't have a limit; use it as a source with from(_:)")
    }
    var copy = self
    if select.isSimple {
      let order = try PageOrder(select, markers: markers)
      copy.select.tokens.append(order.token)
      copy.select.order = order.terms
    }
    copy.select.limit = size
    copy.select.offset = offset
    return copy
  }
}
