#if Server
internal import Quarry
internal import QuarryWire

/// One stream: a connection and its stored texts.
actor HranaStream {
  nonisolated let host: DatabaseHost
  nonisolated let permission: Permission
  private let connection: HostConnection
  private var texts: [Int32: String] = [:]
  private(set) var isClosed = false
  private static let maximumTexts = 50
  private static let maximumTextBytes = 5_000

  init(host: DatabaseHost, permission: Permission) {
    self.host = host
    self.permission = permission
    connection = host.connection(permission.role)
  }

  /// Rolls back an open transaction and releases the connection.
  func close() async {
    isClosed = true
    await connection.close()
  }

  /// Whether no transaction is open and no text is stored.
  var isIdle: Bool {
    get async { texts.isEmpty ? await connection.isAutocommit : false }
  }

  /// Runs one request and returns the content of `response`.
  ///
  /// - Throws: ``ServerFailure`` for this request alone, or ``HranaViolation`` for the whole call.
  func answer(_ request: HranaRequest) async throws -> [UInt8] {
    guard !isClosed else { throw HranaViolation("Stream for this baton was closed") }
    switch request {
    case .execute(let statement):
      let result = try await execute(statement)
      return Self.response(request) { writer in
        writer.key("result")
        writer.raw(result)
      }
    case .batch(let steps):
      let result = try await batch(steps)
      return Self.response(request) { writer in
        writer.key("result")
        writer.raw(result)
      }
    case .sequence(let text):
      for statement in SQLScript(try sql(of: text)) {
        _ = try await run(statement.sql, StatementHandler(values: Self.noValues, receive: { _ in }))
      }
      return Self.response(request)
    case .describe(let text):
      let sql = try sql(of: text)
      let description = try await connection.describe(sql)
      return Self.response(request) { writer in
        writer.key("result")
        writer.object { $0.hrana(description, of: sql) }
      }
    case .storeSQL(let id, let sql):
      try store(sql, id)
      return Self.response(request)
    case .closeSQL(let id):
      texts[id] = nil
      return Self.response(request)
    case .getAutocommit:
      let isAutocommit = await connection.isAutocommit
      return Self.response(request) { $0.member("is_autocommit", isAutocommit) }
    case .close:
      await close()
      return Self.response(request)
    }
  }

  private static let noValues: @Sendable (StatementDescription) throws -> [SQLValue] = {
    try ArgumentList().values(for: $0)
  }

  private static func response(
    _ request: HranaRequest, _ body: (inout JSONWriter) -> Void = { _ in }
  ) -> [UInt8] {
    JSONWriter.object { writer in
      writer.member("type", request.type)
      body(&writer)
    }
  }

  // MARK: Texts

  /// The text of a statement.
  ///
  /// - Throws: ``HranaViolation`` if the text wasn't stored: the whole call is rejected, like in other servers.
  func sql(of text: HranaText) throws(HranaViolation) -> String {
    switch text {
    case .sql(let sql): return sql
    case .stored(let id):
      guard let sql = texts[id] else { throw HranaViolation("SQL text \(id) not found") }
      return sql
    }
  }

  private func store(_ sql: String, _ id: Int32) throws(ServerFailure) {
    texts[id] = try Self.storable(sql, isNew: texts[id] == nil, count: texts.count)
  }

  /// Checks that a text can be stored beside a number of others.
  static func storable(_ sql: String, isNew: Bool, count: Int) throws(ServerFailure) -> String {
    guard sql.utf8.count <= maximumTextBytes else {
      throw ServerFailure(.textTooLarge, "a stored text has at most \(maximumTextBytes) bytes")
    }
    guard !isNew || count < maximumTexts else {
      throw ServerFailure(.tooManyTexts, "at most \(maximumTexts) texts are stored")
    }
    return sql
  }

  // MARK: Statements

  private func run(_ sql: String, _ handler: StatementHandler) async throws -> StatementResult {
    try await connection.run(sql, handler)
  }

  /// Runs one statement and returns its result.
  func execute(_ statement: HranaStatement) async throws -> [UInt8] {
    let result = HranaResult(limits: host.limits, wantsRows: statement.wantsRows)
    return result.finish(try await run(try sql(of: statement.text), result.handler(statement.arguments)))
  }

  /// Runs the statement of a cursor's step, whose rows are passed to a handler.
  func run(_ statement: HranaStatement, _ handler: StatementHandler) async throws -> StatementResult {
    try await run(try sql(of: statement.text), handler)
  }

  /// Whether a step's condition holds.
  func holds(_ condition: HranaCondition?, _ outcomes: [Bool?]) async -> Bool {
    guard let condition else { return true }
    return condition.holds(outcomes, isAutocommit: await connection.isAutocommit)
  }

  /// Runs a batch and returns its result.
  func batch(_ steps: [HranaStep]) async throws -> [UInt8] {
    // As other servers do, which parse a batch as a whole: nothing of it runs when one text is not allowed.
    for step in steps { try connection.check(try sql(of: step.statement.text)) }
    var outcomes: [Bool?] = []
    var results = JSONWriter()
    var errors = JSONWriter()
    for step in steps {
      guard await holds(step.condition, outcomes) else {
        outcomes.append(nil)
        results.null()
        errors.null()
        continue
      }
      do {
        let result = try await execute(step.statement)
        guard results.count + errors.count + result.count <= host.limits.responseBytes else {
          throw ServerFailure(.responseTooLarge, "the results of the batch are larger than the server gives")
        }
        results.raw(result)
        errors.null()
        outcomes.append(true)
      } catch {
        let failure = ServerFailure(error)
        if failure.kind == .readOnlyToken { throw failure }
        results.null()
        errors.hrana(failure)
        outcomes.append(false)
        guard errors.count <= host.limits.responseBytes else {
          throw ServerFailure(.responseTooLarge, "the errors of the batch are larger than the server gives")
        }
      }
    }
    return JSONWriter.object { writer in
      writer.key("step_results")
      writer.array { $0.raw(results.bytes) }
      writer.key("step_errors")
      writer.array { $0.raw(errors.bytes) }
    }
  }
}

extension JSONWriter {
  /// Writes the description of a statement.
  fileprivate mutating func hrana(_ description: StatementDescription, of sql: String) {
    key("params")
    array { writer in
      for parameter in description.parameterNames { writer.object { $0.member("name", parameter) } }
    }
    key("cols")
    hrana(description.columns)
    member("is_explain", SQLStatementKind(sql).explanation != nil)
    member("is_readonly", description.isReadOnly)
  }
}
#endif
