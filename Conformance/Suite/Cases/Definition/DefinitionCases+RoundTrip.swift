internal import Quarry

extension DefinitionCases {
  static let roundTrip: [ConformanceCase] = [
    ConformanceCase(
      "DDL-44", "What a model writes is read back as the same model", .core, "https://sqlite.org/schematab.html",
      "Every part of a table MUST be read back as it was written, and what was read MUST write the same again."
    ) { test in
      let database = try await test.database()
      let tables = tables(test)
      for table in tables { try await database.run(SQLCreateTable(table)) }
      let written = try await plainDump(database)
      var found: [SQLTable] = []
      for table in tables {
        let model = try await database.run(SQLDescribeTable(table.name.uppercased()))?.model
        guard let model else { return test.fail("\(table.name) is found in whatever case") }
        compare(test, model, table)
        found.append(model)
      }
      test.expect(try await database.schemaDifference(to: tables).isEmpty, "no difference from what was written")
      test.expect(try await database.schemaDifference(to: found).isEmpty, "no difference from what was read")
      for table in tables.reversed() { try await database.run(SQLDrop.table(table.name)) }
      for table in found { try await database.run(SQLCreateTable(table)) }
      test.expectEqual(try await plainDump(database), written, "what was read writes the same again")
    },
    ConformanceCase(
      "DDL-45", "Views over queries, and triggers, are read back", .core, "https://sqlite.org/lang_createview.html",
      "A view of a typed query MUST have its rows, and the stored texts of views and triggers MUST make them again."
    ) { test in
      let database = try await test.database()
      try await database.run(SQLCreateTable(Sale.table))
      try await database.execute("INSERT INTO sale VALUES (1, 'it''s', 5), (2, 'b', 7), (3, NULL, 11)")
      let chosen = Sale.where { $0.amount > 3 && ($0.title == nil || $0.title != "b") }
      let query = chosen.select { ($0.title, $0.amount * 2) }
      try await database.run(SQLCreateView("doubled", columns: ["title", "twice"], as: query))
      let rows = Doubled.order { $0.twice }
      let expected = [Doubled(title: "it's", twice: 10), Doubled(title: nil, twice: 22)]
      test.expectEqual(try await database.fetchAll(rows), expected, "the rows of the view, as records")
      let grouped = Sale.select { (SQL.count(), $0.amount.sum()) }
      try await database.run(SQLCreateView("grouped", columns: ["n", "total"], as: grouped))
      await test.expectRows(database, "SELECT n, total FROM grouped", [[3, 23]])
      try await database.run(
        SQLCreateTrigger(
          "put", .insteadOf, .insert, on: "doubled", when: "new.twice > \(0)",
          body: ["INSERT INTO sale (title, amount) VALUES (new.title, new.twice / 2)"]))
      let written = try await plainDump(database)
      guard let view = try await database.run(SQLDescribeTable("DOUBLED")) else { return test.fail("there is a view") }
      test.expectEqual(view.kind, .view, "the kind")
      test.expectEqual(view.model.columns.map(\.name), ["title", "twice"], "the columns")
      test.expectEqual(view.triggers.map(\.name), ["put"], "the trigger")
      try await database.run(SQLDrop.view("doubled"))
      try await database.execute(SQLFragment(raw: view.sql))
      for trigger in view.triggers { try await database.execute(SQLFragment(raw: trigger.sql ?? "")) }
      test.expectEqual(try await plainDump(database), written, "the texts make the same again")
      try await database.execute("INSERT INTO doubled VALUES ('c', 8)")
      test.expectEqual(
        try await database.fetchAll(rows).map(\.twice), [8, 10, 22], "a row that went through view and trigger")
    },
    ConformanceCase(
      "DDL-46", "R-Trees as values: created, read back and searched", .gated(.rtree), "https://sqlite.org/rtree.html",
      "An R-Tree MUST be read back as the value that it was created from, and find the boxes that overlap another one."
    ) { test in
      let database = try await test.database()
      var trees = [
        SQLRTreeTable("box", dimensions: [("x0", "x1"), ("y0", "y1")]),
        SQLRTreeTable("box", dimensions: [("x \"0", "X1"), ("y'0", "y1")], integer: true),
      ]
      if test.engine.supports(.rtreeAuxiliaryColumns) {
        trees.append(SQLRTreeTable("box", dimensions: [("x0", "x1"), ("y0", "y1")], others: ["note", "a b"]))
      }
      for tree in trees {
        try await database.run(SQLCreateRTreeTable(tree))
        let object = try await database.fetchOne(SQLSchema.object(named: "BOX"))
        test.expectEqual(object?.sql.flatMap { SQLRTreeTable(sql: $0) }, tree, "what is read back")
        let others = tree.others.map { _ in ", 'n'" }.joined()
        for box in ["1, 0, 10, 0, 10", "2, 5, 6, 5, 6", "3, 20, 30, 0, 1"] {
          try await database.execute(SQLFragment(raw: "INSERT INTO box VALUES (\(box)\(others))"))
        }
        await test.expectFetch(
          database, Box.where { _ in tree.overlaps([4...6, 6...20]) }.order { $0.id }.select { $0.id }, [1, 2],
          "boxes that overlap")
        await test.expectFetch(
          database, Box.where { _ in tree.isInside([4...7, 4...7]) }.select { $0.id }, [2], "boxes that are inside")
        await test.expectError(.invalidQuery, "a box of too few dimensions") {
          try await database.fetchAll(Box.where { _ in tree.overlaps([0...1]) })
        }
        try await database.execute("DROP TABLE box")
      }
    },
    ConformanceCase(
      "DDL-50", "Checks, VACUUM and checkpoints work, or are refused by type", .core, pragma,
      "What is done with a database as a whole MUST work and keep its rows, or say by type that the driver cannot."
    ) { test in
      let database = try await test.database()
      try await database.run(SQLCreateTable(Sale.table))
      try await database.execute("INSERT INTO sale VALUES (1, 'a', 5), (2, 'b', 7)")
      let operations: [(String, @Sendable () async throws -> Bool)] = [
        ("checkIntegrity", { try await database.checkIntegrity().isSound }),
        (
          "vacuum",
          {
            try await database.vacuum()
            return true
          }
        ),
        ("checkpoint", { try await database.checkpoint(.passive).movedPages ?? 0 >= 0 }),
      ]
      for (name, operation) in operations {
        do {
          test.expect(try await operation(), "\(name) does it")
        } catch let error as DatabaseError {
          test.expectEqual(error.code, .unsupportedFeature, "\(name) is refused by type: \(error)")
        }
        await test.expectRows(database, "SELECT id FROM sale ORDER BY id", [[1], [2]], "the rows are there")
      }
    },
  ]

