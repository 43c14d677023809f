extension DatabaseMigrator {
  /// A step that a migration would apply or undo.
  public struct RehearsedStep: Sendable, Hashable {
    /// The number of its version; 0 for deleting everything under ``DowngradePolicy/reset``.
    public let number: Int64
    /// The name of the step.
    public let name: String
    /// Whether it would be undone.
    public let isUndo: Bool
    /// The statements in order, including those that record the step. Values are written as `?`.
    public let statements: [String]
  }

  /// Returns what ``migrate(_:to:)`` would do, and leaves the database unchanged.
  ///
  /// If the driver can hold a transaction open, the steps run in a transaction that is rolled back. Errors of the
  /// migration then appear now, and the result includes the statements of Swift code. The transaction holds the write
  /// lock. On other drivers nothing runs.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - target: The wanted version; `nil` for the newest.
  /// - Returns: The steps in order; empty if there is nothing to do.
  /// - Throws: The error that ``migrate(_:to:)`` would throw. The observer isn't called.
  public func rehearse(_ database: Database, to target: Version? = nil) async throws -> [RehearsedStep] {
    try requireOrder()
    let goal = target?.schemaNumber ?? steps.last?.number ?? 0
    let table = MigrationTable(table)
    guard database.capabilities.transactions == .interactive else {
      let objects = downgrades == .reset ? try await database.fetchAll(SchemaErasure.objects) : []
      return try planned(try await table.records(database), goal, table, database.capabilities, objects)
    }
    let suspends = suspendsForeignKeys && database.capabilities.connectionSettings != .refused
    let monitor = database.monitor
    return try await database.withoutTransaction { session in
      let before = session.monitor
      var recording = before ?? ConnectionMonitor(monitor)
      let recorder = StatementRecorder()
      recording.recorder = recorder
      defer { session.monitor = before }
      var rehearsed: [RehearsedStep] = []
      do {
        try session.withForeignKeysSuspended(suspends) { needsCheck in
          try session.transaction(.immediate) {
            while let work = try Work(
              try plan(try table.records(session), goal).action, self, table, session.capabilities)
            {
              session.monitor = recording
              try session.perform(work)
              session.monitor = before
              if needsCheck { try session.requireForeignKeys(behind: "step \(work.number)") }
              let statements = recorder.take()
              if let step = Self.rehearsed(work, statements) { rehearsed.append(step) }
            }
            throw Rehearsed()
          }
        }
      } catch is Rehearsed {}
      return rehearsed
    }
  }

  /// Returns the steps in order, without a database.
  private func planned(
    _ records: MigrationRecords, _ goal: Int64, _ table: MigrationTable, _ capabilities: DriverCapabilities,
    _ objects: [(String, String, String)]
  ) throws -> [RehearsedStep] {
    try works(records, goal, table, capabilities).compactMap { work in
      var statements = work.notes
      switch work.work {
      case .statements(let own): statements += own
      case .erase: statements += SchemaErasure.statements(for: objects, defers: false)
      case .body: break
      }
      return Self.rehearsed(work, statements.map(\.sql))
    }
  }

  private static func rehearsed(_ work: Work, _ statements: [String]) -> RehearsedStep? {
    let statements = statements.map { $0.hasSuffix(";") ? String($0.dropLast()) : $0 }
    if work.isReset { return RehearsedStep(number: 0, name: "delete everything", isUndo: true, statements: statements) }
    return work.step.map { step in
      RehearsedStep(number: step.number, name: step.name, isUndo: work.isUndo, statements: statements)
    }
  }
}

/// Ends a rehearsal and rolls back everything.
private struct Rehearsed: Error {}
