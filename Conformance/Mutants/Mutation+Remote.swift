import Quarry

extension Mutation {
  /// Drivers that mistake a network fault for an answer of the server.
  static let remotes: [Mutation] = [
    Mutation("resends-after-503", "a write that a gateway answered with 503 is sent again", "REM-31") {
      $0.repeats = { $0.message.contains("answered 503") }
    },
    Mutation("resends-after-time-out", "a write that took too long is sent again while it may still run", "REM-31") {
      $0.repeats = { $0.message.contains("timed out") || $0.message.contains("Timeout") }
    },
    Mutation("failed-without-envelope", "a 2xx that isn't an answer of the protocol seems to fail", "REM-31") {
      $0.unknownOutcome = { error in
        guard error.message.contains("cannot be read") else { return error }
        var error = error
        error.outcome = .notApplied
        error.code = .protocolViolation
        return error
      }
    },
  ]
}
