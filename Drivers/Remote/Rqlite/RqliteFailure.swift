internal import Quarry

/// The meanings of rqlite's failures.
enum RqliteFailure {
  /// The failure for a status, or `nil` for 200.
  ///
  /// A gateway in front of the nodes can send any status after a node has executed a write. So a write is retried
  /// only after messages that a node itself sends before it executes anything.
  ///
  /// | status and text | code of a write | made again |
  /// | --- | --- | --- |
  /// | 503 or 500 with nothing but `leader not found` | busy; nothing was done | yes |
  /// | 500 `json: unsupported value` | outcomeUnknown: a result holds an infinity | no |
  /// | 500 `SQL rewrite: …` | statementFailed; nothing was done | no |
  /// | 400 with words of a node | protocolViolation; nothing was done | no |
  /// | others, 503 with other words among them | as for every protocol | no |
  ///
  /// Reads fail as in every protocol, and are retried after transient failures.
  static func ofStatus(_ response: HTTPResponse, _ effect: CallEffect) -> CallFailure? {
    guard response.status != 200 else { return nil }
    let text = String(decoding: response.body.prefix(400), as: UTF8.self)
    let words = String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    switch response.status {
    case 500 where noLeaderTexts.contains(words), 503 where noLeaderTexts.contains(words):
      return CallFailure(noLeader, mayRetry: true, retryAfter: RetryAfter.delay(of: response))
    case 500 where text.hasPrefix("json: unsupported value"):
      return CallFailure(
        DatabaseError(
          effect == .reads ? .unsupportedFeature : .outcomeUnknown,
          "rqlite: a result holds an infinity, which its answers can't carry",
          outcome: effect == .reads ? .notApplied : .unknown), mayRetry: false)
    case 500 where text.hasPrefix("SQL rewrite: "):
      return CallFailure(
        DatabaseError(.statementFailed, "rqlite: the statement couldn't be rewritten for all nodes"), mayRetry: false)
    case 400 where beginningsOfRefusals.contains { words.hasPrefix($0) }:
      return CallFailure(
        DatabaseError(.protocolViolation, "rqlite: the request wasn't understood" + CallFailure.words(response)),
        mayRetry: false)
    default:
      if let failure = CallFailure(response, effect: effect) { return failure }
      return RemoteCalls.unreadable("status \(response.status)", effect: effect)
    }
  }

  /// The messages of a node for a request that it doesn't understand.
  private static let beginningsOfRefusals = [
    "invalid JSON body", "invalid request", "invalid number", "no statements", "unsupported type",
  ]

  /// The messages of a node that knows no leader.
  private static let noLeaderTexts: Set<String> = ["leader not found", "leader address: leader not found"]

  private static let noLeader = DatabaseError(.busy, "rqlite: no leader is known at the moment")

  /// The failure of a whole call, from the response's `error`.
  ///
  /// If the server reports it before it forwards a write to the cluster, nothing was done. If the engine reports it
  /// about the COMMIT, everything was rolled back. The outcome of any other write is unknown.
  static func ofCall(_ message: String, _ effect: CallEffect) -> CallFailure {
    if noLeaderTexts.contains(message) || ["not leader", "store not ready"].contains(message) {
      return CallFailure(noLeader, mayRetry: true)
    }
    // Whatever else goes wrong on the way to the leader may do so after the leader has got the call.
    let isUnsent = message.hasSuffix("connect: connection refused")
    if isUnsent, message.hasPrefix("dial tcp") || message.contains(": dial tcp") {
      return CallFailure(DatabaseError(.busy, "rqlite: the node couldn't reach the leader"), mayRetry: true)
    }
    if effect == .reads, message.contains("stale read") {
      return CallFailure(
        DatabaseError(.busy, "rqlite: the node's copy is older than the freshness allows"), mayRetry: true)
    }
    if message == "disallowed pragma" {
      return CallFailure(
        DatabaseError(.unsupportedFeature, "rqlite: this PRAGMA isn't allowed", missing: .everyStatement),
        mayRetry: false)
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

  /// The part of a message that contains no values.
  private static func reason(_ message: String) -> String {
    for text in ["leadership lost while committing log", "leadership lost", "timeout"] where message.contains(text) {
      return text
    }
    return "it does not say why in words that are known"
  }

  /// The error of one statement, which was undone.
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
