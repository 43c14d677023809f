internal import Foundation
internal import Quarry

extension FaultProxy {
  /// Serves one connection of a driver, on a separate thread.
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
  /// - Returns: Whether the connection continues.
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

  /// Forwards a request on a new connection. A kept connection could end at a time that has nothing to do with the
  /// case.
  private static func ask(_ request: WireMessage, _ upstream: (host: String, port: UInt16)) -> WireMessage? {
    guard let server = LoopbackSocket.connected(to: upstream.host, upstream.port) else { return nil }
    defer { server.end() }
    guard server.write(outgoing(request)) else { return nil }
    var reader = WireReader(server)
    return reader.next(isAnswer: true)
  }

  /// Returns the request for the server: with a path instead of a proxy's full address, and without accepting
  /// compressed answers, which no plan could read.
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

  /// Sends a request to the real server again, byte by byte.
  func repeated(_ exchange: Exchange) async -> WireMessage? {
    let upstream = state.upstream
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: FaultProxy.ask(exchange.request, upstream)) }
    }
  }
}

/// A port that never accepts connections, because its queue of waiting connections is full.
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
