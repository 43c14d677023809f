/// A query over sources. Each row has one value per source.
///
/// The protocol has the members that all numbers of sources share. The closures over the sources are members of
/// ``SQLQuery``, ``SQLJoin2`` and so on.
public protocol SQLSourceQuery<Row>: SQLFetchable, SQLSubquery {
  /// The untyped select, without its result columns.
  var select: SQLSyntax.Select { get set }
  /// For each source, whether a marker before its columns says if it is present.
  var markers: [Bool] { get }
}

extension SQLSourceQuery {
  /// The untyped query with the columns of every source.
  public var query: SQLSyntax.Query { select.query(markers: markers) }

  /// How the columns of every source are stored.
  public var resultForms: [SQLStoredForm?]? {
    zip(select.sources, markers).flatMap { source, marker in
      (marker ? [SQLStoredForm.integer] : []) + source.table.columns.map(\.storedForm)
    }
  }

  /// Renders the query.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature,
  ///   `.invalidQuery` if the query isn't valid, or `.valueOutOfRange` if a value can't be stored.
  @inlinable public func statement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    try select.statement(markers: markers, for: context)
  }

  /// Renders the query for its first row only.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature,
  ///   `.invalidQuery` if the query isn't valid, or `.valueOutOfRange` if a value can't be stored.
  public func firstRowStatement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    try query.limitedToOneRow.statement(for: context)
  }

  /// Renders a statement that counts the rows, also with a limit, DISTINCT or groups.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature,
  ///   `.invalidQuery` if the query isn't valid, or `.valueOutOfRange` if a value can't be stored.
  public func countStatement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    guard select.isSimple else { return try query.countStatement(for: context) }
    var copy = select
    copy.order = []
    var count = SQLSyntax.Function(.builtIn("count"), [])
    count.isStar = true
    copy.columns = [.expression(.function(count), name: nil)]
    return try SQLSyntax.Query.select(copy).statement(for: context)
  }
}

extension SQLSourceQuery {
  /// Keeps the rows that meet a condition over bare columns, as in `where(Album.year > 1990)`. `nil` keeps all rows.
  public consuming func `where`(_ condition: SQLPredicate?) -> Self {
    guard let condition else { return self }
    select.storedFilters.append(condition.truth)
    return self
  }

  /// Removes the order.
  public consuming func unordered() -> Self {
    select.order = []
    return self
  }

  /// Keeps at most `count` rows. A negative number keeps all rows.
  public consuming func limit(_ count: Int) -> Self {
    select.limit = count
    return self
  }

  /// Skips the first `count` rows, even without a limit.
  public consuming func offset(_ count: Int) -> Self {
    select.offset = count
    return self
  }

  /// Removes duplicate rows (`DISTINCT`).
  public consuming func distinct() -> Self {
    select.isDistinct = true
    return self
  }

  /// Returns the rows of either query, without duplicates (`UNION`).
  public func union(_ other: Self) -> SQLProjection<Row> { projection.union(other.projection) }
  /// Returns the rows of both queries, with duplicates (`UNION ALL`).
  public func unionAll(_ other: Self) -> SQLProjection<Row> { projection.unionAll(other.projection) }
  /// Returns the rows that are in both queries, without duplicates (`INTERSECT`).
  public func intersect(_ other: Self) -> SQLProjection<Row> { projection.intersect(other.projection) }
  /// Returns the rows of this query that the other lacks, without duplicates (`EXCEPT`).
  public func except(_ other: Self) -> SQLProjection<Row> { projection.except(other.projection) }

  /// The query with all its sources as chosen values.
  var projection: SQLProjection<Row> {
    let widths = zip(select.sources, markers).map { $0.table.columns.count + ($1 ? 1 : 0) }
    return SQLProjection(query: query, widths: widths, forms: resultForms) { [self] row in try decode(&row) }
  }
}
