extension DatabaseMigrator {
  /// What a migration did.
  public struct Report: Sendable, Hashable {
    /// The number of the version before; 0 for a new database.
    public let start: Int64
    /// The number of the version now.
    public let end: Int64
    /// The numbers of the steps that this call has applied; steps of other programs are not among them.
    public let applied: [Int64]
    /// The numbers of the steps that this call has undone.
    public let undone: [Int64]
    /// Whether everything was deleted before, under ``DowngradePolicy/reset``.
    public let wasReset: Bool
  }

  /// Applies what is missing, up to a version.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - target: The version that is wanted; `nil` for the newest.
  /// - Returns: What was done.
  /// - Throws: ``DatabaseError`` with code `.downgradeAttempt`, `.unknownSchemaVersion`, `.negativeSchemaVersion`,
  ///   `.unversionedSchema` or `.editedMigration`, and nothing was changed; `.unsupportedFeature` for a step that the driver
  ///   cannot run; what a step throws.
  @discardableResult
  public func migrate(_ database: Database, to target: Version? = nil) async throws -> Report {
    try requireOrder()
    let goal = target?.schemaNumber ?? steps.last?.number ?? 0
    let table = MigrationTable(table)
    var records = try await table.records(database)
    var start = records.version
    var (applied, undone): ([Int64], [Int64]) = ([], [])
    var (hasBegun, wasReset) = (false, false)
    while true {
      let plan = try plan(records, goal)
      if case .useNewer(readOnly: true) = plan.action { database.pool.isReadOnly = true }
      let works = try nextWorks(plan, records, goal, table, database.capabilities)
      guard !works.isEmpty else { break }
      let steps = works.compactMap(\.step)
      // A database that is adopted has its version already.
      if !hasBegun, let first = works.first, first.step == nil, !first.isReset { start = first.number }
      if !hasBegun, !steps.isEmpty || works.contains(where: \.isReset) {
        try await observer?.willStart(from: start, to: goal)
        if start > 0 || !records.isEmpty { try await beforeFirstStep?(database) }
        hasBegun = true
      }
      for step in steps { await observer?.willPerform(step) }
      let running = Protected(0)
      do {
        if try await perform(works, table, goal, database, running) {
          for work in works {
            if work.isReset { wasReset = true }
            guard let step = work.step else { continue }
            if work.isUndo { undone.append(step.number) } else { applied.append(step.number) }
            await observer?.didPerform(step, number: applied.count + undone.count)
          }
        }
      } catch {
        if let step = works[running.withLock { $0 }].step { await observer?.didFail(step, error) }
        throw error
      }
      records = try await table.records(database)
    }
    if hasBegun { await observer?.didFinish(from: start, to: records.version) }
    return Report(start: start, end: records.version, applied: applied, undone: undone, wasReset: wasReset)
  }

  func plan(_ records: MigrationRecords, _ goal: Int64) throws(DatabaseError) -> MigrationPlan<Version> {
    try MigrationPlan(
      records, steps, target: goal, policy: downgrades, baseline: baseline?.schemaNumber, creation: creation)
  }

  /// The pieces of work that are applied next, in one transaction; none when there is nothing to do.
  private func nextWorks(
    _ plan: MigrationPlan<Version>, _ records: MigrationRecords, _ goal: Int64, _ table: MigrationTable,
    _ capabilities: DriverCapabilities
  ) throws(DatabaseError) -> [Work] {
    if appliesStepsTogether { return try works(records, goal, table, capabilities) }
    return try Work(plan.action, self, table, capabilities).map { [$0] } ?? []
  }

