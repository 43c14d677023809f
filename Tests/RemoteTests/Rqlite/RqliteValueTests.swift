import Quarry
import QuarryRemote
import Testing
import TestSupport

@Suite struct RqliteValueTests {
  private func rows(_ columns: String, _ types: String, _ values: String) async throws -> [[SQLValue]] {
    let script = try RqliteScript(
      #"{"results":[{"columns":[\#(columns)],"types":[\#(types)],"values":[\#(values)],"time":0.1}],"time":0.2}"#)
    let database = try await script.database()
    return try await database.fetchAll(("SELECT x FROM t" as SQLFragment).rows()).map(\.values)
  }

  @Test func typesTellRealsFromIntegers() async throws {
    let found = try await rows(
      #""i","r","f","e","n""#, #""integer","real","double precision","","numeric""#,
      "[9223372036854775807,1,2,3,4],[1.5,100000000000000000000,1e+21,-9223372036854775808,4.5]")
    #expect(
      found == [
        [.integer(.max), .real(1), .real(2), .integer(3), .integer(4)],
        [.real(1.5), .real(1e20), .real(1e21), .integer(.min), .real(4.5)],
      ])
  }

  @Test func textsAndBlobs() async throws {
    let found = try await rows(
      #""t","b","v","n""#, #""text","blob","varchar(20)","""#,
      #"["\u003ca\u003e\u0000",[0,255],"\uFFFD",null],["",[],"x'41'","z"]"#)
    #expect(
      found == [
        [.text("<a>\0"), .blob([0, 255]), .text("\u{FFFD}"), .null],
        [.text(""), .blob([]), .text("x'41'"), .text("z")],
      ])
  }

  @Test func noRowsAndOneNameTwice() async throws {
    let script = try RqliteScript(
      #"{"results":[{"columns":["a","a"],"types":["",""]}]}"#,
      #"{"results":[{"columns":["a","a"],"types":["integer","integer"],"values":[[1,2]]}]}"#)
    let database = try await script.database()
    #expect(try await database.fetchAll(("SELECT a, a FROM t" as SQLFragment).rows()).isEmpty)
    let row = try #require(try await database.fetchAll(("SELECT a, a FROM t" as SQLFragment).rows()).first)
    #expect(row.values == [.integer(1), .integer(2)] && row.columnNames == ["a", "a"])
  }

  @Test(arguments: [
    (#""boolean""#, "true"), (#""BOOLEAN""#, "false"), (#""datetime""#, #""2024-01-02T03:04:05Z""#),
    (#""date""#, #""0001-01-01T00:00:00Z""#), (#""timestamp""#, #""2024-01-02T03:04:05Z""#), (#""blob""#, #""AB""#),
    (#""""#, #""\uFFFD""#),
  ])
  func whatTheServerChangesIsRefused(_ type: String, _ value: String) async throws {
    let error = await thrownError { _ = try await rows(#""flag""#, type, "[\(value)]") }
    #expect(error?.code == .unsupportedFeature && error?.outcome == .notApplied)
    #expect(error?.message.contains("\"flag\"") == true)
  }

  @Test func manyRowsComeInBatches() async throws {
    let values = (0..<1000).map { "[\($0)]" }.joined(separator: ",")
    let script = try RqliteScript(#"{"results":[{"columns":["a"],"types":["integer"],"values":[\#(values)]}]}"#)
    let database = try await script.database()
    var sum = 0
    for try await value in database.rows(("SELECT a FROM t" as SQLFragment).values(Int.self)) { sum += value }
    #expect(sum == 499_500)
    #expect(script.requests.count == 1)
  }

  @Test(arguments: [
    "", "{", "[]", #"{"results":{}}"#, #"{"results":[{"columns":["a"],"values":[[1,2]]}]}"#,
    #"{"results":[{"columns":["a"],"values":[[]]}]}"#, #"{"results":[]}"#, #"{"results":[{"values":[[1]]}]}"#,
    #"{"results":[{"columns":["a"],"types":["blob"],"values":[[[256]]]}]}"#,
  ])
  func whatIsNoAnswer(_ body: String) async throws {
    let script = try RqliteScript(body, body, policy: .never)
    let database = try await script.database()
    let read = await thrownError { _ = try await database.fetchAll(("SELECT a FROM t" as SQLFragment).rows()) }
    #expect(read?.code == .protocolViolation && read?.outcome == .notApplied)
    let write = await thrownError { _ = try await database.execute("DELETE FROM t") }
    #expect(write?.code == .outcomeUnknown && write?.outcome == .unknown)
  }
}
