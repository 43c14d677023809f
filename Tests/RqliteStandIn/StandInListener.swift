internal import Foundation
internal import Quarry

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A call as it came over HTTP.
struct StandInRequest: Sendable {
  var method: String
  /// The path without the query.
  var path: String
  /// The keys of the query with their values; an empty one where only the key stands there.
  var query: [String: String]
  /// The path with the query, as it came.
  var target: String
  var isText: Bool
  /// The header `Authorization`.
  var authorization: String?
  var body: [UInt8]
}

/// An answer that goes over HTTP.
struct StandInResponse: Sendable {
  var status = 200
  var headers: [(name: String, value: String)] = []
  var body: String

  /// An answer in plain text.
  static func text(_ status: Int, _ body: String) -> StandInResponse {
    StandInResponse(status: status, headers: [("Content-Type", "text/plain; charset=utf-8")], body: body)
  }

  /// An error, whose text ends with a new line.
  static func error(_ status: Int, _ text: String) -> StandInResponse { .text(status, text + "\n") }

  /// An answer in JSON with status 200.
  static func json(_ body: String) -> StandInResponse {
    StandInResponse(headers: [("Content-Type", "application/json; charset=utf-8")], body: body)
  }
}

/// A port on loopback behind which a closure answers: one thread for each connection.
final class StandInListener: Sendable {
  let port: UInt16
  private let socket: Int32
  private let connections: Protected<(open: Set<Int32>, isClosed: Bool)>

  /// The port is taken, or the system has none.
  struct NoPort: Error {}

  /// Opens a port; 0 lets the system choose.
  init(port: UInt16, _ answer: @escaping @Sendable (StandInRequest) async -> StandInResponse) throws {
    let socket = StandInListener.made()
    guard socket >= 0 else { throw NoPort() }
    var reuses: Int32 = 1
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &reuses, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    address.sin_port = port.bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, size) == 0 && listen(socket, 256) == 0 && getsockname(socket, $0, &size) == 0
      }
    }
    guard isOpen else {
      close(socket)
      throw NoPort()
    }
    self.socket = socket
    self.port = UInt16(bigEndian: address.sin_port)
    let connections = Protected<(open: Set<Int32>, isClosed: Bool)>((open: [], isClosed: false))
    self.connections = connections
    Thread.detachNewThread {
      while true {
        let accepted = accept(socket, nil, nil)
        guard accepted >= 0 else { break }
        var isDirect: Int32 = 1
        setsockopt(accepted, Int32(IPPROTO_TCP), TCP_NODELAY, &isDirect, socklen_t(MemoryLayout<Int32>.size))
        let isTaken = connections.withLock { state in
          if !state.isClosed { state.open.insert(accepted) }
          return !state.isClosed
        }
        guard isTaken else {
          close(accepted)
          continue
        }
        Thread.detachNewThread {
          var connection = StandInConnection(accepted)
          while let request = connection.next() {
            guard connection.send(StandInListener.wait { await answer(request) }) else { break }
          }
          connections.withLock { _ = $0.open.remove(accepted) }
          close(accepted)
        }
      }
      close(socket)
    }
  }

  deinit { stop() }

  /// Takes no more connections, and cuts those that there are.
  func stop() {
    let isFirst = connections.withLock { state in
      guard !state.isClosed else { return false }
      state.isClosed = true
      for connection in state.open { shutdown(connection, Int32(SHUT_RDWR)) }
      return true
    }
    // The thread that accepts closes the socket then.
    if isFirst { shutdown(socket, Int32(SHUT_RDWR)) }
  }

  /// Waits on this thread, which is the connection's own, for what is not done on it.
  private static func wait(_ body: @escaping @Sendable () async -> StandInResponse) -> StandInResponse {
    let result = Protected(StandInResponse.text(500, ""))
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
      let response = await body()
      result.withLock { $0 = response }
      isDone.signal()
    }
    isDone.wait()
    return result.withLock { $0 }
  }

  private static func made() -> Int32 {
    #if canImport(Glibc)
    Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #elseif canImport(Musl)
    Musl.socket(AF_INET, SOCK_STREAM, 0)
    #else
    Darwin.socket(AF_INET, SOCK_STREAM, 0)
    #endif
  }
}

/// One connection, used by its own thread.
private struct StandInConnection {
  private let socket: Int32
  private var bytes: [UInt8] = []

  init(_ socket: Int32) { self.socket = socket }

  /// The next request, whose body has the length that the head says; `nil` when the client has gone.
  mutating func next() -> StandInRequest? {
    let gap = Array("\r\n\r\n".utf8)
    var searched = 0
    while true {
      if let end = bytes[searched...].firstRange(of: gap)?.upperBound {
        let lines = String(decoding: bytes[..<end], as: UTF8.self).components(separatedBy: "\r\n")
        func header(_ name: String) -> String? {
          lines.first { $0.lowercased().hasPrefix(name + ":") }
            .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
        }
        let length = header("content-length").flatMap { Int($0) } ?? 0
        while bytes.count < end + length { guard read() else { return nil } }
        let words = (lines.first ?? "").split(separator: " ").map(String.init)
        guard words.count == 3 else { return nil }
        let body = Array(bytes[end..<(end + length)])
        bytes.removeFirst(end + length)
        let parts = words[1].split(separator: "?", maxSplits: 1).map(String.init)
        var query: [String: String] = [:]
        for part in (parts.count > 1 ? parts[1] : "").split(separator: "&") {
          let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
          let value = pair.count > 1 ? pair[1].replacing("+", with: " ") : ""
          query[pair[0]] = value.removingPercentEncoding ?? value
        }
        return StandInRequest(
          method: words[0], path: parts.first ?? "/", query: query, target: words[1],
          isText: header("content-type")?.hasPrefix("text/plain") == true,
          authorization: header("authorization"), body: body)
      }
      searched = max(0, bytes.count - 3)
      guard read() else { return nil }
    }
  }

  /// Sends an answer; `false` when the client has gone.
  func send(_ response: StandInResponse) -> Bool {
    let body = Array(response.body.utf8)
    var head = "HTTP/1.1 \(response.status) Stand-in\r\nContent-Length: \(body.count)\r\n"
    for header in response.headers { head += "\(header.name): \(header.value)\r\n" }
    let all = Array((head + "\r\n").utf8) + body
    var sent = 0
    while sent < all.count {
      let count = all.withUnsafeBytes {
        Foundation.send(socket, $0.baseAddress.map { $0 + sent }, $0.count - sent, noSignal)
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  private mutating func read() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket, &buffer, buffer.count, 0)
    guard count > 0 else { return false }
    bytes += buffer[..<count]
    return true
  }

  private var noSignal: Int32 {
    #if canImport(Darwin)
    0
    #else
    Int32(MSG_NOSIGNAL)
    #endif
  }
}
