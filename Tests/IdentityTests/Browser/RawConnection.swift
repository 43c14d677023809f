#if Identity
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A connection to this computer that sends what a test tells it to. Its calls wait for a second at most.
final class RawConnection: Sendable {
  private let socket: Int32

  /// Connects; `nil` if nothing listens.
  init?(port: Int, onIPv6 isIPv6: Bool = false) {
    #if canImport(Glibc)
    let kind = Int32(SOCK_STREAM.rawValue)
    #else
    let kind = SOCK_STREAM
    #endif
    socket = Foundation.socket(isIPv6 ? AF_INET6 : AF_INET, kind, 0)
    var limit = timeval(tv_sec: 1, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var isConnected = false
    if isIPv6 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = UInt16(port).bigEndian
      _ = inet_pton(AF_INET6, "::1", &address.sin6_addr)
      isConnected = Self.connect(socket, &address)
    } else {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = UInt16(port).bigEndian
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      isConnected = Self.connect(socket, &address)
    }
    guard isConnected else {
      close(socket)
      return nil
    }
  }

  deinit { close(socket) }

  private static func connect<Address>(_ socket: Int32, _ address: inout Address) -> Bool {
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.connect(socket, $0, socklen_t(MemoryLayout<Address>.size)) == 0
      }
    }
  }

  /// Sends a text.
  func send(_ text: String) {
    #if canImport(Darwin)
    let flags: Int32 = 0
    #else
    let flags = Int32(MSG_NOSIGNAL)
    #endif
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, flags) }
  }

  /// What comes until the other side ends; `nil` if it doesn't.
  func rest() -> String? {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(socket, &buffer, buffer.count, 0)
      if count == 0 { return String(decoding: all, as: UTF8.self) }
      guard count > 0 else { return nil }
      all += buffer[..<count]
    }
  }
}
#endif
