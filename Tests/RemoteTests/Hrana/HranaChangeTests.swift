import Quarry
import QuarryRemote
import Testing
import TestSupport

/// Numbers of changes: when they are sent, and when they are believed.
@Suite("Hrana: numbers of changes")
struct HranaChangeTests {
  private typealias Double = HranaDouble

  /// The result of a statement that tells a number: one row with an integer, or a change.
  private static func result(_ number: UInt64, row: Int? = nil) -> String {
    let rows = row.map { #"[[{"type":"integer","value":"\#($0)"}]]"# } ?? "[]"
    let columns = row == nil ? "[]" : #"[{"name":"a","decltype":null}]"#
    return #"{"type":"ok","response":{"type":"execute","result":{"cols":\#(columns),"rows":\#(rows),"#
      + #""affected_row_count":\#(row == nil ? 1 : 0),"last_insert_rowid":"1","replication_index":"\#(number)"}}}"#
  }

  /// What the service that replicas ask answers.
  private static func hello(_ log: String, _ number: UInt8) -> Double.Answer {
    var message = "\u{1a}" + String(UnicodeScalar(UInt8(log.utf8.count))) + log
    message += "\u{28}" + String(UnicodeScalar(number))
    return .body("\0\0\0\0" + String(UnicodeScalar(UInt8(message.utf8.count))) + message)
  }

  // MARK: The log

  @Test func theLogIsReadFromTheAnswerToReplicas() {
    // Recorded from version 0.24.32.
    let recorded: [UInt8] =
      [0, 0, 0, 0, 0x89, 0x0a, 0x24] + Array("257b3e4f-11ce-46a2-85a6-3d6a3bb16b02".utf8) + [0x1a, 0x24]
      + Array("ef09e84d-78e4-4421-b7e5-d755b399b373".utf8) + [0x22, 0x24]
      + Array("a40a11e2-535a-3a04-6751-28a9b894680a".utf8)
      + [0x28, 0x15, 0x32, 0x13, 0x20, 0xc0, 0xec, 0xe9, 0xd9, 0xb6, 0xc1, 0x37, 0x40, 0x05, 0x50, 0xc0, 0x96, 0xb1]
      + [0x02, 0x58, 0, 0x68, 0]
    let trailers: [UInt8] = [0x80, 0, 0, 0, 0x0f] + Array("grpc-status:0\r\n".utf8)
    for body in [recorded, recorded + trailers] {
      let log = HranaLog(body)
      #expect(log?.name == "ef09e84d-78e4-4421-b7e5-d755b399b373" && log?.number == 21)
    }
    for count in recorded.indices { #expect(HranaLog(Array(recorded[..<count])) == nil) }
    #expect(HranaLog([0, 0, 0, 0, 2, 0x28, 5]) == nil)
    #expect(HranaLog([0, 0, 0, 0, 2, 0x1a, 0x7f]) == nil)
    #expect(HranaLog([0, 0, 0, 0, 11] + Array(repeating: 0xff, count: 11)) == nil)
    #expect(HranaLog([0, 0xff, 0xff, 0xff, 0xff]) == nil)
  }

  @Test func aNumberIsAStringOrANumberOrNull() async throws {
    for text in [#""7""#, "7", "null"] {
      let answer = Self.result(7, row: 1).replacing(#""replication_index":"7""#, with: #""replication_index":\#(text)"#)
      #expect(try await Double([.results(nil, answer, Double.closed)]).run("SELECT 1", limit: 1) == [[1]])
    }
    for text in [#""x""#, "-1", "true", "1.5", "[]"] {
      let answer = Self.result(7, row: 1).replacing(#""replication_index":"7""#, with: #""replication_index":\#(text)"#)
      let error = await Double([.results(nil, answer, Double.closed)]).failure("SELECT 1", limit: 1)
      #expect(error?.code == .protocolViolation, "\(text)")
    }
  }

  // MARK: What was written

  @Test func aReadWaitsForTheWriteBeforeItAndTheNextOneDoesNot() async throws {
    let double = Double([
      .results(nil, Self.result(6), Double.closed),
      .results(nil, Self.result(5, row: 0), Self.result(6, row: 1), Double.closed),
      .results(nil, Self.result(6, row: 1), Double.closed),
    ])
    double.server.changes.opened(at: 5)
    try await double.run("INSERT INTO t VALUES (1)")
    #expect(try await double.run("SELECT a FROM t", limit: 1) == [[1]])
    #expect(try await double.run("SELECT a FROM t", limit: 1) == [[1]])
    #expect(!double.bodies[0].contains("replication_index"))
    #expect(double.bodies[1].contains(#""sql":"SELECT a FROM t","want_rows":true,"replication_index":"6""#))
    #expect(!double.bodies[2].contains("replication_index"))
  }

  /// The server says that it is far enough, but has not moved: it may be in an older log.
  @Test func aServerThatHasNotMovedIsNotBelieved() async throws {
    let double = Double([
      .results(nil, Self.result(6), Double.closed),
      .results(nil, Self.result(64, row: 0), Self.result(64, row: 0), Double.closed),
      .results(nil, Self.result(6), Self.result(6, row: 1), Self.result(6), Double.closed),
    ])
    double.server.changes.opened(at: 64)
    try await double.run("INSERT INTO t VALUES (1)")
    #expect(try await double.run("SELECT a FROM t") == [[1]])
    #expect(double.bodies[2].contains(#""sql":"BEGIN""#) && double.bodies[2].contains(#""sql":"COMMIT""#))
  }

  @Test func afterALostWriteThePrimaryIsAsked() async throws {
    let double = Double(
      attempts: 1,
      [
        .failure(.cut, sent: true),
        .results(nil, Self.result(5, row: 0), Self.result(5, row: 0), Double.closed),
        .results(nil, Self.result(6), Self.result(6, row: 1), Self.result(6), Double.closed),
      ])
    double.server.changes.opened(at: 5)
    #expect(await double.failure("INSERT INTO t VALUES (1)")?.outcome == .unknown)
    #expect(try await double.run("SELECT a FROM t") == [[1]])
    #expect(double.bodies.count == 3)
  }

  @Test func aServerWithoutNumbersIsToldNone() async throws {
    let double = Double([
      .results(nil, Double.done, Double.closed), .results(nil, Double.one, Double.closed),
    ])
    try await double.run("INSERT INTO t VALUES (1)")
    #expect(try await double.run("SELECT a FROM t", limit: 1) == [[1]])
    #expect(double.bodies.allSatisfy { !$0.contains("replication_index") })
  }

  // MARK: Tokens

  @Test func aReadAfterATokenIsBelievedOnceTheServerHasMoved() async throws {
    let double = Double([
      Self.hello("log", 6), .results(nil, Self.result(5, row: 0), Self.result(6, row: 1), Double.closed),
      .results(nil, Self.result(7, row: 2), Double.closed),
    ])
    double.connection.require(RequiredChanges(ChangeToken(database: "log", position: 6), within: .seconds(9)))
    #expect(try await double.run("SELECT a FROM t") == [[1]])
    double.connection.require(RequiredChanges(ChangeToken(database: "log", position: 7), within: .seconds(9)))
    #expect(try await double.run("SELECT a FROM t") == [[2]])
    let hello = double.transport.requests.first { $0.url.hasSuffix("/wal_log.ReplicationLog/Hello") }
    #expect(hello?.header("content-type") == "application/grpc-web+proto")
    #expect(double.transport.requests.allSatisfy { $0.method == "GET" || $0.timeout <= .seconds(9) })
    #expect(double.bodies[2].contains(#""replication_index":"7""#))
  }

  @Test func aTokenIsMadeFromTheLogOfThePrimary() async throws {
    let double = Double([Self.hello("log", 6)])
    #expect(try await double.connection.changeToken() == ChangeToken(database: "log", position: 6))
    for answer in [Double.Answer.status(404, ""), .status(200, ""), .body("{}")] {
      #expect(await thrownError { try await Double([answer]).connection.changeToken() }?.code == .unsupportedFeature)
    }
  }

  @Test func aTokenOfAnotherLogIsRefused() async throws {
    let after = RequiredChanges(ChangeToken(database: "other", position: 6), within: .seconds(9))
    for sql in ["SELECT a FROM t", "PRAGMA table_info(t)"] {
      let double = Double([Self.hello("log", 9)])
      double.connection.require(after)
      #expect(await double.failure(sql)?.code == .foreignChangeToken)
    }
    let double = Double([Self.hello("log", 9)])
    double.connection.require(after)
    try await double.run("BEGIN")
    #expect(await double.failure("SELECT a FROM t")?.code == .foreignChangeToken)
  }

  @Test func whatDoesNotComeInTimeIsNotReached() async throws {
    let after = RequiredChanges(ChangeToken(database: "log", position: 6), within: .milliseconds(50))
    for answers in [
      [Double.Answer.failure(.timeout, sent: true)], [Self.hello("log", 6), .failure(.timeout, sent: true)],
    ] {
      let double = Double(attempts: 1, answers)
      double.connection.require(after)
      #expect(await double.failure("SELECT a FROM t")?.code == .changesNotReached)
    }
  }
}
