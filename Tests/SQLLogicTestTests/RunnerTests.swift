import Quarry
import QuarrySQLLogicTest
import Testing

@Suite struct RunnerTests {
  /// A file with a record of every kind, all of which pass.
  static let sound = """
    hash-threshold 4

    statement ok
    CREATE TABLE t(a INTEGER, b TEXT, c REAL)

    statement count 3
    INSERT INTO t VALUES (2, 'two', 2.5), (1, 'one', 1.25), (10, NULL, 10)

    statement ok
    CREATE TABLE u(a INTEGER PRIMARY KEY);
    INSERT INTO u VALUES (7);

    statement error
    SELECT * FROM nowhere

    statement error no such table
    SELECT * FROM nowhere

    statement error
    INSERT INTO u VALUES (7)
    ----
    UNIQUE
    constraint

    query error ^.*UNI[A-Z]+
    INSERT INTO u VALUES (7)

    query ITR nosort
    SELECT a, b, c FROM t ORDER BY a
    ----
    1
    one
    1.250
    2
    two
    2.500
    10
    NULL
    10.000

    query IT rowsort
    SELECT a, b FROM t
    ----
    1\tone
    10\tNULL
    2\ttwo

    query I valuesort x
    SELECT a FROM t ORDER BY b
    ----
    1
    10
    2

    query I valuesort x
    SELECT a FROM t
    ----
    3 values hashing to 1ec3a2a8f1f1d2db8b6b9aa8cfa8d6b5

    onlyif mysql
    statement ok
    this is not run

    skipif sqlite
    statement ok
    this is not run

    skipif mysql
    onlyif sqlite
    query T
    SELECT ''
    ----
    (empty)

    sleep 1ms

    query I nosort
    SELECT 9223372036854775807 WHERE 0
    ----

    onlyif mysql
    halt

    halt

    statement ok
    this is not run
    """

  static var text: String {
    sound.replacing("1ec3a2a8f1f1d2db8b6b9aa8cfa8d6b5", with: sum)
  }

  /// The MD5 sum of "1\n10\n2\n".
  static let sum = "91ff90854a35e9226df03b9b06c2f9c8"

  @Test(arguments: Way.allCases) func everyKindOfRecordPasses(way: Way) async throws {
    let report = try await way.run(Self.text)
    #expect(report.failures == [])
    #expect((report.passed, report.failed, report.skipped) == (13, 0, 2))
  }

  /// Each change of the file makes one record fail, and no other.
  @Test(
    arguments: Way.allCases,
    [
      ("two\n2.500", "two\n2.501", "value 6 of 9 differs"),
      ("1\tone\n10\tNULL", "10\tNULL\n1\tone", "value 1 of 6 differs"),
      ("1\n10\n2\n\nquery", "1\n10\n\nquery", "the result has 3 values instead of 2"),
      ("1\n10\n2\n\nquery", "1\n2\n10\n\nquery", "value 2 of 3 differs"),
      ("3 values hashing", "4 values hashing", "the number of values differs"),
      ("to MD5SUM", "to 00000000000000000000000000000000", "the digest of the values differs"),
      (
        "SELECT a FROM t\n----\n3 values hashing to MD5SUM", "SELECT a + 1 FROM t",
        "the result differs from that of the label x at f.slt:48"
      ),
      ("statement error\nSELECT * FROM nowhere", "statement ok\nSELECT * FROM nowhere", "the statement failed"),
      (
        "error no such table\nSELECT * FROM nowhere", "error no such table\nSELECT 1",
        "the statement succeeded, but should fail"
      ),
      ("error no such table", "error no such column", "the statement failed with another message"),
      ("UNIQUE\nconstraint", "CHECK\nconstraint", "the statement failed with another message"),
      ("statement count 3", "statement count 2", "the number of changed rows differs"),
      ("query T\nSELECT ''", "query TT\nSELECT ''", "the number of columns differs"),
      ("(empty)", "NULL", "value 1 of 1 differs"), ("SELECT ''", "SELECT no", "the query failed"),
      ("WHERE 0", "WHERE 1", "the result has 1 values instead of 0"),
      ("ITR nosort", "IIR nosort", "value 2 of 9 differs"),
    ])
  func aChangedExpectationIsCaught(way: Way, change: (from: String, to: String, reason: String)) async throws {
    let from = change.from.replacing("MD5SUM", with: Self.sum)
    #expect(Self.text.contains(from))
    let report = try await way.run(Self.text.replacing(from, with: change.to, maxReplacements: 1))
    #expect(report.failures.map(\.reason) == [change.reason])
    #expect(report.failed == 1)
    let failure = try #require(report.failures.first)
    #expect(failure.location.file == "f.slt")
    #expect(!failure.sql.isEmpty)
    #expect(failure.expected != failure.actual)
  }

  @Test(arguments: Way.allCases) func oneRecordIsJudgedAlone(way: Way) async throws {
    let text =
      "statement ok\nCREATE TABLE t(a)\n\nquery I\nSELECT 1\n----\n2\n\n"
      + "query I\nSELECT count(*) FROM t\n----\n1\n"
    let report = try await way.run(text, LogicTestRunner(onlyLine: 9))
    #expect((report.passed, report.failed) == (0, 1))
    #expect(report.failures.map(\.location.line) == [9])
    #expect(try await way.run(text, LogicTestRunner(onlyLine: 1)).passed == 1)
  }

  @Test func enginesAnswerToTheirNames() async throws {
    let text = ["sqlite", "SQLITE", "memory", "quarry"]
      .map { "onlyif \($0)\nstatement ok\nSELECT 1\n" }.joined(separator: "\n")
    #expect(try await Way.local.run(text).passed == 3)
    #expect(try await Way.local.run(text, LogicTestRunner(extraNames: ["Quarry"])).passed == 4)
    #expect(try await Way.suspending.run(text).passed == 3, "a driver that forwards keeps the name")
  }

  @Test func filesMayBeginTransactionsWhereTheDriverIsLocal() async throws {
    let report = try await Way.local.run(
      """
      statement ok
      CREATE TEMP TABLE t(a)

      statement ok
      BEGIN

      statement ok
      INSERT INTO t VALUES (1)

      query I
      SELECT count(*) FROM t
      ----
      1

      statement ok
      ROLLBACK

      query I
      SELECT count(*) FROM t
      ----
      0
      """)
    #expect(report.failures == [])
    #expect(report.passed == 6)
  }

  /// The reference runner ends a result at an error that comes while rows are read.
  @Test(arguments: Way.allCases) func anEmptyResultStandsForAnErrorWhileRunning(way: Way) async throws {
    let overflow = "query I\nSELECT sum(x) FROM (SELECT 9223372036854775807 AS x UNION ALL SELECT 1)\n----\n"
    #expect(try await way.run(overflow).failed == 0)
    #expect(try await way.run(overflow + "1\n").failures.map(\.reason) == ["the query failed"])
    #expect(try await way.run("query I\nSELECT 1 FROM nowhere\n----\n").failures.map(\.reason) == ["the query failed"])
  }

  /// A parameter is the runner's own refusal, which must not pass for an error of the statement.
  @Test(arguments: Way.allCases) func refusalsOfTheLayerAreNoErrorsOfTheStatement(way: Way) async throws {
    let report = try await way.run("statement error\nSELECT ?1\n")
    #expect(report.failures.map(\.reason) == ["the database couldn't be asked"])
  }
}
