#if Command
import Foundation
import Quarry
import QuarryServer
import Testing
import TestSupport

/// Statements that make values without end: each way of growing, on each way in, for readers and writers.
@Suite struct MemoryLimitTests {
  /// Ways to make a value of hundreds of megabytes out of a short text.
  static let growing = [
    "SELECT zeroblob(1000000000)", "SELECT randomblob(900000000)", "SELECT hex(zeroblob(400000000))",
    "SELECT replace(hex(zeroblob(500000)), '0', hex(zeroblob(5000)))",
    "SELECT group_concat(hex(zeroblob(1000))) FROM (WITH RECURSIVE c(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM c "
      + "WHERE n < 100000) SELECT n FROM c)", "SELECT quote(zeroblob(400000000))",
    "SELECT length(zeroblob(900000000) || 'x')", "SELECT max(randomblob(900000000), 1)",
    "SELECT CAST(zeroblob(900000000) AS TEXT)", "SELECT trim(zeroblob(900000000))",
  ]

  static func limits() -> ServerLimits {
    var limits = ServerLimits.patient
    limits.valueBytes = 1 << 20
    limits.rowBytes = 1 << 20
    return limits
  }

  @Test(arguments: growing, [false, true]) func valuesHaveALimit(sql: String, isFile: Bool) async throws {
    for isReadOnly in [false, true] {
      try await withServer(isFile: isFile, limits: Self.limits(), isReadOnly: isReadOnly) { (served) async throws in
        for door in Door.allCases {
          let (isRight, error) = try await door.error(of: sql, served)
          #expect(error == "SQLITE_TOOBIG" || error == "string or blob too big", "\(door): \(error ?? "no error")")
          #expect(isRight, "\(door) goes on")
        }
      }
    }
  }

  /// Each value is within its limit, and the engine keeps their zeros to itself until they are read.
  @Test(arguments: [false, true]) func rowsHaveALimit(isFile: Bool) async throws {
    try await withServer(isFile: isFile, limits: Self.limits()) { (served) async throws in
      let sql = "SELECT " + Array(repeating: "zeroblob(1000000)", count: 1000).joined(separator: ", ")
      // PerSQL has few columns.
      for door in Door.allCases where door != .perSQL {
        let (isRight, error) = try await door.error(of: sql, served)
        #expect(error == "SQLITE_TOOBIG", "\(door): \(error ?? "no error")")
        #expect(isRight)
      }
      // Within the limit, all of it comes.
      let whole = try await served.pipeline(execute("SELECT zeroblob(500000), hex(zeroblob(200000))")).json()
      #expect(whole["results"][0]["response"]["result"]["rows"][0][1]["value"].string?.count == 400_000)
    }
  }

  /// A row that is too large ends its statement and nothing else; what a statement has written stays and is said to.
  @Test func aWriteWhoseRowsAreTooLargeIsSaidToHaveHappened() async throws {
    var limits = Self.limits()
    limits.responseBytes = 10_000
    try await withServer(isFile: true, limits: limits) { (served) async throws in
      _ = try await served.query("CREATE TABLE t(n)")
      let json = try await served.pipeline(
        execute("INSERT INTO t VALUES (1) RETURNING hex(zeroblob(20000))"), execute("SELECT count(*) FROM t")
      ).json()
      #expect(json["results"][0]["error"]["code"].string == "RESPONSE_TOO_LARGE")
      let count = json["results"][1]["response"]["result"]["rows"][0][0]["value"].string
      #expect(count == "1")
      #expect(json["results"][0]["error"]["outcome"].string == "applied")
    }
  }

  /// The owner of a shared connection keeps the limits that it had.
  @Test func limitsEndWithTheClient() async throws {
    try await withServer(limits: Self.limits()) { (served) async throws in
      _ = try await served.pipeline(execute("SELECT 1"), "{\"type\":\"close\"}")
      let sql: SQLFragment = "SELECT length(hex(zeroblob(2000000)))"
      let count: Int? = try await served.database.fetchOne(sql.values(Int.self))
      #expect(count == 4_000_000)
    }
  }

