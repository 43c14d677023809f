import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A client of nothing but a socket: it sees every byte that a server sends, and when the server closes.
struct RawClient: Sendable {
  let port: Int

  /// An answer as it came.
  struct Answer: Sendable {
    var bytes: [UInt8]

    /// The status; `nil` when the head did not come whole.
    var status: Int? {
      let line = String(decoding: bytes.prefix { $0 != 13 }, as: UTF8.self).split(separator: " ")
      return line.count > 1 ? Int(line[1]) : nil
    }

    private var headEnd: Int? { bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound }

    func header(_ name: String) -> String? {
      guard let headEnd else { return nil }
      for line in String(decoding: bytes[..<headEnd], as: UTF8.self).split(separator: "\r\n") {
        let parts = line.split(separator: ":", maxSplits: 1)
        if parts.count == 2, parts[0].lowercased() == name.lowercased() {
          return parts[1].trimmingCharacters(in: .whitespaces)
        }
      }
      return nil
    }

    /// The body, with its chunks put together.
    var body: [UInt8] {
      guard let headEnd else { return [] }
      let rest = bytes[headEnd...]
      return header("transfer-encoding") == "chunked" ? Self.unchunked(rest) : Array(rest)
    }

    private static func unchunked(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
      var bytes = bytes
      var body: [UInt8] = []
      while let end = bytes.firstRange(of: [13, 10]) {
        guard let count = Int(String(decoding: bytes[..<end.lowerBound], as: UTF8.self), radix: 16), count > 0 else {
          break
        }
        bytes = bytes[end.upperBound...]
        body += bytes.prefix(count)
        bytes = bytes.dropFirst(count + 2)
      }
      return body
    }

    var text: String { String(decoding: body, as: UTF8.self) }

    func json() throws -> JSON { JSON(try JSONSerialization.jsonObject(with: Data(body))) }

    /// The documents of an answer of lines.
    func lines() throws -> [JSON] {
      try text.split(separator: "\n").map { JSON(try JSONSerialization.jsonObject(with: Data($0.utf8))) }
    }
  }

  /// Sends a request and reads until the server closes the connection.
  func call(
    _ method: String, _ path: String, headers: [String] = [], body: String = ""
  ) async throws -> Answer {
    var head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
    for header in headers { head += header + "\r\n" }
    if method == "POST" { head += "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n" }
    let bytes = Array((head + "\r\n" + body).utf8)
    let port = port
    return try await withCheckedThrowingContinuation { continuation in
      // A thread of its own: waiting must not take one from those that the server answers on.
      Thread.detachNewThread {
        continuation.resume(with: Result { Answer(bytes: try Self.exchange(bytes, port)) })
      }
    }
  }

  private static func exchange(_ bytes: [UInt8], _ port: Int) throws -> [UInt8] {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let descriptor = socket(AF_INET, kind, 0)
    guard descriptor >= 0 else { throw POSIXError(.EMFILE) }
    defer { close(descriptor) }
    var time = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(clamping: port).bigEndian)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw POSIXError(.ECONNREFUSED) }
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { break }
      sent += count
    }
    var answer: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &piece, piece.count, 0)
      guard count > 0 else { break }
      answer += piece[..<count]
    }
    return answer
  }
}

/// A JSON document, for looking into.
struct JSON: CustomStringConvertible {
  let value: Any?

  init(_ value: Any?) { self.value = value is NSNull ? nil : value }

  subscript(_ name: String) -> JSON { JSON((value as? [String: Any])?[name]) }
  subscript(_ index: Int) -> JSON {
    let array = value as? [Any] ?? []
    return JSON(array.indices.contains(index) ? array[index] : nil)
  }

  var count: Int { (value as? [Any])?.count ?? 0 }
  var string: String? { value as? String }
  var int: Int? { value as? Int }
  var bool: Bool? { value as? Bool }
  var isNull: Bool { value == nil }
  var description: String { value.map { "\($0)" } ?? "null" }
}
