import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

@Suite("SQLite statements")
struct StatementTests {
  static let values: [SQLValue] = [
    .null, .integer(0), .integer(.min), .integer(.max), .real(0.1), .real(-0.0), .real(.infinity), .real(-.infinity),
    .real(.leastNonzeroMagnitude), .text(""), .text("a\0b"), .text("é\u{301}🦊"), .blob([]), .blob([0, 255, 0]),
    .blob([UInt8](repeating: 7, count: 1 << 20)), .text(String(repeating: "ü", count: 100_000)),
  ]

  @Test("S4, S5, F7: every value comes back with its class and its bits", arguments: Installed.all)
  func roundTrip(_ library: SQLiteLibrary) throws {
    let connection = try library.openMemory()
    try connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, v)")
    for value in Self.values { try connection.execute("INSERT INTO t (v) VALUES (?)", [value]) }
    let stored = try connection.rows("SELECT v, typeof(v), length(CAST(v AS BLOB)) FROM t ORDER BY id")
    #expect(stored.count == Self.values.count)
    for (value, row) in zip(Self.values, stored) {
      #expect(row[0].isIdentical(to: value))
      #expect(row[1] == .text(value.storageClass.description))
      if case .text(let text) = value { #expect(row[2] == .integer(Int64(text.utf8.count))) }
    }
  }

  @Test("One statement takes other values each time it runs", arguments: Installed.all)
  func reuse(_ library: SQLiteLibrary) throws {
    let connection = try library.openMemory()
    let statement = try #require(try connection.prepareSynchronously("SELECT ?1, ?2, typeof(?1)")).statement
    for count in [3, 100_000, 0, 5] {
      let text = String(repeating: "x", count: count)
      let rows = try statement.run([.text(text), .blob([UInt8](repeating: 1, count: count))]).rows
      #expect(rows == [[.text(text), .blob([UInt8](repeating: 1, count: count)), .text("text")]])
    }
    #expect(try statement.run([.integer(1), .null]).rows == [[.integer(1), .null, .text("integer")]])
  }

