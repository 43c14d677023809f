import Foundation
import QuarryRemote
import Testing
import TestSupport

@Suite struct CurlLoadTests {
  @Test func manyCallsUseFewConnections() async throws {
    let server = try LoopbackServer(answer: answer("0123456789"))
    let transport = CurlTransport(.init(connectionsPerHost: 16))
    let good = try await CurlLoadTests.load(transport, server.url, calls: 1000)
    #expect(good == 1000)
    #expect(server.requests.count == 1000 && server.connections <= 16)
    #expect(transport.statistics.calls == 1000 && transport.statistics.connections == server.connections)
    await transport.close()
    let isClosed = try await eventually { server.openConnections == 0 }
    #expect(isClosed)
  }

  #if os(Linux)
  /// In a process of its own: other tests open files at the same time.
  @Test func leavesNoDescriptor() async {
    await #expect(processExitsWith: .success) {
      do {
        // Once beforehand: what the runtime opens for itself, when a task first sleeps, stays open.
        try await Task.sleep(for: .milliseconds(1))
        try await CurlLoadTests.useTransport(calls: 64)
        let before = try CurlLoadTests.descriptors()
        try await CurlLoadTests.useTransport(calls: 1000)
        let isClosed = try await eventually { (try? CurlLoadTests.descriptors())?.count ?? .max <= before.count }
        let left = try CurlLoadTests.descriptors()
        #expect(isClosed, "left open: \(left), before: \(before)")
      } catch {
        Issue.record(error)
      }
    }
  }

  static func useTransport(calls: Int) async throws {
    let server = try LoopbackServer(answer: answer("0123456789"))
    let transport = CurlTransport()
    guard try await load(transport, server.url, calls: calls) == calls else { exit(2) }
    let abandoned = Task { try await transport.stream(HTTPRequest(url: server.url)) }
    abandoned.cancel()
    _ = try? await abandoned.value
    await transport.close()
    // The server's threads close their side.
    let isClosed = try await eventually { server.openConnections == 0 }
    guard isClosed else { exit(4) }
  }

  /// What is open, but for the timers that the runtime opens whenever a task first sleeps.
  static func descriptors() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
    }.filter { !$0.contains("timerfd") && !$0.contains("eventpoll") }.sorted()
  }
  #endif

  /// Makes calls, 64 at a time; gives the number of right answers.
  static func load(_ transport: CurlTransport, _ url: String, calls: Int) async throws -> Int {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      let expected = Array("0123456789".utf8)
      for _ in 0..<64 {
        group.addTask { try await transport.send(HTTPRequest(url: url, body: [1, 2, 3])).body == expected }
      }
      var good = 0
      var started = 64
      while let isGood = try await group.next() {
        good += isGood ? 1 : 0
        guard started < calls else { continue }
        started += 1
        group.addTask { try await transport.send(HTTPRequest(url: url, body: [1, 2, 3])).body == expected }
      }
      return good
    }
  }
}
