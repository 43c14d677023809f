import Quarry
import QuarrySQLiteEngine
import TestSupport
import Testing

/// Full-text and R-Tree tables as values.
@Suite("Virtual tables") struct VirtualTableTests {
  struct Note: SQLDecodable, Equatable {
    var title: String?
    var body: String?
    static let title = SQLColumn<String?>("title")
    static let body = SQLColumn<String?>("body")
    static let table = SQLTable("note_index", title, body, kind: .view)
    init(row: inout SQLRowReader<Self>) throws { (title, body) = (try row[Self.title], try row[Self.body]) }
  }

  private static func table(_ content: SQLFullTextTable.Content = .own) -> SQLFullTextTable {
    SQLFullTextTable("note_index", columns: ["title", "body"], content: content, tokenizer: .porter(), prefixes: [2])
  }

  private func run(
    _ body: (Database) async throws -> Void, settings: SQLiteConnectionSettings = SQLiteConnectionSettings(),
    configuration: DatabaseConfiguration = DatabaseConfiguration()
  ) async throws {
    let folder = try TemporaryFolder()
    let database = try await LocalDriver.sqlite.database(in: folder, configuration: configuration, settings: settings)
    guard database.engine.supports(.fts5) else { return }
    try await body(database)
    await database.close()
  }

  @Test("Found, ranked and marked, with types") func queries() async throws {
    try await run { database in
      try await database.run(SQLCreateFullTextTable(Self.table()))
      try await database.execute(
        "INSERT INTO note_index VALUES ('Running', 'a dog ran; running dogs'), ('Cats', 'one cat and a dog'), ('None', 'x')"
      )
      let index = Self.table().index
      let found = try await database.fetchAll(
        Note.where { _ in index.match(.allWords("dogs")) }.order { _ in index.rank.ascending }
          .select { note in (note.title, index.highlight(column: 1, from: "[", to: "]"), index.bm25(weights: 1, 5)) })
      #expect(found.map(\.0) == ["Running", "Cats"])
      #expect(found.map(\.1) == ["a [dog] ran; running [dogs]", "one cat and a [dog]"])
      #expect(found.allSatisfy { $0.2 < 0 } && found[0].2 < found[1].2)
      let parts = try await database.fetchAll(
        Note.where { _ in index.match(.phrase("cat")) }.select { _ in index.snippet(from: "<", to: ">", words: 3) })
      #expect(parts == ["<Cats>"] || parts == ["one <cat> and…"])
    }
  }

  static let tables = [
    SQLFullTextTable("f", columns: ["a"]),
    SQLFullTextTable(
      "f", columns: ["a", .init("b \"c", indexed: false)], prefixes: [1, 3], detail: .column, keepsSizes: false),
    SQLFullTextTable("f", columns: ["a"], content: .external(table: "it's", rowID: "the id"), detail: .none),
    SQLFullTextTable("f", columns: ["a"], content: .none()),
    SQLFullTextTable(
      "f", columns: ["a"], tokenizer: .unicode61(diacritics: .allRemoved, letters: "-_'\"", separators: "x")),
    SQLFullTextTable("f", columns: ["a"], tokenizer: .unicode61(diacritics: .kept)),
    SQLFullTextTable("f", columns: ["a"], tokenizer: .ascii(letters: "#")),
    SQLFullTextTable("f", columns: ["a"], tokenizer: .porter(.ascii())),
    SQLFullTextTable("f", columns: ["a"], tokenizer: .trigram(caseSensitive: true)),
  ]

  @Test("What is written is read back as the same value", arguments: tables)
  func introspection(_ table: SQLFullTextTable) async throws {
    try await run { database in
      if case .external = table.content {
        try await database.execute("CREATE TABLE \"it's\" (\"the id\" INTEGER PRIMARY KEY, a)")
      }
      try await database.run(SQLCreateFullTextTable(table, triggers: .none))
      let sql = try await database.fetchAll(
        ("SELECT sql FROM sqlite_master WHERE name = 'f'" as SQLFragment).values(String.self))
      #expect(SQLFullTextTable(sql: try #require(sql.first)) == table, "\(sql)")
    }
  }

