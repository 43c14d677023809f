#if Identity
internal import Quarry

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#else
internal import Glibc
#endif

/// A socket of this computer whose calls never wait. Only this type makes the system's calls for it.
final class LoopbackSocket: Sendable {
  private let descriptor: Protected<Int32?>

  private init(_ descriptor: Int32) { self.descriptor = Protected(descriptor) }

  deinit { end() }

  /// Closes the socket, if that wasn't done before.
  func end() {
    let open = descriptor.withLock { descriptor in
      defer { descriptor = nil }
      return descriptor
    }
    if let open { close(open) }
  }

  /// The reason why no port was opened.
  enum Failure: Error {
    case inUse
    /// The system doesn't support this kind of address.
    case unsupported
    case other(String)
  }

  /// Listens on 127.0.0.1 or `[::1]`.
  ///
  /// - Parameter port: The port; 0 for one that the system chooses.
  static func listening(onIPv6 isIPv6: Bool, port: UInt16) throws(Failure) -> (socket: LoopbackSocket, port: UInt16) {
    let descriptor = socket(isIPv6 ? AF_INET6 : AF_INET, streamKind, 0)
    guard descriptor >= 0 else { throw failure(errno) }
    let made = LoopbackSocket(descriptor)
    made.prepare(descriptor)
    // A port that was closed a moment ago can be opened again; two programs still can't listen on it.
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    if isIPv6 {
      setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &yes, socklen_t(MemoryLayout<Int32>.size))
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      guard inet_pton(AF_INET6, "::1", &address.sin6_addr) == 1 else { throw .unsupported }
      try open(descriptor, &address)
      return (made, UInt16(bigEndian: address.sin6_port))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    try open(descriptor, &address)
    return (made, UInt16(bigEndian: address.sin_port))
  }

  private static func open<Address>(_ descriptor: Int32, _ address: inout Address) throws(Failure) {
    var size = socklen_t(MemoryLayout<Address>.size)
    let number = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer -> Int32 in
        let isOpen =
          bind(descriptor, pointer, size) == 0 && listen(descriptor, 16) == 0
          && getsockname(descriptor, pointer, &size) == 0
        return isOpen ? 0 : errno
      }
    }
    guard number == 0 else { throw failure(number) }
  }

  private static func failure(_ number: Int32) -> Failure {
    switch number {
    case EADDRINUSE: .inUse
    case EAFNOSUPPORT, EADDRNOTAVAIL, EPROTONOSUPPORT: .unsupported
    default: .other(String(cString: strerror(number)))
    }
  }

  /// The next connection, or `nil` if there is none yet.
  func accepted() -> LoopbackSocket? {
    guard let listener = descriptor.withLock({ $0 }) else { return nil }
    let descriptor = accept(listener, nil, nil)
    guard descriptor >= 0 else { return nil }
    let made = LoopbackSocket(descriptor)
    made.prepare(descriptor)
    return made
  }

  /// The data of a connection.
  enum Received {
    case bytes([UInt8])
    case nothingYet
    case ended
  }

  /// Reads the arrived data.
  func received() -> Received {
    guard let descriptor = descriptor.withLock({ $0 }) else { return .ended }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count > 0 { return .bytes(Array(buffer[..<count])) }
    return count < 0 && [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? .nothingYet : .ended
  }

  /// Sends a short response and ends the connection. Bytes that the system doesn't accept immediately are dropped.
  func finish(_ bytes: [UInt8]) {
    guard let descriptor = descriptor.withLock({ $0 }) else { return }
    _ = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, withoutSignal) }
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Waits until one of several sockets is ready, for at most some milliseconds.
  static func wait(for sockets: [LoopbackSocket], milliseconds: Int32) {
    var questions = sockets.compactMap { socket in
      socket.descriptor.withLock { $0 }.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    }
    _ = poll(&questions, nfds_t(questions.count), milliseconds)
  }

  /// Makes a socket never wait, and never inherited by started programs.
  private func prepare(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    #if canImport(Darwin)
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }
}

#if canImport(Darwin)
private let withoutSignal: Int32 = 0
private let streamKind = SOCK_STREAM
#elseif canImport(Glibc)
private let withoutSignal = Int32(MSG_NOSIGNAL)
private let streamKind = Int32(SOCK_STREAM.rawValue)
#else
private let withoutSignal = Int32(MSG_NOSIGNAL)
private let streamKind = Int32(SOCK_STREAM)
#endif
#endif
