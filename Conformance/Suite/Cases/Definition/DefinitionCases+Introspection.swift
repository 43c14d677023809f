internal import Quarry

extension DefinitionCases {
  static let introspection: [ConformanceCase] = [
    ConformanceCase(
      "DDL-09", "Introspection: objects", .core, "https://sqlite.org/schematab.html",
      "Tables, views, indexes and triggers MUST be listed with their tables, and the engine's own objects left out."
    ) { test in
      let database = try await test.database()
      test.expectEqual(try await database.fetchAll(SQLSchema.objects()).count, 0, "an empty database")
      try await database.execute("CREATE TABLE b(id INTEGER PRIMARY KEY AUTOINCREMENT, u UNIQUE)")
      try await database.execute("CREATE TABLE a(x)")
      try await database.execute("CREATE INDEX i ON b(u)")
      try await database.execute("CREATE VIEW v AS SELECT 1 AS one")
      try await database.execute("CREATE TRIGGER r AFTER INSERT ON b BEGIN SELECT 1; END")
      try await database.execute("CREATE TABLE sqliteNot(x)")
      let objects = try await database.fetchAll(SQLSchema.objects())
      test.expectEqual(
        objects.map { "\($0.kind.rawValue) \($0.name) \($0.table)" },
        ["index i b", "table a a", "table b b", "table sqliteNot sqliteNot", "trigger r b", "view v v"], "every object")
      test.expectEqual(
        try await database.fetchAll(SQLSchema.objects(.table)).map(\.name), ["a", "b", "sqliteNot"], "tables")
      test.expectEqual(try await database.fetchAll(SQLSchema.objects(.view)).map(\.name), ["v"], "views")
      test.expectEqual(
        try await database.fetchAll(SQLSchema.objects(ofTable: "B")).map(\.name).sorted(),
        ["b", "i", "r", "sqlite_autoindex_b_1"], "the objects of a table, in whatever case it is asked for")
      test.expectEqual(try await database.fetchAll(SQLSchema.object(named: "V")).first?.kind, .view, "one object")
      test.expectEqual(
        try await database.fetchAll(SQLSchema.names).map(\.name).first, "main", "the names of the schemas")
    },
    ConformanceCase(
      "DDL-10", "Introspection: columns", .core, pragma + "#pragma_table_info",
      "Columns MUST be told with name, declared type, nullability, default and place in the key."
    ) { test in
      let database = try await test.database()
      try await database.execute(
        """
        CREATE TABLE t(a INTEGER, b VARCHAR(10) NOT NULL, c DECIMAL(5, 2) DEFAULT 1.5, d, e BLOB, f TEXT,
          PRIMARY KEY (f, a))
        """
      )
      let columns = try await database.fetchAll(SQLSchema.columns(of: "t"))
      test.expectEqual(columns.map(\.name), ["a", "b", "c", "d", "e", "f"], "the names")
      test.expectEqual(
        columns.map(\.type.rawValue), ["INTEGER", "VARCHAR(10)", "DECIMAL(5, 2)", "", "BLOB", "TEXT"],
        "the declared types")
      test.expectEqual(columns.map(\.isNullable), [true, false, true, true, true, true], "NOT NULL")
      test.expectEqual(columns.map(\.defaultText), [nil, nil, "1.5", nil, nil, nil], "the defaults")
      test.expectEqual(columns.map(\.primaryKeyPosition), [2, 0, 0, 0, 0, 1], "the places in the key")
      test.expectEqual(columns.map(\.position), [0, 1, 2, 3, 4, 5], "the positions")
      test.expect(columns.allSatisfy { $0.content == .stored }, "all are stored")
      let key = try await database.run(SQLDescribeTable("t"))?.model.primaryKeyColumns.map(\.name)
      test.expectEqual(key, ["f", "a"], "the key of the model")
    },
    ConformanceCase(
      "DDL-11", "Introspection: defaults as SQL text", .core, pragma + "#pragma_table_info",
      "A default MUST be told as the text that was written, without the parentheses of an expression."
    ) { test in
      let database = try await test.database()
      try await database.execute(
        """
        CREATE TABLE t(a DEFAULT 'x''y', b DEFAULT 1.50, c DEFAULT (1+1), d DEFAULT x'00ff',
          e DEFAULT CURRENT_TIMESTAMP, f DEFAULT -5, g DEFAULT NULL, h DEFAULT (lower('A')), i DEFAULT 'é😀', j, k DEFAULT '')
        """)
      let columns = try await database.fetchAll(SQLSchema.columns(of: "t"))
      test.expectEqual(
        columns.map(\.defaultText),
        ["'x''y'", "1.50", "1+1", "x'00ff'", "CURRENT_TIMESTAMP", "-5", "NULL", "lower('A')", "'é😀'", nil, "''"],
        "the texts")
      try await database.execute("INSERT INTO t(j) VALUES (1)")
      await test.expectRows(
        database, "SELECT a, b, c, d, f, g, h, i, j, k FROM t",
        [["x'y", 1.5, 2, .blob([0, 255]), -5, nil, "a", "é😀", 1, ""]], "the values")
      guard let model = try await database.run(SQLDescribeTable("t"))?.model else {
        return test.fail("there is a model")
      }
      try await database.execute("DROP TABLE t")
      try await database.run(SQLCreateTable(model))
      try await database.execute("INSERT INTO t(j) VALUES (1)")
      await test.expectRows(
        database, "SELECT a, b, c, d, f, g, h, i, j, k, length(e) FROM t",
        [["x'y", 1.5, 2, .blob([0, 255]), -5, nil, "a", "é😀", 1, "", 19]],
        "the same values in a table made by the model")
    },
    ConformanceCase(
      "DDL-12", "Introspection: foreign keys", .core, pragma + "#pragma_foreign_key_list",
      "Foreign keys MUST be told with their columns, actions and parents, the implicit key of the parent as none."
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE p(x, y, z INTEGER PRIMARY KEY, UNIQUE (x, y))")
      try await database.execute(
        """
        CREATE TABLE c(a REFERENCES p, b INTEGER REFERENCES p(z) ON DELETE CASCADE ON UPDATE SET NULL, d, e,
          FOREIGN KEY (d, e) REFERENCES p(x, y) ON DELETE SET DEFAULT ON UPDATE RESTRICT DEFERRABLE INITIALLY DEFERRED)
        """)
      let keys = try await database.fetchAll(SQLSchema.foreignKeys(of: "c")).sorted {
        ($0.column, $0.position) < ($1.column, $1.position)
      }
      test.expectEqual(keys.map(\.column), ["a", "b", "d", "e"], "the columns")
      test.expectEqual(keys.map(\.parentTable), ["p", "p", "p", "p"], "the parents")
      test.expectEqual(keys.map(\.parentColumn), [nil, "z", "x", "y"], "the parent's columns")
      test.expectEqual(keys.map(\.onDelete), [.noAction, .cascade, .setDefault, .setDefault], "ON DELETE")
      test.expectEqual(keys.map(\.onUpdate), [.noAction, .setNull, .restrict, .restrict], "ON UPDATE")
      test.expectEqual(keys.map(\.position), [0, 0, 0, 1], "the positions in their keys")
      test.expect(Set(keys.suffix(2).map(\.identifier)).count == 1, "the composite key is one")
      test.expectEqual(Set(keys.map(\.identifier)).count, 3, "three keys")
      let model = try await database.run(SQLDescribeTable("c"))?.model
      test.expectEqual(
        model?.foreignKeys,
        [
          SQLForeignKey(
            ["d", "e"],
            references: .table("p", "x", "y", onDelete: .setDefault, onUpdate: .restrict, deferred: true))
        ], "the model's composite key")
      test.expectEqual(model?.column(named: "b")?.references?.onDelete, .cascade, "the model's single key")
    },
    ConformanceCase(
      "DDL-13", "Introspection: indexes", .core, pragma + "#pragma_index_list",
      "Indexes MUST be told with their origin, uniqueness, condition and terms."
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t(a UNIQUE, b TEXT PRIMARY KEY, c, d COLLATE NOCASE, UNIQUE (c, d))")
      try await database.execute("CREATE UNIQUE INDEX i1 ON t(c DESC, d)")
      try await database.execute("CREATE INDEX i2 ON t(a) WHERE a > 1")
      try await database.execute("CREATE INDEX i3 ON t(lower(d), c COLLATE RTRIM DESC)")
      let indexes = try await database.fetchAll(SQLSchema.indexes(of: "t")).sorted { $0.name < $1.name }
      test.expectEqual(
        indexes.map(\.name),
        ["i1", "i2", "i3", "sqlite_autoindex_t_1", "sqlite_autoindex_t_2", "sqlite_autoindex_t_3"], "the names")
      test.expectEqual(indexes.map(\.isUnique), [true, false, false, true, true, true], "uniqueness")
      test.expectEqual(indexes.map(\.isPartial), [false, true, false, false, false, false], "conditions")
      test.expectEqual(
        indexes.map(\.origin),
        [.statement, .statement, .statement, .uniqueConstraint, .primaryKey, .uniqueConstraint], "origins")
      let first = try await database.fetchAll(SQLSchema.terms(ofIndex: "i1")).filter(\.isKey)
      test.expectEqual(first.map(\.column), ["c", "d"], "the columns of an index")
      test.expectEqual(first.map(\.isDescending), [true, false], "the directions")
      test.expectEqual(first.map { $0.collation.rawValue.uppercased() }, ["BINARY", "NOCASE"], "the collations")
      let third = try await database.fetchAll(SQLSchema.terms(ofIndex: "i3")).filter(\.isKey)
      test.expectEqual(third.map(\.column), [nil, "c"], "an expression has no column")
      test.expectEqual(third.map { $0.collation.rawValue.uppercased() }, ["BINARY", "RTRIM"], "the collations")
      test.expectEqual(
        try await database.fetchAll(SQLSchema.indexes(of: "missing")).count, 0, "a table that is not there")
    },
    ConformanceCase(
      "DDL-14", "Introspection of what is not there", .core, "Quarry: SQLSchema",
      "Asking for a missing table MUST give an empty list or nil, and a missing schema an error."
    ) { test in
      let database = try await test.database()
      test.expectEqual(try await database.fetchAll(SQLSchema.columns(of: "missing")).count, 0, "columns")
      test.expectEqual(try await database.fetchAll(SQLSchema.indexes(of: "missing")).count, 0, "indexes")
      test.expectEqual(try await database.fetchAll(SQLSchema.terms(ofIndex: "missing")).count, 0, "terms")
      test.expectEqual(try await database.fetchAll(SQLSchema.foreignKeys(of: "missing")).count, 0, "foreign keys")
      test.expectEqual(try await database.fetchAll(SQLSchema.objects(ofTable: "missing")).count, 0, "objects")
      test.expectEqual(try await database.fetchAll(SQLSchema.object(named: "missing")).count, 0, "an object")
      test.expect(try await database.run(SQLDescribeTable("missing")) == nil, "the description")
      for text in ["no such schema", "x"] {
        await test.expectError(.noSuchObject, extended: 1, "a schema that is not there") {
          try await database.fetchAll(SQLSchema.objects(in: text))
        }
      }
      await test.expectUsable(database)
    },
    ConformanceCase(
      "DDL-15", "Stored SQL keeps its spelling", .core, "https://sqlite.org/schematab.html",
      "The stored text MUST be the author's behind CREATE TABLE, with comments; RENAME TO puts the new name in quotes."
    ) { test in
      let database = try await test.database()
      try await database.execute("create  table   Spelling ( a   Integer /* why */ ,\n\tB  text -- end\n)")
      await test.expectRows(
        database, "SELECT sql FROM sqlite_master WHERE name <> 'sqlite_sequence'",
        [["CREATE TABLE Spelling ( a   Integer /* why */ ,\n\tB  text -- end\n)"]])
      try await database.execute("CREATE  INDEX Ix on Spelling( a /* x */ )")
      await test.expectRows(
        database, "SELECT sql FROM sqlite_master WHERE type = 'index'", [["CREATE INDEX Ix on Spelling( a /* x */ )"]])
      try await database.execute("ALTER TABLE Spelling RENAME TO Other")
      await test.expectRows(
        database, "SELECT sql FROM sqlite_master WHERE type = 'table' AND name <> 'sqlite_sequence'",
        [["CREATE TABLE \"Other\" ( a   Integer /* why */ ,\n\tB  text -- end\n)"]])
      let names = try await database.fetchAll(SQLSchema.columns(of: "other")).map(\.name)
      test.expectEqual(names, ["a", "B"], "the columns keep their spelling")
    },
  ]
}
