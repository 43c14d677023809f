import Quarry

extension LifeCases {
  private static let close = "https://sqlite.org/c3ref/close.html"

  static let closing: [ConformanceCase] = [
    ConformanceCase(
      "LIFE-04", "closing twice is no error", .core, close,
      "A second close MUST do nothing, also when both come at once."
    ) { test in
      let database = try await test.database()
      await test.expectUsable(database)
      await database.close()
      await database.close()
      async let first: Void = database.close()
      async let second: Void = database.close()
      _ = await (first, second)
      await test.expectError(.connectionClosed, database, "SELECT 1", "closed it stays")
      if test.section("a closed session says so", requires: .local) {
        let session = try await test.session("other")
        session.close()
        session.close()
        test.expect(session.isClosed, "a closed session says so")
      }
    },
    ConformanceCase(
      "LIFE-05", "every call on a closed database fails with .connectionClosed", .core, "Quarry: DatabaseError",
      "A call after close MUST fail with .connectionClosed, without a code of the engine and without a crash."
    ) { test in
      await test.expectUsable(try await test.database("answers"), "the driver answers")
      let database = try await test.database()
      try await database.execute("CREATE TABLE Stored (id INTEGER PRIMARY KEY, path, value)")
      await database.close()
      let query = ("SELECT * FROM Stored" as SQLFragment).as(StoredValue.self)
      let record = StoredValue(path: "life", value: 1)
      let calls: [(String, @Sendable () async throws -> Void)] = [
        ("fetchAll", { _ = try await database.fetchAll(query) }),
        ("fetchOne", { _ = try await database.fetchOne(query) }),
        ("fetchCount", { _ = try await database.fetchCount(query) }),
        ("rows", { for try await _ in database.rows(query) {} }),
        ("execute", { try await database.execute("INSERT INTO Stored VALUES (1, 'a', 1)") }),
        ("executeScript", { try await database.executeScript("SELECT 1; SELECT 2") }),
        ("insert", { try await database.insert([record]) }),
        ("insert, returning", { _ = try await database.insert(record) }),
        ("update", { try await database.update(record) }),
        ("delete", { try await database.delete(record) }),
        ("batch", { try await database.batch { $0.execute("SELECT 1") } }),
        ("read", { try await database.read { (_: DatabaseTransaction) in } }),
        ("write", { try await database.write { (_: DatabaseTransaction) in } }),
        ("read, synchronous", { try await database.read { (_: SQLSession) in } }),
        ("write, synchronous", { try await database.write { (_: SQLSession) in } }),
        ("withoutTransaction", { try await database.withoutTransaction { (_: SQLSession) in } }),
      ]
      for (name, call) in calls {
        let error = await test.expectError(.connectionClosed, name) { try await call() }
        test.expect(error?.engineCode == nil, "\(name): the engine was not asked")
        test.expectEqual(error?.outcome, .notApplied, "\(name): nothing took effect")
      }
      if test.section("in a session", requires: .local) {
        let session = try await test.session("other")
        let statement = try session.prepare("SELECT 1")
        session.close()
        for (name, call) in sessionCalls(session, statement) {
          do {
            try call()
            test.fail("a closed session refuses \(name)")
          } catch {
            test.expectEqual((error as? DatabaseError)?.code, .connectionClosed, "a closed session refuses \(name)")
          }
        }
      }
    },
    ConformanceCase(
      "LIFE-06", "closing while rows are read: what has begun ends, nothing new begins, nothing leaks", .core,
      "Quarry: Database",
      "close() MUST let a stream that has begun deliver its rows, refuse new ones, and then close every connection; "
        + "closing a session MUST end its cursors with .connectionClosed."
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (v INTEGER PRIMARY KEY)")
      try await test.execute((0..<1000).map { "INSERT INTO t VALUES (\($0))" }, on: database)
      let query = ("SELECT v FROM t ORDER BY v" as SQLFragment).values(Int.self)
      var rows = database.rows(query).makeAsyncIterator()
      var read: [Int] = []
      if let row = try await rows.next() { read.append(row) }
      await database.close()
      await test.expectError(.connectionClosed, "a new stream is refused") {
        for try await _ in database.rows(query) {}
      }
      while let row = try await rows.next() { read.append(row) }
      test.expectEqual(read, Array(0..<1000), "the stream that had begun delivers its rows")
      if test.section("with files", requires: .file, .local) {
        test.expectEqual(
          test.files(), ["main.db"], "the last connection tidies up behind itself, which a leaked statement prevents")
      }
      if test.section("in a session", requires: .local) { try await test.expectCursorEndsWithSession(query) }
      if test.section("the database is whole", requires: .shared, .file) {
        let again = try await test.database()
        await test.expectValue(again, "SELECT count(*) FROM t", 1000, "the database is whole")
      }
    },
  ]

  /// Calls of a session and of a statement that it prepared.
  private static func sessionCalls(
    _ session: SQLSession, _ statement: SQLPreparedStatement
  ) -> [(String, () throws -> Void)] {
    [
      ("execute", { try session.execute("SELECT 1") }),
      ("fetchAll", { _ = try session.fetchAll(("SELECT 1" as SQLFragment).rows()) }),
      ("executeScript", { try session.executeScript("SELECT 1; SELECT 2") }),
      ("prepare", { _ = try session.prepare("SELECT 1") }),
      ("cursor", { _ = try session.cursor(("SELECT 1" as SQLFragment).rows()) }),
      ("transaction", { try session.transaction {} }),
      ("savepoint", { try session.savepoint {} }),
      ("a statement's rows", { _ = try statement.rows() }),
      ("a statement's next row", { _ = try statement.next() }),
    ]
  }
}

extension CaseContext {
  /// Asserts that closing a session ends its cursors and releases its file.
  fileprivate func expectCursorEndsWithSession(_ query: SQLRawQuery<Int>) async throws {
    let session = try await session("session")
    try session.execute("CREATE TABLE t (v INTEGER PRIMARY KEY)")
    try session.transaction { for value in 0..<1000 { try session.execute("INSERT INTO t VALUES (\(value))") } }
    let cursor = try session.cursor(query)
    let statement = try session.prepare("SELECT v FROM t")
    expectEqual(try cursor.load(3), [0, 1, 2], "a cursor that has begun")
    expect(try statement.next() != nil, "a statement that has begun")
    session.close()
    do {
      // Rows that were read ahead may come first.
      let rest = try cursor.load()
      fail("a cursor of a closed session ends with an error", actual: "\(rest.count) more rows")
    } catch {
      expectEqual((error as? DatabaseError)?.code, .connectionClosed, "a cursor of a closed session")
    }
    cursor.close()
    statement.close()
    if section("nothing of the session is left open", requires: .file) {
      expect(!files().contains("session.db-wal"), "nothing of the session is left open")
    }
  }
}
