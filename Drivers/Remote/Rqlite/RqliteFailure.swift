internal import Quarry

/// What the failures of rqlite mean.
enum RqliteFailure {
  /// The failure that a status says, or `nil` for 200.
  ///
  /// | status and text | code | tried again |
  /// | --- | --- | --- |
  /// | 503; 500 `leader not found` | busy; nothing was done | yes |
  /// | 500 `unsupported value` | unsupportedFeature: an infinity among the rows | no |
  /// | 500 `SQL rewrite` | statementFailed; nothing was done | no |
  /// | 400 | protocolViolation; nothing was done | no |
  /// | others | as for every protocol | |
  static func ofStatus(_ response: HTTPResponse, _ effect: CallEffect) -> CallFailure? {
    guard response.status != 200 else { return nil }
    let text = String(decoding: response.body.prefix(400), as: UTF8.self)
    switch response.status {
    case 500 where text.contains("leader not found"), 503:
      var error = noLeader
      error.message += CallFailure.words(response)
      return CallFailure(error, mayRetry: true, retryAfter: RetryAfter.delay(of: response))
    case 500 where text.contains("unsupported value"):
      return CallFailure(
        DatabaseError(
          effect == .reads ? .unsupportedFeature : .outcomeUnknown,
          "rqlite: a result holds an infinity, which its answers cannot carry",
          outcome: effect == .reads ? .notApplied : .unknown), mayRetry: false)
    case 500 where text.hasPrefix("SQL rewrite"):
      return CallFailure(
        DatabaseError(.statementFailed, "rqlite: the statement could not be rewritten for all nodes"), mayRetry: false)
    case 400:
      return CallFailure(
        DatabaseError(.protocolViolation, "rqlite: the request was not understood" + CallFailure.words(response)),
        mayRetry: false)
    default:
      if let failure = CallFailure(response, effect: effect) { return failure }
      return RemoteCalls.unreadable("status \(response.status)", effect: effect)
    }
  }

  private static let noLeader = DatabaseError(.busy, "rqlite: no leader is known at the moment")

  /// The failure of a whole call, as the answer's own `error` says it.
  ///
  /// What the server says before it hands a write to the cluster means that nothing was done. What the engine says of
  /// the COMMIT means that all was rolled back. Everything else about a write may have happened or not.
  static func ofCall(_ message: String, _ effect: CallEffect) -> CallFailure {
    for text in ["leader not found", "not leader", "store not ready", "store is not ready"]
    where message.contains(text) {
      return CallFailure(noLeader, mayRetry: true)
    }
    if message.hasPrefix("dial tcp") || message.contains(": dial tcp") {
      return CallFailure(DatabaseError(.busy, "rqlite: the node could not reach the leader"), mayRetry: true)
    }
    if message.contains("stale read") {
      return CallFailure(
        DatabaseError(.busy, "rqlite: the node's copy is older than the freshness allows"), mayRetry: true)
    }
    if message.contains("disallowed pragma") {
      return CallFailure(
        DatabaseError(.unsupportedFeature, "rqlite: this PRAGMA is not allowed"), mayRetry: false)
    }
    let (code, engineCode) = EngineMessage.codes(message)
    if code != .statementFailed, code != .interrupted {
      return CallFailure(
        DatabaseError(code, message, engineCode: engineCode.map { DatabaseError.EngineCode(rawValue: $0) }),
        mayRetry: false)
    }
    guard effect == .reads else {
      return CallFailure(
        DatabaseError(
          .outcomeUnknown,
          "rqlite: the write was handed to the cluster and its outcome was lost (\(reason(message))); read the data to "
            + "see whether it took effect", outcome: .unknown), mayRetry: false)
    }
    return CallFailure(
      DatabaseError(message.contains("timeout") ? .timedOut : .busy, "rqlite: the read failed (\(reason(message)))"),
      mayRetry: true)
  }

  /// What is known to hold no values.
  private static func reason(_ message: String) -> String {
    for text in ["leadership lost while committing log", "leadership lost", "timeout"] where message.contains(text) {
      return text
    }
    return "it does not say why in words that are known"
  }

  /// The error of one statement; what it did was undone.
  static func ofStatement(_ message: String) -> DatabaseError {
    if message == "query timeout" || message == "execute timeout" {
      return DatabaseError(.timedOut, "rqlite: the statement took longer than the server allows")
    }
    if message.contains("attempt to change database via query operation") {
      return DatabaseError(.readOnly, "rqlite: a statement that writes was sent as a read")
    }
    let (code, engineCode) = EngineMessage.codes(message)
    return DatabaseError(code, message, engineCode: engineCode.map { DatabaseError.EngineCode(rawValue: $0) })
  }
}
