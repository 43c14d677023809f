/// Updates the rows that a query selects.
///
/// ```swift
/// SQLUpdate(Album.where { $0.artistID == 7 }) { $0.artistID = 9; $0.plays = $0.plays + 1 }
/// ```
///
/// If the query has an order and a limit, only those rows are updated. On engines without LIMIT for UPDATE, Quarry
/// uses an equivalent subquery.
///
/// Source: <https://sqlite.org/lang_update.html>.
public struct SQLUpdate<Record: SQLMapped>: SQLCommand {
  private let select: SQLSyntax.Select
  private let assignments: [SQLAssignment]
  private let algorithm: SQLConflictAlgorithm?

  init(
    _ select: SQLSyntax.Select, or algorithm: SQLConflictAlgorithm? = nil,
    set: (inout SQLAssignments<Record>) -> Void
  ) {
    var assignments = SQLAssignments<Record>()
    set(&assignments)
    self.select = select
    self.algorithm = algorithm
    self.assignments = assignments.assignments
  }

  /// Renders the update.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature,
  ///   `.invalidQuery` if the command isn't valid, or `.valueOutOfRange` if a value can't be stored.
  public func machine(
    for context: SQLGenerationContext
  ) throws(DatabaseError) -> SQLStepMachine<Never, SQLChangeResult> {
    try statement(context).machine(for: context)
  }

  func statement(_ context: SQLGenerationContext) throws(DatabaseError) -> SQLUpdateStatement {
    let table = try SQLChangeRendering.table(of: select, "an update")
    let parts = try SQLChangeRendering(
      select, assignments: assignments, allowsSources: true, purpose: "an update of \"\(table.name)\"",
      context: context)
    let stamps = try parts.assignments.isEmpty ? [] : SQLStamps(table, context).assignments(beside: parts.assignments)
    return SQLUpdateStatement(
      table: table, algorithm: algorithm, assignments: parts.assignments + stamps, from: parts.from,
      condition: parts.condition, limit: parts.limit, prefix: parts.prefix)
  }
}

/// Updates the rows that a query selects and returns values of each updated row.
///
/// The order of the rows is undefined. On an engine without RETURNING, Quarry reads the keys first, updates, and
/// reads the rows by their keys. If that wouldn't be exact, running the update throws `.unsupportedFeature`.
public struct SQLUpdateReturning<Record: SQLMapped, Row: Sendable>: SQLCommand {
  let update: SQLUpdate<Record>
  let returning: SQLReturning<Row>

  /// Renders the update.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature,
  ///   `.invalidQuery` if the command isn't valid, or `.valueOutOfRange` if a value can't be stored.
  public func machine(for context: SQLGenerationContext) throws(DatabaseError) -> SQLStepMachine<Row, [Row]> {
    try update.statement(context).machine(for: context, returning: returning) { $0.rows }
  }
}

extension SQLUpdate where Record: SQLDecodable {
  /// Creates an update of the rows that a query selects.
  ///
  /// - Parameters:
  ///   - query: The query that selects the rows. A query with groups throws `.invalidQuery` when the update runs.
  ///   - algorithm: The action if a row breaks a constraint. If `nil`, the update fails.
  ///   - set: A closure that makes the assignments.
  public init(
    _ query: SQLQuery<Record>, or algorithm: SQLConflictAlgorithm? = nil,
    set: (inout SQLAssignments<Record>) -> Void
  ) { self.init(query.select, or: algorithm, set: set) }

  /// Creates an update of the first source of a query from its second source (`UPDATE … FROM`).
  ///
  /// ```swift
  /// SQLUpdate(Album.join(Artist.self, on: Album.artistID)) { album, artist in album.title = artist.name }
  /// ```
  ///
  /// > Note: This needs an engine with UPDATE … FROM. On other engines, running the update throws
  /// > `.unsupportedFeature`.
  ///
  /// - Parameters:
  ///   - query: The rows and their partners, by inner and cross joins.
  ///   - algorithm: The action if a row breaks a constraint. If `nil`, the update fails.
  ///   - set: A closure that makes the assignments. It also gets the columns of the other source.
  public init<Other: SQLSource>(
    _ query: SQLJoin2<Record, Other>, or algorithm: SQLConflictAlgorithm? = nil,
    set: (inout SQLAssignments<Record>, Other.SourceColumns) -> Void
  ) {
    var (select, counter) = Self.joined(query.select)
    let other = counter.next(Other.self)
    self.init(select, or: algorithm) { assignments in set(&assignments, other) }
  }

  /// Creates an update of the first source of a query from two others (`UPDATE … FROM`).
  ///
  /// - Parameters:
  ///   - query: The rows and their partners, by inner and cross joins.
  ///   - algorithm: The action if a row breaks a constraint. If `nil`, the update fails.
  ///   - set: A closure that makes the assignments. It also gets the columns of the other sources.
  public init<Other: SQLSource, Third: SQLSource>(
    _ query: SQLJoin3<Record, Other, Third>, or algorithm: SQLConflictAlgorithm? = nil,
    set: (inout SQLAssignments<Record>, Other.SourceColumns, Third.SourceColumns) -> Void
  ) {
    var (select, counter) = Self.joined(query.select)
    let other = counter.next(Other.self)
    let third = counter.next(Third.self)
    self.init(select, or: algorithm) { assignments in set(&assignments, other, third) }
  }

  /// A select whose sources after the first are known by the columns that the counter makes.
  private static func joined(_ select: SQLSyntax.Select) -> (SQLSyntax.Select, SQLSourceCounter) {
    var select = select
    var counter = SQLSourceCounter()
    select.tokens.append(counter.token)
    _ = counter.next(Record.self)
    return (select, counter)
  }
}

extension SQLUpdate {
  /// Returns the same update, which also returns values of each updated row.
  public func returning<Row>(_ returning: SQLReturning<Row>) -> SQLUpdateReturning<Record, Row> {
    SQLUpdateReturning(update: self, returning: returning)
  }

  /// Returns the same update, which also returns one column of each updated row.
  public func returning<Value: SQLValueConvertible>(
    _ column: SQLColumn<Value>
  ) -> SQLUpdateReturning<Record, Value> {
    SQLUpdateReturning(update: self, returning: .column(column))
  }

  /// Returns the same update, which also returns columns of each updated row.
  public func returning<each Value: SQLValueConvertible>(
    _ columns: repeat SQLColumn<each Value>
  ) -> SQLUpdateReturning<Record, (repeat each Value)> {
    SQLUpdateReturning(update: self, returning: .columns(repeat each columns))
  }
}

extension SQLUpdate where Record: SQLDecodable {
  /// Returns the same update, which also returns the updated records.
  public func returningRecords() -> SQLUpdateReturning<Record, Record> { returning(.records) }
}
