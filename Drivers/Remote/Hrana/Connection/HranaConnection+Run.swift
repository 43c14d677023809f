import Quarry

extension HranaConnection {
  /// The way in which the rows of a statement arrive.
  enum Run {
    case result(HranaStatementResult)
    case cursor(HranaCursor)
  }

  private static var nothing: HranaStatementResult {
    HranaStatementResult(
      columns: [], rows: RowStore(columnCount: 0), effect: StatementResult(affectedRows: 0, lastInsertedRowID: 0))
  }

  /// Runs a statement in as few calls as its kind allows.
  ///
  /// - Parameter first: What ``runInPlace(_:_:_:limit:)`` has tried.
  nonisolated(nonsending) func run(
    _ call: HranaStatementCall, sql: String, shape: HranaStatementShape, isReadOnly: Bool, limit: Int,
    after first: FirstTry? = nil
  ) async throws(DatabaseError) -> Run {
    guard !isClosed else { throw DatabaseError(.connectionClosed, "The connection was closed") }
    try requireLastingSetting(shape, sql)
    if beginIsPending {
      switch shape.kind {
      case .commit, .rollback:
        beginIsPending = false
        transactionStatus = .idle
        return .result(Self.nothing)
      case .query, .pragmaRead: return .result(try await runAfterBegin(call, sql))
      default: try await sendBegin()
      }
    }
    let isActive = transactionStatus == .active
    switch shape.kind {
    case .beginDeferred where !isActive && !isPinned:
      beginIsPending = true
      transactionStatus = .active
      return .result(Self.nothing)
    case .query where !isActive && mustWait: break
    case .query where !isActive && version == .v3 && limit > 1 && settings.isEmpty && !isPinned:
      return .cursor(try await openCursor(call, sql))
    default: break
    }
    let purpose: Purpose =
      switch shape.kind {
      case .commit: .committing
      case .release: beganBySavepoint ? .committing : .writing
      case .rollback: .rollingBack
      // A BEGIN that was lost leaves nothing behind: its stream expires.
      case .beginDeferred, .beginNow, .savepoint: .reading
      default: shape.mayRepeat || (isReadOnly && !isActive && shape.kind == .unknown) ? .reading : .writing
      }
    let keeps =
      switch shape.kind {
      case .beginDeferred, .beginNow, .savepoint: true
      default: shape.isTemporary
      }
    let result: HranaResult?
    let waits = purpose == .reading && isReadOnly && !keeps && !isActive && mustWait
    do throws(DatabaseError) {
      if waits {
        result = try await runSeeing(call, isQuery: shape.kind == .query)
      } else {
        result = try await exchange([.execute(call)], purpose, keepsStream: keeps, after: first).first
      }
    } catch {
      // The transaction is certainly not committed, which is all that a ROLLBACK is for.
      if shape.kind == .rollback, isActive, transactionStatus == .idle { return .result(Self.nothing) }
      throw error
    }
    if !isActive, transactionStatus == .active { beganBySavepoint = shape.kind == .savepoint }
    switch result {
    case .ok(.execute(let result))?:
      if case .setting(let name) = shape.kind { remember(name, sql) }
      if shape.isTemporary { isPinned = true }
      return .result(result)
    case .error(let error)?:
      // Only a cursor gives more rows than fit one answer, and the rows before an error.
      let isForCursor = error.isTooLarge || ((isActive || waits) && limit > 1 && error.mayComeAfterRows)
      if isForCursor, shape.kind == .query, version == .v3, stream != nil || !isActive {
        return .cursor(try await openCursor(call, sql))
      }
      throw await explain(error, sql: sql, mayWrite: !isReadOnly)
    default: throw DatabaseError(.protocolViolation, "The server answered a statement with something else")
    }
  }

  /// Throws for a setting that the next call wouldn't have: streams end with the transaction, or with the call.
  private func requireLastingSetting(_ shape: HranaStatementShape, _ sql: String) throws(DatabaseError) {
    let name: String
    switch shape.kind {
    case .lostSetting(let lost): name = lost
    // It lasts as long as the transaction, by itself.
    case .setting("defer_foreign_keys") where transactionStatus != .active: name = "defer_foreign_keys"
    default: return
    }
    throw HranaConnection.lostSetting(name, sql)
  }

  /// The error for a setting.
  static func lostSetting(_ name: String, _ sql: String) -> DatabaseError {
    DatabaseError(
      .unsupportedFeature,
      "The setting PRAGMA \(name) would be lost with the stream of its call"
        + (name == "defer_foreign_keys" ? "; set it inside a transaction" : "; set it up on the server"), sql: sql,
      missing: .connectionState)
  }

