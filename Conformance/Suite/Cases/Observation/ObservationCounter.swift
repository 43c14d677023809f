import Quarry

/// What reaches a driver while its database is observed, or not.
final class ObservationCounter: Sendable {
  struct Counts: Sendable, Hashable {
    /// How many statements were started, by their texts.
    var statements: [String: Int] = [:]
    /// How many connections were told to note effects.
    var tracked = 0
    /// How often effects were asked for.
    var effects = 0
    /// How often the position was asked for.
    var positions = 0
    /// How many watches were begun.
    var watches = 0

    /// What is done for observations alone.
    var observing: Int { tracked + effects + positions + watches }
    /// Every call that a server would see.
    var calls: Int { positions + statements.values.reduce(0, +) }
  }

  private let state = Protected(Counts())

  var counts: Counts { state.withLock { $0 } }

  /// How often a text was started.
  func starts(of sql: String) -> Int { counts.statements[sql] ?? 0 }

  fileprivate func note(_ change: (inout Counts) -> Void) { state.withLock { change(&$0) } }

  /// The driver, with everything counted here that reaches it.
  func counting(_ driver: any DatabaseDriver) -> any DatabaseDriver { wrap(driver) }

  private func wrap<Base: DatabaseDriver>(_ driver: Base) -> any DatabaseDriver {
    CountingDriver(base: driver, counter: self)
  }

  private struct CountingDriver<Base: DatabaseDriver>: ForwardingDriver {
    let base: Base
    let counter: ObservationCounter

    nonisolated(nonsending) func open(
      _ role: ConnectionRole
    ) async throws(DatabaseError) -> sending CountingConnection<Base.Connection> {
      CountingConnection(base: try await base.open(role), counter: counter)
    }
  }

  private final class CountingConnection<Base: DriverConnection>: ForwardingConnection {
    let base: Base
    private let counter: ObservationCounter

    init(base: sending Base, counter: ObservationCounter) {
      self.base = base
      self.counter = counter
    }

    nonisolated(nonsending) func prepare(
      _ sql: String
    ) async throws(DatabaseError) -> PreparedStatement<CountingStatement<Base.Statement>>? {
      guard let prepared = try await base.prepare(sql) else { return nil }
      return PreparedStatement(
        statement: CountingStatement(base: prepared.statement, counter: counter), byteCount: prepared.byteCount)
    }

    nonisolated(nonsending) func executeBatch(
      _ statements: [SQLFragment], wantsResults: Bool
    ) async throws(DatabaseError) -> [BatchedAnswer] {
      counter.note { counts in for statement in statements { counts.statements[statement.sql, default: 0] += 1 } }
      return try await base.executeBatch(statements, wantsResults: wantsResults)
    }

    func trackEffects() {
      counter.note { $0.tracked += 1 }
      base.trackEffects()
    }

    nonisolated(nonsending) func changePosition() async throws(DatabaseError) -> UInt64 {
      counter.note { $0.positions += 1 }
      return try await base.changePosition()
    }

    nonisolated(nonsending) func changeToken() async throws(DatabaseError) -> ChangeToken {
      counter.note { $0.positions += 1 }
      return try await base.changeToken()
    }

    func watchChanges(_ changed: @escaping @Sendable () -> Void) -> (any ChangeWatch)? {
      counter.note { $0.watches += 1 }
      return base.watchChanges(changed)
    }
  }

  private final class CountingStatement<Base: DriverStatement>: ForwardingStatement {
    let base: Base
    private let counter: ObservationCounter

    init(base: Base, counter: ObservationCounter) {
      self.base = base
      self.counter = counter
    }

    var effects: StatementEffects? {
      counter.note { $0.effects += 1 }
      return base.effects
    }

    func start(_ values: [SQLValue]) throws(DatabaseError) {
      counter.note { $0.statements[base.sql, default: 0] += 1 }
      try base.start(values)
    }
  }
}

extension CaseContext {
  /// A database of the case, and what reaches its driver.
  func countedObservation(
    _ configuration: DatabaseConfiguration = DatabaseConfiguration(maximumReaders: 2)
  ) async throws -> (Database, ObservationCounter) {
    let counter = ObservationCounter()
    let database = try await Database(counter.counting(try await driver(for: request())), configuration: configuration)
    resources.withLock { $0.databases.append(database) }
    return (database, counter)
  }
}
