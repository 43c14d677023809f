#if Command
internal import Quarry
internal import QuarryCopy

/// A table that is known only at run time, with the columns that can be stored.
struct RunTimeTable: Sendable {
  /// The table of ``RunTimeRecord`` while a body runs.
  @TaskLocal static var current: RunTimeTable?

  let table: SQLTable
  let columns: [SQLColumn<SQLValue>]
  /// The number of rows, where it was counted.
  var rows: Int64 = 0

  init(_ table: SQLTable) {
    self.table = table
    columns = table.columns.filter { $0.generated == nil }.map { SQLColumn<SQLValue>($0.name) }
  }

  /// Reads the definition of a table.
  static func read(_ name: String, _ database: Database) async throws -> RunTimeTable? {
    try await database.run(SQLDescribeTable(name)).map { RunTimeTable($0.model) }
  }

  /// The columns of the primary key.
  var key: [SQLColumnDefinition] { table.primaryKeyColumns }

  /// Counts the rows.
  var count: SQLFragment { SQLFragment(raw: "SELECT count(*) FROM \(SQLIdentifier.quote(table.name))") }

  /// Selects the columns that can be stored.
  var select: SQLFragment {
    SQLFragment(
      raw: "SELECT \(columns.map { SQLIdentifier.quote($0.name) }.joined(separator: ", ")) "
        + "FROM \(SQLIdentifier.quote(table.name))")
  }

  /// The same table with a number of rows.
  func with(rows: Int64) -> RunTimeTable {
    var copy = self
    copy.rows = rows
    return copy
  }

  /// A table with the same columns and key, and nothing else.
  func copy(named name: String) -> RunTimeTable {
    let definitions = table.columns.filter { $0.generated == nil }.map { column in
      SQLColumnDefinition(
        name: column.name, type: column.type, isNullable: column.isNullable, primaryKey: column.primaryKey,
        defaultValue: column.defaultValue, collation: column.collation)
    }
    return RunTimeTable(
      SQLTable(name, definitions: definitions, primaryKey: table.compoundPrimaryKey, kind: table.kind))
  }
}

/// A row of the table that is known at run time only.
struct RunTimeRecord: SQLEncodable {
  /// The values of the columns that can be stored, in order.
  var values: [SQLValue]

  static var table: SQLTable { RunTimeTable.current?.table ?? SQLTable("", definitions: []) }

  init(values: [SQLValue]) { self.values = values }

  /// A record is only written.
  init(row: inout SQLRowReader<Self>) throws {
    throw DatabaseError(.invalidQuery, "rows of tables that are known at run time only are read in blocks")
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    guard let columns = RunTimeTable.current?.columns else { return }
    for (column, value) in zip(columns, values) { row.set(column, to: value) }
  }
}

/// A query made at run time, of which only the digest of the rows is wanted.
struct TreeQuery: SQLFetchable {
  typealias Row = ContentDigest

  var query: SQLSyntax.Query
  var width: Int
  var isOrdered: Bool

  func statement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    try query.statement(for: context)
  }

  func decode(_ row: inout SQLRowDecoder) throws -> ContentDigest { try digest.decode(&row) }

  func decodeRows(_ batch: SQLRowBatch, into rows: inout [ContentDigest]) throws {
    try digest.decodeRows(batch, into: &rows)
  }

  private var digest: DigestQuery { DigestQuery(fragment: "", columnCount: width, isOrdered: isOrdered) }
}

extension TourStep {
  /// A step that runs a query made at run time.
  static func tree(
    _ title: String, _ query: SQLSyntax.Query, width: Int, isOrdered: Bool = true, needs feature: SQLFeature? = nil
  ) -> TourStep {
    trees(title, [TreeQuery(query: query, width: width, isOrdered: isOrdered)], needs: feature)
  }

  /// A step that runs several queries made at run time.
  static func trees(_ title: String, _ queries: [TreeQuery], needs feature: SQLFeature? = nil) -> TourStep {
    TourStep(
      title: title,
      form: { context in
        TourForm.of(context, feature: feature) { (context) throws(DatabaseError) in
          for query in queries { _ = try query.statement(for: context) }
        }
      },
      run: { database in
        var digest = ContentDigest(isOrdered: true)
        for query in queries {
          let one = try await database.fetchAll(query).first ?? ContentDigest(isOrdered: query.isOrdered)
          if queries.count == 1 { return one }
          digest.append(one)
        }
        return digest
      })
  }
}

extension ContentDigest {
  /// Adds the rows of another answer behind those of this one.
  mutating func append(_ other: ContentDigest) {
    rows += other.rows
    hash.combine(other.hash)
  }
}
#endif
