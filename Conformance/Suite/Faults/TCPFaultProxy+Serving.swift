internal import Foundation
internal import Quarry

extension TCPFaultProxy {
  /// Serves one connection of a driver, one thread for each direction.
  static func serve(_ client: LoopbackSocket, _ upstream: (host: String, port: UInt16), _ state: State) {
    guard let server = LoopbackSocket.connected(to: upstream.host, upstream.port) else { return client.reset() }
    guard let number = state.enter(client, server) else { return client.end() }
    let pair = Pair(client: client, server: server)
    let isOver = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      pump(.answers, pair, state)
      isOver.signal()
    }
    pump(.requests, pair, state)
    isOver.wait()
    state.leave(number)
  }

  /// The two sides of a connection.
  private final class Pair: Sendable {
    let client: LoopbackSocket
    let server: LoopbackSocket
    /// Whether bytes are dropped, and no end is reported.
    let isSilent = Protected(false)

    init(client: LoopbackSocket, server: LoopbackSocket) {
      self.client = client
      self.server = server
    }

    func end() {
      client.end()
      server.end()
    }

    func reset() {
      isSilent.withLock { $0 = true }
      client.reset()
      server.reset()
    }
  }

  /// The decision about a piece.
  private struct Verdict {
    /// The bytes to forward first.
    var before: ArraySlice<UInt8>
    /// The effect after them; `nil` if there is none.
    var action: TCPFault.Action?
    /// The rest of the piece.
    var after: ArraySlice<UInt8>
  }

  /// Forwards everything in one direction until it ends.
  private static func pump(_ direction: TCPFault.Direction, _ pair: Pair, _ state: State) {
    let source = direction == .requests ? pair.client : pair.server
    let target = direction == .requests ? pair.server : pair.client
    var count = 0
    var epoch = -1
    while true {
      let piece = source.read()
      guard !piece.isEmpty else { break }
      if pair.isSilent.withLock({ $0 }) { continue }
      let verdict = judge(piece, direction, &count, &epoch, state)
      target.write(verdict.before)
      switch verdict.action {
      case nil: break
      case .close: return pair.end()
      case .reset: return pair.reset()
      case .halfOpen: pair.isSilent.withLock { $0 = true }
      case .halfClose: target.endWriting()
      case .delay(let time):
        Thread.sleep(forTimeInterval: time / .seconds(1))
        target.write(verdict.after)
        state.inner.withLock { $0.waiting -= 1 }
      case .garble(let length):
        var rest = Array(verdict.after)
        for index in rest.indices.prefix(length) { rest[index] = index % 2 == 0 ? 0xff : 0x00 }
        target.write(rest)
      }
    }
    // Neither side is told of the end of the other one while the connection is half open, and none gets FIN before RST.
    guard !pair.isSilent.withLock({ $0 }) else { return }
    target.endWriting()
    // Whoever has sent everything may still wait for the answer, but not for one of a server that has gone.
    if direction == .answers { pair.end() }
  }

  private static func judge(
    _ piece: [UInt8], _ direction: TCPFault.Direction, _ count: inout Int, _ epoch: inout Int, _ state: State
  ) -> Verdict {
    let (current, fault) = state.inner.withLock { inner in
      if direction == .requests { inner.requests += piece.count } else { inner.answers += piece.count }
      return (inner.epoch, inner.hasPlayed ? nil : inner.fault)
    }
    if epoch != current { (epoch, count) = (current, 0) }
    let start = count
    count += piece.count
    guard let fault, fault.direction == direction, fault.count < count else {
      return Verdict(before: piece[...], after: [])
    }
    // Only one connection plays it.
    let isFirst = state.inner.withLock { inner in
      guard inner.epoch == current, !inner.hasPlayed else { return false }
      inner.hasPlayed = true
      if case .delay = fault.action { inner.waiting += 1 }
      return true
    }
    guard isFirst else { return Verdict(before: piece[...], after: []) }
    let place = max(0, fault.count - start)
    return Verdict(before: piece.prefix(place), action: fault.action, after: piece.dropFirst(place))
  }
}
