#if Command
import Foundation
import Quarry
import QuarryRemote
import QuarryServer
import Testing
import TestSupport

#if os(Linux)
/// Many calls at once over few connections, and nothing left of them.
@Suite struct LoadTests {
  /// In a process of its own: memory and descriptors are those of this work alone.
  @Test func tenThousandCallsWith64AtOnce() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      do {
        // Once beforehand: what the runtime opens for itself stays open.
        try await Load.run(calls: 64)
        let before = try Load.descriptors()
        try await Load.run(calls: 10_000)
        // The server's side of a connection closes a moment later.
        for _ in 0..<500 {
          if try Load.descriptors() <= before { exit(0) }
          try await Task.sleep(for: .milliseconds(10))
        }
        print("Load: \(try Load.descriptors()) descriptors are open, \(before) were before")
        exit(2)
      } catch {
        print("Load: \(error)")
        exit(3)
      }
    }
    // What was measured, for people.
    let lines = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self).split(separator: "\n")
    for line in lines where line.hasPrefix("Load: ") { print(line) }
  }
}

private enum Load {
  struct Failure: Error { var what: String }

  /// Makes calls through the pool of a database, 64 at a time, and looks at what they leave.
  static func run(calls: Int) async throws {
    let served = try await Served(isFile: true)
    try await served.database.executeScript(
      """
      CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      WITH RECURSIVE c(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM c WHERE i < 999)
        INSERT INTO item SELECT i, 'name of ' || i FROM c;
      """)
    let transport = CurlTransport()
    let driver = HranaDriver(
      url: "http://127.0.0.1:\(served.client.port)", transport: transport, retries: .patient, timeout: .seconds(300))
    let database = try await Database(driver)
    let started = ContinuousClock.now
    var memory: [Int: Int] = [:]
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<64 { group.addTask { try await call(number, database) } }
      var done = 0
      while let isRight = try await group.next() {
        guard isRight else { throw Failure(what: "an answer is wrong") }
        done += 1
        if done % 2_000 == 0 { memory[done] = try residentKibibytes() }
        let next = done + 63
        if next < calls { group.addTask { try await call(next, database) } }
      }
    }
    let seconds = (ContinuousClock.now - started) / .seconds(1)
    let statistics = transport.statistics
    print(
      "Load: \(calls) calls, \(Int(Double(calls) / seconds)) a second, over \(statistics.connections) connections")
    await database.close()
    await transport.close()
    guard statistics.connections <= 32 else { throw Failure(what: "\(statistics.connections) connections") }
    guard await served.server.openStreams == 0 else { throw Failure(what: "streams are left open") }
    await served.stop()
    if let early = memory[2_000], let late = memory[10_000] {
      print("Load: resident memory in KiB after each 2,000 calls: \(memory.sorted { $0.key < $1.key }.map(\.value))")
      // What leaks by each call would show itself: 8,000 calls with a kibibyte each are 8 MiB. A sanitizer keeps what was
      // freed.
      guard Surroundings.isSanitized || late - early < 4 * 1024 else {
        throw Failure(what: "memory grew from \(early) to \(late) KiB")
      }
    }
  }

  /// One call in twenty writes; the others look a row up.
  private static func call(_ number: Int, _ database: Database) async throws -> Bool {
    let id = number * 7919 % 1_000
    if number % 20 == 0 {
      return try await database.execute("UPDATE item SET name = name WHERE id = \(id)").affectedRows == 1
    }
    let query: SQLFragment = "SELECT name FROM item WHERE id = \(id)"
    let name: String? = try await database.fetchOne(query.values(String.self))
    return name == "name of \(id)"
  }

  static func descriptors() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
  }

  private static func residentKibibytes() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    guard text.count > 1, let pages = Int(text[1]) else { throw Failure(what: "no statm") }
    return pages * 4
  }
}
#endif
#endif
