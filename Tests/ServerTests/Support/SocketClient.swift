#if Command
import Foundation
import QuarryServer
import TestSupport

/// A client of Hrana over WebSocket, of nothing but a socket.
final class SocketClient: Sendable {
  private let socket: RawSocket
  private let rest = Shared<[UInt8]>([])
  private let number = Shared(0)
  /// The head of the answer to the upgrade.
  let head: String

  /// What the server said when it closed the connection.
  struct Closed: Error {
    var code: Int?
  }

  /// Connects and greets.
  init(
    _ served: Served, version: Int = 3, token: String? = nil, headers: [String] = [], greets: Bool = true,
    from source: String? = nil
  ) async throws {
    let port = served.client.port
    let socket = try await onThread { try RawSocket(port: port, from: source) }
    self.socket = socket
    var request = "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    request += "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    request += "Sec-WebSocket-Protocol: hrana\(version)\r\n"
    for header in headers { request += header + "\r\n" }
    socket.send(request + "\r\n")
    let bytes = try await onThread {
      var bytes: [UInt8] = []
      while bytes.firstRange(of: Array("\r\n\r\n".utf8)) == nil {
        let piece = socket.receive()
        if piece.isEmpty { break }
        bytes += piece
      }
      return bytes
    }
    let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? bytes.count
    head = String(decoding: bytes[..<end], as: UTF8.self)
    rest.update { $0 = Array(bytes[end...]) }
    guard greets else { return }
    let greeting = token.map { "{\"type\":\"hello\",\"jwt\":\"\($0)\"}" } ?? "{\"type\":\"hello\",\"jwt\":null}"
    send(greeting)
    let answer = try await receive()
    guard answer["type"].string == "hello_ok" else { throw Closed() }
  }

  /// Sends a message.
  func send(_ text: String) { send(opcode: 1, Array(text.utf8)) }

  /// Sends a frame, masked as the protocol asks clients to.
  func send(opcode: UInt8, _ bytes: [UInt8], isLast: Bool = true) {
    var frame = [opcode | (isLast ? 0x80 : 0)]
    switch bytes.count {
    case ..<126: frame.append(0x80 | UInt8(bytes.count))
    case ..<65_536: frame += [0x80 | 126, UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
    default: frame += [0x80 | 127] + (0..<8).map { UInt8(truncatingIfNeeded: bytes.count >> (56 - 8 * $0)) }
    }
    let mask: [UInt8] = [1, 2, 3, 4]
    socket.send(frame + mask + bytes.enumerated().map { $1 ^ mask[$0 % 4] })
  }

  /// Sends a request and waits for its answer.
  @discardableResult
  func request(_ request: String) async throws -> JSON {
    let id = number.update { number in
      number += 1
      return number
    }
    send("{\"type\":\"request\",\"request_id\":\(id),\"request\":\(request)}")
    while true {
      let answer = try await receive()
      if answer["request_id"].int == id { return answer }
    }
  }

  /// Waits for a message.
  func receive() async throws -> JSON {
    let bytes = try await onThread { [self] in try frame() }
    return JSON(try JSONSerialization.jsonObject(with: Data(bytes)))
  }

  private func frame() throws -> [UInt8] {
    while true {
      let found = rest.update { rest -> (opcode: UInt8, bytes: [UInt8])? in
        guard rest.count >= 2 else { return nil }
        var start = 2
        var count = Int(rest[1] & 0x7F)
        if count >= 126 {
          let length = count == 126 ? 2 : 8
          guard rest.count >= 2 + length else { return nil }
          count = rest[2..<2 + length].reduce(0) { $0 << 8 | Int($1) }
          start += length
        }
        guard rest.count >= start + count else { return nil }
        defer { rest.removeFirst(start + count) }
        return (rest[0] & 15, Array(rest[start..<start + count]))
      }
      switch found {
      case (let opcode, let bytes)? where opcode == 1: return bytes
      case (8, let bytes)?: throw Closed(code: bytes.count > 1 ? Int(bytes[0]) << 8 | Int(bytes[1]) : nil)
      case (9, let bytes)?: send(opcode: 10, bytes)
      case _?: continue
      case nil:
        let piece = socket.receive()
        if piece.isEmpty { throw Closed() }
        rest.update { $0 += piece }
      }
    }
  }
}
#endif