  /// Tables that together have every possible part of a definition.
  private static func tables(_ test: CaseContext) -> [SQLTable] {
    let parent = SQLTable(
      "Parent \"quoted\"", SQLColumn<Int64>("id", primaryKey: .autoincrement), SQLColumn<String>("a"),
      SQLColumn<Int64>("b"), uniqueKeys: [["a", "b"]])
    var tables = [parent, everything]
    if test.engine.supports(.withoutRowID) {
      tables.append(
        SQLTable(
          "compound", SQLColumn<String>("one"), SQLColumn<Int64>("two"), SQLColumn<String?>("three"),
          primaryKey: ["two", "one"],
          foreignKeys: [
            SQLForeignKey(
              ["three", "two"],
              references: .table("Parent \"quoted\"", "a", "b", onDelete: .setDefault, onUpdate: .restrict))
          ], kind: .withoutRowID))
    }
    if test.engine.supports(.generatedColumns) {
      tables.append(
        SQLTable(
          "computed", SQLColumn<Int64>("a"), SQLColumn<Int64?>("b", generated: SQLGeneratedColumn("a + 1")),
          SQLColumn<String?>("c", generated: SQLGeneratedColumn("upper('it''s ' || a)", stored: true)),
          indexes: [SQLIndex("by_b", on: "b")]))
    }
    if test.engine.supports(.strictTables) {
      tables.append(
        SQLTable("exact", SQLColumn<Int64>("a"), SQLColumn<SQLValue>("b", type: "ANY"), strict: true))
    }
    return tables
  }

