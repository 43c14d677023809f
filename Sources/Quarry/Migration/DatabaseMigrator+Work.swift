extension DatabaseMigrator {
  /// A piece of work that is applied as a whole.
  struct Work: Sendable {
    var step: MigrationStep<Version>?
    var isUndo = false
    /// The steps to record in the table.
    var records: [MigrationRecords.Record] = []
    /// The statements before the step's own work. They fail if the step was already applied.
    var notes: [SQLFragment]
    var work: MigrationStep<Version>.Work
    /// The version after it.
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
}

extension DatabaseMigrator.Work {
  func isSame(as other: Self) -> Bool {
    number == other.number && isUndo == other.isUndo && isReset == other.isReset
      && (step == nil) == (other.step == nil)
  }
}

extension DatabaseMigrator {
  /// Returns the work up to a version, in order.
  func works(
    _ records: MigrationRecords, _ goal: Int64, _ table: MigrationTable, _ capabilities: DriverCapabilities
  ) throws(DatabaseError) -> [Work] {
    var records = records
    var works: [Work] = []
    while let work = try Work(try plan(records, goal).action, self, table, capabilities) {
      works.append(work)
      records.note(work)
    }
    return works
  }
}

extension MigrationRecords {
  /// Changes the records as the work would.
  fileprivate mutating func note<Version>(_ work: DatabaseMigrator<Version>.Work) {
    if work.isReset {
      self = MigrationRecords(records: nil, userVersion: 0, isEmpty: true)
      return
    }
    var noted = records ?? []
    if work.isUndo {
      noted.removeAll { $0.number == work.step?.number }
    } else {
      noted += work.records
    }
    records = noted.sorted { $0.number < $1.number }
    isEmpty = false
  }
}
