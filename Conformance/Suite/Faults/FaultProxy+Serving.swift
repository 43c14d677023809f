internal import Foundation
internal import Quarry

extension FaultProxy {
  /// Serves one connection of a driver, on a thread of its own.
  static func serve(_ socket: LoopbackSocket, _ state: State) {
    guard let connection = state.enter(socket) else { return socket.end() }
    var reader = WireReader(socket)
    while let request = reader.next(isAnswer: false) {
      let (number, fault) = state.begin(request, on: connection)
      let keepsOpen = play(fault, request, number, socket, state)
      state.note(number) { $0.isOver = true }
      guard keepsOpen else { break }
    }
    socket.end()
    state.leave(connection)
  }

  /// Plays a fault.
  ///
  /// - Returns: whether the connection goes on.
  private static func play(
    _ fault: Fault, _ request: WireMessage, _ number: Int, _ socket: LoopbackSocket, _ state: State
  ) -> Bool {
    func answer(to request: WireMessage) -> WireMessage? {
      let answer = ask(request, state.upstream)
      state.note(number) { $0.answer = answer }
      return answer
    }
    switch fault {
    case .pass: return answer(to: request).map { socket.write($0.raw) } ?? false
    case .close(let served):
      if served { _ = answer(to: request) }
      return false
    case .silence(let served):
      if served { _ = answer(to: request) }
      while !socket.read().isEmpty {}
      state.note(number) { $0.left = .now }
      return false
    case .hold(let gate):
      guard let answer = answer(to: request) else { return false }
      while !gate.isOpen {
        guard !socket.isReadable(within: 2) else {
          state.note(number) { $0.left = .now }
          return false
        }
      }
      return socket.write(answer.raw)
    case .late(let gate, let change):
      let end = SuspendingClock.now + .seconds(60)
      while !gate.isOpen, SuspendingClock.now < end { Thread.sleep(forTimeInterval: 0.002) }
      return answer(to: change(request)).map { socket.write($0.raw) } ?? false
    case .cut(let count):
      if let answer = answer(to: request) { socket.write(answer.raw.prefix(count)) }
      return false
    case .cutRequest(let count):
      guard let server = LoopbackSocket.connected(to: state.upstream.host, state.upstream.port) else { return false }
      server.write(outgoing(request).prefix(count))
      server.end()
      return false
    case .trickle(let count, let pause):
      guard let answer = answer(to: request) else { return false }
      var rest = answer.raw[...]
      while !rest.isEmpty {
        guard socket.write(rest.prefix(count)), !socket.isReadable(within: 0) else {
          state.note(number) { $0.left = .now }
          return false
        }
        rest = rest.dropFirst(count)
        Thread.sleep(forTimeInterval: pause / .seconds(1))
      }
      return true
    case .answer(let answer): return socket.write(answer.rendered)
    case .send(let bytes, let keepsOpen): return socket.write(bytes) && keepsOpen
    case .edit(let change): return answer(to: request).map { socket.write(change($0).rendered) } ?? false
    case .editRequest(let change):
      return answer(to: change(request)).map { socket.write($0.raw) } ?? false
    case .bytes(let keepsOpen, let bytes):
      return answer(to: request).map { socket.write(bytes($0)) && keepsOpen } ?? false
    }
  }

  /// Hands a request on, on a connection of its own: kept ones would end at times that have to do with no case.
  private static func ask(_ request: WireMessage, _ upstream: (host: String, port: UInt16)) -> WireMessage? {
    guard let server = LoopbackSocket.connected(to: upstream.host, upstream.port) else { return nil }
    defer { server.end() }
    guard server.write(outgoing(request)) else { return nil }
    var reader = WireReader(server)
    return reader.next(isAnswer: true)
  }

  /// The request as the server gets it: with a path where a whole address was meant for a proxy, and without an offer
  /// to take compressed answers, which no plan could look into.
  private static func outgoing(_ request: WireMessage) -> [UInt8] {
    var request = request
    let scheme = "http://"
    if request.target.hasPrefix(scheme) {
      let path = request.target.dropFirst(scheme.count).drop { $0 != "/" }
      request.startLine = "\(request.method) \(path.isEmpty ? "/" : String(path)) HTTP/1.1"
    }
    request["Proxy-Connection"] = nil
    request["Accept-Encoding"] = nil
    return request.body.isEmpty ? request.head(length: nil) : request.rendered
  }

  /// Sends a request to the real server once more, byte by byte as it came.
  func repeated(_ exchange: Exchange) async -> WireMessage? {
    let upstream = state.upstream
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: FaultProxy.ask(exchange.request, upstream)) }
    }
  }
}

/// A port at which connections are never made: the list of those that wait to be accepted is full.
final class FullPort: Sendable {
  let port: UInt16
  private let listener: LoopbackSocket
  private let waiting: [LoopbackSocket]

  init() throws {
    let (listener, port) = try LoopbackSocket.listening(backlog: 0)
    (self.listener, self.port) = (listener, port)
    waiting = (0..<8).compactMap { _ in LoopbackSocket.connecting(port) }
  }

  /// A port at which nothing listens.
  static func closed() throws -> UInt16 {
    let (socket, port) = try LoopbackSocket.listening()
    socket.end()
    return port
  }
}