  private static let everything = SQLTable(
    "Every thing",
    SQLColumn<Int64>("id", primaryKey: .autoincrement),
    SQLColumn<String>("name's", unique: true, defaultValue: "it's \"so\"", collation: .nocase),
    SQLColumn<Double?>("limit", defaultValue: .value(.real(.infinity))),
    SQLColumn<Double?>("floor", defaultValue: .value(.real(-.infinity))),
    SQLColumn<[UInt8]?>("bytes", defaultValue: .value(.blob([0, 255]))),
    SQLColumn<Int64>("count", defaultValue: .value(.integer(.min)), check: "\"count\" < 5"),
    SQLColumn<String?>("at", defaultValue: .currentTimestamp),
    SQLColumn<Int64?>(
      "parent", references: .table("Parent \"quoted\"", "id", onDelete: .setNull, onUpdate: .cascade, deferred: true)),
    SQLColumn<Int64?>("myself", references: .table("Every thing", onDelete: .cascade)),
    SQLColumn<SQLValue>("any", type: "VARCHAR(10)"),
    uniqueKeys: [["limit", "floor"]], checks: ["\"limit\" IS NULL OR \"floor\" <= \"limit\""],
    indexes: [
      SQLIndex("first", on: "count", unique: true),
      SQLIndex(
        "second",
        terms: [
          .column("name's", collation: .binary, descending: true), .expression("\"count\" + 1", descending: true),
        ], where: "\"parent\" IS NOT NULL AND \"name's\" <> 'a''b'"),
    ])

  /// The texts of a schema, without the name of the main one.
  private static func plainDump(_ database: Database) async throws -> [String] {
    try await dump(database).map { $0.replacing("\"main\".", with: "") }
  }

  private static func compare(_ test: CaseContext, _ found: SQLTable, _ wanted: SQLTable) {
    let name = wanted.name
    test.expectEqual(found.name, name, "the name")
    test.expectEqual(found.columns.map(\.name), wanted.columns.map(\.name), "\(name): the columns")
    for (found, wanted) in zip(found.columns, wanted.columns) {
      let column = "\(name), \(wanted.name)"
      test.expectEqual(found.type, wanted.type, "\(column): the type")
      test.expectEqual(found.isNullable, wanted.isNullable, "\(column): NOT NULL")
      test.expectEqual(found.primaryKey, wanted.primaryKey, "\(column): the key")
      test.expectEqual(found.isUnique, wanted.isUnique, "\(column): UNIQUE")
      test.expectEqual(found.defaultValue, wanted.defaultValue, "\(column): the default")
      test.expectEqual(found.check, wanted.check, "\(column): CHECK")
      test.expectEqual(found.collation, wanted.collation, "\(column): the collation")
      test.expectEqual(found.references, wanted.references, "\(column): the reference")
      test.expectEqual(found.generated, wanted.generated, "\(column): the expression")
    }
    test.expectEqual(found.compoundPrimaryKey, wanted.compoundPrimaryKey, "\(name): the compound key")
    test.expectEqual(found.foreignKeys, wanted.foreignKeys, "\(name): the foreign keys")
    test.expectEqual(found.uniqueKeys, wanted.uniqueKeys, "\(name): the unique keys")
    test.expectEqual(found.checks, wanted.checks, "\(name): the conditions")
    test.expectEqual(found.indexes, wanted.indexes, "\(name): the indexes")
    test.expectEqual(found.kind, wanted.kind, "\(name): the kind")
    test.expectEqual(found.isStrict, wanted.isStrict, "\(name): STRICT")
  }
}

/// A record of the table of the views.
private struct Sale: SQLDecodable {
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let title = SQLColumn<String?>("title")
  static let amount = SQLColumn<Int64>("amount")
  static let table = SQLTable("sale", id, title, amount)
  init(row: inout SQLRowReader<Self>) throws {}
}

/// A row of the view.
private struct Doubled: SQLDecodable, Equatable {
  var title: String?
  var twice: Int64
  static let title = SQLColumn<String?>("title")
  static let twice = SQLColumn<Int64>("twice")
  static let table = SQLTable("doubled", title, twice, kind: .view)

  init(title: String?, twice: Int64) { (self.title, self.twice) = (title, twice) }

  init(row: inout SQLRowReader<Self>) throws {
    title = try row[Self.title]
    twice = try row[Self.twice]
  }
}

/// A row of an R-Tree.
private struct Box: SQLDecodable {
  static let id = SQLColumn<Int64>("id")
  static let table = SQLTable("box", id, kind: .view)
  init(row: inout SQLRowReader<Self>) throws {}
}
