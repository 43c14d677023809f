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
