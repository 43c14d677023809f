#if Server
internal import Quarry

/// The connection of one client stream, and its turn to write.
///
/// Calls run one after another. Only the server's own clock can end a transaction in between.
actor HostConnection {
  private let host: DatabaseHost
  private let rules: StatementRules
  private var lease: HostLease?
  private var turn: UInt64?
  private var isRunning = false
  private var mustEnd = false
  private var wasEnded = false
  private var ending: Task<Void, Never>?

  init(host: DatabaseHost, rules: StatementRules) {
    self.host = host
    self.rules = rules
  }

  /// Whether no transaction is open.
  var isAutocommit: Bool {
    get async {
      guard let lease else { return true }
      return await !lease.lease.isInTransaction
    }
  }

  /// Runs one statement.
  ///
  /// - Throws: ``ServerFailure``, or what the handler throws.
  func run(_ sql: String, _ handler: StatementHandler) async throws -> StatementResult {
    var handler = handler
    let isReader = rules.role == .read
    let values = handler.values
    // Whether a statement that writes was begun: it has its effect even when its rows are refused.
    let mayHaveWritten = Protected(false)
    handler.values = { statement in
      guard !isReader || statement.isReadOnly else { throw ServerFailure.readOnlyToken }
      let found = try values(statement)
      if !statement.isReadOnly { mayHaveWritten.withLock { $0 = true } }
      return found
    }
    let checked = handler
    let alarms = host.alarms
    let sql = StatementRules.replacement(for: sql)
    do {
      return try await perform(sql) { lease, limit in
        try await alarms.limit(limit) { clock in
          var timed = checked
          if let wait = checked.afterBatch { timed.afterBatch = { try await clock.whileWaiting(wait) } }
          return try await lease.run(sql, timed)
        }
      }
    } catch var failure as ServerFailure where failure.kind == .responseTooLarge && mayHaveWritten.withLock({ $0 }) {
      failure.outcome = .applied
      throw failure
    }
  }

  /// Throws if the rules don't allow a text, before anything runs.
  nonisolated func check(_ sql: String) throws(ServerFailure) {
    if let refusal = rules.verdict(on: sql).refusal { throw ServerFailure(.blocked, refusal) }
  }

  /// Describes one statement.
  func describe(_ sql: String) async throws -> StatementDescription {
    let sql = StatementRules.replacement(for: sql)
    return try await perform(sql, onlyDescribes: true) { lease, _ in try await lease.describe(sql) }
  }

  /// Rolls back an open transaction and releases everything.
  func close() async {
    await ending?.value
    await release()
  }

  private func perform<R: Sendable>(
    _ sql: String, onlyDescribes: Bool = false, _ body: @Sendable (DatabaseLease, Duration) async throws -> R
  ) async throws -> R {
    await ending?.value
    if wasEnded {
      wasEnded = false
      throw ServerFailure(
        .transactionTimeout, "the transaction was rolled back: it went on for too long while somebody waited")
    }
    let verdict = rules.verdict(on: sql)
    if let refusal = verdict.refusal { throw ServerFailure(.blocked, refusal) }
    isRunning = true
    do {
      let lease = try await prepared(for: sql, onlyDescribes: onlyDescribes)
      if verdict.marksConnection { lease.rules.mark() }
      let result = try await body(lease.lease, host.limits.statementTime)
      await settle()
      return result
    } catch {
      await settle()
      throw error
    }
  }

  /// The lease, with the turn if the statement needs it.
  private func prepared(for sql: String, onlyDescribes: Bool) async throws -> HostLease {
    if host.isShared {
      if turn == nil { try await takeTurn() }
      return try await takenLease()
    }
    let lease = try await takenLease()
    guard turn == nil, !onlyDescribes else { return lease }
    if HostConnection.isDefinition(sql), await !lease.lease.isInTransaction {
      // The connection may know an older schema, by which SQLite refuses a name that has become free since, without
      // looking again. A statement that runs makes it look.
      try await lease.lease.run(
        "SELECT 1 FROM sqlite_master LIMIT 0", StatementHandler(values: { _ in [] }, receive: { _ in }))
    }
    if try await !lease.lease.describe(sql).isReadOnly {
      if rules.role == .read { throw ServerFailure.readOnlyToken }
      try await takeTurn()
    }
    return lease
  }

  /// Whether a statement creates, changes or drops something by its name.
  private static func isDefinition(_ sql: String) -> Bool {
    let text = sql.utf8.drop { $0 <= 32 }.prefix(6).map { $0 | 0x20 }
    return ["create", "alter", "drop"].contains { text.starts(with: $0.utf8) }
  }

  private func takenLease() async throws -> HostLease {
    if let lease { return lease }
    let lease = try await host.takeLease(rules)
    self.lease = lease
    return lease
  }

  private func takeTurn() async throws {
    turn = await host.turnstile.take { [weak self] in await self?.end() }
    if turn == nil {
      try Task.checkCancellation()
      throw ServerFailure(.waitTimeout, "another client's transaction went on for too long; try again", engineCode: 5)
    }
  }

  /// After a statement: passes the turn on unless a transaction is open.
  private func settle() async {
    isRunning = false
    let isOpen = await lease?.lease.isInTransaction ?? false
    if isOpen && mustEnd {
      await endNow()
    } else if !isOpen {
      mustEnd = false
      if host.isShared { await release() } else { await releaseTurn() }
    }
  }

  /// Ends the transaction because another client waits for it.
  private func end() async {
    guard turn != nil else { return }
    guard !isRunning else {
      mustEnd = true
      return
    }
    guard ending == nil else { return }
    let task = Task { await self.endNow() }
    ending = task
    await task.value
    ending = nil
  }

  private func endNow() async {
    mustEnd = false
    wasEnded = true
    await lease?.lease.rollBack()
    if host.isShared { await release() } else { await releaseTurn() }
  }

  private func releaseTurn() async {
    guard let turn else { return }
    self.turn = nil
    await host.turnstile.release(turn)
  }

  private func release() async {
    if let lease {
      self.lease = nil
      await host.giveBack(lease)
    }
    await releaseTurn()
  }
}
#endif
