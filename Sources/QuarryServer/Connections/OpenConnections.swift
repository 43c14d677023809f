#if Server
internal import NIOCore
internal import Quarry

/// The open connections of a server. Their number is limited, so that idle clients keep nobody out.
final class OpenConnections: Sendable {
  /// The state of a connection.
  enum Phase: Sendable, Hashable {
    /// It hasn't sent a complete request yet.
    case opening
    /// The next request arrives.
    case receiving
    /// A request runs, or its response is sent.
    case working
    /// It waits for its client's next request.
    case idle
    /// It's a WebSocket whose client hasn't authenticated yet.
    case greeting
    /// It's a WebSocket without streams and without a running request.
    case socketIdle
    /// It's a WebSocket with a stream, or with a running request.
    case socket
  }

  /// One connection, as the others see it.
  final class Record: Sendable {
    let channel: any Channel
    private let state: Protected<(phase: Phase, since: NIODeadline)>
    private let ending = Protected((body: nil as (@Sendable () -> Void)?, isStopping: false))

    init(_ channel: any Channel) {
      self.channel = channel
      state = Protected((.opening, .now()))
    }

    func note(_ phase: Phase, since: NIODeadline = .now()) { state.withLock { $0 = (phase, since) } }

    /// Its state, and the time since it has it.
    var current: (phase: Phase, since: NIODeadline) { state.withLock { $0 } }

    /// Sets how a WebSocket ends when the server stops. If it already stops, it's done immediately.
    func whenStopping(_ body: @escaping @Sendable () -> Void) {
      let isStopping = ending.withLock { ending in
        ending.body = body
        return ending.isStopping
      }
      if isStopping { body() }
    }

    /// Ends the WebSocket because the server stops.
    func stop() {
      let body = ending.withLock { ending in
        ending.isStopping = true
        return ending.body
      }
      body?()
    }

    /// The rank for closing: the longest waiting of those with the lowest number is closed first. `nil` while it
    /// works.
    fileprivate var rank: (Int, NIODeadline)? {
      let (phase, since) = state.withLock { $0 }
      switch phase {
      case .opening, .greeting: return (0, since)
      case .idle, .socketIdle: return (1, since)
      case .receiving: return (2, since)
      case .working, .socket: return nil
      }
    }
  }

  private struct State {
    var records: [ObjectIdentifier: Record] = [:]
    var isStopping = false
  }

  private let state = Protected(State())
  private let maximum: Int

  init(maximum: Int) { self.maximum = max(maximum, 1) }

  /// The number of open connections.
  var count: Int { state.withLock { $0.records.count } }

  /// Whether the server is about to stop.
  var isStopping: Bool { state.withLock { $0.isStopping } }

  /// Admits a connection. If there is no room, it replaces one that waits for its client.
  ///
  /// - Returns: Its record, or `nil` if all others are working.
  func admit(_ channel: any Channel) -> Record? {
    let record = Record(channel)
    let (isIn, victim) = state.withLock { state -> (Bool, Record?) in
      guard !state.isStopping else { return (false, nil) }
      var victim: Record?
      if state.records.count >= maximum {
        let waiting = state.records.values.compactMap { record in record.rank.map { (record, $0) } }
        guard let first = waiting.min(by: { $0.1 < $1.1 })?.0 else { return (false, nil) }
        state.records[ObjectIdentifier(first)] = nil
        victim = first
      }
      state.records[ObjectIdentifier(record)] = record
      return (true, victim)
    }
    victim?.channel.close(promise: nil)
    guard isIn else { return nil }
    channel.closeFuture.whenComplete { [weak self] _ in self?.remove(record) }
    return record
  }

  private func remove(_ record: Record) { state.withLock { $0.records[ObjectIdentifier(record)] = nil } }

  /// Admits no more connections.
  func beginStopping() { state.withLock { $0.isStopping = true } }

  /// Closes all of them, whatever they do.
  func cut() {
    for record in state.withLock({ Array($0.records.values) }) { record.channel.close(promise: nil) }
  }
}
#endif
