#if Command
import Foundation
import Quarry
import QuarryRemote
import QuarryServer
import Testing
import TestPeers
import TestSupport

#if os(Linux)
/// Many clients at once, on `quarry serve` and on sqld in turn: what they use stays the same, and their times stand beside
/// each other.
///
/// `make load` runs it for a minute each, on a release build; among the tests it is short.
@Suite(.serialized) struct SustainedLoadTests {
  private static let seconds =
    Surroundings.variable("QUARRY_LOAD_SECONDS").flatMap { Double($0) } ?? 1.5

  @Test(arguments: [64, 256, 1_000]) func clientsAtOnce(clients: Int) async throws {
    let folder = try TemporaryFolder()
    let process = try await ServeProcess(["sqlite:\(folder.file("served.db"))", "--port", "0"])
    try #require(process.port > 0, "\(process.lines)")
    let quarry = try await measure("quarry", process.port, process.identifier, clients)
    #expect(quarry.failures == 0)
    // What leaked by each call would show itself: a client has a connection or two, and a stream with its files. In a
    // short run these are still being made; in a long one they were made in its first sixth.
    let further = Self.seconds >= 10 ? 64 : clients * 6
    #expect(quarry.lastDescriptors <= quarry.firstDescriptors + further)
    // A sanitizer keeps what was freed.
    if !Surroundings.isSanitized {
      #expect(quarry.lastKibibytes - quarry.firstKibibytes < 48 << 10)
    }
    process.terminate()
    #expect(try await process.wait() == 0)
    guard SqldServer.program != nil else {
      return print("Load: sqld is not measured: \(SqldServer.absence)")
    }
    let sqld = try await SqldServer(["--max-concurrent-connections", "1024"])
    let port = try #require(sqld.url.split(separator: ":").last.flatMap { Int($0) })
    _ = try await measure("sqld", port, sqld.identifier, clients)
  }

  private struct Measured: Sendable {
    var calls = 0
    var failures = 0
    var firstKibibytes = 0
    var lastKibibytes = 0
    var firstDescriptors = 0
    var lastDescriptors = 0
  }

  /// Lets clients call one after another for a while; prints a line, and tells what the server used after the first
  /// sixth of the time and at the end.
  private func measure(_ name: String, _ port: Int, _ process: Int32, _ clients: Int) async throws -> Measured {
    let address = RawClient(port: port)
    let setUp = [
      "CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
      "WITH RECURSIVE c(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM c WHERE i < 999) "
        + "INSERT INTO item SELECT i, 'name of ' || i FROM c",
    ].map { execute($0) }.joined(separator: ",")
    let made = try await address.call(
      "POST", "/v2/pipeline", body: "{\"requests\":[\(setUp),{\"type\":\"close\"}]}")
    #expect(made.status == 200)
    let seconds = Self.seconds
    let end = ContinuousClock.now + .seconds(seconds)
    let opened = Shared(0)
    let results = Shared<(times: [Double], failures: Int)>(([], 0))
    var measured = Measured()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<clients {
        group.addTask {
          try await onThread {
            let (times, failures) = try Self.call(number, port, until: end, opened)
            results.update {
              $0.times += times
              $0.failures += failures
            }
          }
        }
      }
      #expect(try await eventually { opened.value == clients })
      try await Task.sleep(for: .seconds(max(seconds / 6, 0.3)))
      let first = try ProcessUse(of: process)
      try await Task.sleep(until: end - .milliseconds(100), clock: .continuous)
      let last = try ProcessUse(of: process)
      (measured.firstKibibytes, measured.lastKibibytes) = (first.residentKibibytes, last.residentKibibytes)
      (measured.firstDescriptors, measured.lastDescriptors) = (first.descriptors, last.descriptors)
      try await group.waitForAll()
    }
    let times = results.value.times.sorted()
    measured.calls = times.count
    measured.failures = results.value.failures
    func share(_ part: Double) -> String {
      guard !times.isEmpty else { return "-" }
      return String(format: "%.1f", times[min(Int(Double(times.count) * part), times.count - 1)])
    }
    let peak = try ProcessUse(of: process).peakKibibytes
    print(
      """
      Load: \(name), \(clients) clients, \(seconds) s: \(Int(Double(times.count) / seconds)) calls a second, \
      p50 \(share(0.5)) ms, p99 \(share(0.99)) ms, failures \(measured.failures), \
      resident \(measured.firstKibibytes >> 10) MiB then \(measured.lastKibibytes >> 10) MiB (peak \(peak >> 10)), \
      descriptors \(measured.firstDescriptors) then \(measured.lastDescriptors)
      """)
    return measured
  }

  /// One client: a connection that is kept, and one call after another; one in twenty writes.
  private static func call(
    _ number: Int, _ port: Int, until end: ContinuousClock.Instant, _ opened: Shared<Int>
  ) throws -> (times: [Double], failures: Int) {
    let socket = try RawSocket(port: port)
    opened.update { $0 += 1 }
    var (times, failures, round): ([Double], Int, Int) = ([], 0, number)
    while ContinuousClock.now < end {
      let id = round * 7919 % 1_000
      let isWrite = round % 20 == 0
      let sql = isWrite ? "UPDATE item SET name = name WHERE id = \(id)" : "SELECT name FROM item WHERE id = \(id)"
      let body = "{\"requests\":[\(execute(sql)),{\"type\":\"close\"}]}"
      let start = ContinuousClock.now
      guard
        socket.send(
          "POST /v2/pipeline HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n" + body),
        let answer = wholeAnswer(of: socket)
      else { return (times, failures + 1) }
      times.append((ContinuousClock.now - start) / .milliseconds(1))
      let wanted = isWrite ? "\"affected_row_count\":1" : "name of \(id)\""
      if answer.firstRange(of: Array(wanted.utf8)) == nil { failures += 1 }
      round += 1
    }
    return (times, failures)
  }

  /// An answer with its head; `nil` when the connection has ended.
  private static func wholeAnswer(of socket: RawSocket) -> [UInt8]? {
    var bytes: [UInt8] = []
    while true {
      if let head = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
        let text = String(decoding: bytes[..<head.lowerBound], as: UTF8.self).lowercased()
        let length = text.split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
        guard let count = length.flatMap({ Int($0.dropFirst(15).drop { $0 == " " }) }) else { return nil }
        if bytes.count >= head.upperBound + count { return bytes }
      }
      let piece = socket.receive()
      if piece.isEmpty { return nil }
      bytes += piece
    }
  }
}
#endif
#endif
