#if Command
import Quarry
import QuarryConformance
import QuarryRemote
import RqliteStandIn
import Testing

/// The proxy that authors of drivers put between a driver and its server, here before a server of HTTP, of which it knows
/// nothing.
@Suite("Faults of TCP") struct TCPFaultProxyTests {
  private struct Way {
    let proxy: TCPFaultProxy
    let standIn: RqliteStandIn

    init() async throws {
      standIn = try await RqliteStandIn()
      let address = try #require(await standIn.addresses.first)
      let port = try #require(address.split(separator: ":").last.flatMap { UInt16($0) })
      proxy = try TCPFaultProxy(upstream: ("127.0.0.1", port))
    }

    /// One call on a connection of its own.
    func call(timeout: Duration = .seconds(10)) async -> Result<HTTPResponse, HTTPError> {
      let request = HTTPRequest(
        url: "http://127.0.0.1:\(proxy.port)/db/query?level=none", body: Array(#"["SELECT 1"]"#.utf8), timeout: timeout)
      do throws(HTTPError) { return .success(try await CurlTransport().send(request)) } catch { return .failure(error) }
    }
  }

  @Test func handsEverythingOnWithoutAFault() async throws {
    let way = try await Way()
    for _ in 0..<3 { #expect(try await way.call().get().status == 200) }
    #expect(way.proxy.connections == 3)
    #expect(way.proxy.traffic.requests > 100 && way.proxy.traffic.answers > 100)
    #expect(!way.proxy.hasPlayed && !way.proxy.isWaiting)
    await way.standIn.close()
  }

  /// Every action in every direction, at the first byte, in the middle and before the last one: what the client sees, and
  /// that the next connection sees nothing of it.
  @Test(arguments: TCPFault.Direction.allCases) func everyAction(_ direction: TCPFault.Direction) async throws {
    let way = try await Way()
    _ = try await way.call().get()
    let usual = way.proxy.traffic
    let count = direction == .requests ? usual.requests : usual.answers
    let actions: [TCPFault.Action] = [
      .close, .reset, .halfOpen, .halfClose, .delay(.milliseconds(20)), .garble(8),
    ]
    for action in actions {
      for place in [0, count / 2, count - 1] {
        way.proxy.play(TCPFault(action, after: place, of: direction))
        let isSilent = action == .halfOpen || (action == .halfClose && direction == .requests)
        let result = await way.call(timeout: isSilent ? .milliseconds(300) : .seconds(10))
        #expect(way.proxy.hasPlayed, "\(action) after \(place) of \(direction)")
        switch (action, result) {
        case (.delay, .success(let response)): #expect(response.status == 200)
        case (.halfClose, .success(let response)): #expect(response.status != 200, "a request that is not whole")
        // What is spoilt may still be an answer of HTTP.
        case (.garble, _): break
        case (.halfOpen, .failure(let error)): #expect(error.kind == .timeout, "\(place) of \(direction): \(error)")
        case (_, .failure(let error)): #expect(error.mayHaveBeenSent, "\(action) after \(place): \(error)")
        default: Issue.record("\(action) after \(place) of \(direction): \(result)")
        }
        #expect(try await way.call().get().status == 200, "it is played once")
      }
    }
    way.proxy.play(TCPFault(.close, after: 0, of: direction))
    way.proxy.heal()
    #expect(try await way.call().get().status == 200, "a fault that was taken back is not played")
    way.proxy.close()
    let result = await way.call()
    #expect(throws: HTTPError.self, "it is closed") { try result.get() }
    await way.standIn.close()
  }
}
#endif
