internal import Quarry
internal import QuarryWire

/// `{"success":true,"data":…}` or `{"success":false,"error":…,"errorDetail":…}`.
enum PerSQLEnvelope {
  /// Reads a response: its data, or its error.
  ///
  /// A call failed if its status isn't 2xx, or if the service says so: `success` is `false`, and `error` has the
  /// reason. A 2xx that is neither a success nor a failure doesn't show the outcome of a write, so it is unknown. Any
  /// other status without an envelope may be a gateway's.
  static func read<Value>(
    _ response: HTTPResponse, effect: CallEffect, _ data: (inout JSONReader) throws(PerSQLMismatch) -> Value
  ) throws(CallFailure) -> Value {
    let isFine = (200..<300).contains(response.status)
    var reader = JSONReader(response.body)
    var value: Value?
    var success: Bool?
    var message: String?
    var detail: JSONValue?
    do {
      guard try reader.required() == .beginObject else { throw PerSQLMismatch(what: "it is no object") }
      while case .key(let name) = try reader.required() {
        switch name {
        case "success":
          guard case .bool(let flag) = try reader.required() else { throw PerSQLMismatch(what: "success is no bool") }
          success = flag
        case "data" where isFine && success != false: value = try data(&reader)
        case "error": message = try reader.value().string
        case "errorDetail": detail = try reader.value()
        default: try reader.skip()
        }
      }
      guard try reader.next() == nil else { throw PerSQLMismatch(what: "text follows it") }
    } catch {
      // A failure whose body is no envelope is told by its status.
      if let failure = CallFailure(response, effect: effect) { throw failure }
      throw unreadable(error, effect)
    }
    if isFine, success == true {
      if let value { return value }
      throw unreadable(PerSQLMismatch(what: "it has no data"), effect)
    }
    guard success == false, message != nil || detail != nil else {
      if let failure = CallFailure(response, effect: effect) { throw failure }
      throw unreadable(PerSQLMismatch(what: "it is neither a success nor a failure"), effect)
    }
    throw failure(response, effect, message: message, detail: detail)
  }

  private static func unreadable(_ error: any Error, _ effect: CallEffect) -> CallFailure {
    if let mismatch = error as? PerSQLMismatch, let refusal = mismatch.refusal {
      return CallFailure(
        DatabaseError(
          .unsupportedFeature, refusal, outcome: effect == .reads ? .notApplied : .applied, missing: mismatch.missing),
        mayRetry: false)
    }
    let what = (error as? PerSQLMismatch)?.what ?? (error as? JSONError)?.description ?? "it is not JSON"
    var failure = RemoteCalls.unreadable(what, effect: effect, underlying: error)
    // A read, or a write whose key the service serialises, is simply made again.
    failure.mayRetry = effect != .writes
    return failure
  }

  private static func failure(
    _ response: HTTPResponse, _ effect: CallEffect, message: String?, detail: JSONValue?
  ) -> CallFailure {
    let kind = detail?["kind"]?.string
    let text = message ?? detail?["message"]?.string
    if kind == "database_locked" {
      return CallFailure(
        PerSQLFailure.error(kind: "database_locked", message: text ?? "the database is locked"), mayRetry: true,
        retryAfter: RetryAfter.delay(of: response))
    }
    // The key was used, and what the call returned then is lost: it may have been done.
    if kind == "answer_dropped" {
      return CallFailure(
        DatabaseError(.outcomeUnknown, text ?? "the call was run before, and its answer is lost", outcome: .unknown),
        mayRetry: false)
    }
    if response.status == 403, detail != nil, kind ?? "unknown" == "unknown" {
      return CallFailure(PerSQLFailure.notAllowed(text ?? "the service does not allow this statement"), mayRetry: false)
    }
    // A failure without a kind of its own may still have a status of its own.
    let isAboutSQL =
      kind != nil
      && (kind != "unknown" || (response.status < 500 && response.status != 413)
        || text.map(PerSQLFailure.undoesStatement) ?? false)
    if isAboutSQL || (200..<300).contains(response.status) || response.status == 400 || response.status == 422 {
      return CallFailure(
        PerSQLFailure.error(kind: kind, message: text ?? "the service rejected the call and doesn't say why"),
        mayRetry: false)
    }
    // In its own envelope the service's refusal is one: it runs nothing then.
    let isRefusal = (400..<500).contains(response.status)
    guard var failure = CallFailure(response, effect: effect, saysNothingRan: isRefusal) else {
      return RemoteCalls.unreadable("neither success nor error", effect: effect)
    }
    if let text { failure.error.message += " (\(text))" }
    return failure
  }
}
