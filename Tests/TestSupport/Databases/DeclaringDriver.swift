package import Quarry

/// A driver that declares something else than the driver it wraps, and notes what reaches it.
package struct DeclaringDriver<Base: DatabaseDriver>: ForwardingDriver {
  package let base: Base
  package let arrivals: Arrivals
  private let declare: @Sendable (inout DriverCapabilities) -> Void

  package init(
    _ base: Base, _ arrivals: Arrivals = Arrivals(), declare: @escaping @Sendable (inout DriverCapabilities) -> Void
  ) {
    self.base = base
    self.arrivals = arrivals
    self.declare = declare
  }

  package nonisolated(nonsending) func open(
    _ role: ConnectionRole
  ) async throws(DatabaseError) -> sending DeclaringConnection<Base.Connection> {
    DeclaringConnection(base: try await base.open(role), arrivals, declare)
  }
}

/// What has reached a driver.
package final class Arrivals: Sendable {
  private let seen = Protected<[SQLFragment]>([])

  package init() {}

  /// The statements that were started, or came in a batch, with their values.
  package var statements: [SQLFragment] { seen.withLock { $0 } }

  package func removeAll() { seen.withLock { $0.removeAll() } }

  fileprivate func add(_ sql: String, _ values: [SQLValue]) {
    seen.withLock { $0.append(SQLFragment(raw: sql, values: values)) }
  }
}

package final class DeclaringConnection<Base: DriverConnection>: ForwardingConnection {
  package let base: Base
  package let capabilities: DriverCapabilities
  fileprivate let arrivals: Arrivals

  package init(base: sending Base, _ arrivals: Arrivals, _ declare: (inout DriverCapabilities) -> Void) {
    var capabilities = base.capabilities
    declare(&capabilities)
    self.capabilities = capabilities
    self.base = base
    self.arrivals = arrivals
  }

  package nonisolated(nonsending) func prepare(
    _ sql: String
  ) async throws(DatabaseError) -> PreparedStatement<DeclaringStatement<Base.Statement>>? {
    guard let prepared = try await base.prepare(sql) else { return nil }
    return PreparedStatement(
      statement: DeclaringStatement(base: prepared.statement, arrivals), byteCount: prepared.byteCount)
  }

  package nonisolated(nonsending) func executeBatch(
    _ statements: [SQLFragment], wantsResults: Bool
  ) async throws(DatabaseError) -> [BatchedAnswer] {
    for statement in statements { arrivals.add(statement.sql, statement.values) }
    return try await base.executeBatch(statements, wantsResults: wantsResults)
  }
}

extension DeclaringConnection: SynchronousDriverConnection where Base: SynchronousDriverConnection {
  package func prepareSynchronously(
    _ sql: String
  ) throws(DatabaseError) -> PreparedStatement<DeclaringStatement<Base.Statement>>? {
    guard let prepared = try base.prepareSynchronously(sql) else { return nil }
    return PreparedStatement(
      statement: DeclaringStatement(base: prepared.statement, arrivals), byteCount: prepared.byteCount)
  }
}

package final class DeclaringStatement<Base: DriverStatement>: ForwardingStatement {
  package let base: Base
  private let arrivals: Arrivals

  fileprivate init(base: Base, _ arrivals: Arrivals) {
    self.base = base
    self.arrivals = arrivals
  }

  package func start(_ values: [SQLValue]) throws(DatabaseError) {
    arrivals.add(sql, values)
    try base.start(values)
  }
}

extension DeclaringStatement: SynchronousDriverStatement where Base: SynchronousDriverStatement {}
