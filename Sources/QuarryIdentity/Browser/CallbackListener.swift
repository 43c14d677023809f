#if Identity
internal import Quarry

/// Listens on this computer for the one callback of a sign-in.
struct CallbackListener: Sendable {
  /// The redirect URI with the port that was opened.
  let redirectURI: String
  private let authority: String
  private let path: String
  private let sockets: [LoopbackSocket]

  /// The maximum number of open connections. A further one replaces the oldest.
  private static let maximumConnections = 16
  /// The longest time for a request, from its connection to its end.
  private let requestTime: Duration

  /// Opens the port.
  ///
  /// - Throws: ``IdentityError`` with code `.invalidConfiguration` if the redirect URI is of another computer, or
  ///   `.browserUnavailable` if the port can't be opened.
  init(_ redirectURI: String, requestTime: Duration) throws(IdentityError) {
    let target = try LoopbackTarget(redirectURI)
    let (sockets, port) = try Self.open(target)
    self.sockets = sockets
    self.redirectURI = target.redirectURI(port: port)
    authority = "\(target.host.rawValue):\(port)"
    path = target.path
    self.requestTime = requestTime
  }

  private static func open(_ target: LoopbackTarget) throws(IdentityError) -> ([LoopbackSocket], UInt16) {
    do throws(LoopbackSocket.Failure) {
      guard target.host == .name else {
        let (socket, port) = try LoopbackSocket.listening(onIPv6: target.host == .ipv6, port: target.port ?? 0)
        return ([socket], port)
      }
      // The port that is free at one address may be taken at the other.
      var attempts = target.port == nil ? 8 : 1
      while true {
        let (first, port) = try LoopbackSocket.listening(onIPv6: false, port: target.port ?? 0)
        do throws(LoopbackSocket.Failure) {
          return ([first, try LoopbackSocket.listening(onIPv6: true, port: port).socket], port)
        } catch {
          if case .unsupported = error { return ([first], port) }
          attempts -= 1
          guard case .inUse = error, attempts > 0 else { throw error }
        }
      }
    } catch {
      let reason =
        switch error {
        case .inUse: "another program listens on it"
        case .unsupported: "the system has no such address"
        case .other(let text): text
        }
      let port = target.port.map { "Port \($0)" } ?? "A port"
      throw IdentityError(
        .browserUnavailable, "\(port) of \(target.host.rawValue) can't be opened for the callback: \(reason)")
    }
  }

  /// Waits for the callback on a thread that it blocks, then closes the port.
  ///
  /// - Returns: The address of the callback.
  func callback(until deadline: ContinuousClock.Instant) async -> Result<String, IdentityError> {
    do {
      return .success(try await withBlockingThread(named: "quarry sign-in") { try wait(until: deadline) })
    } catch {
      return .failure(
        error as? IdentityError ?? IdentityError(.cancelled, "The sign-in was cancelled", underlying: error))
    }
  }

  private func wait(until deadline: ContinuousClock.Instant) throws(IdentityError) -> String {
    defer { for socket in sockets { socket.end() } }
    var connections: [Connection] = []
    while true {
      guard !Task.isCancelled else { throw IdentityError(.cancelled, "The sign-in was cancelled") }
      let now = ContinuousClock.now
      guard now < deadline else {
        throw IdentityError(.timedOut, "The browser didn't come back in time; sign in again")
      }
      LoopbackSocket.wait(for: sockets + connections.map(\.socket), milliseconds: 50)
      for socket in sockets {
        while let accepted = socket.accepted() {
          if connections.count == Self.maximumConnections { connections.removeFirst() }
          connections.append(Connection(socket: accepted, end: now + requestTime))
        }
      }
      for index in connections.indices.reversed() {
        if let query = step(&connections[index]) { return query.isEmpty ? redirectURI : "\(redirectURI)?\(query)" }
        if connections[index].isDone || connections[index].end <= now { connections.remove(at: index) }
      }
    }
  }

  /// One connection with one request.
  private struct Connection {
    let socket: LoopbackSocket
    let end: ContinuousClock.Instant
    var bytes: [UInt8] = []
    /// Whether the response was sent. Later data is dropped, so that the response isn't lost with it.
    var isAnswered = false
    var isDone = false
  }

  /// Reads the data of a connection, and responds to its request.
  ///
  /// - Returns: The query of the callback, or `nil` if this wasn't it.
  private func step(_ connection: inout Connection) -> Substring? {
    while true {
      switch connection.socket.received() {
      case .nothingYet: return nil
      case .ended:
        connection.isDone = true
        return nil
      case .bytes(let bytes):
        // One connection must not keep the others waiting for ever.
        guard !connection.isAnswered else { return nil }
        connection.bytes += bytes
        guard let answer = LoopbackAnswer(connection.bytes, authority: authority, path: path) else { continue }
        connection.socket.finish(answer.bytes)
        connection.isAnswered = true
        connection.bytes = []
        if case .callback(let query, _) = answer { return query }
      }
    }
  }
}
#endif
