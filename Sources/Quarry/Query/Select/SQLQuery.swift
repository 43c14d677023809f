/// A query over one or several sources; each row is one value per source.
///
/// `Row` is a mapped type, or a tuple of mapped types, some of them optional where an outer join may find nothing.
///
/// A query is a value: every method answers a new one. However often and in whichever order they are called, the
/// conditions narrow one and the same SELECT; to filter what a limit left over, put the query into FROM with
/// ``SQLDecodable/from(_:)``.
///
/// ```swift
/// Album.join(Artist.self, on: Album.artistID)
///   .where { album, artist in artist.name.like("A%") && album.year >= 1990 }
///   .order { album, _ in album.title.ascending }
///   .limit(10)                                       // rows are (Album, Artist)
/// ```
public struct SQLQuery<Row: Sendable>: Sendable {
  /// The untyped select; its result columns are filled in when the query is rendered.
  public internal(set) var select: SQLSyntax.Select
  /// How rows are read.
  @usableFromInline let reading: SQLQueryReading<Row>

  /// Creates a query over sources.
  ///
  /// The sources are a pack of their own, and not the query's: the compiler cannot follow longer chains of methods that
  /// append to the pack of a type.
  init<each Source: SQLSource>(
    _ select: SQLSyntax.Select, _ sources: repeat (each Source).Type
  ) where Row == (repeat each Source) {
    self.select = select
    var markers: [Bool] = []
    for source in repeat each sources { markers.append(source.isNullable) }
    reading = SQLQueryReading(markers: markers) { row in (repeat try (each Source).decode(&row)) }
  }

  /// Calls a closure with the columns of the sources, which then know this query by a new token.
  mutating func apply<each Source: SQLSource, Result>(
    _ body: (repeat (each Source).SourceColumns) -> Result
  ) -> Result where Row == (repeat each Source) {
    let token = SQLSyntax.SourceIdentity.nextToken()
    select.tokens.append(token)
    var counter = SQLSourceCounter(token: token)
    return body(repeat counter.next((each Source).self))
  }
}

/// How the rows of a query are read: made once for each query, where the types of its sources are known.
@usableFromInline struct SQLQueryReading<Row: Sendable>: Sendable {
  /// For each source, whether a marker in front of its columns tells if it is present.
  @usableFromInline let markers: [Bool]
  /// Reads one row.
  @usableFromInline let decode: @Sendable (inout SQLRowDecoder) throws -> Row

  init(markers: [Bool], decode: @escaping @Sendable (inout SQLRowDecoder) throws -> Row) {
    self.markers = markers
    self.decode = decode
  }
}

extension SQLQuery {
  /// Keeps the rows that meet a condition, and those of earlier calls too.
  public func `where`<each Source: SQLSource, Condition: SQLExpressible>(
    _ condition: (repeat (each Source).SourceColumns) -> Condition
  ) -> Self where Row == (repeat each Source), Condition.Value.Unwrapped == Bool {
    var copy = self
    copy.select.filters.append(copy.apply(condition).syntax)
    return copy
  }

  /// Keeps the rows that meet a condition over bare columns, as in `where(Album.year > 1990)`; nil keeps all.
  public func `where`(_ condition: SQLPredicate?) -> Self {
    guard let condition else { return self }
    var copy = self
    copy.select.filters.append(condition.syntax)
    return copy
  }

  /// Orders the rows by one expression; terms of later calls decide among rows that are equal so far.
  public func order<each Source: SQLSource, Term: SQLOrderable>(
    _ term: (repeat (each Source).SourceColumns) -> Term
  ) -> Self where Row == (repeat each Source) {
    var copy = self
    copy.select.order += copy.apply(term).orderings
    return copy
  }

  /// Orders the rows; terms of later calls decide among rows that are equal so far.
  ///
  /// ```swift
  /// query.order { ($0.year.descending.nullsLast, $0.title) }
  /// ```
  public func order<each Source: SQLSource, each Term: SQLOrderable>(
    _ terms: (repeat (each Source).SourceColumns) -> (repeat each Term)
  ) -> Self where Row == (repeat each Source) {
    var copy = self
    for term in repeat each copy.apply(terms) { copy.select.order += term.orderings }
    return copy
  }

  /// Forgets the order.
  public func unordered() -> Self {
    var copy = self
    copy.select.order = []
    return copy
  }

  /// Keeps at most so many rows; a negative number keeps all.
  public func limit(_ count: Int) -> Self {
    var copy = self
    copy.select.limit = count
    return copy
  }

  /// Leaves out so many rows at the beginning; also without a limit.
  public func offset(_ count: Int) -> Self {
    var copy = self
    copy.select.offset = count
    return copy
  }

  /// Counts equal rows once.
  public func distinct() -> Self {
    var copy = self
    copy.select.isDistinct = true
    return copy
  }

  /// Makes one row of all rows for which the expression has equal values.
  public func group<each Source: SQLSource, Term: SQLExpressible>(
    by term: (repeat (each Source).SourceColumns) -> Term
  ) -> Self where Row == (repeat each Source) {
    var copy = self
    copy.select.groups.append(copy.apply(term).syntax)
    return copy
  }

  /// Makes one row of all rows for which the expressions have equal values.
  public func group<each Source: SQLSource, each Term: SQLExpressible>(
    by terms: (repeat (each Source).SourceColumns) -> (repeat each Term)
  ) -> Self where Row == (repeat each Source) {
    var copy = self
    for term in repeat each copy.apply(terms) { copy.select.groups.append(term.syntax) }
    return copy
  }

  /// Keeps the groups that meet a condition, and those of earlier calls too.
  public func having<each Source: SQLSource, Condition: SQLExpressible>(
    _ condition: (repeat (each Source).SourceColumns) -> Condition
  ) -> Self where Row == (repeat each Source), Condition.Value.Unwrapped == Bool {
    var copy = self
    copy.select.having.append(copy.apply(condition).syntax)
    return copy
  }

  /// Gives a window a name, for calls with `over(named:)`.
  public func window<each Source: SQLSource>(
    _ name: String, _ window: (repeat (each Source).SourceColumns) -> SQLWindow
  ) -> Self where Row == (repeat each Source) {
    var copy = self
    let made = copy.apply(window)
    copy.select.windows.append(SQLSyntax.NamedWindow(name: name, window: made.syntax))
    return copy
  }

  /// Chooses the one value that a row is made of. Comes last.
  public func select<each Source: SQLSource, Result: SQLSelectable>(
    _ result: (repeat (each Source).SourceColumns) -> Result
  ) -> SQLProjection<Result.Output> where Row == (repeat each Source) {
    var copy = self
    let chosen = copy.apply(result)
    copy.select.columns = [chosen.resultColumn]
    return SQLProjection(query: .select(copy.select), decoders: chosen.decoder)
  }

  /// Chooses what a row is made of: columns, expressions, aggregates, whole records. Comes last.
  ///
  /// ```swift
  /// Artist.join(Album.self, on: Album.artistID)
  ///   .group { artist, _ in artist.id }
  ///   .select { artist, album in (artist, SQL.count()) }        // rows are (Artist, Int)
  /// ```
  public func select<each Source: SQLSource, each Result: SQLSelectable>(
    _ results: (repeat (each Source).SourceColumns) -> (repeat each Result)
  ) -> SQLProjection<(repeat (each Result).Output)> where Row == (repeat each Source) {
    var copy = self
    let chosen = copy.apply(results)
    copy.select.columns = []
    for result in repeat each chosen { copy.select.columns.append(result.resultColumn) }
    return SQLProjection(query: .select(copy.select), decoders: repeat (each chosen).decoder)
  }
}
