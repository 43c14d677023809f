#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A socket of TCP whose calls wait: they belong on threads, never on the cooperative pool. One thread reads and one
/// writes; any thread may end it.
public final class LineSocket: Sendable {
  private let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Why no connection was made.
  public enum Failure: Error {
    case unknownHost, refused, timedOut
  }

  /// Opens a port on loopback that the system chooses.
  public static func listening() throws(Failure) -> (socket: LineSocket, port: UInt16) {
    let made = LineSocket(socket(AF_INET, kind, 0))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(made.descriptor, $0, size) == 0 && listen(made.descriptor, 256) == 0
          && getsockname(made.descriptor, $0, &size) == 0
      }
    }
    guard isOpen else { throw .refused }
    return (made, UInt16(bigEndian: address.sin_port))
  }

  /// Connects to a host within some milliseconds.
  public static func connected(to host: String, _ port: UInt16, within milliseconds: Int32) throws(Failure)
    -> LineSocket
  {
    var hints = addrinfo()
    hints.ai_socktype = kind
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &found) == 0 else { throw .unknownHost }
    defer { freeaddrinfo(found) }
    var failure = Failure.refused
    var next = found
    while let info = next?.pointee {
      let made = LineSocket(socket(info.ai_family, kind, 0))
      let flags = fcntl(made.descriptor, F_GETFL)
      _ = fcntl(made.descriptor, F_SETFL, flags | O_NONBLOCK)
      if connect(made.descriptor, info.ai_addr, info.ai_addrlen) == 0 || errno == EINPROGRESS {
        var question = pollfd(fd: made.descriptor, events: Int16(POLLOUT), revents: 0)
        if poll(&question, 1, milliseconds) == 0 {
          failure = .timedOut
        } else {
          var code: Int32 = 0
          var size = socklen_t(MemoryLayout<Int32>.size)
          if getsockopt(made.descriptor, SOL_SOCKET, SO_ERROR, &code, &size) == 0, code == 0 {
            _ = fcntl(made.descriptor, F_SETFL, flags)
            made.sendAtOnce()
            return made
          }
        }
      }
      next = info.ai_next
    }
    throw failure
  }

  /// Waits for a connection; `nil` after the end.
  public func accepted() -> LineSocket? {
    let accepted = accept(descriptor, nil, nil)
    guard accepted >= 0 else { return nil }
    let made = LineSocket(accepted)
    made.sendAtOnce()
    return made
  }

  /// Reads lines until the other side ends, a line is too long, or `body` returns `false`.
  public func readLines(_ body: ([UInt8]) -> Bool) {
    var line: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      var start = 0
      while let end = buffer.firstLineBreak(in: start..<count) {
        line += buffer[start..<end]
        guard body(line) else { return }
        line.removeAll(keepingCapacity: line.count < 1 << 20)
        start = end + 1
      }
      line += buffer[start..<count]
      guard line.count <= maximumLineBytes else { return }
    }
  }

  /// Sends bytes, all or, when the other side has gone, some. Whoever reads finds out.
  public func write(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        send(descriptor, $0.baseAddress.map { $0 + sent }, $0.count - sent, noSignal)
      }
      guard count > 0 else { return }
      sent += count
    }
  }

  /// Ends the connection, or the listening; whoever waits in a call comes back.
  public func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  private func sendAtOnce() {
    var yes: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    #if canImport(Darwin)
    setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }
}

#if canImport(Darwin)
private let noSignal: Int32 = 0
private let kind = SOCK_STREAM
#elseif canImport(Musl)
private let noSignal = Int32(MSG_NOSIGNAL)
private let kind = SOCK_STREAM
#else
private let noSignal = Int32(MSG_NOSIGNAL)
private let kind = Int32(SOCK_STREAM.rawValue)
#endif

extension [UInt8] {
  fileprivate func firstLineBreak(in range: Range<Int>) -> Int? {
    withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let found = memchr(base + range.lowerBound, 10, range.count) else {
        return nil
      }
      return base.distance(to: found)
    }
  }
}
