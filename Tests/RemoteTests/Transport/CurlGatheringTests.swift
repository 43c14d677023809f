import Foundation
@testable import Quarry
@testable import QuarryRemote
import TestSupport
import Testing

/// Of many calls that take long, several are sent and read at a time.
@Suite struct CurlGatheringTests {
  /// Many calls that take long are sent and answered several at a time, and each of them can still be cancelled.
  @Test func gatheredCalls() async throws {
    let server = try LoopbackServer { connection in
      while let request = connection.readRequest() {
        if request.body == [0] {
          _ = connection.readRequest()
          return
        }
        Thread.sleep(forTimeInterval: 0.005)
        guard connection.write(answer(String(decoding: request.body, as: UTF8.self))) else { return }
      }
    }
    let transport = CurlTransport(.init(connectionsPerHost: 40))
    // Few calls are sent by their callers.
    for _ in 0..<3 {
      _ = try await transport.send(HTTPRequest(url: server.url, body: [1]))
      #expect(!transport.loop.gathers)
    }
    let hasGathered = Protected(false)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...30 {
        group.addTask {
          for round in 0..<20 {
            let text = "\(number) \(round)"
            let response = try await transport.send(HTTPRequest(url: server.url, body: Array(text.utf8)))
            #expect(response.body == Array(text.utf8))
            if transport.loop.gathers { hasGathered.withLock { $0 = true } }
          }
        }
      }
      for _ in 0..<4 {
        group.addTask {
          let call = Task { try await transport.send(HTTPRequest(url: server.url, body: [0])) }
          try await Task.sleep(for: .milliseconds(40))
          call.cancel()
          let isCancelled = await failure { _ = try await call.value }.kind == "cancelled"
          #expect(isCancelled)
        }
      }
      try await group.waitForAll()
    }
    let gathered = hasGathered.withLock { $0 }
    #expect(gathered)
    await transport.close()
  }

  /// Closing ends calls whose requests wait to be sent with others, and those that come meanwhile.
  @Test func closingWhileRequestsAreGathered() async throws {
    let server = try LoopbackServer { connection in
      while connection.readRequest() != nil {
        Thread.sleep(forTimeInterval: 0.005)
        guard connection.write(answer("ok")) else { return }
      }
    }
    for _ in 0..<5 {
      let transport = CurlTransport(.init(connectionsPerHost: 40))
      let calls = (0..<40).map { _ in
        Task {
          await failure { while true { _ = try await transport.send(HTTPRequest(url: server.url, body: [1])) } }
        }
      }
      try await eventually { transport.loop.gathers }
      await transport.close()
      for call in calls {
        let ended = await call.value
        #expect(ended.kind == "cancelled")
      }
    }
  }
}
