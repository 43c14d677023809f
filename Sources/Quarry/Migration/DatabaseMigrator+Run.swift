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
    let start = records.version
    var (applied, undone): ([Int64], [Int64]) = ([], [])
    var (hasBegun, wasReset) = (false, false)
    while true {
      let plan = try plan(records, goal)
      if case .useNewer(readOnly: true) = plan.action { database.pool.isReadOnly = true }
      guard let work = try Work(plan.action, self, table, database.capabilities) else { break }
      if !hasBegun, work.step != nil || work.isReset {
        try await observer?.willStart(from: start, to: goal)
        if start > 0 || !records.isEmpty { try await beforeFirstStep?(database) }
        hasBegun = true
      }
      if let step = work.step { await observer?.willPerform(step) }
      do {
        let isDone = try await perform(work, table, goal, database)
        if isDone, work.isReset { wasReset = true }
        if isDone, let step = work.step {
          if work.isUndo { undone.append(step.number) } else { applied.append(step.number) }
          await observer?.didPerform(step, number: applied.count + undone.count)
        }
      } catch {
        if let step = work.step { await observer?.didFail(step, error) }
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

  /// One piece of work, which is applied together.
  struct Work: Sendable {
    var step: MigrationStep<Version>?
    var isUndo = false
    /// What is noted in the table.
    var records: [MigrationRecords.Record] = []
    /// The statements before the step's own work: they fail when the step was applied already.
    var notes: [SQLFragment]
    var work: MigrationStep<Version>.Work
    /// The version behind it.
    var number: Int64
    /// Whether it deletes everything.
    var isReset: Bool { if case .erase = work { true } else { false } }

    init?(
      _ action: MigrationPlan<Version>.Action, _ migrator: DatabaseMigrator, _ table: MigrationTable,
      _ capabilities: DriverCapabilities
    ) throws(DatabaseError) {
      switch action {
      case .nothing, .useNewer: return nil
      case .reset:
        notes = []
        work = .erase
        number = 0
      case .adopt(let steps):
        records = steps.map(Self.record)
        notes = [table.create] + records.map(table.insert)
        work = .statements([])
        number = steps.last?.number ?? 0
      case .apply(let step):
        self.step = step
        records = [Self.record(step)]
        notes = [table.create, table.insert(Self.record(step))]
        work = step.work
        number = step.number
      case .create(let step, let steps):
        self.step = step
        records = steps.map(Self.record)
        notes = [table.create] + records.map(table.insert)
        work = step.work
        number = step.number
      case .undo(let step):
        self.step = step
        isUndo = true
        notes = [table.delete(step.number)]
        work = step.undo ?? .statements([])
        number = migrator.steps.last { $0.number < step.number }?.number ?? 0
      }
      if case .body = work, capabilities.transactions != .interactive {
        throw DatabaseError(
          .unsupportedFeature,
          "step \(number) (\(step?.name ?? "")) is Swift code, which needs a transaction that is held open; this driver applies "
            + "statements together only: write the step as SQL text", missing: .interactiveTransactions)
      }
    }

    private static func record(_ step: MigrationStep<Version>) -> MigrationRecords.Record {
      MigrationRecords.Record(number: step.number, name: step.name, checksum: step.checksum)
    }
  }

  /// Carries out one piece of work.
  ///
  /// - Returns: Whether this call has done it; otherwise somebody else has meanwhile.
  private func perform(
    _ work: Work, _ table: MigrationTable, _ goal: Int64, _ database: Database
  ) async throws -> Bool {
    do {
      guard database.capabilities.transactions == .interactive else {
        return try await performTogether(work, table, goal, database)
      }
      return try await performInside(work, table, goal, database)
    } catch let error as DatabaseError where error.code.isConstraint || error.outcome == .unknown {
      // The table tells what became of it: somebody else was there before, or the answer to the commit was lost.
      let action = try plan(try await table.records(database), goal).action
      if let next = try Work(action, self, table, database.capabilities), next.isSame(as: work) { throw error }
      return error.outcome == .unknown
    }
  }

  /// Carries out one piece of work in a transaction that is held open.
  private func performInside(
    _ work: Work, _ table: MigrationTable, _ goal: Int64, _ database: Database
  ) async throws -> Bool {
    let suspends = suspendsForeignKeys && database.capabilities.connectionSettings != .refused
    return try await database.withoutTransaction { session in
      try session.withForeignKeysSuspended(suspends && (work.step != nil || work.isReset)) { needsCheck in
        try session.transaction(.immediate) {
          // Others may have been here since the plan was made.
          let plan = try plan(try table.records(session), goal)
          guard try Work(plan.action, self, table, session.capabilities)?.isSame(as: work) == true else { return false }
          try TableRebuildProgress.$handler.withValue(progressHandler(work)) { try session.perform(work) }
          if needsCheck { try session.requireForeignKeys(behind: "step \(work.number)") }
          return true
        }
      }
    }
  }

  /// What hands the progress of rebuilds in a step to the observer.
  private func progressHandler(_ work: Work) -> TableRebuildProgress.Handler? {
    guard let observer, let step = work.step else { return nil }
    return { observer.didCopy(step, $0) }
  }

  /// The same as one atomic batch: the note fails, and all with it, when somebody else was there before.
  private func performTogether(
    _ work: Work, _ table: MigrationTable, _ goal: Int64, _ database: Database
  ) async throws -> Bool {
    let statements: [SQLFragment]
    switch work.work {
    case .statements(let own): statements = own
    case .erase:
      let version = try await database.fetchOne(MigrationTable.userVersion.values(Int64.self)) ?? Int64(0)
      statements =
        SchemaErasure.statements(for: try await database.fetchAll(SchemaErasure.objects), defers: false)
        + (version == 0 ? [] : [MigrationTable.setUserVersion(0)])
    case .body: return false
    }
    try await database.batch { batch in
      for statement in work.notes + statements { batch.execute(statement) }
    }
    return true
  }
}

extension DatabaseMigrator.Work {
  func isSame(as other: Self) -> Bool {
    number == other.number && isUndo == other.isUndo && isReset == other.isReset
      && (step == nil) == (other.step == nil)
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
