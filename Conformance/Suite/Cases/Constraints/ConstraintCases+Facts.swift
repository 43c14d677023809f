import Quarry

/// A record whose key the case chooses.
private struct Pledge: SQLCodable, Equatable {
  var id: Int64
  var name: String
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let name = SQLColumn<String>("name")
  static let table = SQLTable("Pledge", id, name, uniqueKeys: [["name"]])
  init(id: Int64, name: String) {
    self.id = id
    self.name = name
  }
  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    name = try row[Self.name]
  }
  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.name] = name
  }
}

extension ConstraintCases {
  private typealias Constraint = DatabaseError.Constraint

  /// The facts about a constraint in an error, and the result of an insert that was ignored.
  static let facts: [ConformanceCase] = [
    ConformanceCase(
      "CON-30", "an error names kind, table, columns and name of the constraint", .core,
      "https://sqlite.org/rescode.html#constraint",
      "What the engine tells about a constraint MUST be in the error's fields, and nothing that it does not tell."
    ) { test in
      let database = try await test.database(holding: [
        "CREATE TABLE u(a INTEGER PRIMARY KEY, b UNIQUE, c, d, n NOT NULL DEFAULT 0, k CHECK (k > 0), "
          + "m CONSTRAINT named CHECK (m < 9), UNIQUE(c, d))",
        "CREATE TABLE plain(x)", "CREATE UNIQUE INDEX \"it's\" ON plain(abs(x))",
        "CREATE TABLE child(p REFERENCES u(a))", "CREATE TABLE w(a, b, PRIMARY KEY (b, a)) WITHOUT ROWID",
        "CREATE TABLE \"dotted.name\"(a UNIQUE)", "CREATE TABLE \"two words\"(\"a column\" UNIQUE)",
        "CREATE TRIGGER raises BEFORE INSERT ON plain WHEN new.x = 77 BEGIN SELECT RAISE(ABORT, 'no'); END",
        "CREATE TRIGGER imitates BEFORE INSERT ON plain WHEN new.x = 78 "
          + "BEGIN SELECT RAISE(ABORT, 'NOT NULL constraint failed: a.b'); END",
        "INSERT INTO u(a, b, c, d) VALUES (1, 1, 1, 1)", "INSERT INTO plain(rowid, x) VALUES (1, 1)",
        "INSERT INTO w VALUES (1, 1)", "INSERT INTO \"dotted.name\" VALUES (1)", "INSERT INTO \"two words\" VALUES (1)",
      ])
      // Where only words are carried, a key is unique like others, unless the driver looks it up, and a trigger's words
      // are what they imitate.
      let hasCodes = test.profile.capabilities.extendedErrorCodes
      func key(_ table: String, _ columns: String...) -> [Constraint?] {
        (hasCodes ? [.primaryKey] : [.unique, .primaryKey]).map { Constraint($0, table: table, columns: columns) }
      }
      var expected: [(String, [Constraint?])] = [
        ("INSERT INTO u(b) VALUES (1)", [Constraint(.unique, table: "u", columns: ["b"])]),
        ("INSERT INTO u(c, d) VALUES (1, 1)", [Constraint(.unique, table: "u", columns: ["c", "d"])]),
        ("UPDATE u SET a = 1 WHERE b = 2", []),
        ("INSERT INTO u(a) VALUES (1)", key("u", "a")),
        ("INSERT INTO plain(rowid, x) VALUES (1, 5)", key("plain", "rowid")),
        ("INSERT INTO w VALUES (1, 1)", key("w", "b", "a")),
        ("INSERT INTO plain VALUES (-1)", [Constraint(.unique, name: "it's")]),
        ("INSERT INTO u(n) VALUES (NULL)", [Constraint(.notNull, table: "u", columns: ["n"])]),
        (
          "INSERT INTO u(k) VALUES (0)",
          [Constraint(.check, name: "k > 0"), Constraint(.check, name: "u")]
        ),
        ("INSERT INTO u(m) VALUES (9)", [Constraint(.check, name: "named")]),
        ("INSERT INTO child VALUES (99)", [Constraint(.foreignKey)]),
        ("INSERT INTO \"dotted.name\" VALUES (1)", [Constraint(.unique)]),
        ("INSERT INTO \"two words\" VALUES (1)", [Constraint(.unique, table: "two words", columns: ["a column"])]),
        ("INSERT INTO plain VALUES (77)", [Constraint(.trigger)] + (hasCodes ? [] : [nil, Constraint(.other)])),
        (
          "INSERT INTO plain VALUES (78)",
          [hasCodes ? Constraint(.trigger) : Constraint(.notNull, table: "a", columns: ["b"])]
        ),
        ("INSERT INTO missing VALUES (1)", [nil]),
      ]
      if test.section("in a STRICT table", requires: .feature(.strictTables)) {
        _ = try await database.execute("CREATE TABLE s(i INTEGER, t TEXT) STRICT")
        expected.append(
          ("INSERT INTO s(i) VALUES ('x')", [Constraint(.datatype, table: "s", columns: ["i"])]))
      }
      for (sql, constraints) in expected {
        do {
          _ = try await database.execute(SQLFragment(raw: sql))
          test.expect(constraints.isEmpty, "\(sql) is refused")
        } catch let error as DatabaseError {
          let found = "\(sql): \(error.constraint.map { "\($0)" } ?? "no constraint") of \(error.code)"
          test.expect(constraints.contains(error.constraint), found)
        }
      }
    },
    ConformanceCase(
      "CON-31", "a record that is ignored is no stored record, on every path", .core,
      "https://sqlite.org/lang_conflict.html",
      "An insert with OR IGNORE MUST return the stored record, or nothing when the record was ignored, and never fail."
    ) { test in
      let database = try await test.database()
      try await database.createTable(Pledge.self)
      let first = Pledge(id: 1, name: "a")
      test.expectEqual(try await database.insert(first, or: .ignore), first, "stored")
      test.expectEqual(try await database.insert(Pledge(id: 1, name: "b"), or: .ignore), nil, "the key is taken")
      test.expectEqual(try await database.insert(Pledge(id: 2, name: "a"), or: .ignore), nil, "the name is taken")
      let second = Pledge(id: 2, name: "b")
      test.expectEqual(try await database.insert(second, or: .replace), second, "replaced or stored")
      await test.expectError(.constraint, "without an algorithm") { try await database.insert(first) }
      let several = try await database.insert([first, Pledge(id: 3, name: "c"), second], or: .ignore)
      test.expectEqual(several.affectedRows, 1, "one of three")
      try await database.batch {
        $0.insert(first, or: .ignore)
        $0.insert(Pledge(id: 4, name: "d"), or: .ignore)
      }
      if test.section("in a transaction", requires: .capability(.interactiveTransactions)) {
        let found = try await database.write { transaction in
          (
            try await transaction.insert(first, or: .ignore),
            try await transaction.insert(Pledge(id: 5, name: "e"), or: .ignore)
          )
        }
        test.expect(found.0 == nil && found.1?.id == 5, "in a transaction")
      }
      if test.section("in a synchronous body", requires: .local) {
        let found = try await database.write { session in
          (try session.insert(first, or: .ignore), try session.insert(Pledge(id: 6, name: "f"), or: .ignore))
        }
        test.expect(found.0 == nil && found.1?.id == 6, "in a synchronous body")
      }
      let stored = try await database.fetchAll(Pledge.order { $0.id })
      test.expectEqual(Array(stored.map(\.name).prefix(4)), ["a", "b", "c", "d"], "what is stored")
    },
  ]
}
