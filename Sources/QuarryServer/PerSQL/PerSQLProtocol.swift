#if Server
internal import HTTPTypes
internal import Hummingbird
internal import Quarry
internal import QuarryWire

/// PerSQL `/v1`: one statement or one batch for each call, and no state between calls.
struct PerSQLProtocol: Sendable {
  let hosts: [DatabaseHost]
  let scratch: ScratchDatabases?
  let limits: ServerLimits
  let store: IdempotencyStore

  /// Runs a call and returns the response.
  func answer(
    method: HTTPRequest.Method, parts: [String], body: [UInt8], permission: Permission, key: String?
  ) async -> Response {
    if method == .get, parts == ["v1", "me"] {
      return Self.success { writer in
        writer.object {
          $0.member("namespaceSlug", permission.namespace ?? hosts.first?.served.namespace)
          $0.member("role", permission.role == .read ? "readonly" : "readwrite")
        }
      }
    }
    if method == .get, parts == ["v1", "databases"] { return databases(permission) }
    guard parts.count == 5, parts[1] == "db" else { return Self.refusal(.notFound, "no such database or path") }
    // Before a database is made for the namespace.
    guard permission.includes(parts[2]) else { return Self.refusal(.forbidden, "Token namespace mismatch") }
    guard Self.calls.contains("\(method.rawValue) \(parts[4])"), let host = await host(parts[2], parts[3]) else {
      return Self.refusal(.notFound, "no such database or path")
    }
    switch (method, parts[4]) {
    case (.post, "query"), (.post, "batch"):
      return await run(parts[4], body, host, permission, key)
    case (.get, "tables"): return await Self.response(of: { try await tables(host) })
    case (.get, "describe"): return await Self.response(of: { try await describe(host) })
    default: return Self.refusal(.notFound, "no such path")
    }
  }

  private static let calls: Set = ["POST query", "POST batch", "GET tables", "GET describe"]

  /// The database of a path: a served one, or the one named `main` of a namespace that isn't configured.
  private func host(_ namespace: String, _ name: String) async -> DatabaseHost? {
    if let host = hosts.first(where: { $0.served.namespace == namespace && $0.served.name == name }) { return host }
    guard name == "main", !hosts.contains(where: { $0.served.namespace == namespace }) else { return nil }
    return try? await scratch?.host(namespace)
  }

  private func run(
    _ call: String, _ body: [UInt8], _ host: DatabaseHost, _ permission: Permission, _ key: String?
  ) async -> Response {
    let work: @Sendable () async -> IdempotencyStore.Answer = {
      let effect = Protected(false)
      do {
        let document = try JSONValue(untrusted: body)
        let data =
          call == "query"
          ? try await query(document, host, permission) : try await batch(document, host, permission, effect)
        return IdempotencyStore.Answer(status: .ok, body: Self.envelope(data), mayHaveChanged: true)
      } catch let failure as JSONError {
        return IdempotencyStore.Answer(
          status: .badRequest, body: Self.failure("the body is no JSON: \(failure)"), mayHaveChanged: false)
      } catch {
        let failure = ServerFailure(error)
        return IdempotencyStore.Answer(
          status: failure.perSQLStatus, body: Self.failure(failure),
          mayHaveChanged: failure.outcome != .notApplied || effect.withLock { $0 })
      }
    }
    guard let key else {
      let answer = await work()
      return .json(answer.status, answer.body)
    }
    guard !key.isEmpty, key.utf8.count <= 200 else {
      return Self.refusal(.badRequest, "an idempotency key has 1 to 200 characters")
    }
    let place = IdempotencyStore.Key(path: "\(host.path)/\(call)", scope: permission.scope, key: key)
    switch await store.answer(place, request: body, work) {
    case .answered(let answer, let isRepeat):
      return .json(answer.status, answer.body, headers: isRepeat ? .one("Idempotency-Replayed", "true") : [:])
    case .otherRequest:
      return Self.refusal(.unprocessableContent, "the idempotency key was used for another request")
    case .answerDropped:
      let failure = ServerFailure(
        .answerDropped,
        "the call with this idempotency key was run, and its answer is not kept any more: read what it has done")
      return .json(.gone, Self.failure(failure), headers: .one("Idempotency-Replayed", "true"))
    case .full:
      let failure = ServerFailure(
        .tooManyKeys, "the server remembers as many idempotency keys as it may; nothing was run, try again later")
      return .json(.serviceUnavailable, Self.failure(failure), headers: .one("Retry-After", "60"))
    }
  }

