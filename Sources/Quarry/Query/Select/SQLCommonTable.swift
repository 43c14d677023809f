/// A common table expression: a query with a name, read as rows of a mapped type.
///
/// A query that uses a common table brings it along: the statement begins with `WITH` and every common table it
/// needs.
///
/// ```swift
/// let recent = SQLCommonTable(AlbumYear.self, named: "recent", as: Album.select { ($0.id, $0.year) })
/// recent.all.join(Album.self) { recent, album in recent.id == album.id }
/// ```
///
/// A recursive common table gets its own rows as a source:
///
/// ```swift
/// let boss = Employee.where { $0.id == 1 }.select { ($0.id, $0.name) }
/// let tree = SQLCommonTable(Node.self, named: "tree", initial: boss) {
///   Employee.join($0) { employee, above in employee.managerID == above.id }.select { employee, _ in
///     (employee.id, employee.name)
///   }
/// }
/// ```
///
/// Source: <https://sqlite.org/lang_with.html>.
public struct SQLCommonTable<Record: SQLDecodable>: Sendable {
  /// The untyped definition.
  public let syntax: SQLSyntax.CommonTable
  private let failure: DatabaseError?

  /// Creates a common table expression from a query.
  ///
  /// - Parameters:
  ///   - type: The type whose table lists the columns of the query, in order.
  ///   - name: The name. If `nil`, the name of the type's table. It must differ from the tables that the statement
  ///     reads.
  ///   - materialized: Whether the engine should compute the table once (`true`) or merge it into its uses (`false`).
  ///     It's a hint, left out if the engine doesn't support it.
  ///   - query: The query.
  public init<Query: SQLSubquery>(
    _ type: Record.Type = Record.self, named name: String? = nil, materialized: Bool? = nil, as query: Query
  ) {
    self.init(
      SQLSyntax.CommonTable(
        identity: SQLSyntax.SourceIdentity.nextToken(), name: name ?? Record.table.name,
        columns: Record.table.columns.map(\.name), query: Self.read(query), recursion: nil,
        isMaterialized: materialized))
  }

  /// Creates a recursive common table expression.
  ///
  /// - Parameters:
  ///   - type: The type whose table lists the columns of the query, in order.
  ///   - name: The name. If `nil`, the name of the type's table. It must differ from the tables that the statement
  ///     reads.
  ///   - combination: `UNION ALL`, or `UNION` to take each row once, which also ends cycles.
  ///   - initial: The first rows.
  ///   - step: A closure that makes the query for further rows from the rows found so far.
  public init<Initial: SQLSubquery, Step: SQLSubquery>(
    _ type: Record.Type = Record.self, named name: String? = nil, _ combination: SQLSyntax.Combination = .unionAll,
    initial: Initial, step: (SQLQuery<Record>) -> Step
  ) {
    let identity = SQLSyntax.SourceIdentity.nextToken()
    let found = SQLQuery<Record>(
      SQLSyntax.Select(sources: [SQLSyntax.Source(Record.table, relation: .recursion(identity))]))
    self.init(
      SQLSyntax.CommonTable(
        identity: identity, name: name ?? Record.table.name, columns: Record.table.columns.map(\.name),
        query: Self.read(initial),
        recursion: SQLSyntax.Recursion(combination: combination, query: Self.read(step(found)))))
  }

  init(_ syntax: SQLSyntax.CommonTable) {
    self.syntax = syntax
    let widths = [syntax.query.width] + (syntax.recursion.map { [$0.query.width] } ?? [])
    let wrong = widths.first { $0 != syntax.columns.count }
    failure = wrong.map {
      DatabaseError(
        .invalidQuery,
        "the common table expression \"\(syntax.name)\" is read as \(Record.self), whose table lists "
          + "\(syntax.columns.count) columns, and a query in it has \($0)")
    }
  }

  /// The query with its values in the codings of the record's columns, or one that throws if they have others.
  private static func read<Query: SQLSubquery>(_ query: Query) -> SQLSyntax.Query {
    switch query.query.reading(query.resultForms, as: Record.table.columns) {
    case .success(let converted): converted
    case .failure(let error): query.query.failing(error)
    }
  }

  /// All rows of the common table.
  public var all: SQLQuery<Record> {
    var select = SQLSyntax.Select(sources: [SQLSyntax.Source(Record.table, relation: .commonTable(syntax))])
    if let failure { select.filters = [.failure(failure)] }
    return SQLQuery(select)
  }
}

extension SQLDecodable where Self: SQLEncodable {
  /// Returns constant rows that can be joined and filtered like a table.
  ///
  /// A column to which a record gives no value is NULL.
  public static func values(_ records: [Self]) -> SQLQuery<Self> {
    var rows: [[SQLSyntax.Expression]] = []
    for record in records {
      var writer = SQLRowWriter<Self>()
      record.encode(to: &writer)
      if let error = writer.error {
        rows = [table.columns.map { _ in .failure(error) }]
        break
      }
      rows.append(writer.values.map { .value($0 ?? .null) })
    }
    var common = SQLSyntax.CommonTable(
      identity: SQLSyntax.SourceIdentity.nextToken(), name: "values", columns: table.columns.map(\.name),
      query: .values(rows, width: table.columns.count))
    common.isNameFixed = false
    return SQLCommonTable(common).all
  }
}
