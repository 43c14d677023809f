import Foundation
import Quarry
import QuarryRemote
import Testing
import TestSupport

#if os(Linux)
/// What an answer that comes whole takes, as many times its size. Each in a process of its own, where nothing else
/// takes memory.
@Suite(
  .enabled(
    if: !Surroundings.isSanitized,
    "skipped: a sanitizer takes memory of its own for every byte"))
struct WholeAnswerMemoryTests {
  /// The most that this process has had in use, in bytes.
  private static func peak() -> Int {
    guard let data = FileManager.default.contents(atPath: "/proc/self/status") else { return 0 }
    let line = String(decoding: data, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first).flatMap { Int($0) }
      .map { $0 * 1024 } ?? 0
  }

  /// Reads an answer whose rows are all the same, and tells how many times its size that took.
  private static func times(_ row: String, _ count: Int) async throws -> Double {
    var body = Array(#"{"success":true,"data":{"columns":["a"],"rows":["#.utf8)
    body.reserveCapacity((row.utf8.count + 1) * count + 200)
    for number in 0..<count {
      if number > 0 { body.append(UInt8(ascii: ",")) }
      body.append(contentsOf: row.utf8)
    }
    body.append(contentsOf: #"],"rowsRead":0,"rowsWritten":0}}"#.utf8)
    let answer = body
    let transport = ScriptedTransport { (request, _) throws(HTTPError) in
      let text = String(decoding: request.body ?? [], as: UTF8.self)
      if let known = PerSQLScript.engine(text, "3.45.1") { return HTTPResponse(status: 200, body: Array(known.utf8)) }
      return HTTPResponse(status: 200, body: answer)
    }
    let database = try await Database(
      PerSQLDriver(baseURL: "https://persql.test", database: "a/b", transport: transport))
    let query = ("SELECT a FROM t" as SQLFragment).rows()
    // The peak so far is what there is without a second copy of the answer.
    let before = peak()
    var seen = 0
    for try await _ in database.rows(query) { seen += 1 }
    guard seen == count else { return .infinity }
    return Double(peak() - before) / Double(answer.count)
  }

  /// Ends the process, which is a test's own: by the code 0, by ten times what was measured, or by 1 with an error.
  private static func measure(_ row: String, _ count: Int, atMost limit: Double) async -> Never {
    do {
      let times = try await times(row, count)
      exit(times < limit ? 0 : Int32(min(times * 10, 255)))
    } catch {
      print("\(error)")
      exit(1)
    }
  }

  @Test func manySmallNumbers() async {
    await #expect(processExitsWith: .success) {
      await Self.measure("[1]", 4_000_000, atMost: 2)
    }
  }

  @Test func texts() async {
    await #expect(processExitsWith: .success) {
      await Self.measure(#"["\#(String(repeating: "x", count: 1000))"]"#, 16_000, atMost: 3.5)
    }
  }

  @Test func realsOfFewDigits() async {
    await #expect(processExitsWith: .success) {
      await Self.measure("[0.5]", 2_000_000, atMost: 4.5)
    }
  }
}
#endif
