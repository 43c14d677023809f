extension DatabaseMigrator {
  /// The result of a migration.
  public struct Report: Sendable, Hashable {
    /// The number of the version before; 0 for a new database.
    public let start: Int64
    /// The number of the version now.
    public let end: Int64
    /// The numbers of the steps that this call applied. Steps that other programs applied aren't included.
    public let applied: [Int64]
    /// The numbers of the steps that this call undid.
    public let undone: [Int64]
    /// Whether everything was deleted first, under ``DowngradePolicy/reset``.
    public let wasReset: Bool
  }

  /// Applies the missing steps up to a version.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - target: The wanted version; `nil` for the newest.
  /// - Returns: The versions, and the applied and undone steps.
  /// - Throws:
  ///   - ``DatabaseError`` with code `.downgradeAttempt`, `.unknownSchemaVersion`, `.negativeSchemaVersion`,
  ///     `.unversionedSchema` or `.editedMigration`, before anything is changed.
  ///   - Code `.unsupportedFeature` for a step that the driver can't run.
  ///   - The error of a step, of ``beforeFirstStep``, or of the observer.
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

  /// Returns the work for the next transaction; empty if there is nothing to do.
  private func nextWorks(
    _ plan: MigrationPlan<Version>, _ records: MigrationRecords, _ goal: Int64, _ table: MigrationTable,
    _ capabilities: DriverCapabilities
  ) throws(DatabaseError) -> [Work] {
    if appliesStepsTogether { return try works(records, goal, table, capabilities) }
    return try Work(plan.action, self, table, capabilities).map { [$0] } ?? []
  }

  /// Carries out work, all of it or none.
  ///
  /// - Parameter running: Set to the index of the running work.
  /// - Returns: Whether this call has done it; otherwise another program has done it in the meantime.
  private func perform(
    _ works: [Work], _ table: MigrationTable, _ goal: Int64, _ database: Database, _ running: Protected<Int>
  ) async throws -> Bool {
    do {
      guard database.capabilities.transactions == .interactive else {
        return try await performTogether(works, table, database)
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

  /// Carries out work in an interactive transaction.
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

  /// Returns the closure that reports the progress of a step's rebuilds to the observer.
  private func progressObserver(_ work: Work) -> TableRebuildProgress.Observer? {
    guard let observer, let step = work.step else { return nil }
    return TableRebuildProgress.Observer { observer.didCopy(step, $0) }
  }

  /// Carries out work in one atomic batch. If another program was faster, recording the step fails, and the whole batch
  /// with it.
  private func performTogether(_ works: [Work], _ table: MigrationTable, _ database: Database) async throws -> Bool {
    var statements: [SQLFragment] = []
    for work in works {
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
    try await database.batch { batch in for statement in statements { batch.execute(statement) } }
    return true
  }
}

extension SQLSession {
  /// Carries out one piece of work in the open transaction.
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
