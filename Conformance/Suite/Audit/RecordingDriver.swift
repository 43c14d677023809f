import Quarry

/// The statements that reached a driver, in order.
final class StatementLog: Sendable {
  private let texts = Protected<[String]>([])

  /// The texts so far.
  var statements: [String] { texts.withLock { $0 } }

  /// Adds a text.
  func add(_ sql: String) { texts.withLock { $0.append(sql) } }

  /// Removes all texts.
  func removeAll() { texts.withLock { $0.removeAll() } }
}

/// A driver that forwards everything to another one and records the statements.
struct RecordingDriver<Base: DatabaseDriver>: ForwardingDriver {
  let base: Base
  private let log: StatementLog

  init(_ base: Base, log: StatementLog) {
    self.base = base
    self.log = log
  }

  nonisolated(nonsending) func open(
    _ role: ConnectionRole
  ) async throws(DatabaseError) -> sending RecordingConnection<Base.Connection> {
    RecordingConnection(try await base.open(role), log: log)
  }
}

/// A connection of a ``RecordingDriver``.
final class RecordingConnection<Base: DriverConnection>: ForwardingConnection {
  let base: Base
  private let log: StatementLog

  init(_ base: Base, log: StatementLog) {
    self.base = base
    self.log = log
  }

  nonisolated(nonsending) func prepare(
    _ sql: String
  ) async throws(DatabaseError) -> PreparedStatement<Base.Statement>? {
    log.add(sql)
    return try await base.prepare(sql)
  }

  nonisolated(nonsending) func executeBatch(
    _ statements: [SQLFragment], wantsResults: Bool
  ) async throws(DatabaseError) -> [BatchedAnswer] {
    for statement in statements { log.add(statement.sql) }
    return try await base.executeBatch(statements, wantsResults: wantsResults)
  }
}

extension StatementLog {
  /// Wraps a driver, so that its statements are recorded here.
  func recording(_ driver: any DatabaseDriver) -> any DatabaseDriver { wrap(driver) }

  private func wrap<Base: DatabaseDriver>(_ driver: Base) -> any DatabaseDriver { RecordingDriver(driver, log: self) }
}