  /// Carries out pieces of work, all of them or none.
  ///
  /// - Parameter running: Tells which of them is being carried out.
  /// - Returns: Whether this call has done it; otherwise somebody else has meanwhile.
  private func perform(
    _ works: [Work], _ table: MigrationTable, _ goal: Int64, _ database: Database, _ running: Protected<Int>
  ) async throws -> Bool {
    do {
      guard database.capabilities.transactions == .interactive else {
        return try await performTogether(works, table, database, running)
      }
      return try await performInside(works, table, goal, database, running)
    } catch let error as DatabaseError where error.code.isConstraint || error.outcome == .unknown {
      // The table tells what became of it: somebody else was there before, or the answer to the commit was lost.
      let records = try await table.records(database)
      let next = try nextWorks(try plan(records, goal), records, goal, table, database.capabilities)
      if Self.areSame(next, works) { throw error }
      return error.outcome == .unknown
    }
  }

  private static func areSame(_ some: [Work], _ others: [Work]) -> Bool {
    some.elementsEqual(others) { $0.isSame(as: $1) }
  }

  /// Carries out pieces of work in a transaction that is held open.
  private func performInside(
    _ works: [Work], _ table: MigrationTable, _ goal: Int64, _ database: Database, _ running: Protected<Int>
  ) async throws -> Bool {
    let hasSteps = works.contains { $0.step != nil || $0.isReset }
    let suspends = suspendsForeignKeys && hasSteps && database.capabilities.connectionSettings != .refused
    return try await database.withoutTransaction { session in
      try session.withForeignKeysSuspended(suspends) { needsCheck in
        try session.transaction(.immediate) {
          // Others may have been here since the plan was made.
          let records = try table.records(session)
          let next = try nextWorks(try plan(records, goal), records, goal, table, session.capabilities)
          guard Self.areSame(next, works) else { return false }
          for (index, work) in works.enumerated() {
            running.withLock { $0 = index }
            try TableRebuildProgress.$observer.withValue(progressObserver(work)) { try session.perform(work) }
            if needsCheck { try session.requireForeignKeys(behind: "step \(work.number)") }
          }
          return true
        }
      }
    }
  }

  /// What hands the progress of rebuilds in a step to the observer.
  private func progressObserver(_ work: Work) -> TableRebuildProgress.Observer? {
    guard let observer, let step = work.step else { return nil }
    return TableRebuildProgress.Observer { observer.didCopy(step, $0) }
  }

  /// The same as one atomic batch: the note fails, and all with it, when somebody else was there before.
  private func performTogether(
    _ works: [Work], _ table: MigrationTable, _ database: Database, _ running: Protected<Int>
  ) async throws -> Bool {
    var statements: [SQLFragment] = []
    // Where the statements of each piece of work begin.
    var begins: [Int] = []
    for work in works {
      begins.append(statements.count)
      statements += work.notes
      switch work.work {
      case .statements(let own): statements += own
      case .erase:
        let version = try await database.fetchOne(MigrationTable.userVersion.values(Int64.self)) ?? Int64(0)
        statements +=
          SchemaErasure.statements(for: try await database.fetchAll(SchemaErasure.objects), defers: false)
          + (version == 0 ? [] : [MigrationTable.setUserVersion(0)])
      case .body: return false
      }
    }
    do {
      try await database.batch { batch in for statement in statements { batch.execute(statement) } }
    } catch let error as DatabaseError {
      // The driver says which statement has failed.
      let index = error.statementIndex.flatMap { failed in begins.lastIndex { $0 <= failed } }
      if let index { running.withLock { $0 = index } }
      throw error
    }
    return true
  }
}

extension SQLSession {
  /// Carries out one piece of work, in the transaction that is open.
  func perform<Version>(_ work: DatabaseMigrator<Version>.Work) throws {
    for statement in work.notes { try execute(statement) }
    switch work.work {
    case .statements(let statements): for statement in statements { try execute(statement) }
    case .body(let body): try body(self)
    case .erase:
      for statement in SchemaErasure.statements(for: try fetchAll(SchemaErasure.objects), defers: true) {
        try execute(statement)
      }
    }
    try execute(MigrationTable.setUserVersion(work.number))
  }
}
