internal import Foundation
internal import Quarry

/// A server on loopback between a driver and its real server. It forwards requests and answers, records both, and plays
/// a fault if the case asks for it.
///
/// It knows no protocol above HTTP/1.1, so the cases run against every driver that uses HTTP.
final class FaultProxy: Sendable {
  /// Chooses the fault for a request. `index` counts the requests of the plan from 0.
  typealias Plan = @Sendable (_ request: WireMessage, _ index: Int) -> Fault

  /// The port on loopback for drivers.
  let port: UInt16
  private let listener: LoopbackSocket
  let state: State

  /// The state that the threads share. It can outlive the server.
  final class State: Sendable {
    let upstream: (host: String, port: UInt16)
    fileprivate let inner = Protected(Inner())

    fileprivate struct Inner {
      var plan: Plan = { _, _ in .pass }
      var exchanges: [Exchange] = []
      var count = 0
      var connections = 0
      var open: [Int: LoopbackSocket] = [:]
      var isClosed = false
    }

    init(upstream: (host: String, port: UInt16)) { self.upstream = upstream }
  }

  /// A request and its outcome.
  struct Exchange: Sendable {
    /// The number of the request on the server, from 0.
    let number: Int
    /// The number of the connection on the server, from 0.
    let connection: Int
    /// The request as it was received.
    let request: WireMessage
    /// The time when it was received completely.
    let time: SuspendingClock.Instant
    /// The answer of the real server, when it has arrived.
    var answer: WireMessage?
    /// The time when the driver was found to have closed the connection before its answer.
    var left: SuspendingClock.Instant?
    /// Whether the fault is complete.
    var isOver = false
  }

  /// Opens a port and serves it.
  ///
  /// - Parameter upstream: The real server.
  init(upstream: (host: String, port: UInt16)) throws {
    (listener, port) = try LoopbackSocket.listening()
    state = State(upstream: upstream)
    let (listener, state) = (listener, state)
    Thread.detachNewThread {
      while let socket = listener.accepted() {
        Thread.detachNewThread { FaultProxy.serve(socket, state) }
      }
    }
  }

  deinit { close() }

  /// Ends every connection; nothing accepts new ones.
  func close() {
    listener.end()
    state.close()
  }

  /// Plays another plan from now on, and removes the recorded exchanges.
  func play(_ plan: @escaping Plan) { state.play(plan) }

  /// Plays one fault for every request from now on, and removes the recorded exchanges.
  func play(_ fault: Fault) { state.play { _, _ in fault } }

  /// The exchanges since the plan began.
  var exchanges: [Exchange] { state.exchanges }

  /// The number of connections so far.
  var connections: Int { state.connections }

  /// Waits until the exchanges meet a condition, for up to ten seconds.
  ///
  /// - Returns: Whether they did.
  func wait(until condition: @Sendable ([Exchange]) -> Bool) async throws -> Bool {
    let end = SuspendingClock.now + .seconds(10)
    while SuspendingClock.now < end {
      if condition(exchanges) { return true }
      try await Task.sleep(for: .milliseconds(2))
    }
    return false
  }
}

extension FaultProxy.State {
  var exchanges: [FaultProxy.Exchange] { inner.withLock { $0.exchanges } }
  var connections: Int { inner.withLock { $0.connections } }

  func play(_ plan: @escaping FaultProxy.Plan) {
    inner.withLock { inner in
      inner.plan = plan
      inner.exchanges = []
    }
  }

  /// Counts a connection. Returns `nil` if the server was closed.
  func enter(_ socket: LoopbackSocket) -> Int? {
    inner.withLock { inner in
      guard !inner.isClosed else { return nil }
      inner.connections += 1
      inner.open[inner.connections - 1] = socket
      return inner.connections - 1
    }
  }

  func leave(_ connection: Int) { inner.withLock { $0.open[connection] = nil } }

  func close() {
    let open = inner.withLock { inner in
      inner.isClosed = true
      return inner.open
    }
    for socket in open.values { socket.end() }
  }

  /// Records a request and asks the plan for its fault.
  func begin(_ request: WireMessage, on connection: Int) -> (number: Int, fault: Fault) {
    let (number, index, plan) = inner.withLock { inner in
      let number = inner.count
      inner.count += 1
      inner.exchanges.append(
        FaultProxy.Exchange(number: number, connection: connection, request: request, time: .now))
      return (number, inner.exchanges.count - 1, inner.plan)
    }
    return (number, plan(request, index))
  }

  func note(_ number: Int, _ change: (inout FaultProxy.Exchange) -> Void) {
    inner.withLock { inner in
      guard let index = inner.exchanges.lastIndex(where: { $0.number == number }) else { return }
      change(&inner.exchanges[index])
    }
  }
}