  @Test("What is no full-text table, or has options that nobody knows, is not read as one") func foreign() {
    for sql in [
      "CREATE TABLE f (a)", "CREATE VIRTUAL TABLE f USING fts4(a)", "CREATE VIRTUAL TABLE f USING fts5(a, unheard = 1)",
      "CREATE VIRTUAL TABLE f USING rtree(id, a, b)", "",
    ] { #expect(SQLFullTextTable(sql: sql) == nil) }
    for sql in [
      "CREATE TABLE f (a)", "CREATE VIRTUAL TABLE f USING rtree(id, a)", "CREATE VIRTUAL TABLE f USING fts5(a)",
    ] {
      #expect(SQLRTreeTable(sql: sql) == nil)
    }
  }

  @Test(
    "Tables that cannot be are refused before anything is sent",
    arguments: [
      SQLFullTextTable("f", columns: []), SQLFullTextTable("f", columns: ["rank"]),
      SQLFullTextTable("f", columns: ["F"]),
      SQLFullTextTable("f", columns: ["a", "A"]), SQLFullTextTable("f", columns: ["a"], prefixes: [0]),
    ])
  func invalid(_ table: SQLFullTextTable) async throws {
    try await run { database in
      let error = try await databaseError { try await database.run(SQLCreateFullTextTable(table)) }
      #expect(error.code == .invalidQuery)
    }
  }

  @Test("An engine without FTS5 refuses by type") func absent() async throws {
    let folder = try TemporaryFolder()
    let database = try await LocalDriver.sqlcipher.database(in: folder)
    guard !database.engine.supports(.fts5) else { return }
    let error = try await databaseError { try await database.run(SQLCreateFullTextTable(Self.table())) }
    #expect(error.code == .unsupportedFeature)
    await database.close()
  }

  /// Writes in every way, and looks after each whether the index agrees with its content.
  private func write(_ database: Database) async throws {
    func expect(_ word: String, _ rows: [Int64], line: UInt = #line) async throws {
      let query: SQLFragment = "SELECT rowid FROM note_index WHERE note_index MATCH \(word) ORDER BY rowid"
      let found = try await database.fetchAll(query.values(Int64.self))
      #expect(found == rows, "\(word), line \(line)")
      try await database.execute("INSERT INTO note_index (note_index, rank) VALUES ('integrity-check', 1)")
    }
    try await expect("first", [7])
    try await database.execute("INSERT INTO note VALUES (1, 'alpha', 'one'), (2, 'beta', 'two')")
    try await expect("alpha", [1])
    try await database.execute("UPDATE note SET body = 'changed' WHERE id = 2")
    try await expect("two", [])
    try await expect("changed", [2])
    try await database.execute("UPDATE note SET id = 20 WHERE id = 2")
    try await expect("changed", [20])
    try await database.execute("DELETE FROM note WHERE id = 1")
    try await expect("alpha", [])
  }

  private static let external = table(.external(table: "note", rowID: "id"))

  @Test("Triggers of the schema keep an external table in step, where they can") func triggersOfTheSchema() async throws
  {
    for trusts in [true, false] {
      var settings = SQLiteConnectionSettings()
      settings.trustsSchema = trusts
      try await run(
        { database in
          try await database.execute("CREATE TABLE note (id INTEGER PRIMARY KEY, title, body)")
          try await database.execute("INSERT INTO note VALUES (7, 'first', 'row')")
          let isRestricted = !trusts && (EngineVersion(3, 40)..<EngineVersion(3, 44)).contains(database.engine.version)
          guard isRestricted else {
            try await database.run(SQLCreateFullTextTable(Self.external))
            return try await write(database)
          }
          let error = try await databaseError { try await database.run(SQLCreateFullTextTable(Self.external)) }
          #expect(error.code == .unsupportedFeature && error.message.contains("trustsSchema"))
          let names = try await database.fetchAll(SQLSchema.objects(.table)).map(\.name)
          #expect(names == ["note"], "nothing was created")
        }, settings: settings)
    }
  }

  @Test("Without triggers, the index is rebuilt when that is asked for") func maintenance() async throws {
    try await run { database in
      try await database.execute("CREATE TABLE note (id INTEGER PRIMARY KEY, title, body)")
      try await database.run(SQLCreateFullTextTable(Self.external, triggers: .none))
      try await database.execute("INSERT INTO note VALUES (7, 'first', 'row')")
      let error = try await databaseError { try await database.run(SQLMaintainFullTextTable(Self.external, .check)) }
      #expect(error.code == .corrupt)
      try await database.run(SQLMaintainFullTextTable(Self.external, .rebuild))
      try await database.run(SQLMaintainFullTextTable(Self.external, .optimize))
      try await database.run(SQLMaintainFullTextTable(Self.external, .check))
      let found = try await database.fetchAll(
        Note.where { _ in Self.external.index.match(.phrase("first")) }.select(\.title))
      #expect(found == ["first"])
    }
  }

  @Test("Boxes are created, read back and found") func boxes() async throws {
    let folder = try TemporaryFolder()
    let database = try await LocalDriver.sqlite.database(in: folder)
    guard database.engine.supports(.rtree) else { return }
    struct Place: SQLDecodable {
      var id: Int64
      static let id = SQLColumn<Int64>("id")
      static let table = SQLTable("place", id, kind: .view)
      init(row: inout SQLRowReader<Self>) throws { id = try row[Self.id] }
    }
    for table in [
      SQLRTreeTable("place", dimensions: [("x0", "x1"), ("y0", "y1")], others: ["note"]),
      SQLRTreeTable("place", id: "id", dimensions: [("x0", "x1"), ("y \"0", "y1")], integer: true),
    ] {
      try await database.run(SQLCreateRTreeTable(table))
      let sql = try await database.fetchAll(
        ("SELECT sql FROM sqlite_master WHERE name = 'place'" as SQLFragment).values(String.self))
      #expect(SQLRTreeTable(sql: try #require(sql.first)) == table)
      let columns = table.others.isEmpty ? "" : ", 'n'"
      try await database.execute(
        SQLFragment(
          raw:
            "INSERT INTO place VALUES (1, 0, 10, 0, 10\(columns)), (2, 5, 6, 5, 6\(columns)), (3, 20, 30, 0, 1\(columns))"
        ))
      let overlapping = try await database.fetchAll(
        Place.where { _ in table.overlaps([4...6, 6...20]) }.order { $0.id.ascending }.select(\.id))
      #expect(overlapping == [1, 2])
      let inside = try await database.fetchAll(Place.where { _ in table.isInside([4...7, 4...7]) }.select(\.id))
      #expect(inside == [2])
      let wrong = Place.where { _ in table.overlaps([0...1]) }
      #expect(try await databaseError { try await database.fetchAll(wrong) }.code == .invalidQuery)
      try await database.execute("DROP TABLE place")
    }
    let none = SQLRTreeTable("p", dimensions: [])
    #expect(try await databaseError { try await database.run(SQLCreateRTreeTable(none)) }.code == .invalidQuery)
    await database.close()
  }
}