  // MARK: Statements

  private func query(_ document: JSONValue, _ host: DatabaseHost, _ permission: Permission) async throws -> [UInt8] {
    let statement = try PerSQLStatement(document, limits: limits)
    try requireNoTransactionControl(statement)
    let connection = host.connection(permission.role)
    return try await closing(connection) { try await run(statement, on: connection) }
  }

  /// - Parameter effect: Set if a statement may have had an effect that a later failure doesn't undo.
  private func batch(
    _ document: JSONValue, _ host: DatabaseHost, _ permission: Permission, _ effect: Protected<Bool>
  ) async throws -> [UInt8] {
    guard let elements = document["statements"]?.array else {
      throw ServerFailure(.noStatement, "statements is missing")
    }
    guard elements.count <= limits.batchStatements else {
      throw ServerFailure(.arguments, "a batch has at most \(limits.batchStatements) statements")
    }
    let statements = try elements.map { try PerSQLStatement($0, limits: limits) }
    for statement in statements { try requireNoTransactionControl(statement) }
    let isTransaction = document["transaction"]?.bool ?? false
    let connection = host.connection(permission.role)
    return try await closing(connection) {
      var results = JSONWriter()
      // A reader cannot ask for the lock of a writer, and does not need it.
      if isTransaction { try await control(permission.role == .read ? "BEGIN" : "BEGIN IMMEDIATE", connection) }
      var bytes = 0
      for statement in statements {
        let result = try await run(statement, on: connection)
        if !isTransaction { effect.withLock { $0 = true } }
        bytes += result.count
        guard bytes <= limits.responseBytes else {
          throw ServerFailure(.responseTooLarge, "the results are larger than the server gives")
        }
        results.raw(result)
      }
      if isTransaction {
        try await control("COMMIT", connection)
        effect.withLock { $0 = true }
      }
      var array = JSONWriter()
      array.array { $0.raw(results.bytes) }
      return array.bytes
    }
  }

  private func requireNoTransactionControl(_ statement: PerSQLStatement) throws(ServerFailure) {
    if StatementRules(role: .read, isShared: true).verdict(on: statement.sql).controlsTransactions {
      throw ServerFailure(.transactionControl, "transactions are made with a batch, not with statements")
    }
  }

  private func run(_ statement: PerSQLStatement, on connection: HostConnection) async throws -> [UInt8] {
    let result = PerSQLResult(limits: limits)
    return result.finish(try await connection.run(statement.sql, result.handler(statement.values)))
  }

  private func control(_ sql: String, _ connection: HostConnection) async throws {
    _ = try await connection.run(sql, StatementHandler(values: { _ in [] }, receive: { _ in }))
  }

  /// Runs a body and releases the connection, which rolls back an open transaction.
  private func closing<R>(_ connection: HostConnection, _ body: () async throws -> R) async throws -> R {
    do {
      let result = try await body()
      await connection.close()
      return result
    } catch {
      await connection.close()
      throw error
    }
  }
}

// MARK: - Envelopes

extension PerSQLProtocol {
  static func envelope(_ data: [UInt8]) -> [UInt8] {
    JSONWriter.object { writer in
      writer.member("success", true)
      writer.key("data")
      writer.raw(data)
    }
  }

  static func failure(_ message: String) -> [UInt8] {
    JSONWriter.object { writer in
      writer.member("success", false)
      writer.member("error", message)
    }
  }

  static func failure(_ failure: ServerFailure) -> [UInt8] {
    JSONWriter.object { writer in
      writer.member("success", false)
      writer.member("error", failure.message)
      writer.key("errorDetail")
      writer.raw(failure.perSQLDetail)
    }
  }

  static func success(_ body: (inout JSONWriter) -> Void) -> Response {
    var writer = JSONWriter()
    body(&writer)
    return .json(.ok, envelope(writer.bytes))
  }

  static func response(of body: () async throws -> [UInt8]) async -> Response {
    do {
      return .json(.ok, envelope(try await body()))
    } catch {
      let failure = ServerFailure(error)
      return .json(failure.perSQLStatus, Self.failure(failure))
    }
  }

  /// The response to a call that is rejected before any SQL is read.
  static func refusal(_ status: HTTPResponse.Status, _ message: String) -> Response { .json(status, failure(message)) }
}
#endif
