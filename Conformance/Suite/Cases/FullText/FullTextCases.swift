internal import Quarry

/// Full-text search.
enum FullTextCases: CaseList {
  static let cases: [ConformanceCase] = queries + tokenizers + contents + inputs + changes + typed
  static let page = "https://sqlite.org/fts5.html"

  /// Creates the index that most cases search.
  static func articles(_ test: CaseContext, _ name: String = "main") async throws -> Database {
    let database = try await test.database(name)
    try await database.execute("CREATE VIRTUAL TABLE Article USING fts5(title, body)")
    try await database.execute(
      """
      INSERT INTO Article(rowid, title, body) VALUES (1, 'the quick brown fox', 'jumps over'),
        (2, 'lazy dog', 'the quick dog sleeps'), (3, 'quick quick quick', 'fox'), (4, 'brown bread', 'wheat rye')
      """)
    return database
  }

  /// Asserts the rows that a query of the articles finds.
  static func expectFound(
    _ test: CaseContext, _ database: Database, _ query: String, _ rowIDs: [Int64], file: StaticString = #fileID,
    line: UInt = #line
  ) async {
    await expectFound(test, database, "Article", query, rowIDs, file: file, line: line)
  }

  /// Asserts the rows that a query finds.
  static func expectFound(
    _ test: CaseContext, _ database: Database, _ table: String, _ query: String, _ rowIDs: [Int64],
    file: StaticString = #fileID, line: UInt = #line
  ) async {
    await test.expectRows(
      database, "SELECT rowid FROM \(identifier: table) WHERE \(identifier: table) MATCH \(query) ORDER BY rowid",
      rowIDs.map { [.integer($0)] }, "what \(query) finds in \(table)", file: file, line: line)
  }
}

/// A record of a full-text table.
struct FullTextArticle: SQLCodable, Equatable {
  var rowID: Int64
  var title: String?
  var body: String?
  static let rowID = SQLColumn<Int64>("rowid", primaryKey: .plain)
  static let title = SQLColumn<String?>("title")
  static let body = SQLColumn<String?>("body")
  static let table = SQLTable("Article", rowID, title, body)
  /// The hidden column of the whole row.
  static let everything = SQLColumn<String?>("Article")

  init(rowID: Int64, title: String?, body: String?) {
    self.rowID = rowID
    self.title = title
    self.body = body
  }

  init(row: inout SQLRowReader<Self>) throws {
    rowID = try row[Self.rowID]
    title = try row[Self.title]
    body = try row[Self.body]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.rowID] = rowID
    row[Self.title] = title
    row[Self.body] = body
  }
}
