internal import Foundation
internal import Quarry

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A listener on loopback whose connections a closure serves, each on a thread of its own, for as long as the value lives.
public final class LoopbackListener: Sendable {
  /// The port.
  public let port: Int
  private let descriptor: Int32

  /// Nothing can listen here.
  public struct NotOpened: Error {}

  /// One connection, of which lines and bytes are read.
  public final class Connection {
    private let descriptor: Int32
    private var rest: [UInt8] = []

    fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// The next line without its end; `nil` at the end of the connection.
    public func line() -> String? {
      while true {
        if let end = rest.firstIndex(of: 0x0A) {
          let line = rest[..<end]
          rest.removeFirst(end + 1)
          return String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
        }
        guard fill() else { return nil }
      }
    }

    /// The next bytes; fewer at the end of the connection.
    public func bytes(_ count: Int) -> [UInt8] {
      while rest.count < count, fill() {}
      let taken = Array(rest.prefix(count))
      rest.removeFirst(taken.count)
      return taken
    }

    /// Writes a text.
    public func send(_ text: String) {
      var left = Array(text.utf8)[...]
      while !left.isEmpty {
        // A client that went away is an error of the call, not the end of the process.
        let count = left.withUnsafeBytes {
          #if canImport(Darwin)
          Darwin.send(descriptor, $0.baseAddress, $0.count, 0)
          #else
          Self.sendQuietly(descriptor, $0)
          #endif
        }
        guard count > 0 else { return }
        left.removeFirst(count)
      }
    }

    #if !canImport(Darwin)
    private static func sendQuietly(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
      let flags = Int32(MSG_NOSIGNAL)
      #if canImport(Glibc)
      return Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags)
      #else
      return Musl.send(descriptor, bytes.baseAddress, bytes.count, flags)
      #endif
    }
    #endif

    private func fill() -> Bool {
      var piece = [UInt8](repeating: 0, count: 16_384)
      let count = read(descriptor, &piece, piece.count)
      guard count > 0 else { return false }
      rest += piece[..<count]
      return true
    }
  }

  /// Begins to listen on a port that is free.
  public init(_ serve: @escaping @Sendable (Connection) -> Void) throws {
    #if canImport(Glibc)
    let kind = Int32(SOCK_STREAM.rawValue)
    #else
    let kind = SOCK_STREAM
    #endif
    let descriptor = socket(AF_INET, kind, 0)
    guard descriptor >= 0 else { throw NotOpened() }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && listen(descriptor, 16) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isOpen else {
      close(descriptor)
      throw NotOpened()
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    self.descriptor = descriptor
    Thread.detachNewThread {
      while true {
        let accepted = accept(descriptor, nil, nil)
        guard accepted >= 0 else {
          if errno == EINTR || errno == ECONNABORTED { continue }
          close(descriptor)
          return
        }
        Thread.detachNewThread {
          serve(Connection(accepted))
          close(accepted)
        }
      }
    }
  }

  deinit {
    // The thread that accepts is woken by this, and closes.
    shutdown(descriptor, Int32(SHUT_RDWR))
  }
}
