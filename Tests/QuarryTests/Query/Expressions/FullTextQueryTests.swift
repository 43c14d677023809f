import Quarry
import QuarryMemory
import Testing

/// Texts of users are searched for, whatever stands in them.
struct FullTextQueryTests {
  @Test(arguments: [
    ("quick fox", #""quick" "fox""#), ("  quick\tfox\n", #""quick" "fox""#), ("", #""""#), ("   ", #""""#),
    (#"say "hi""#, #""say" """hi""""#), ("a-b", #""a-b""#), ("NOT", #""NOT""#), ("x:y*", #""x:y*""#),
    ("a\0b", #""a" "b""#),
  ])
  func allWordsAreQuoted(_ text: String, _ query: String) {
    #expect(SQLFullTextQuery.allWords(text).text == query)
  }

  @Test func formsDiffer() {
    #expect(SQLFullTextQuery.anyWord("a b").text == #""a" OR "b""#)
    #expect(SQLFullTextQuery.allWords("a b", lastIsPrefix: true).text == #""a" "b"*"#)
    #expect(SQLFullTextQuery.anyWord("", lastIsPrefix: true).text == #""""#)
    #expect(SQLFullTextQuery.phrase("a b").text == #""a b""#)
    #expect(SQLFullTextQuery.phrase("a\0\"b", isPrefix: true).text == #""a ""b"*"#)
  }

  @Test func typedMatchBindsTheQuery() async throws {
    let database = try await Database(MemoryDriver())
    try #require(database.engine.supports(.fts5))
    try await database.execute(#"CREATE VIRTUAL TABLE "Page" USING fts5(title, body)"#)
    try await database.execute("INSERT INTO Page VALUES ('a-b (c)', 'AND so on'), ('other', 'text')")
    let titles = Page.where { $0.title.match(.allWords("(c) a-b")) }.select { $0.title }
    #expect(try await database.fetchAll(titles) == ["a-b (c)"])
    let bodies = Page.where { $0.body.match(.anyWord("AND \"tex", lastIsPrefix: true)) }.select { $0.title }
    #expect(try await database.fetchAll(bodies) == ["a-b (c)", "other"])
    #expect(try await database.fetchAll(Page.where { $0.title.match(.phrase("b a")) }).isEmpty)
    await database.close()
  }
}

private struct Page: SQLDecodable {
  var title: String
  static let title = SQLColumn<String>("title")
  static let body = SQLColumn<String>("body")
  static let table = SQLTable("Page", title, body)
  init(row: inout SQLRowReader<Self>) throws { title = try row[Self.title] }
}
