internal import Quarry
internal import QuarryWire

/// The calls of PerSQL `/v1` for one database.
struct PerSQLCalls: Sendable {
  /// The largest number of statements in one batch.
  static let statementsInBatch = 100

  let address: String
  /// The namespace and the name of the database.
  let database: String
  private let calls: RemoteCalls
  private let timeouts: RemoteTimeouts
  /// The effect of a call that may write: whether its key is sufficient for a retry.
  let writes: CallEffect

  init(
    baseURL: String, database: String, calls: RemoteCalls, timeouts: RemoteTimeouts, serialisesKeys: Bool
  ) throws(DatabaseError) {
    let parts = database.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(PerSQLCalls.isPathByte) }),
      parts.allSatisfy({ $0 != "." && $0 != ".." })
    else {
      throw DatabaseError(
        .invalidConfiguration,
        "persql: the path is namespace/database, each of letters, digits and - . _ ~, as in "
          + "persql+https://host/namespace/database")
    }
    var base = baseURL[...]
    while base.hasSuffix("/") { base.removeLast() }
    self.database = database
    address = base + "/v1/db/" + database
    self.calls = calls
    self.timeouts = timeouts
    writes = serialisesKeys ? .writesOnce : .writes
  }

  /// Whether a byte needs no encoding in a path, which is sent unchanged.
  private static func isPathByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// `POST …/query`: one statement.
  func query(_ statement: PerSQLStatement, effect: CallEffect) async throws(DatabaseError) -> StatementAnswer {
    var writer = JSONWriter()
    try statement.write(to: &writer)
    return try await post("query", writer.bytes, effect, sql: statement.sql) { (reader) throws(PerSQLMismatch) in
      try PerSQLAnswer.statement(&reader)
    }
  }

  /// `POST …/batch`.
  ///
  /// - Parameter isTransaction: Whether all statements take effect or none. Queries need no transaction, which could
  ///   wait for another one.
  func batch(
    _ statements: [PerSQLStatement], effect: CallEffect, isTransaction: Bool = true
  ) async throws(DatabaseError) -> [StatementAnswer] {
    var writer = JSONWriter(capacity: 64 * statements.count)
    writer.beginObject()
    writer.key("statements")
    writer.beginArray()
    for (index, statement) in statements.enumerated() {
      do throws(DatabaseError) {
        try statement.write(to: &writer)
      } catch {
        var error = error
        error.statementIndex = index
        throw error
      }
    }
    writer.endArray()
    writer.member("transaction", isTransaction)
    writer.endObject()
    let count = statements.count
    let sql = count == 1 ? statements[0].sql : nil
    return try await post("batch", writer.bytes, effect, sql: sql) { (reader) throws(PerSQLMismatch) in
      let answers = try PerSQLAnswer.statements(&reader)
      guard answers.count == count else {
        throw PerSQLMismatch(what: "\(answers.count) results for \(count) statements")
      }
      return answers
    }
  }

  /// `GET …/tables` and `GET …/describe`.
  func get(_ name: String) async throws(DatabaseError) -> JSONValue {
    let request = timeouts.request("GET", address + "/" + name)
    return try await call(request, .reads, sql: nil) { (reader) throws(PerSQLMismatch) in
      do throws(JSONError) { return try reader.value() } catch { throw PerSQLMismatch(error) }
    }
  }

  private func post<Value: Sendable>(
    _ name: String, _ body: [UInt8], _ effect: CallEffect, sql: String?,
    _ data: @escaping @Sendable (inout JSONReader) throws(PerSQLMismatch) -> Value
  ) async throws(DatabaseError) -> Value {
    var request = timeouts.request("POST", address + "/" + name, body: body)
    // The same in every try, so that a call that is made again is the same call in any case.
    if effect != .reads { request.headers.append((IdempotencyKey.headerName, IdempotencyKey.make())) }
    return try await call(request, effect, sql: sql, data)
  }

  private func call<Value: Sendable>(
    _ request: HTTPRequest, _ effect: CallEffect, sql: String?,
    _ data: @escaping @Sendable (inout JSONReader) throws(PerSQLMismatch) -> Value
  ) async throws(DatabaseError) -> Value {
    do throws(DatabaseError) {
      return try await calls.call(request, effect: effect) { (response) throws(CallFailure) in
        try PerSQLEnvelope.read(response, effect: effect, data)
      }
    } catch {
      var error = error
      if error.sql == nil { error.sql = sql }
      // No connection is held, and with it no transaction.
      error.isTransactionOpen = false
      throw error
    }
  }
}

/// A response that isn't valid in the protocol.
struct PerSQLMismatch: Error {
  /// What is wrong with it, without its content.
  var what: String
  /// The reason why the content can't be read exactly, although the call was understood.
  var refusal: String?

  init(what: String) { self.what = what }

  init(_ error: JSONError) { what = error.description }

  /// The missing capability because of which the content can't be read.
  var missing: MissingCapability?

  init(refusal: String, missing: MissingCapability) {
    what = refusal
    self.refusal = refusal
    self.missing = missing
  }
}
