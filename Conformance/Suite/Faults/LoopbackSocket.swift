internal import Quarry

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A stream socket with blocking calls. One thread reads and one writes; any thread can end it.
final class LoopbackSocket: Sendable {
  private let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Opens a port on loopback that the system chooses.
  ///
  /// - Parameter backlog: The number of connections that can wait to be accepted.
  /// - Throws: ``HarnessError`` if the system has no free port.
  static func listening(backlog: Int32 = 256) throws -> (socket: LoopbackSocket, port: UInt16) {
    let descriptor = socket(AF_INET, kind, 0)
    guard descriptor >= 0 else { throw HarnessError("no socket can be made on loopback") }
    let made = LoopbackSocket(descriptor)
    var address = loopback(port: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && listen(descriptor, backlog) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isOpen else { throw HarnessError("no port can be opened on loopback") }
    return (made, UInt16(bigEndian: address.sin_port))
  }

  /// Connects to a host. Returns `nil` if there is no answer.
  static func connected(to host: String, _ port: UInt16) -> LoopbackSocket? {
    // Names below localhost are this machine, which not every resolver knows.
    let isHere = host == "localhost" || host.hasSuffix(".localhost")
    var hints = addrinfo()
    hints.ai_socktype = kind
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(isHere ? "127.0.0.1" : host, String(port), &hints, &found) == 0 else { return nil }
    defer { freeaddrinfo(found) }
    var next = found
    while let info = next?.pointee {
      let descriptor = socket(info.ai_family, kind, 0)
      if descriptor >= 0 {
        let made = LoopbackSocket(descriptor)
        if connect(descriptor, info.ai_addr, info.ai_addrlen) == 0 {
          made.sendAtOnce()
          return made
        }
      }
      next = info.ai_next
    }
    return nil
  }

  /// Begins a connection to a port of loopback without waiting for it.
  static func connecting(_ port: UInt16) -> LoopbackSocket? {
    let descriptor = socket(AF_INET, kind, 0)
    guard descriptor >= 0 else { return nil }
    let made = LoopbackSocket(descriptor)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    var address = loopback(port: port)
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    return made
  }

  /// Waits for a connection. Returns `nil` after the end.
  func accepted() -> LoopbackSocket? {
    let descriptor = accept(descriptor, nil, nil)
    guard descriptor >= 0 else { return nil }
    let made = LoopbackSocket(descriptor)
    made.sendAtOnce()
    return made
  }

  /// Returns the next bytes; empty at the end.
  func read() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : []
  }

  /// Whether there are bytes to read, or the end was reached, within some milliseconds.
  func isReadable(within milliseconds: Int32) -> Bool {
    var question = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&question, 1, milliseconds) > 0
  }

  /// Sends bytes. Returns `false` if the other side has closed the connection.
  @discardableResult
  func write(_ bytes: some Collection<UInt8>) -> Bool {
    let bytes = Array(bytes)
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        send(descriptor, $0.baseAddress.map { $0 + sent }, $0.count - sent, LoopbackSocket.withoutSignal)
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Ends the connection, or listening, for both sides. Waiting calls return.
  func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Ends sending. The other side can still send.
  func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Makes the connection end with RST instead of FIN when the socket is deallocated. A call that waits for bytes
  /// returns at once.
  func reset() {
    var rule = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &rule, socklen_t(MemoryLayout<linger>.size))
    shutdown(descriptor, Int32(SHUT_RD))
  }

  private func sendAtOnce() {
    var yes: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    #if canImport(Darwin)
    setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  private static func loopback(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    return address
  }

  private static var kind: Int32 {
    #if canImport(Glibc)
    Int32(SOCK_STREAM.rawValue)
    #else
    SOCK_STREAM
    #endif
  }

  private static var withoutSignal: Int32 {
    #if canImport(Darwin)
    0
    #else
    Int32(MSG_NOSIGNAL)
    #endif
  }
}