  /// Remembers a setting for each new stream, unless a transaction ends it.
  private func remember(_ name: String, _ sql: String) {
    guard name != "defer_foreign_keys", name != "foreign_keys" || transactionStatus == .idle else { return }
    settings.removeAll { $0.name == name }
    settings.append((name, sql))
  }

  /// Sends a delayed BEGIN.
  nonisolated(nonsending) func sendBegin() async throws(DatabaseError) {
    beginIsPending = false
    transactionStatus = .idle
    let result = try await beginSeeing([.execute(HranaStatementCall("BEGIN"))], .reading).first
    if case .error(let error)? = result { throw error.databaseError(sql: "BEGIN", mayWrite: false) }
  }

  /// Sends a delayed BEGIN together with the first statement, which only reads.
  private nonisolated(nonsending) func runAfterBegin(
    _ call: HranaStatementCall, _ sql: String
  ) async throws(DatabaseError) -> HranaStatementResult {
    switch try await beginning(with: .execute(call)) {
    case .ok(.execute(let result))?: return result
    case .error(let error)?: throw await explain(error, sql: sql, mayWrite: false)
    default: throw DatabaseError(.protocolViolation, "The server answered a statement with something else")
    }
  }

  /// Sends a delayed BEGIN together with a request that only reads.
  nonisolated(nonsending) func beginning(with request: HranaRequest) async throws(DatabaseError) -> HranaResult? {
    beginIsPending = false
    transactionStatus = .idle
    let results = try await beginSeeing([.execute(HranaStatementCall("BEGIN")), request], .reading)
    if case .error(let error)? = results.first { throw error.databaseError(sql: "BEGIN", mayWrite: false) }
    return results.last
  }

  // MARK: Cursors

  private nonisolated(nonsending) func openCursor(
    _ call: HranaStatementCall, _ sql: String
  ) async throws(DatabaseError) -> HranaCursor {
    let isActive = transactionStatus == .active
    if let stream, !isActive, stream.lastUse.duration(to: .now) > .seconds(8) { self.stream = nil }
    while true {
      let used = stream.take()
      let refreshes = used != nil && !isActive
      let server = server
      do throws(DatabaseError) {
        let body = try await interrupts.run { () throws(DatabaseError) in
          try await server.cursor(
            refreshes ? [HranaConnection.refresh, call] : [call], baton: used?.baton, base: used?.base)
        }
        let cursor = HranaCursor(
          body, interrupts: interrupts, maximumLineBytes: server.maximumAnswerBytes, firstStep: refreshes ? 1 : 0
        ) {
          (base) throws(DatabaseError) in
          guard let base, !server.trusts(base, from: used?.base) else { return }
          throw TrustedOrigins.refusal(of: base)
        }
        if isActive {
          try await cursor.readHead()
          openCursor = cursor
        }
        return cursor
      } catch {
        let hasExpired = used != nil && error.code == .connectionClosed
        if isActive {
          var error = error
          transactionStatus = .idle
          if hasExpired {
            error.code = .transactionState
            error.isRetrySafe = true
          } else if let used {
            await leave(used, after: error)
          }
          throw error
        }
        if hasExpired { continue }
        // The cursor refuses texts without saying what SQLite thinks of them.
        guard error.code == .protocolViolation || error.code == .engineInternal else { throw error }
        if error.message.contains("unsupported statement") {
          throw DatabaseError(
            .unsupportedFeature, "The server doesn't allow statements of this kind", sql: sql,
            missing: .everyStatement)
        }
        let description = try await exchange([.describe(sql)], .reading).first
        if case .error(let known)? = description { throw known.databaseError(sql: sql, mayWrite: false) }
        // SQLite itself looks no further than a zero byte, and knows what the server's parser does not.
        if error.message.contains("SQL string could not be parsed") {
          throw DatabaseError(.syntax, error.message, engineCode: .error, sql: sql)
        }
        throw error
      }
    }
  }

  /// Continues on the stream of a cursor after its last row.
  nonisolated(nonsending) func complete(_ cursor: HranaCursor) async throws(DatabaseError) {
    defer { takeStream(of: cursor) }
    try await cursor.finish()
  }

  /// Abandons the rest of a cursor's rows.
  func abandon(_ cursor: HranaCursor) {
    let isOpen = openCursor === cursor
    cursor.close()
    if isOpen { takeStream(of: cursor) }
  }

  /// Returns the stream of a cursor to the connection.
  func takeStream(of cursor: HranaCursor) {
    guard !cursor.isDetached else { return }
    let isInTransaction = openCursor === cursor
    if isInTransaction { openCursor = nil }
    if let baton = cursor.baton {
      guard stream == nil, !isClosed, isInTransaction || transactionStatus != .active || beginIsPending else { return }
      stream = Stream(baton: baton, base: cursor.baseURL, lastUse: .now)
    } else if isInTransaction {
      transactionStatus = .idle
    }
  }
}
