#if Command
import Foundation
import TestSupport

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
    _ method: String, _ path: String, headers: [String] = [], body: String = "", host: String = "127.0.0.1",
    type: String = "application/json", from source: String? = nil
  ) async throws -> Answer {
    var head = "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n"
    for header in headers { head += header + "\r\n" }
    if method == "POST" { head += "Content-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n" }
    let bytes = Array((head + "\r\n" + body).utf8)
    let port = port
    return try await onThread {
      let socket = try RawSocket(port: port, from: source)
      socket.send(bytes)
      return Answer(bytes: socket.receiveAll())
    }
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
#endif
