#if Identity
/// The response to a request at the loopback listener.
enum LoopbackAnswer {
  /// The callback, with its query.
  case callback(query: Substring, isGranted: Bool)
  case notFound
  case malformed
  case wrongMethod
  case tooLarge

  /// The largest head of a request, in bytes. Browsers and servers stay below it.
  static let maximumBytes = 32 * 1024

  /// Reads a request, or returns `nil` while its head isn't complete.
  ///
  /// - Parameters:
  ///   - authority: The host and port of the redirect URI. Pages that point another name to this computer have
  ///     another.
  ///   - path: The path of the redirect URI.
  init?(_ bytes: [UInt8], authority: String, path: String) {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else {
      guard bytes.count > Self.maximumBytes else { return nil }
      self = .tooLarge
      return
    }
    guard end.lowerBound <= Self.maximumBytes else {
      self = .tooLarge
      return
    }
    self = Self.read(String(decoding: bytes[..<end.lowerBound], as: UTF8.self), authority, path)
  }

  private static func read(_ head: String, _ authority: String, _ path: String) -> LoopbackAnswer {
    let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2].hasPrefix("HTTP/1."), words[1].hasPrefix("/"),
      head.utf8.allSatisfy({ $0 < 0x7f })
    else { return .malformed }
    let hosts = lines.dropFirst().compactMap { line -> String? in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].lowercased() == "host" else { return nil }
      return parts[1].drop { $0 == " " || $0 == "\t" }.lowercased()
    }
    let isHere = hosts == [authority] || hosts.map { $0 + ":80" } == [authority]
    guard isHere else { return .malformed }
    let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard target[0] == path else { return .notFound }
    guard words[0] == "GET" else { return .wrongMethod }
    let query = target.count > 1 ? target[1] : ""
    return .callback(query: query, isGranted: !query.split(separator: "&").contains { $0.hasPrefix("error=") })
  }

  /// The response in the form of HTTP.
  var bytes: [UInt8] {
    let (status, title, text) =
      switch self {
      case .callback(_, true): ("200 OK", "Almost done", "You can close this page and go back to the app.")
      case .callback(_, false):
        ("200 OK", "Not signed in", "The sign-in was not granted. You can close this page and go back to the app.")
      case .notFound: ("404 Not Found", "Not found", "There is nothing here.")
      case .malformed: ("400 Bad Request", "Bad request", "The request can't be read.")
      case .wrongMethod: ("405 Method Not Allowed", "Not allowed", "Only GET is allowed here.")
      case .tooLarge: ("431 Request Header Fields Too Large", "Too large", "The request is too large.")
      }
    let body = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(title)</title>
      </head>
      <body>
      <main>
      <h1>\(title)</h1>
      <p>\(text)</p>
      </main>
      </body>
      </html>

      """
    let head = [
      "HTTP/1.1 \(status)", "Content-Type: text/html; charset=utf-8", "Content-Length: \(body.utf8.count)",
      "Connection: close", "Cache-Control: no-store", "Referrer-Policy: no-referrer",
      "X-Content-Type-Options: nosniff", "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
    ]
    return Array((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
  }
}
#endif
