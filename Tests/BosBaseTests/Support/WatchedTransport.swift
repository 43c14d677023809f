#if Identity
import Foundation
import Quarry
import QuarryIdentity
import QuarryRemote
import Testing

/// Sends over another transport, and keeps a transcript and every secret that goes by.
///
/// What a test shows to people is told to it, so that it can look for the secrets there.
final class WatchedTransport: HTTPTransport {
  private struct Seen {
    var lines: [String] = []
    var secrets: Set<String> = []
    var shown: [String] = []
  }

  private let inner: any HTTPTransport
  private let seen = Protected(Seen())

  init(_ inner: any HTTPTransport = CurlTransport()) { self.inner = inner }

  var lines: [String] { seen.withLock { $0.lines } }

  func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    let response = try await inner.send(request)
    let parts = request.url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    let path = parts[3].split(separator: "?", maxSplits: 1)
    let names = path.count > 1 ? path[1].split(separator: "&").map { $0.prefix { $0 != "=" } } : []
    let query = names.isEmpty ? "" : "?" + names.map { "\($0)=…" }.joined(separator: "&")
    let found =
      Self.secrets(in: request.body ?? []) + Self.secrets(in: response.body)
      + [request.header("Authorization")].compactMap { $0 }
    seen.withLock { seen in
      seen.lines.append("\(request.method) /\(path[0])\(query) \(response.status)")
      seen.secrets.formUnion(found)
    }
    return response
  }

  func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPBodyStream { try await inner.stream(request) }

  /// Takes a value for a secret that isn't sent under its name.
  func hide(_ secret: String) { seen.withLock { _ = $0.secrets.insert(secret) } }

  /// Takes note of everything that a value shows of itself.
  func show(_ value: Any) {
    var dumped = ""
    dump(value, to: &dumped)
    let texts = ["\(value)", String(reflecting: value), dumped]
    seen.withLock { $0.shown += texts }
  }

  /// Looks for every secret in everything that was shown and in the transcript, and writes the transcript where
  /// `QUARRY_TRANSCRIPT` says.
  func finish(_ title: String) throws {
    let seen = seen.withLock { $0 }
    #expect(seen.secrets.count > 1)
    #expect(!seen.shown.isEmpty)
    for text in seen.shown + seen.lines {
      for secret in seen.secrets { #expect(!text.contains(secret), "a secret is shown: \(text.count) bytes") }
    }
    guard let path = ProcessInfo.processInfo.environment["QUARRY_TRANSCRIPT"], !path.isEmpty else { return }
    if !FileManager.default.fileExists(atPath: path) {
      #expect(FileManager.default.createFile(atPath: path, contents: nil))
    }
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data("# \(title)\n\(seen.lines.joined(separator: "\n"))\n\n".utf8))
    try file.close()
  }

  private static let names: Set<String> = [
    "token", "password", "passwordConfirm", "oldPassword", "code", "codeVerifier", "accessToken", "refreshToken",
    "id_token", "clientSecret", "state",
  ]

  private static func secrets(in body: [UInt8]) -> [String] {
    guard let json = try? JSONDecoder().decode(BosBaseJSON.self, from: Data(body)) else { return [] }
    return secrets(in: json)
  }

  private static func secrets(in json: BosBaseJSON) -> [String] {
    if let elements = json.array { return elements.flatMap { secrets(in: $0) } }
    return (json.members ?? [:]).flatMap { name, value -> [String] in
      // Codes of errors have the same name as codes of sign-ins.
      let isSecret = names.contains(name) && value.text.map { $0.count >= 8 && !$0.contains("_") } ?? false
      return isSecret ? [value.text ?? ""] : secrets(in: value)
    }
  }
}

/// The error that a body throws, after looking at its code.
@discardableResult
func bosBaseError(
  _ code: IdentityError.Code, _ transport: WatchedTransport? = nil, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async throws -> some Any
) async throws -> BosBaseError {
  do {
    _ = try await body()
  } catch let error as BosBaseError {
    #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
    transport?.show(error)
    return error
  }
  Issue.record("no error was thrown", sourceLocation: sourceLocation)
  throw NoError()
}

struct NoError: Error {}
#endif
