import Quarry
import QuarryRemote
import Testing
import TestSupport

@Suite struct RqliteCallTests {
  private static let read = #"{"results":[{"columns":["a"],"types":["integer"],"values":[[1]]}]}"#

  @Test func readsGoToQueryAndWritesToExecute() async throws {
    let script = try RqliteScript(
      Self.read, #"{"results":[{"last_insert_id":3,"rows_affected":1}]}"#, #"{"results":[{}]}"#,
      #"{"results":[{"columns":["foreign_keys"],"types":["integer"],"values":[[0]]}]}"#)
    let database = try await script.database()
    #expect(database.engine.version == EngineVersion(3, 53, 4))
    #expect(database.capabilities.transactions == .batchOnly && database.capabilities.blobs)
    #expect(database.capabilities.exactIntegers && !database.capabilities.infinities)
    #expect(try await database.fetchAll(("SELECT a FROM t" as SQLFragment).values(Int.self)) == [1])
    let inserted = try await database.execute("INSERT INTO t(a) VALUES (\(7))")
    #expect(inserted == StatementResult(affectedRows: 1, lastInsertedRowID: 3))
    // What is left out of an answer is zero, and what is left of an earlier statement does not count.
    let created = try await database.execute("CREATE TABLE u(a)")
    #expect(created == StatementResult(affectedRows: 0, lastInsertedRowID: 3))
    _ = try await database.fetchAll(("PRAGMA foreign_keys" as SQLFragment).rows())
    #expect(
      script.urls == [
        "https://n1:4001/db/query?blob_array&level=linearizable",
        "https://n1:4001/db/execute?blob_array&transaction&norwrandom&norwtime",
        "https://n1:4001/db/execute?blob_array&transaction&norwrandom&norwtime",
        "https://n1:4001/db/query?blob_array&level=linearizable",
      ])
    #expect(
      script.bodies == [
        #"[["SELECT a FROM t"]]"#, #"[["INSERT INTO t(a) VALUES (?)",7]]"#, #"[["CREATE TABLE u(a)"]]"#,
        #"[["PRAGMA foreign_keys"]]"#,
      ])
    #expect(script.requests.allSatisfy { $0.method == "POST" && $0.header("Authorization") == nil })
  }

  @Test(arguments: [
    (RqliteReadLevel.none, "level=none&freshness=1500ms"), (.weak, "level=weak"),
    (.strong, "level=strong&norwrandom&norwtime"), (.auto, "level=auto"),
  ])
  func levels(_ level: RqliteReadLevel, _ query: String) async throws {
    let script = try RqliteScript(level: level, freshness: level == .none ? .milliseconds(1500) : nil) { _, _ in
      .whole(Self.read)
    }
    let database = try await script.database()
    _ = try await database.fetchAll(("SELECT a FROM t" as SQLFragment).rows())
    #expect(script.urls == ["https://n1:4001/db/query?blob_array&" + query])
  }

  @Test func aPragmaThatMaySetSomethingIsARequest() async throws {
    let script = try RqliteScript(#"{"results":[{}]}"#, #"{"results":[],"error":"disallowed pragma"}"#)
    let database = try await script.database()
    _ = try await database.execute("PRAGMA user_version = 5")
    #expect(script.urls == ["https://n1:4001/db/request?blob_array&level=linearizable&norwrandom&norwtime"])
    let error = await thrownError { _ = try await database.execute("PRAGMA journal_mode = DELETE") }
    #expect(error?.code == .unsupportedFeature && error?.outcome == .notApplied)
  }

  @Test func batchesAreOneExecuteInATransaction() async throws {
    let script = try RqliteScript(
      #"{"results":[{"rows_affected":1},{"rows_affected":2}]}"#, #"{"results":[{},{}]}"#,
      #"{"results":[{"rows_affected":1},{"error":"UNIQUE constraint failed: t.a"}]}"#,
      #"{"results":[],"error":"FOREIGN KEY constraint failed"}"#)
    let database = try await script.database()
    try await database.batch { batch in
      batch.execute("INSERT INTO t(a) VALUES (\(1))")
      batch.execute("UPDATE t SET a = \(2)")
    }
    try await database.executeScript("CREATE TABLE a(x); CREATE TABLE b(x)")
    #expect(
      script.urls == Array(repeating: "https://n1:4001/db/execute?blob_array&transaction&norwrandom&norwtime", count: 2)
    )
    #expect(script.bodies.first == #"[["INSERT INTO t(a) VALUES (?)",1],["UPDATE t SET a = ?",2]]"#)
    for code in [DatabaseError.Code.constraintUnique, .constraintForeignKey] {
      let error = await thrownError {
        try await database.batch { batch in
          batch.execute("DELETE FROM t")
          batch.execute("INSERT INTO t(a) VALUES (1)")
        }
      }
      #expect(error?.code == code && error?.outcome == .notApplied)
      #expect(error?.statementIndex == (code == .constraintUnique ? 1 : nil))
    }
  }

  @Test func aBatchOfReadsIsAQuery() async throws {
    let script = try RqliteScript(
      #"{"results":[{"columns":["1"],"types":["integer"],"values":[[1]]},{"columns":["2"],"types":["integer"]}]}"#)
    let database = try await script.database()
    try await database.batch { batch in
      batch.execute("SELECT 1")
      batch.execute("SELECT 2 WHERE 0")
    }
    #expect(script.urls == ["https://n1:4001/db/query?blob_array&level=linearizable&transaction"])
  }

  @Test func valuesOfParameters() async throws {
    let script = try RqliteScript(Self.read)
    let database = try await script.database()
    let query: SQLFragment = """
      SELECT \(Int64.max), \(1.0), \(-0.0), \(Double.nan), \([UInt8]()), \([UInt8]([0, 255])), \("é\0"), \(" X'41'"), \
      \("xylophone"), \(Int?.none)
      """
    _ = try? await database.fetchAll(query.rows())
    #expect(
      script.bodies == [
        #"[["SELECT ?, ?, ?, ?, ?, ?, ?, +CAST(? AS TEXT), ?, ?",9223372036854775807,1.0,-0.0,null,[],[0,255],"#
          + #""é\u0000",[32,88,39,52,49,39],"xylophone",null]]"#
      ])
    let infinite = await thrownError {
      _ = try await database.fetchAll(("SELECT \(Double.infinity)" as SQLFragment).rows())
    }
    #expect(infinite?.code == .unsupportedFeature)
    #expect(script.requests.count == 1)
  }

  private static let rowID = #"{"columns":["last_insert_rowid()"],"types":["integer"],"values":[[6]]}"#

  @Test func returningIsMadeVisibleToTheServer() async throws {
    let names = #"{"results":[{"columns":["id"],"types":["integer"]}]}"#
    let script = try RqliteScript(
      names, #"{"results":[{"columns":["c","d"],"types":["",""],"values":[["i",5],["i",6]]},\#(Self.rowID)]}"#,
      names, #"{"results":[{"rows_affected":1},\#(Self.rowID)]}"#)
    let database = try await script.database()
    let query: SQLFragment = "INSERT INTO t(a) VALUES (1), (2) RETURNING\nid"
    #expect(try await database.fetchAll(query.values(Int.self)) == [5, 6])
    try #require(script.bodies.count == 2)
    #expect(script.bodies[0] == #"[["\nSELECT id\nFROM t\nLIMIT 0"]]"#)
    #expect(script.bodies[1].hasPrefix(#"[["INSERT INTO t(a) VALUES (1), (2) RETURNING substr(typeof((id)),1,1),"#))
    #expect(script.bodies[1].hasSuffix(#",["SELECT last_insert_rowid()"]]"#))
    #expect(
      script.urls == [
        "https://n1:4001/db/query?blob_array&level=linearizable",
        "https://n1:4001/db/request?blob_array&transaction&norwrandom&norwtime",
      ])
    let lost = await thrownError { _ = try await database.fetchAll(query.values(Int.self)) }
    #expect(lost?.code == .unsupportedFeature && lost?.outcome == .applied)
  }

  @Test func basicAuthentication() async throws {
    let script = try RqliteScript(user: ("app", DriverSecret("s:é"))) { _, number in
      number == 0 ? .whole(Self.read) : .text(401, "")
    }
    let database = try await script.database()
    _ = try await database.fetchAll(("SELECT a FROM t" as SQLFragment).rows())
    #expect(script.requests.first?.header("Authorization") == "Basic YXBwOnM6w6k=")
    let error = await thrownError { _ = try await database.execute("DELETE FROM t") }
    #expect(error?.code == .authorization && error?.outcome == .notApplied)
    #expect(error.map { "\($0) \(String(reflecting: $0))".contains("YXBw") } == false)
  }
}
