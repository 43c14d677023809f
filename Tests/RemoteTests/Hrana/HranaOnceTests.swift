import Quarry
import QuarryRemote
import Testing

private typealias Double = HranaDouble

/// No write is sent twice, and none is told as failed, without a word of the server itself.
@Suite("Hrana: writes are applied once") struct HranaOnceTests {
  private static let statuses = [300, 302, 303, 307, 400, 403, 404, 408, 409, 425, 429, 499, 500, 502, 503, 504, 522]
  private static let bodies = [
    "", "<html>", #"{"message":"Too Many Requests"}"#, #"{"error":"Bad Gateway","status":502}"#, "too many requests",
  ]

  @Test(arguments: statuses) func aGatewayProvesNothing(_ status: Int) async throws {
    for body in Self.bodies {
      let double = Double([.status(status, body), .results(nil, Double.done, Double.closed)])
      let error = await double.failure("INSERT INTO t VALUES (1)")
      #expect(error?.code == .outcomeUnknown && error?.outcome == .unknown && error?.isRetrySafe == false, "\(body)")
      #expect(double.bodies.count == 1, "\(status) \(body)")
      let batch = Double([.status(status, body), .results(nil, Double.done, Double.closed)])
      await #expect(throws: DatabaseError.self) {
        _ = try await batch.connection.executeBatch(["DELETE FROM t"], wantsResults: false)
      }
      #expect(batch.bodies.count == 1)
      let commit = Double([
        .results("b1", Double.done, Double.autocommit(false)), .status(status, body), .results(nil, Double.closed),
      ])
      try await commit.run("BEGIN IMMEDIATE")
      #expect(await commit.failure("COMMIT")?.outcome == .unknown, "\(status) \(body)")
      #expect(commit.bodies.count { $0.contains("COMMIT") } == 1)
    }
  }

  @Test func theServersOwnRefusalIsOne() async throws {
    for body in [#"{"message":"the token only reads","code":"BLOCKED"}"#, #"{"error":"no such namespace"}"#] {
      for status in [400, 403, 404] {
        let double = Double([.status(status, body)])
        let error = await double.failure("INSERT INTO t VALUES (1)")
        #expect(error?.outcome == .notApplied && error?.code != .outcomeUnknown, "\(status) \(body)")
        #expect(double.bodies.count == 1)
      }
    }
    // No stream was opened for it.
    let full = Double([.status(429, "too many streams are open"), .results(nil, Double.done, Double.closed)])
    try await full.run("INSERT INTO t VALUES (1)")
    #expect(full.bodies.count == 2)
  }

  @Test func readsAreMadeAgain() async throws {
    for status in [429, 502, 503, 504] {
      let double = Double([.status(status, ""), .results(nil, Double.one, Double.closed)])
      #expect(try await double.run("SELECT 1", limit: 1) == [[1]], "\(status)")
    }
  }

  /// A call that fails inside a transaction leaves a stream that may hold the lock of all writers: it is closed with the
  /// last baton, before the error is told where the server answered.
  @Test(arguments: [400, 403, 429, 500, 502, 503, 504])
  func aFailedCallClosesTheStreamOfItsTransaction(_ status: Int) async throws {
    for sql in ["INSERT INTO t VALUES (1)", "SELECT 1", "COMMIT", "ROLLBACK"] {
      let double = Double([
        .results("b1", Double.done, Double.autocommit(false)), .status(status, "<html>"),
        .results(nil, Double.closed),
      ])
      try await double.run("BEGIN IMMEDIATE")
      _ = await double.failure(sql, limit: 1)
      #expect(double.bodies.last == #"{"baton":"b1","requests":[{"type":"close"}]}"#, "\(sql): \(double.bodies)")
      #expect(double.bodies.count == 3)
    }
  }

  @Test func aCutCallClosesTheStreamToo() async throws {
    let double = Double([
      .results("b1", Double.done, Double.autocommit(false)), .failure(.cut, sent: true), .results(nil, Double.closed),
    ])
    try await double.run("BEGIN IMMEDIATE")
    let error = await double.failure("INSERT INTO t VALUES (1)")
    #expect(error?.outcome == .notApplied && error?.isTransactionOpen == false)
    while double.bodies.count < 3 { await Task.yield() }
    #expect(double.bodies.last == #"{"baton":"b1","requests":[{"type":"close"}]}"#)
  }

  /// A call of which nothing was sent leaves the transaction as it is.
  @Test func aCallThatNeverLeftChangesNothing() async throws {
    let double = Double(
      attempts: 1,
      [
        .results("b1", Double.done, Double.autocommit(false)), .failure(.refused, sent: false),
        .results("b2", Double.done, Double.autocommit(false)),
      ])
    try await double.run("BEGIN IMMEDIATE")
    #expect(await double.failure("INSERT INTO t VALUES (1)")?.code == .cannotOpen)
    #expect(double.connection.transactionStatus == .active)
    try await double.run("INSERT INTO t VALUES (1)")
    #expect(double.bodies.last?.hasPrefix(#"{"baton":"b1""#) == true)
  }

  // MARK: Settings

  private static let lost = ["mmap_size", "secure_delete", "read_uncommitted", "auto_vacuum", "page_size", "threads"]

  /// A setting that the next call would not have is refused by type, before anything is sent.
  @Test(arguments: lost) func settingsThatWouldBeLostAreRefused(_ name: String) async throws {
    for sql in ["PRAGMA \(name) = 1", "PRAGMA \(name)(1)", "PRAGMA main.\(name)=1; SELECT 1"] {
      let double = Double([])
      #expect(await double.failure(sql)?.code == .unsupportedFeature, "\(sql)")
      #expect(double.bodies.isEmpty)
    }
    let batch = Double([])
    do {
      _ = try await batch.connection.executeBatch([SQLFragment(raw: "PRAGMA \(name) = 1")], wantsResults: false)
      Issue.record("no error")
    } catch {
      #expect(error.code == .unsupportedFeature && error.statementIndex == 0 && batch.bodies.isEmpty)
    }
    let read = Double([.results(nil, Double.one, Double.closed)])
    #expect(try await read.run("PRAGMA \(name)", limit: 1) == [[1]])
  }

  @Test func aSettingOfTheTransactionIsOneInsideIt() async throws {
    let sql = "PRAGMA defer_foreign_keys = 1"
    let double = Double([
      .results("b1", Double.done, Double.autocommit(false)), .results("b2", Double.done, Double.autocommit(false)),
    ])
    #expect(await double.failure(sql)?.code == .unsupportedFeature)
    #expect(double.bodies.isEmpty)
    try await double.run("BEGIN IMMEDIATE")
    try await double.run(sql)
    #expect(double.bodies.count == 2)
  }
}
