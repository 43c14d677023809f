import Quarry
internal import QuarryWire

/// The primary's current log of changes, and its position.
package struct HranaLog: Sendable, Hashable {
  /// The name of the log. No other database and no later log has it.
  package var name: String
  /// The number of the newest change.
  package var number: UInt64

  /// Reads the response of the service for replicas: a message of gRPC for the web, with the log in field 3 and the
  /// number in field 5.
  ///
  /// Source: <https://github.com/tursodatabase/libsql/blob/main/libsql-replication/proto/replication_log.proto>, and
  /// <https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-WEB.md>.
  package init?(_ body: [UInt8]) {
    guard body.count >= 5, body[0] == 0 else { return nil }
    let count = body[1...4].reduce(0) { $0 << 8 | Int($1) }
    guard body.count >= 5 + count else { return nil }
    var message = body[5..<(5 + count)]
    var name: String?
    var number: UInt64 = 0
    while !message.isEmpty {
      guard let key = HranaLog.number(&message) else { return nil }
      switch key & 7 {
      case 0:
        guard let value = HranaLog.number(&message) else { return nil }
        if key >> 3 == 5 { number = value }
      case 2:
        guard let length = HranaLog.number(&message), length <= message.count else { return nil }
        if key >> 3 == 3 { name = String(decoding: message.prefix(Int(length)), as: UTF8.self) }
        message = message.dropFirst(Int(length))
      default: return nil
      }
    }
    guard let name, !name.isEmpty else { return nil }
    self.name = name
    self.number = number
  }

  private static func number(_ bytes: inout ArraySlice<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = bytes.popFirst() else { return nil }
      value |= UInt64(byte & 0x7f) << shift
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }
}

extension HranaServer {
  /// Asks for the primary's current log. A replica forwards the request.
  ///
  /// - Throws: `.unsupportedFeature` if the server doesn't report it, `.timedOut` and others if the primary can't be
  ///   reached.
  func log(within limit: Duration? = nil) async throws(DatabaseError) -> HranaLog {
    var request = HTTPRequest(
      method: "POST", url: url + "/wal_log.ReplicationLog/Hello",
      headers: [
        ("Content-Type", "application/grpc-web+proto"), ("Accept", "application/grpc-web+proto"),
        ("x-namespace-bin", Base64.encode(Array(nameForReplicas.utf8))),
      ], body: [0, 0, 0, 0, 0], connectTimeout: connectTimeout, timeout: timeout,
      maximumResponseBytes: 65_536)
    return try await limited(&request, limit).call(request, effect: .reads) {
      (response) throws(CallFailure) -> HranaLog in
      if [400, 404, 405, 415, 501].contains(response.status) { throw CallFailure(.noLog, mayRetry: false) }
      if let failure = CallFailure(response, effect: .reads) { throw failure.saying(response) }
      if let log = HranaLog(response.body) { return log }
      // The status of the call is a header when there is no message.
      switch HTTPHeaders.value(of: "grpc-status", in: response.headers) {
      case "4"?, "14"?:
        throw CallFailure(
          DatabaseError(.cannotOpen, "The replica doesn't reach its primary"), mayRetry: true)
      case "7"?, "16"?:
        throw CallFailure(
          DatabaseError(.authorization, "The server refused the token for the log of changes"), mayRetry: false)
      default: throw CallFailure(.noLog, mayRetry: false)
      }
    }
  }

  /// The calls with a limit for the duration of each, including retries.
  func limited(_ request: inout HTTPRequest, _ limit: Duration?) -> RemoteCalls {
    guard let limit else { return calls }
    var calls = calls
    request.timeout = min(request.timeout, limit)
    request.connectTimeout = min(request.connectTimeout, limit)
    calls.policy.deadline = min(calls.policy.deadline, limit)
    return calls
  }
}

extension DatabaseError {
  fileprivate static var noLog: DatabaseError {
    DatabaseError(
      .unsupportedFeature,
      "The server numbers its changes but doesn't name the log that it numbers them in, so that a number could be "
        + "taken for one of another log")
  }
}
