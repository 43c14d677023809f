import Quarry
import QuarryRemote
import Testing

@Suite struct PerSQLCallTests {
  @Test func engineIsFoundByQuestionsOfWhichSomeAreRefused() async throws {
    let script = try PerSQLScript()
    let database = try await script.database()
    #expect(database.engine.version == EngineVersion(3, 45, 1))
    #expect(database.engine.sourceID == "2024 abc")
    #expect(database.engine.supports(.returning))
    #expect(!database.engine.supports(.rtree))
    #expect(database.capabilities.transactions == .batchOnly)
    #expect(!database.capabilities.blobs && !database.capabilities.exactIntegers && !database.capabilities.infinities)
    #expect(database.capabilities.limits.parameters == 100)
    #expect(database.capabilities.limits.batchStatements == 100)
    // Further connections do not ask again.
    let asked = script.transport.requests.count
    _ = try await script.driver.open(.reader)
    #expect(script.transport.requests.count == asked)
  }

  @Test func queryIsOneRequestWithItsValues() async throws {
    let script = try PerSQLScript(
      .rows(#""a","a","b""#, #"[1,"x",null],[9007199254740991,"\u0000é",2.5]"#))
    let database = try await script.database()
    let query: SQLFragment =
      "SELECT a, a, b FROM t WHERE i = \(7) AND r = \(0.5) AND s = \("q\"\n") AND n IS \(Int?.none)"
    let rows = try await database.fetchAll(query.rows())
    #expect(
      rows.map(\.values) == [
        [.integer(1), .text("x"), .null], [.integer(9_007_199_254_740_991), .text("\0é"), .real(2.5)],
      ])
    #expect(rows.first?.columnNames == ["a", "a", "b"])
    #expect(
      script.bodies == [
        #"{"sql":"SELECT a, a, b FROM t WHERE i = ? AND r = ? AND s = ? AND n IS ?","params":[7,0.5,"q\"\n",null]}"#
      ])
    let request = try #require(script.requests.first)
    #expect(request.method == "POST")
    #expect(request.url == "https://persql.test/v1/db/acme/notes/query")
    #expect(request.header("Authorization") == "Bearer psql_test_1")
    #expect(request.header("Content-Type") == "application/json")
    #expect(request.header("Idempotency-Key") == nil)
  }

  @Test func changeIsCountedInTheSameTransaction() async throws {
    let script = try PerSQLScript(.counts(3, 41), .counts(0, 41))
    let database = try await script.database()
    let first = try await database.execute("INSERT INTO t(a) VALUES (\(1))")
    #expect(first == StatementResult(affectedRows: 3, lastInsertedRowID: 41))
    let second = try await database.execute("UPDATE t SET a = \(2)")
    #expect(second.affectedRows == 0)
    #expect(
      script.bodies.first == #"{"statements":[{"sql":"INSERT INTO t(a) VALUES (?)","params":[1]},"#
        + #"{"sql":"SELECT changes(), CAST(last_insert_rowid() AS TEXT)","params":[]}],"transaction":true}"#)
    #expect(script.requests.map(\.url) == Array(repeating: "https://persql.test/v1/db/acme/notes/batch", count: 2))
    let keys = script.requests.compactMap { $0.header("Idempotency-Key") }
    #expect(keys.count == 2 && Set(keys).count == 2)
  }

  @Test func returningGivesRowsAndDefinitionsGoAlone() async throws {
    let script = try PerSQLScript(
      .data(#"[{"columns":["id"],"rows":[[5]]},{"columns":["c","r"],"rows":[[1,5]]}]"#), .rows("", ""))
    let database = try await script.database()
    let query: SQLFragment = "INSERT INTO t(a) VALUES (\("x")) RETURNING id"
    #expect(try await database.fetchAll(query.values(Int.self)) == [5])
    _ = try await database.execute("CREATE TABLE u(a)")
    #expect(script.bodies.last == #"{"sql":"CREATE TABLE u(a)","params":[]}"#)
    #expect(script.requests.last?.header("Idempotency-Key")?.count == 32)
  }

  @Test func batchIsOneRequest() async throws {
    let script = try PerSQLScript(.data(#"[{"columns":[],"rows":[]},{"columns":["n"],"rows":[[1]]}]"#))
    let database = try await script.database()
    try await database.batch { batch in
      batch.execute("INSERT INTO t(a) VALUES (\(1))")
      batch.execute("SELECT count(*) FROM t")
    }
    #expect(
      script.bodies == [
        #"{"statements":[{"sql":"INSERT INTO t(a) VALUES (?)","params":[1]},"#
          + #"{"sql":"SELECT count(*) FROM t","params":[]}],"transaction":true}"#
      ])
  }

  @Test func scriptIsOneBatch() async throws {
    let script = try PerSQLScript(.data(#"[{"columns":[],"rows":[]},{"columns":[],"rows":[]}]"#))
    let database = try await script.database()
    try await database.executeScript("CREATE TABLE a(x); -- one\nCREATE TABLE b(x);")
    #expect(
      script.bodies == [
        #"{"statements":[{"sql":"CREATE TABLE a(x);","params":[]},"#
          + #"{"sql":"CREATE TABLE b(x);","params":[]}],"transaction":true}"#
      ])
  }

  @Test func namedAndRepeatedParametersBecomePositions() async throws {
    let script = try PerSQLScript(.rows(#""a""#, "[1]"), .rows(#""a""#, "[1]"))
    let database = try await script.database()
    let named = try SQLFragment(raw: "SELECT :a, :b, :a, ':c'", named: ["a": .integer(1), "b": .text("x")])
    _ = try? await database.fetchAll(named.rows())
    let numbered = SQLFragment(raw: "SELECT ?2, ?1, ?", values: [.integer(1), .integer(2), .integer(3)])
    _ = try? await database.fetchAll(numbered.rows())
    #expect(
      script.bodies == [
        #"{"sql":"SELECT ?, ?, ?, ':c'","params":[1,"x",1]}"#, #"{"sql":"SELECT ?, ?, ?","params":[2,1,3]}"#,
      ])
  }

  @Test func wholeRealsStayReals() async throws {
    let script = try PerSQLScript(.rows(#""a""#, "[2]"))
    let database = try await script.database()
    let query: SQLFragment = "SELECT \(2.0), \(-0.0), \(Double.nan), \(1e300)"
    _ = try? await database.fetchAll(query.rows())
    #expect(
      script.bodies == [
        #"{"sql":"SELECT +CAST(? AS REAL), +CAST(? AS REAL), ?, +CAST(? AS REAL)","params":[2.0,"-0.0",null,1e+300]}"#
      ])
  }

  @Test func tablesAndDescription() async throws {
    let script = try PerSQLScript(
      .data(#"[{"name":"people","rowCount":56}]"#),
      .data(
        #"{"databaseDescription":null,"tables":[{"table":"people","description":"who","#
          + #""columns":[{"name":"id","type":"INTEGER","pk":1}]}]}"#))
    #expect(try await script.driver.tables().map(\.name) == ["people"])
    let description = try await script.driver.describe()
    #expect(description.tables.first?.columns.first?.type == "INTEGER")
    #expect(description.tables.first?.description == "who")
    #expect(script.requests.map(\.method) == ["GET", "GET"])
    #expect(
      script.requests.map(\.url) == [
        "https://persql.test/v1/db/acme/notes/tables", "https://persql.test/v1/db/acme/notes/describe",
      ])
  }
}
