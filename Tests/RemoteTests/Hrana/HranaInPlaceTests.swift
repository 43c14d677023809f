import Quarry
import QuarryRemote
import TestSupport
import Testing

private typealias Double = HranaDouble

/// Statements whose call begins on the caller's thread do what those do whose calls suspend.
@Suite("Hrana: calls in place") struct HranaInPlaceTests {
  /// What becomes of the call under test.
  enum Fate: CaseIterable {
    case rows, otherRows, noRows, error, tooLarge, unavailable, unavailableSaid, refused, cut, timeout, unauthorized
    case malformed, html, ownBase, strangeBase, otherBaton, twoResults, noStream, interrupted, lateInterrupt

    fileprivate func answers(_ isQuery: Bool) -> [Double.Answer] {
      let good = isQuery ? Double.one : Double.done
      switch self {
      case .rows, .interrupted, .lateInterrupt: return [.results(nil, good, Double.closed)]
      case .otherRows: return [.results(nil, good.replacing(#""1""#, with: #""-9223372036854775808""#), Double.closed)]
      case .noRows:
        return [.results(nil, good.replacing(#"[{"type":"integer","value":"1"}]"#, with: ""), Double.closed)]
      case .error:
        return [.results(nil, Double.error("SQLITE_CONSTRAINT_UNIQUE", "UNIQUE constraint failed: t.a"), Double.closed)]
      case .tooLarge: return [.results(nil, Double.error("RESPONSE_TOO_LARGE", "too large"), Double.closed)]
      case .unavailable: return [.status(503, ""), .results(nil, good, Double.closed)]
      case .unavailableSaid: return [.status(429, ""), .status(500, "oh"), .results(nil, good, Double.closed)]
      case .refused: return [.failure(.refused, sent: false), .results(nil, good, Double.closed)]
      case .cut: return [.failure(.cut, sent: true), .results(nil, good, Double.closed)]
      case .timeout: return [.failure(.timeout, sent: true), .results(nil, good, Double.closed)]
      case .unauthorized: return [.status(401, ""), .results(nil, good, Double.closed)]
      case .malformed: return [.body(#"{"baton":null,"results":[{"type":"#)]
      case .html: return [.body("<html></html>")]
      case .ownBase: return [Self.moved("http://h", good)]
      case .strangeBase: return [Self.moved("http://evil.example", good), .results(nil, Double.closed)]
      case .otherBaton: return [.results("b", good, Double.closed), .results(nil, Double.closed)]
      case .twoResults: return [.results(nil, good, good, Double.closed)]
      case .noStream: return [.status(400, #"{"message":"the stream has expired","code":"STREAM_EXPIRED"}"#)]
      }
    }

    private static func moved(_ base: String, _ good: String) -> Double.Answer {
      .body(#"{"baton":null,"base_url":"\#(base)","results":[\#(good),\#(Double.closed)]}"#)
    }
  }

  /// A statement, with two lists of values.
  struct Statement: CustomTestStringConvertible, Sendable {
    var sql: String
    var values: [[SQLValue]]
    var isQuery = true
    var testDescription: String { sql }
  }

  static let statements = [
    Statement(sql: "SELECT a FROM t WHERE b = ?", values: [[.text("x\"\n\u{1F600}")], [.null]]),
    Statement(
      sql: "SELECT a FROM t WHERE b = :b AND c = :c",
      values: [[.integer(.min), .real(-0.0)], [.blob([1, 0xff]), .real(.nan)]]),
    Statement(sql: "SELECT a FROM t WHERE b = :b AND c = ?", values: [[1, 2], [3, 4]]),
    Statement(sql: "SELECT a FROM t WHERE b = ?", values: [[.real(ExactReal.samples[0])], [.real(1.5)]]),
    Statement(sql: "SELECT 1", values: [[], []]),
    Statement(sql: "PRAGMA user_version", values: [[], []]),
    Statement(sql: "INSERT INTO t VALUES (?, ?)", values: [[1, .text("")], [.blob([]), 2]], isQuery: false),
    Statement(sql: "CREATE TABLE u(a)", values: [[], []], isQuery: false),
    Statement(sql: "CREATE TEMP TABLE v(a)", values: [[], []], isQuery: false),
    Statement(sql: "SAVEPOINT s", values: [[], []], isQuery: false),
  ]

  /// Runs a statement as often as the script goes, and returns everything that can be seen of it.
  private func trace(
    _ statement: Statement, _ fate: Fate, _ version: HranaVersion, _ role: ConnectionRole, _ way: InPlaceDouble.Way,
    readsReals: Bool = true
  ) async throws -> (trace: [String], callsInPlace: Int) {
    let good = Double.Answer.results(nil, statement.isQuery ? Double.one : Double.done, Double.closed)
    let tokens = Shared(0)
    let connection = Shared<(any InterruptHandle)?>(nil)
    let answers = [good, good] + fate.answers(statement.isQuery) + [good, good, good]
    let double = Double(
      version: version, role: role,
      tokens: TokenProvider { () in
        DriverSecret("token \(tokens.update { $0 += 1; return $0 })".replacing(" ", with: "-"))
      },
      way: way,
      interrupts: { number in
        guard fate == .interrupted, number == 2, let handle = connection.value else { return false }
        handle.interrupt()
        return true
      }, answers)
    double.server.remember(double.connection.capabilities, readsReals: readsReals)
    connection.set(double.connection.interruptHandle)
    var trace: [String] = []
    for round in 0..<4 {
      do {
        let rows = try await double.run(statement.sql, statement.values[round % 2], limit: 1)
        trace.append("\(rows)")
      } catch let error as DatabaseError {
        trace.append(
          "\(error.code) \(error.engineCode as Any) \(error.outcome) \(error.isRetrySafe) \(error.isTransactionOpen as Any) \(error.message)"
        )
      }
      if fate == .lateInterrupt { double.connection.interruptHandle.interrupt() }
      trace.append("\(double.connection.transactionStatus)")
    }
    trace += double.bodies
    trace += (double.inPlace?.requests ?? double.transport.requests).map {
      "\($0.url) \($0.header("Authorization") ?? "") \($0.timeout > .seconds(50))"
    }
    return (trace, double.inPlace?.callsInPlace ?? 0)
  }

  @Test(arguments: statements, Fate.allCases)
  func noDifference(_ statement: Statement, _ fate: Fate) async throws {
    for version in [HranaVersion.v3, .v2] {
      for role in [ConnectionRole.writer, .reader] {
        let expected = try await trace(statement, fate, version, role, .refused).trace
        if fate == .interrupted, statement.isQuery { #expect(expected[4].hasPrefix("interrupted"), "\(expected)") }
        for way in InPlaceDouble.Way.allCases where way != .refused {
          let (trace, callsInPlace) = try await trace(statement, fate, version, role, way)
          #expect(trace == expected, "\(version) \(role) \(way)")
          let isAsked =
            statement.isQuery || (role == .writer && !statement.sql.hasSuffix("v(a)") && statement.sql != "SAVEPOINT s")
          #expect((callsInPlace > 0) == isAsked, "\(version) \(role) \(way)")
        }
      }
    }
  }

  /// For some servers, a real can change the text of the statement.
  @Test(arguments: statements)
  func noDifferenceWithExactParts(_ statement: Statement) async throws {
    let expected = try await trace(statement, .rows, .v3, .writer, .refused, readsReals: false).trace
    for way in InPlaceDouble.Way.allCases where way != .refused {
      let (trace, callsInPlace) = try await trace(statement, .rows, .v3, .writer, way, readsReals: false)
      #expect(trace == expected, "\(way)")
      if statement.values[0] == [.real(ExactReal.samples[0])] {
        #expect(trace.contains { $0.contains("*1.0") } && callsInPlace == 2)
      }
    }
  }

  @Test(arguments: InPlaceDouble.Way.allCases)
  func nothingInTransactions(_ way: InPlaceDouble.Way) async throws {
    let inside = Double.Answer.results("b", Double.one, Double.autocommit(false))
    let double = Double(
      way: way,
      [
        .results(nil, Double.one, Double.closed), .results("b", Double.done, Double.one, Double.autocommit(false)),
        inside, inside, .results("b", Double.done, Double.autocommit(true)),
        .results(nil, Double.done, Double.one, Double.closed), .results(nil, Double.one, Double.closed),
      ])
    _ = try await double.run("SELECT a FROM t", limit: 1)
    _ = try await double.run("BEGIN", limit: 1)
    for _ in 0..<3 { _ = try await double.run("SELECT a FROM t", limit: 1) }
    _ = try await double.run("COMMIT", limit: 1)
    // On the stream that is left, to read the schema again.
    _ = try await double.run("SELECT a FROM t", limit: 1)
    #expect(double.inPlace?.callsInPlace == 0)
    _ = try await double.run("SELECT a FROM t", limit: 1)
    #expect(double.inPlace?.callsInPlace == (way == .refused ? 0 : 1))
  }

  @Test(arguments: InPlaceDouble.Way.allCases)
  func nothingWithSettings(_ way: InPlaceDouble.Way) async throws {
    let set = Double.Answer.results(nil, Double.done, Double.one, Double.closed)
    let double = Double(
      way: way, [.results(nil, Double.one, Double.closed), .results(nil, Double.done, Double.closed), set, set])
    _ = try await double.run("SELECT a FROM t", limit: 1)
    _ = try await double.run("PRAGMA foreign_keys = 1", limit: 1)
    for _ in 0..<2 { #expect(try await double.run("SELECT a FROM t", limit: 1) == [[1]]) }
    #expect(double.inPlace?.callsInPlace == 0)
    #expect(double.calls.suffix(2).allSatisfy { $0.contains("foreign_keys") })
  }

  /// The token of the first try is refused, and not one that another call has fetched meanwhile.
  @Test(arguments: [InPlaceDouble.Way.inTime, .late])
  func theTokenThatWasSentIsRefused(_ way: InPlaceDouble.Way) async throws {
    let fetched = Shared(0)
    let tokens = TokenProvider { () in DriverSecret("t\(fetched.update { $0 += 1; return $0 })") }
    let good = Double.Answer.results(nil, Double.one, Double.closed)
    let double = Double(tokens: tokens, way: way, [good, .status(401, ""), good])
    _ = try await double.run("SELECT 1", limit: 1)
    #expect(try await double.run("SELECT 1", limit: 1) == [[1]])
    #expect(fetched.value == 2)
    let sent = double.inPlace?.requests.compactMap { $0.header("Authorization") }
    #expect(sent == ["Bearer t1", "Bearer t1", "Bearer t1", "Bearer t2"])
  }
}
