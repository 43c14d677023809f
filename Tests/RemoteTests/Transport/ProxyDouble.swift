import Foundation
import Quarry
import TestSupport

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A proxy on loopback: passes a tunnel on to a server of this machine, whatever host it is asked for.
final class ProxyDouble: Sendable {
  private let server: LoopbackServer

  /// - Parameter port: where tunnels lead.
  init(tunnelTo port: UInt16) throws {
    server = try LoopbackServer { connection in
      guard let request = connection.readRequest(), request.head.hasPrefix("CONNECT "),
        let target = ProxyDouble.connect(to: port), connection.write("HTTP/1.1 200 Connection established\r\n\r\n")
      else { return }
      let isOver = Place()
      Thread.detachNewThread {
        // What the server says goes to the client, until it closes.
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
          let count = recv(target, &buffer, buffer.count, 0)
          guard count > 0, connection.write(Array(buffer[..<count])) else { break }
        }
        isOver.value = 1
      }
      while isOver.value == 0, let bytes = connection.readBytes() {
        guard ProxyDouble.send(bytes, to: target) else { break }
      }
      shutdown(target, Int32(SHUT_RDWR))
      while isOver.value == 0 { Thread.sleep(forTimeInterval: 0.002) }
      close(target)
    }
  }

  var url: String { "http://127.0.0.1:\(server.port)" }
  var connections: Int { server.connections }
  /// What the proxy was asked.
  var heads: [String] { server.requests.map(\.head) }

  private static func connect(to port: UInt16) -> Int32? {
    #if canImport(Glibc)
    let opened = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
    let opened = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port.bigEndian)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isConnected = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connectSocket(opened, $0, size) == 0 }
    }
    return isConnected ? opened : nil
  }

  private static func connectSocket(_ socket: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
    #if canImport(Glibc)
    Glibc.connect(socket, address, size)
    #else
    Darwin.connect(socket, address, size)
    #endif
  }

  private static func send(_ bytes: [UInt8], to socket: Int32) -> Bool {
    #if canImport(Glibc)
    let sent = Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    #else
    let sent = Darwin.send(socket, bytes, bytes.count, 0)
    #endif
    return sent == bytes.count
  }
}
