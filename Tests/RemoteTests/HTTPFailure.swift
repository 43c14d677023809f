import QuarryRemote

/// What tests compare of an error.
struct HTTPFailure: Equatable {
  var kind: String
  var mayHaveBeenSent: Bool

  init(kind: String, mayHaveBeenSent: Bool) {
    self.kind = kind
    self.mayHaveBeenSent = mayHaveBeenSent
  }

  init(_ error: any Error) {
    guard let error = error as? HTTPError else {
      self.init(kind: "\(error)", mayHaveBeenSent: true)
      return
    }
    self.init(kind: error.kind.rawValue, mayHaveBeenSent: error.mayHaveBeenSent)
  }

  static func of(_ kind: HTTPError.Kind, sent: Bool) -> HTTPFailure {
    HTTPFailure(kind: kind.rawValue, mayHaveBeenSent: sent)
  }
}

/// An answer with its length, as bytes.
func answer(_ body: String, status: String = "200 OK", headers: String = "") -> [UInt8] {
  Array("HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\(headers)\r\n\(body)".utf8)
}

/// The error of a call that must fail.
func failure(_ call: () async throws -> Void) async -> HTTPFailure {
  do {
    try await call()
    return HTTPFailure(kind: "none", mayHaveBeenSent: true)
  } catch {
    return HTTPFailure(error)
  }
}
