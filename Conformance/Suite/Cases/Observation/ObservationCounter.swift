import Quarry

/// Counts the calls of a driver, whether or not its database is observed.
final class ObservationCounter: Sendable {
  struct Counts: Sendable, Hashable {
    /// The number of starts of each statement, by text.
    var statements: [String: Int] = [:]
    /// The number of connections that were asked to report effects.
    var tracked = 0
    /// The number of reads of effects.
    var effects = 0
    /// The number of reads of the position.
    var positions = 0
    /// The number of started watches.
    var watches = 0

    /// The number of calls that only observations need.
    var observing: Int { tracked + effects + positions + watches }
    /// The number of calls that a server would see.
    var calls: Int { positions + statements.values.reduce(0, +) }
  }

  private let state = Protected(Counts())

  var counts: Counts { state.withLock { $0 } }

  /// Returns the number of starts of a text.
  func starts(of sql: String) -> Int { counts.statements[sql] ?? 0 }

  fileprivate func note(_ change: (inout Counts) -> Void) { state.withLock { change(&$0) } }

  /// Wraps a driver, so that its calls are counted here.
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
  /// Opens a database of the case, and counts the calls of its driver.
  func countedObservation(
    _ configuration: DatabaseConfiguration = DatabaseConfiguration(maximumReaders: 2)
  ) async throws -> (Database, ObservationCounter) {
    let counter = ObservationCounter()
    let database = try await Database(counter.counting(try await driver(for: request())), configuration: configuration)
    resources.withLock { $0.databases.append(database) }
    return (database, counter)
  }
}
