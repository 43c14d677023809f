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
    var hasBegun = false
    while true {
      let plan = try plan(records, goal)
      guard let work = try Work(plan.action, self, table, database.capabilities) else { break }
      if !hasBegun, work.step != nil {
        try await observer?.willStart(from: start, to: goal)
        if start > 0 || !records.isEmpty { try await beforeFirstStep?(database) }
        hasBegun = true
      }
      if let step = work.step { await observer?.willPerform(step) }
      do {
        let isDone = try await perform(work, table, goal, database)
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
    return Report(start: start, end: records.version, applied: applied, undone: undone)
  }

  func plan(_ records: MigrationRecords, _ goal: Int64) throws(DatabaseError) -> MigrationPlan<Version> {
    try MigrationPlan(records, steps, target: goal, policy: downgrades, baseline: baseline?.schemaNumber)
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

    init?(
      _ action: MigrationPlan<Version>.Action, _ migrator: DatabaseMigrator, _ table: MigrationTable,
      _ capabilities: DriverCapabilities
    ) throws(DatabaseError) {
      switch action {
      case .nothing, .useNewer: return nil
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
    guard database.capabilities.transactions == .interactive else {
      return try await performTogether(work, table, goal, database)
    }
    let suspends = suspendsForeignKeys && database.capabilities.connectionSettings == .kept
    return try await database.withoutTransaction { session in
      try session.withForeignKeysSuspended(suspends && work.step != nil) {
        try session.transaction(.immediate) {
          // Others may have been here since the plan was made.
          let plan = try plan(try table.records(session), goal)
          guard try Work(plan.action, self, table, session.capabilities)?.isSame(as: work) == true else { return false }
          try session.perform(work)
          if suspends { try session.requireForeignKeys(behind: work.number) }
          return true
        }
      }
    }
  }

  /// The same as one atomic batch: the note fails, and all with it, when somebody else was there before.
  private func performTogether(
    _ work: Work, _ table: MigrationTable, _ goal: Int64, _ database: Database
  ) async throws -> Bool {
    guard case .statements(let statements) = work.work else { return false }
    do {
      try await database.batch { batch in
        for statement in work.notes + statements { batch.execute(statement) }
      }
      return true
    } catch let error as DatabaseError where error.code.isConstraint || error.outcome == .unknown {
      // The table tells what became of it.
      let action = try plan(try await table.records(database), goal).action
      if let next = try Work(action, self, table, database.capabilities), next.isSame(as: work) { throw error }
      return error.outcome == .unknown
    }
  }
}

extension DatabaseMigrator.Work {
  func isSame(as other: Self) -> Bool {
    number == other.number && isUndo == other.isUndo && (step == nil) == (other.step == nil)
  }
}

extension SQLSession {
  /// Carries out one piece of work, in the transaction that is open.
  func perform<Version>(_ work: DatabaseMigrator<Version>.Work) throws {
    for statement in work.notes { try execute(statement) }
    switch work.work {
    case .statements(let statements): for statement in statements { try execute(statement) }
    case .body(let body): try body(self)
    }
    try execute(MigrationTable.setUserVersion(work.number))
  }

  /// Runs a body while foreign keys are not enforced, and enforces them again.
  func withForeignKeysSuspended<R>(_ suspends: Bool, _ body: () throws -> R) throws -> R {
    let isOn = SQLFragment(raw: "PRAGMA foreign_keys").values(Int64.self)
    guard suspends, try fetchOne(isOn) == 1 else { return try body() }
    try execute("PRAGMA foreign_keys = 0")
    let result = Result { try body() }
    do throws(DatabaseError) {
      // Also in a cancelled task: the connection goes back to others.
      try runControl("PRAGMA foreign_keys = 1", isCancellable: false)
    } catch {
      state.failure = error
      throw error
    }
    return try result.get()
  }

  /// Refuses a schema in which a row refers to none.
  func requireForeignKeys(behind number: Int64) throws {
    guard let row = try fetchOne(("PRAGMA foreign_key_check" as SQLFragment).rows()) else { return }
    let table = (try? row.get(0, as: String.self)) ?? ""
    throw DatabaseError(
      .constraintForeignKey,
      "behind step \(number) a row of \(table) refers to a row that is not there; the step was undone")
  }
}
