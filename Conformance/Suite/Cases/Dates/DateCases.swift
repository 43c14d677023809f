internal import Quarry

/// Dates and times.
enum DateCases: CaseList {
  static let cases: [ConformanceCase] = values + clock + layer + gated
  static let page = "https://sqlite.org/lang_datefunc.html"
}

extension DateCases {
  /// Asserts typed date expressions over constants.
  static func expectTyped(
    _ test: CaseContext, _ database: Database, _ expressions: [(SQLExpression<String?>, String?)]
  ) async throws {
    try await database.run(SQLCreateTable(DateNote.table, ifNotExists: true))
    if try await database.fetchCount(DateNote.all) == 0 {
      try await database.insert([DateNote(id: 1, text: "2024-01-15 10:20:30")])
    }
    for (index, (expression, value)) in expressions.enumerated() {
      await test.expectFetch(database, DateNote.select { _ in expression }, [value], "typed expression \(index)")
    }
  }
}

/// A record with a time as text.
struct DateNote: SQLCodable {
  var id: Int64
  var text: String
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let text = SQLColumn<String>("text")
  static let table = SQLTable("Note", id, text)

  init(id: Int64, text: String) {
    self.id = id
    self.text = text
  }

  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    text = try row[Self.text]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.text] = text
  }
}

extension CaseContext {
  /// Whether the engine was built with the date functions. Otherwise the rest of the case is left out.
  func hasDateFunctions() async throws -> Bool {
    let database = try await database()
    do {
      _ = try await database.fetchAll(("SELECT date(0)" as SQLFragment).rows())
      return true
    } catch let error as DatabaseError where error.code == .noSuchObject {
      return section(requires: .other("the date functions, which the engine was built without", isMet: false))
    }
  }
}
