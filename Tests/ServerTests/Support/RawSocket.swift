#if Command
import Foundation
import TestSupport

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A TCP connection to a server on loopback, of which a test decides about every byte.
final class RawSocket: Sendable {
  private let descriptor: Int32

  /// Connects.
  ///
  /// - Parameter source: the address that the server is to see, for a client other than this one.
  init(port: Int, from source: String? = nil) throws {
    #if canImport(Glibc)
    let kind = Int32(SOCK_STREAM.rawValue)
    #else
    let kind = SOCK_STREAM
    #endif
    descriptor = socket(AF_INET, kind, 0)
    guard descriptor >= 0 else { throw POSIXError(.EMFILE) }
    var time = timeval(tv_sec: 300, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    if let source {
      let code = Self.withAddress(source, 0) { bind(descriptor, $0, $1) }
      guard code == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
    }
    let code = Self.withAddress("127.0.0.1", port) { connect(descriptor, $0, $1) }
    guard code == 0 else { throw POSIXError(.ECONNREFUSED) }
  }

  deinit { close(descriptor) }

  private static func withAddress<R>(
    _ text: String, _ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> R
  ) -> R {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(clamping: port).bigEndian)
    address.sin_addr.s_addr = inet_addr(text)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  /// Sends bytes. Returns whether all of them went.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        #if canImport(Glibc)
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        #elseif canImport(Musl)
        Musl.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        #else
        Darwin.send(descriptor, $0.baseAddress, $0.count, 0)
        #endif
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Waits for bytes; empty when the server has closed the connection, or after a minute.
  func receive() -> [UInt8] {
    var piece = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &piece, piece.count, 0)
    return count > 0 ? Array(piece[..<count]) : []
  }

  /// Waits for everything until the server closes the connection.
  func receiveAll() -> [UInt8] {
    var answer: [UInt8] = []
    while true {
      let piece = receive()
      if piece.isEmpty { return answer }
      answer += piece
    }
  }

  /// Whether the server has closed the connection; looks without waiting.
  var isClosedByServer: Bool {
    var byte: UInt8 = 0
    let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
    return count == 0 || (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK)
  }
}
#endif
