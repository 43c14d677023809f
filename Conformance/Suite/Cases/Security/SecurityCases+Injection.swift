import Quarry

extension SecurityCases {
  /// Hostile texts as values, as names and as patterns.
  static let injection: [ConformanceCase] = [
    ConformanceCase(
      "SEC-01", "200 hostile texts as bound values come back unchanged, and the tables are the same afterwards", .core,
      "https://sqlite.org/c3ref/bind_blob.html",
      "A bound text MUST never be read as SQL: it comes back byte for byte, and no table appears or disappears."
    ) { test in
      let database = try await test.database()
      test.expectEqual(HostileTexts.all.count, 200, "the number of texts")
      test.expectEqual(Set(HostileTexts.all.map { Array($0.utf8) }).count, 200, "each text is there once")
      try await database.execute("CREATE TABLE Hostile (id INTEGER PRIMARY KEY, body TEXT, copy TEXT)")
      let tables = try await test.rows(database, "SELECT type, name, sql FROM sqlite_master ORDER BY name")
      try await test.execute(
        HostileTexts.all.enumerated().map { "INSERT INTO Hostile VALUES (\($0), \($1), \($1) || '')" }, on: database)
      for (index, text) in HostileTexts.all.enumerated() {
        let rows = try await test.rows(database, "SELECT body, typeof(copy) FROM Hostile WHERE id = \(index)")
        test.expectIdentical(rows, [[.text(text), "text"]], "text \(index) comes back")
        let found = try await test.rows(database, "SELECT id FROM Hostile WHERE body = \(text)")
        test.expectIdentical(found, [[.integer(Int64(index))]], "text \(index) is found by itself alone")
      }
      await test.expectRows(
        database, "SELECT type, name, sql FROM sqlite_master ORDER BY name", tables, "the schema is the same")
      await test.expectRows(database, "SELECT count(*) FROM Hostile", [[200]], "no row was added or removed")
    },
    ConformanceCase(
      "SEC-02", "200 hostile texts as names are quoted or refused, never executed", .core,
      "https://sqlite.org/lang_keywords.html",
      "A name that is given to the layer MUST name exactly that object, or be refused where SQL cannot contain it."
    ) { test in
      let database = try await test.database()
      let names = HostileTexts.withoutZero.enumerated().map { "\($0.element)#\($0.offset)" }
      try await test.execute(
        names.map { "CREATE TABLE \(identifier: $0) (\(identifier: $0) TEXT)" }, on: database)
      let found = try await test.rows(
        database, "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'sqlite_sequence'")
      test.expectEqual(Set(found.compactMap(\.first)), Set(names.map { .text($0) }), "each name names one table")
      test.expectEqual(found.count, names.count, "no other table is there")
      for (index, name) in names.enumerated() {
        let row = try await database.fetchOne(
          ("SELECT count(\(identifier: name)) AS \(identifier: name) FROM \(identifier: name)" as SQLFragment).rows())
        test.expectEqual(row?.columnNames, [name], "name \(index) names a column and a table")
      }
      try await test.execute(names.map { "DROP TABLE \(identifier: $0)" }, on: database)
      await test.expectRows(
        database, "SELECT count(*) FROM sqlite_master WHERE name <> 'sqlite_sequence'", [[0]],
        "each table is dropped by its name")
      for text in HostileTexts.all where text.utf8.contains(0) {
        await test.expectError(
          .syntax, database, "SELECT 1 AS \(identifier: text)", "a name with a zero byte is refused")
      }
      await test.expectUsable(database)
    },
    ConformanceCase(
      "SEC-03", "200 hostile texts as input of LIKE, GLOB and full-text search", .core,
      "https://sqlite.org/lang_expr.html#like",
      "Texts that the layer escapes MUST be looked for letter for letter; search expressions give rows or a typed error."
    ) { test in
      let database = try await test.database()
      try await database.run(SQLCreateTable(HostileNote.table))
      // Long ones would make patterns that are too long for some engines, and add nothing.
      let notes = HostileNote.records(HostileTexts.withoutZero.filter { $0.utf8.count < 500 })
      try await database.insert(notes)
      let bytes = notes.map { Array($0.body.utf8) }
      let folded = bytes.map { $0.map { (65...90).contains($0) ? $0 + 32 : $0 } }
      for (index, note) in notes.enumerated() {
        let exact = try await database.fetchAll(
          HostileNote.where { $0.body.contains(note.body, caseSensitive: true) }.order { $0.id })
        test.expectEqual(
          exact.map(\.id), notes.indices.filter { bytes[$0].holds(bytes[index]) }.map { notes[$0].id },
          "GLOB finds text \(note.id) where it is, and only there")
        let loose = try await database.fetchAll(HostileNote.where { $0.body.contains(note.body) }.order { $0.id })
        test.expectEqual(
          loose.map(\.id), notes.indices.filter { folded[$0].holds(folded[index]) }.map { notes[$0].id },
          "LIKE finds text \(note.id) whatever the case of its 26 letters, and only there")
      }
      guard test.section(requires: .feature(.fts5)) else { return }
      try await database.execute("CREATE VIRTUAL TABLE Search USING fts5(body)")
      try await test.execute(
        notes.map { "INSERT INTO Search(rowid, body) VALUES (\($0.id), \($0.body))" }, on: database)
      for note in notes {
        let forms: [SQLFullTextQuery] = [
          .phrase(note.body), .allWords(note.body), .anyWord(note.body, lastIsPrefix: true),
        ]
        for form in forms {
          let rows = try await test.rows(database, "SELECT count(*) FROM Search WHERE Search MATCH \(form.text)")
          test.expectEqual(rows.count, 1, "text \(note.id) as words is a search, never an error: \(form)")
        }
        await test.expectTyped("text \(note.id) as a search expression") {
          try await test.rows(database, "SELECT count(*) FROM Search WHERE Search MATCH \(note.body)")
        }
      }
      await test.expectRows(database, "SELECT count(*) FROM Search", [[.integer(Int64(notes.count))]])
    },
    ConformanceCase(
      "SEC-04", "a String of the program reaches SQL text by the way that is called raw alone", .core,
      "Quarry: SQLFragment",
      "For any text in a query, its SQL text MUST be the same, and the text must be among the values."
    ) { test in
      await test.expectUsable(try await test.database("answers"), "the driver answers")
      let database = try await test.database()
      let context = SQLGenerationContext(capabilities: database.capabilities)
      func texts(_ text: String) throws -> [SQLFragment] {
        [
          "SELECT \(text)", "SELECT 1 WHERE 'x' IN \(list: [text])", "SELECT \(Optional(text))",
          try HostileNote.where { $0.body == text }.statement(for: context),
          try HostileNote.where { $0.body.like(text) }.statement(for: context),
          try HostileNote.where { $0.body.contains(text) }.statement(for: context),
          try HostileNote.where { $0.body.in([text, text]) }.statement(for: context),
        ]
      }
      let plain = try texts("plain")
      for (index, text) in HostileTexts.all.enumerated() {
        for (form, fragment) in try texts(text).enumerated() {
          test.expectEqual(fragment.sql, plain[form].sql, "form \(form) of text \(index) has the same SQL")
          test.expectEqual(fragment.values.count, plain[form].values.count, "form \(form) of text \(index) binds it")
        }
      }
      test.expectEqual(SQLFragment(raw: "SELECT 1; --").sql, "SELECT 1; --", "what is called raw is SQL")
    },
  ]
}

extension CaseContext {
  /// Asserts that something succeeds or throws ``DatabaseError``: anything but a crash or another type.
  package func expectTyped(
    _ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line,
    _ body: () async throws -> some Any
  ) async {
    do {
      _ = try await body()
      expect(true, message(), file: file, line: line)
    } catch {
      expect(error is DatabaseError, "\(message()): \(type(of: error))", file: file, line: line)
    }
  }
}

extension [UInt8] {
  /// Whether the bytes contain other bytes.
  fileprivate func holds(_ part: [UInt8]) -> Bool {
    guard let first = part.first else { return true }
    guard part.count <= count else { return false }
    return (0...(count - part.count)).contains { start in
      self[start] == first && self[start..<(start + part.count)].elementsEqual(part)
    }
  }
}