  /// A short document of very many parts.
  @Test func documentsHaveALimit() async throws {
    try await withServer(limits: .patient) { (served) async throws in
      let body = "{\"a\":[" + String(repeating: "{},", count: 2_000_000) + "{}]}"
      let answer = try await served.client.call("POST", "/v3/pipeline", body: body)
      #expect(answer.status == 400)
      #expect(answer.text.contains("too many parts"))
      #expect(try await served.query("SELECT 1").status == 200)
    }
  }

  #if os(Linux)
  /// In a process of its own: the most memory that it ever had is that of this work alone.
  @Test func oneRequestCannotTakeTheMemory() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      do {
        let served = try await Served(isFile: true)
        _ = try await served.query("SELECT 1")
        let before = try Self.peakKibibytes()
        for sql in Self.growing {
          for door in Door.allCases { _ = try await door.error(of: sql, served) }
        }
        let after = try Self.peakKibibytes()
        print("Memory: \(before) KiB before, \(after) KiB at most")
        await served.stop()
        // Sixteen megabytes for a value, several copies of it on its way. A sanitizer keeps what was freed.
        exit(Surroundings.isSanitized || after - before < 300 << 10 ? 0 : 2)
      } catch {
        print("Memory: \(error)")
        exit(3)
      }
    }
    let text = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    for line in text.split(separator: "\n") where line.hasPrefix("Memory: ") { print(line) }
  }

  static func peakKibibytes() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8).split(separator: "\n")
    let line = status.first { $0.hasPrefix("VmHWM:") }?.split(separator: " ")
    return line.flatMap { $0.count > 1 ? Int($0[1]) : nil } ?? 0
  }
  #endif
}

/// A way for a statement to get into the server.
enum Door: CaseIterable {
  case pipeline, batch, cursor, once, perSQL, socket

  /// What a statement fails with, and whether another one is answered after it.
  func error(of sql: String, _ served: Served) async throws -> (isRight: Bool, error: String?) {
    let statement = "{\"sql\":\"\(sql)\"}"
    let second = "{\"sql\":\"SELECT 7\"}"
    let batch = "{\"steps\":[{\"stmt\":\(statement)},{\"stmt\":\(second)}]}"
    switch self {
    case .pipeline:
      let json = try await served.pipeline(execute(sql), execute("SELECT 7"), "{\"type\":\"close\"}").json()["results"]
      return (json[1]["type"].string == "ok", json[0]["error"]["code"].string)
    case .batch:
      let json = try await served.pipeline("{\"type\":\"batch\",\"batch\":\(batch)}", "{\"type\":\"close\"}").json()
      let result = json["results"][0]["response"]["result"]
      return (!result["step_results"][1].isNull, result["step_errors"][0]["code"].string)
    case .cursor:
      let lines = try await served.client.call("POST", "/v3/cursor", body: "{\"batch\":\(batch)}").lines()
      if let baton = lines[0]["baton"].string { _ = try await served.pipeline("{\"type\":\"close\"}", baton: baton) }
      let error = lines.first { $0["type"].string == "step_error" }
      return (lines.last?["type"].string == "step_end", error?["error"]["code"].string)
    case .once:
      let json = try await served.client.call("POST", "/v1/execute", body: "{\"stmt\":\(statement)}").json()
      let next = try await served.client.call("POST", "/v1/execute", body: "{\"stmt\":\(second)}")
      return (next.status == 200, json["code"].string)
    case .perSQL:
      let json = try await served.query(sql).json()
      return (try await served.query("SELECT 7").status == 200, json["error"].string)
    case .socket:
      let client = try await SocketClient(served)
      try await client.request(#"{"type":"open_stream","stream_id":1}"#)
      let json = try await client.request(#"{"type":"execute","stream_id":1,"stmt":\#(statement)}"#)
      let next = try await client.request(#"{"type":"execute","stream_id":1,"stmt":\#(second)}"#)
      return (next["type"].string == "response_ok", json["error"]["code"].string)
    }
  }
}
#endif
