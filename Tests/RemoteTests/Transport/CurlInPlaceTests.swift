import Foundation
import TestSupport
@testable import Quarry
import Testing

@testable import QuarryRemote

/// Calls that wait for their answer on the caller's thread.
@Suite struct CurlInPlaceTests {
  /// So long that a test would not end if it were waited out. What waits so long has a thread of its own: the other
  /// ones are needed to end it.
  private static let long = Duration.seconds(600)
  private let thread = ThreadExecutor(name: "in place")

  @Test func waitsWhereWakingUpWouldTakeLong() {
    var pace = CurlPace(limit: .milliseconds(2))
    let first = pace.waitsInPlace()
    #expect(!first)
    for _ in 0..<20 {
      pace.noteAnswer(300_000)
      pace.noteWakeUp(50_000)
    }
    var decisions = (0..<128).map { _ in pace.waitsInPlace() }
    #expect(decisions.filter { $0 }.count == 126)
    // Waking up has become cheap.
    for _ in 0..<20 { pace.noteWakeUp(10_000) }
    decisions = (0..<128).map { _ in pace.waitsInPlace() }
    #expect(!decisions.contains(true))
    // It is expensive again, but answers come late.
    for _ in 0..<20 {
      pace.noteAnswer(20_000_000)
      pace.noteWakeUp(2_000_000)
    }
    decisions = (0..<128).map { _ in pace.waitsInPlace() }
    #expect(!decisions.contains(true))
    var never = CurlPace(limit: .zero)
    decisions = (0..<128).map { _ in never.waitsInPlace() }
    #expect(!decisions.contains(true))
  }

  /// A call that waits in place makes way for others: the answer to it comes only after theirs.
  @Test func othersAreSentMeanwhile() async throws {
    let others = Place()
    let server = try LoopbackServer { connection in
      while let request = connection.readRequest() {
        if request.body == [9] {
          while others.value < 8 { Thread.sleep(forTimeInterval: 0.001) }
        } else if request.body == [8] {
          others.value += 1
        }
        guard connection.write(answer("done")) else { return }
      }
    }
    let transport = CurlTransport(.init(longestWaitInPlace: Self.long))
    for _ in 0..<40 { _ = try await transport.send(HTTPRequest(url: server.url, body: [1])) }
    for _ in 0..<20 {
      others.value = 0
      let held = Task(executorPreference: thread) { try await transport.send(HTTPRequest(url: server.url, body: [9])) }
      for _ in 0..<8 { _ = try await transport.send(HTTPRequest(url: server.url, body: [8])) }
      #expect(try await held.value.status == 200)
    }
    await transport.close()
    thread.stop()
  }

  @Test func cancellingEndsTheWait() async throws {
    let arrived = Place()
    let server = try LoopbackServer { connection in
      while let request = connection.readRequest() {
        if request.body == [9] {
          arrived.value += 1
          // No answer: the client closes.
          _ = connection.readRequest()
          return
        }
        guard connection.write(answer("done")) else { return }
      }
    }
    let transport = CurlTransport(.init(longestWaitInPlace: Self.long))
    for round in 1...20 {
      for _ in 0..<10 { _ = try await transport.send(HTTPRequest(url: server.url, body: [1])) }
      let call = Task.detached(executorPreference: thread) {
        try await transport.send(HTTPRequest(url: server.url, body: [9]))
      }
      #expect(try await eventually { arrived.value == round })
      call.cancel()
      let isCancelled = await failure { _ = try await call.value } == .of(.cancelled, sent: true)
      #expect(isCancelled)
    }
    let call = Task.detached(executorPreference: thread) {
      try await transport.send(HTTPRequest(url: server.url, body: [9]))
    }
    #expect(try await eventually { arrived.value == 21 })
    await transport.close()
    #expect(await failure { _ = try await call.value } == .of(.cancelled, sent: true))
    thread.stop()
  }

  /// Whoever finds the transfers taken leaves its call to the one who has them.
  @Test func nobodyIsForgotten() async throws {
    let server = try LoopbackServer(answer: answer("0123456789"))
    let transport = CurlTransport(.init(connectionsPerHost: 4, longestWaitInPlace: .milliseconds(1)))
    for atOnce in [1, 2, 3, 8, 1, 32] {
      let good = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<atOnce {
          group.addTask {
            var good = 0
            for _ in 0..<(400 / atOnce) {
              let answer = try await transport.send(HTTPRequest(url: server.url, body: [1]))
              good += answer.body.count == 10 ? 1 : 0
            }
            return good
          }
        }
        return try await group.reduce(0, +)
      }
      #expect(good == 400 / atOnce * atOnce)
    }
    #expect(transport.statistics.connections <= 4)
    await transport.close()
  }
}
