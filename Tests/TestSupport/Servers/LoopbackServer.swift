internal import Foundation
internal import Quarry

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A server on loopback that sends what a test tells it to, byte by byte if need be: one thread for each connection.
package final class LoopbackServer: Sendable {
  package let port: UInt16
  private let listener: Int32
  private let log = Log()

  /// What the server has seen; outlives it for the threads that still run.
  private final class Log: Sendable {
    let counts = Protected(Counts())
  }

  private struct Counts {
    var connections = 0
    var open = 0
    var requests: [ReceivedRequest] = []
  }

  /// Serves every connection with a closure; the connection is closed when the closure returns.
  package init(_ serve: @escaping @Sendable (ServerConnection) -> Void) throws {
    let listener = socket(AF_INET, LoopbackServer.stream, 0)
    guard listener >= 0 else { throw Failure() }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 128) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    guard isBound else { throw Failure() }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    let log = log
    Thread.detachNewThread {
      while true {
        let accepted = accept(listener, nil, nil)
        guard accepted >= 0 else { break }
        let number = log.counts.withLock { counts in
          counts.connections += 1
          counts.open += 1
          return counts.connections - 1
        }
        Thread.detachNewThread {
          serve(ServerConnection(accepted, number: number) { got in log.counts.withLock { $0.requests.append(got) } })
          shutdown(accepted, Int32(SHUT_RDWR))
          close(accepted)
          log.counts.withLock { $0.open -= 1 }
        }
      }
      close(listener)
    }
  }

  /// Answers every request of every connection with the same bytes.
  package convenience init(answer: [UInt8]) throws {
    try self.init { connection in
      while connection.readRequest() != nil { guard connection.write(answer) else { return } }
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  package var url: String { "http://127.0.0.1:\(port)/" }
  package var connections: Int { log.counts.withLock { $0.connections } }
  package var openConnections: Int { log.counts.withLock { $0.open } }
  package var requests: [ReceivedRequest] { log.counts.withLock { $0.requests } }

  package struct Failure: Error {
    package init() {}
  }

  /// A port on which nothing listens.
  package static func closedPort() throws -> UInt16 {
    let server = try LoopbackServer { _ in }
    let port = server.port
    shutdown(server.listener, Int32(SHUT_RDWR))
    return port
  }

  private static var stream: Int32 {
    #if canImport(Glibc)
    Int32(SOCK_STREAM.rawValue)
    #else
    SOCK_STREAM
    #endif
  }
}

/// A request as the server saw it.
package struct ReceivedRequest: Sendable {
  package var head: String
  package var body: [UInt8]
}

/// One connection of the server, used by its own thread.
package final class ServerConnection: Sendable {
  /// Counts the connections of the server from 0.
  package let number: Int
  private let socket: Int32
  private let rest = Protected<[UInt8]>([])
  private let received: @Sendable (ReceivedRequest) -> Void

  init(_ socket: Int32, number: Int, received: @escaping @Sendable (ReceivedRequest) -> Void) {
    self.socket = socket
    self.number = number
    self.received = received
  }

  /// Reads a head and the body that its Content-Length announces; `nil` when the client closes.
  package func readRequest() -> ReceivedRequest? {
    var bytes = rest.withLock { $0 }
    let gap = Array("\r\n\r\n".utf8)
    while true {
      if let end = bytes.firstRange(of: gap)?.upperBound {
        let head = String(decoding: bytes[..<end], as: UTF8.self)
        let length = head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
          .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }
        if bytes.count >= end + (length ?? 0) {
          let request = ReceivedRequest(head: head, body: Array(bytes[end..<(end + (length ?? 0))]))
          let left = Array(bytes[(end + (length ?? 0))...])
          rest.withLock { $0 = left }
          received(request)
          return request
        }
      }
      guard let more = read() else { return nil }
      bytes += more
    }
  }

  /// Sends bytes; `false` when the client has gone.
  package func write(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { send(socket, $0.baseAddress.map { $0 + sent }, $0.count - sent, noSignal) }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  package func write(_ text: String) -> Bool { write(Array(text.utf8)) }

  /// Waits until the client closes.
  package func waitForClose() { while read() != nil {} }

  /// What has come beyond the last request, or comes next; `nil` when the client closes.
  package func readBytes() -> [UInt8]? {
    let left = rest.withLock { rest in
      defer { rest = [] }
      return rest
    }
    return left.isEmpty ? read() : left
  }

  private func read() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : nil
  }

  private var noSignal: Int32 {
    #if canImport(Glibc)
    Int32(MSG_NOSIGNAL)
    #else
    0
    #endif
  }
}
