import Quarry

/// A driver whose statements report 2^32 changed rows too many, because no table in a test is that large.
struct CountingDriver<Base: DatabaseDriver>: ForwardingDriver {
  let base: Base

  var name: String { "counting" }
  var traits: DriverTraits { DriverTraits(maximumReaders: 0, blocksThread: false) }

  nonisolated(nonsending) func open(
    _ role: ConnectionRole
  ) async throws(DatabaseError) -> sending CountingConnection<Base.Connection> {
    CountingConnection(base: try await base.open(role))
  }
}

final class CountingConnection<Base: DriverConnection>: ForwardingConnection {
  let base: Base

  init(base: sending Base) { self.base = base }

  nonisolated(nonsending) func prepare(
    _ sql: String
  ) async throws(DatabaseError) -> PreparedStatement<CountingStatement<Base.Statement>>? {
    guard let prepared = try await base.prepare(sql) else { return nil }
    return PreparedStatement(statement: CountingStatement(base: prepared.statement), byteCount: prepared.byteCount)
  }
}

final class CountingStatement<Base: DriverStatement>: ForwardingStatement {
  let base: Base

  init(base: Base) { self.base = base }

  nonisolated(nonsending) func step(
    into batch: SQLRowBatch, limit: Int
  ) async throws(DatabaseError) -> StepResult {
    let result = try await base.step(into: batch, limit: limit)
    guard case .done(var counts) = result, counts.affectedRows > 0 else { return result }
    counts.affectedRows += 1 << 32
    return .done(counts)
  }
}

/// A record of one number.
struct CountedRecord: SQLCodable, Equatable {
  var a: Int64

  static let a = SQLColumn<Int64>("a")
  static let table = SQLTable("t", a)

  init(row: inout SQLRowReader<Self>) throws { a = try row[Self.a] }

  func encode(to row: inout SQLRowWriter<Self>) { row[Self.a] = a }
}