  @Test("Rows come in batches of at most the limit, also when a row is larger than the batch", arguments: [1, 7, 1000])
  func batches(_ limit: Int) throws {
    let connection = try SQLiteConnection.open(.memory)
    try connection.execute(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, v);
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
      INSERT INTO t SELECT i, CASE WHEN i % 100 = 0 THEN zeroblob(600000) ELSE 'row ' || i END FROM n
      """)
    let statement = try #require(try connection.prepareSynchronously("SELECT id, v FROM t ORDER BY id")).statement
    try statement.start([])
    let batch = SQLRowBatch()
    var ids: [Int64] = []
    var largest = 0
    while true {
      batch.removeAllRows(columnCount: 2)
      let step = try statement.stepSynchronously(into: batch, limit: limit)
      #expect(batch.rowCount <= limit)
      for row in 0..<batch.rowCount {
        let id = try #require(batch.cell(row: row, column: 0).integerIfPresent)
        ids.append(id)
        if id % 100 == 0 { largest = max(largest, batch.cell(row: row, column: 1).blobIfPresent?.count ?? 0) }
        if id == 77 { #expect(try batch.cell(row: row, column: 1).textIfPresent() == "row 77") }
      }
      if case .done = step { break }
    }
    #expect(ids == Array(1...500))
    #expect(largest == 600_000)
  }

  @Test("Affected rows are those of the statement itself, and 0 for everything else", arguments: Installed.all)
  func affectedRows(_ library: SQLiteLibrary) throws {
    let connection = try library.openMemory()
    try connection.execute(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, v UNIQUE);
      CREATE TABLE log (what);
      CREATE TRIGGER logged AFTER UPDATE ON t BEGIN INSERT INTO log VALUES (1), (2); END;
      CREATE VIEW w AS SELECT * FROM t;
      CREATE TRIGGER through INSTEAD OF INSERT ON w BEGIN INSERT INTO t (v) VALUES (new.v); END
      """)
    #expect(try connection.execute("INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c')").affectedRows == 3)
    for other in [
      "SELECT 1", "CREATE TABLE other (x)", "DROP TABLE other", "PRAGMA user_version = 3", "BEGIN", "COMMIT", "ANALYZE",
      "UPDATE t SET v = 'x' WHERE id = 99", "DELETE FROM t WHERE 0", "INSERT OR IGNORE INTO t VALUES (1, 'z')",
      "VACUUM",
    ] {
      #expect(try connection.execute(other).affectedRows == 0, "\(other)")
    }
    #expect(try connection.execute("UPDATE t SET v = v || '!'").affectedRows == 3)
    #expect(try connection.value("SELECT count(*) FROM log") == 6)
    #expect(try connection.execute("INSERT OR REPLACE INTO t VALUES (1, 'b!')").affectedRows == 1)
    #expect(try connection.execute("INSERT INTO w (v) VALUES ('through the view')").affectedRows == 0)
    #expect(try connection.execute("CREATE TABLE copied AS SELECT * FROM t").affectedRows == 0)
    let result = try connection.execute("INSERT INTO t VALUES (4000000000, 'd')")
    #expect(result == StatementResult(affectedRows: 1, lastInsertedRowID: 4_000_000_000))
    #expect(try connection.execute("DELETE FROM t").affectedRows == 4)
  }

  @Test("S3: a text of several statements gives them one by one", arguments: Installed.all)
  func scripts(_ library: SQLiteLibrary) throws {
    let connection = try library.openMemory()
    let script = "; -- nothing\n ;SELECT 'ä;'; /* ; */ SELECT 2 ;; \n-- end"
    let first = try #require(try connection.prepareSynchronously(script))
    #expect(try first.statement.run().rows == [[.text("ä;")]])
    let second = try #require(try connection.prepareSynchronously(script, from: first.byteCount))
    #expect(try second.statement.run().rows == [[.integer(2)]])
    #expect(second.statement.sql.hasSuffix("SELECT 2 ;"))
    #expect(try connection.prepareSynchronously(script, from: first.byteCount + second.byteCount) == nil)
    for blank in ["", " \n", ";", "-- x", "/* x */ ; -- y"] {
      #expect(try connection.prepareSynchronously(blank) == nil)
    }
  }

  @Test("A zero byte in SQL is refused, never taken for the end", arguments: Installed.all)
  func zeroByteInSQL(_ library: SQLiteLibrary) throws {
    let connection = try library.openMemory()
    for sql in ["SELECT 1\0; DROP TABLE t", "SELECT 'a\0b'", "\0SELECT 1", "SELECT 1 \0"] {
      let error = try databaseError { _ = try connection.prepareSynchronously(sql) }
      #expect(error.code == .syntax)
      #expect(error.offset == sql.utf8.firstIndex(of: 0).map { sql.utf8.distance(from: sql.utf8.startIndex, to: $0) })
    }
    #expect(try connection.value("SELECT 1") == 1)
  }

  @Test("S20: parameters have numbers and names, and none is fine too", arguments: Installed.all)
  func parameterNames(_ library: SQLiteLibrary) throws {
    let connection = try library.openMemory()
    func names(_ sql: String) throws -> [String?] {
      try #require(try connection.prepareSynchronously(sql)).statement.parameterNames
    }
    #expect(try names("SELECT 1") == [])
    #expect(try names("SELECT ?, :a, @b, $c, ?7") == [nil, ":a", "@b", "$c", nil, nil, "?7"])
  }

  @Test("Too few and too many values are refused", arguments: Installed.all)
  func wrongCount(_ library: SQLiteLibrary) throws {
    let connection = try library.openMemory()
    let statement = try #require(try connection.prepareSynchronously("SELECT ?, ?")).statement
    #expect(try databaseError { try statement.start([1]) }.code == .missingParameter)
    #expect(try databaseError { try statement.start([1, 2, 3]) }.code == .extraParameter)
    #expect(try statement.run([1, 2]).rows == [[1, 2]])
  }

  @Test("Columns have names and declared types", arguments: Installed.all)
  func columns(_ library: SQLiteLibrary) throws {
    let connection = try library.openMemory()
    try connection.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b VARCHAR(10), c)")
    let statement = try #require(try connection.prepareSynchronously("SELECT a, b AS bee, c, a + 1 FROM t")).statement
    #expect(
      statement.columns == [
        ColumnDescription(name: "a", declaredType: "INTEGER"),
        ColumnDescription(name: "bee", declaredType: "VARCHAR(10)"), ColumnDescription(name: "c"),
        ColumnDescription(name: "a + 1"),
      ])
    #expect(statement.isReadOnly)
    #expect(try #require(try connection.prepareSynchronously("DELETE FROM t")).statement.columns.isEmpty)
    #expect(try !#require(try connection.prepareSynchronously("DELETE FROM t")).statement.isReadOnly)
  }

  @Test("A statement follows a change of the schema", arguments: Installed.all)
  func schemaChange(_ library: SQLiteLibrary) throws {
    let connection = try library.openMemory()
    try connection.execute("CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    let statement = try #require(try connection.prepareSynchronously("SELECT * FROM t")).statement
    #expect(try statement.run().rows == [[1]])
    try connection.execute("ALTER TABLE t ADD COLUMN b DEFAULT 2")
    #expect(try statement.run().rows == [[1, 2]])
    #expect(statement.columns.map(\.name) == ["a", "b"])
  }

  @Test("A statement that returns the rows it writes counts them, and commits when it is abandoned")
  func returning() throws {
    let connection = try SQLiteConnection.open(.memory)
    guard connection.capabilities.engine.supports(.returning) else { return }
    try connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    var committed = 0
    try connection.onCommittedChanges { committed += $0.count }
    let insert = try #require(
      try connection.prepareSynchronously("INSERT INTO t VALUES (1), (2), (3) RETURNING id")
    ).statement
    let (rows, result) = try insert.run()
    #expect(rows == [[1], [2], [3]])
    #expect(result == StatementResult(affectedRows: 3, lastInsertedRowID: 3))
    let delete = try #require(try connection.prepareSynchronously("DELETE FROM t RETURNING id")).statement
    try delete.start([])
    let batch = SQLRowBatch()
    batch.removeAllRows(columnCount: 1)
    _ = try delete.stepSynchronously(into: batch, limit: 1)
    delete.reset()
    #expect(committed == 6)
    #expect(try connection.value("SELECT count(*) FROM t") == 0)
  }

  @Test("The names of columns follow a change of the schema that keeps their number", arguments: Installed.all)
  func renamedColumns(_ library: SQLiteLibrary) throws {
    let connection = try library.openMemory()
    try connection.execute("CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 2)")
    let statement = try #require(try connection.prepareSynchronously("SELECT * FROM t")).statement
    #expect(try statement.run().rows == [[1, 2]])
    #expect(statement.columns.map(\.name) == ["a", "b"])
    try connection.execute("DROP TABLE t; CREATE TABLE t (b, a); INSERT INTO t VALUES (1, 2)")
    #expect(try statement.run().rows == [[1, 2]])
    #expect(statement.columns.map(\.name) == ["b", "a"])
  }

  @Test("Errors carry the engine's extended code, the statement and the place, never a value", arguments: Installed.all)
  func errors(_ library: SQLiteLibrary) throws {
    let connection = try library.openMemory()
    try connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT UNIQUE NOT NULL CHECK (v <> 'no'))")
    try connection.execute("INSERT INTO t VALUES (1, 'a')")
    let insert = "INSERT INTO t VALUES (?, ?)"
    for (id, value, code, number) in [
      (1, "secret", DatabaseError.Code.constraintPrimaryKey, 1555), (2, "a", .constraintUnique, 2067),
      (2, nil, .constraintNotNull, 1299), (2, "no", .constraintCheck, 275),
    ] as [(Int64, String?, DatabaseError.Code, Int32)] {
      let error = try databaseError {
        try connection.execute(insert, [.integer(id), value.map { .text($0) } ?? .null])
      }
      #expect(error.code == code)
      #expect(error.engineCode?.rawValue == number)
      #expect(error.sql == insert)
      #expect(!error.description.contains("secret"))
      #expect(error.isTransactionOpen == false)
      #expect(error.outcome == .notApplied)
    }
    let error = try databaseError { _ = try connection.prepareSynchronously("SELECT 1 FROM t WHERE nope = 1") }
    #expect(error.code == .noSuchObject)
    if library.versionNumber >= 3_038_000 { #expect(error.offset == 22) }
    #expect(try databaseError { try connection.execute("SELEC 1") }.code == .syntax)
    #expect(try databaseError { try connection.execute("SELECT abs(-9223372036854775808)") }.code == .statementFailed)
    #expect(try connection.rows("SELECT * FROM t") == [[1, "a"]])
  }

  @Test("Rows that OR FAIL has written before its error count as applied", arguments: Installed.all)
  func partlyApplied(_ library: SQLiteLibrary) throws {
    let connection = try library.openMemory()
    try connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    let error = try databaseError { try connection.execute("INSERT OR FAIL INTO t VALUES (1), (2), (1)") }
    #expect(error.code == .constraintPrimaryKey)
    #expect(error.outcome == .applied)
    #expect(try connection.value("SELECT count(*) FROM t") == 2)
    let aborted = try databaseError { try connection.execute("INSERT INTO t VALUES (3), (4), (1)") }
    #expect(aborted.outcome == .notApplied)
    #expect(try connection.value("SELECT count(*) FROM t") == 2)
  }

  @Test("S25: an error that rolls back says that no transaction is open any more", arguments: Installed.all)
  func rollbackByConflict(_ library: SQLiteLibrary) throws {
    let connection = try library.openMemory()
    try connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY); BEGIN; INSERT INTO t VALUES (1)")
    #expect(connection.transactionStatus == .active)
    let error = try databaseError { try connection.execute("INSERT OR ROLLBACK INTO t VALUES (1)") }
    #expect(error.code == .constraintPrimaryKey)
    #expect(error.isTransactionOpen == false)
    #expect(connection.transactionStatus == .idle)
  }
}
