internal import Quarry

extension DefinitionCases {
  static let names: [ConformanceCase] = [
    ConformanceCase(
      "DDL-07", "Names with blanks, quotes, dots, keywords, emoji, 200 characters", .core,
      "https://sqlite.org/lang_keywords.html",
      "Any name MUST be usable for tables, columns and indexes, in typed and raw SQL, and come back exactly."
    ) { test in
      let database = try await test.database()
      for name in hardNames {
        let column = SQLColumn<String>(name)
        let key = SQLColumn<Int64>("\(name) key", primaryKey: .plain)
        let table = SQLTable(name, key, column, indexes: [SQLIndex("\(name) index", on: name)])
        try await database.run(SQLCreateTable(table))
        try await database.execute("INSERT INTO \(identifier: name) VALUES (1, \("value of \(name)"))")
        await test.expectRows(
          database, "SELECT \(identifier: name) FROM \(identifier: name) WHERE \(column) = \("value of \(name)")",
          [[.text("value of \(name)")]], "selected by \(name.prefix(20))")
        let objects = try await database.fetchAll(SQLSchema.objects(ofTable: name))
        test.expectEqual(objects.map(\.name), ["\(name) index", name], "the objects of \(name.prefix(20))")
        let columns = try await database.fetchAll(SQLSchema.columns(of: name))
        test.expectEqual(columns.map(\.name), ["\(name) key", name], "the columns of \(name.prefix(20))")
        let described = try await database.run(SQLDescribeTable(name))
        test.expectEqual(
          described?.model.columns.map(\.name), ["\(name) key", name], "the model of \(name.prefix(20))")
        test.expectEqual(described?.model.indexes.map(\.name), ["\(name) index"], "the indexes of \(name.prefix(20))")
        try await database.run(SQLRenameTable(name, to: "\(name) 2"))
        try await database.run(SQLDrop.table("\(name) 2"))
        test.expectEqual(try await database.fetchAll(SQLSchema.objects()).count, 0, "\(name.prefix(20)) is gone")
      }
    },
    ConformanceCase(
      "DDL-08", "Identifiers are quoted by doubling the double quote", .core, "https://sqlite.org/lang_keywords.html",
      "Quarry MUST write identifiers in double quotes, and never in brackets or backticks."
    ) { test in
      for (name, quoted) in [
        ("plain", #""plain""#), (#"a"b"#, #""a""b""#), ("a]b", #""a]b""#), ("a`b", #""a`b""#), ("", #""""#),
        (#"""#, #""""""#), ("select", #""select""#), ("é😀", #""é😀""#),
      ] {
        test.expectEqual(SQLIdentifier.quote(name), quoted, "the quoted form of \(name)")
        let fragment: SQLFragment = "SELECT \(identifier: name)"
        test.expectEqual(fragment.sql, "SELECT \(quoted)", "\(name) in a text")
      }
      let database = try await test.database()
      let table = SQLTable(#"a]b`c"d"#, SQLColumn<Int?>(#"x]y`z"w"#))
      try await database.run(SQLCreateTable(table))
      let sql = try await test.value(database, "SELECT sql FROM sqlite_master WHERE name <> 'sqlite_sequence'")
      test.expectIdentical(sql, #"CREATE TABLE "a]b`c""d" ("x]y`z""w" INTEGER)"#, "the text that was sent")
      // Before SQLite 3.29 a name in quotes that names nothing is taken for a text.
      guard test.section(requires: .feature(.settingDoubleQuotedStringsInWrites)) else { return }
      await test.expectError(.noSuchObject, extended: 1, database, #"SELECT "no such" FROM "a]b`c""d""#)
    },
  ]

  private static let hardNames = [
    "with blank", #"double"quote"#, "single'quote", "dot.ted", "select", "TABLE", "rowid_", "back`tick", "[bracket]",
    "😀 emoji",
    "日本語", "semi;colon", "-- comment", "/* c */", "new\nline", "percent%", "?1", ":name", "é", "1starts",
    String(repeating: "n", count: 200),
    "trailing ", "\\", "a\"\"b",
  ]
}
