import Quarry
import QuarrySQLite
import QuarrySQLiteEngine

/// A driver that only suspends, as one over a network does: nothing more than the three protocols ask for.
///
/// It leads to a local database, so that its answers can be compared with those of the local driver.
struct SuspendingDriver: Driver {
  let base: SQLiteDriver

  var name: String { "suspending" }

  /// No call blocks its thread; four connections may read beside the writer.
  var traits: DriverTraits { DriverTraits(maximumReaders: 4, blocksThread: false) }

  nonisolated(nonsending) func open(
    _ role: ConnectionRole
  ) async throws(DatabaseError) -> sending SuspendingConnection {
    await Task.yield()
    return SuspendingConnection(base: try base.openSynchronously(role))
  }
}

final class SuspendingConnection: DriverConnection {
  private let base: SQLiteConnection

  init(base: sending SQLiteConnection) { self.base = base }

  var capabilities: Capabilities { base.capabilities }
  var transactionStatus: TransactionStatus { base.transactionStatus }
  var interruptHandle: any InterruptHandle { base.interruptHandle }

  nonisolated(nonsending) func prepare(
    _ sql: String
  ) async throws(DatabaseError) -> PreparedStatement<SuspendingStatement>? {
    await Task.yield()
    guard let prepared = try base.prepareSynchronously(sql) else { return nil }
    return PreparedStatement(
      statement: SuspendingStatement(base: prepared.statement), byteCount: prepared.byteCount)
  }

  nonisolated(nonsending) func close() async {
    await Task.yield()
    base.closeSynchronously()
  }
}

final class SuspendingStatement: DriverStatement {
  private let base: SQLiteStatement

  init(base: SQLiteStatement) { self.base = base }

  var sql: String { base.sql }
  var columns: [ColumnDescription] { base.columns }
  var parameterNames: [String?] { base.parameterNames }
  var isReadOnly: Bool { base.isReadOnly }
  var isReusable: Bool { base.isReusable }

  func start(_ values: [SQLValue]) throws(DatabaseError) { try base.start(values) }

  nonisolated(nonsending) func step(
    into batch: SQLRowBatch, limit: Int
  ) async throws(DatabaseError) -> StepResult {
    await Task.yield()
    let result = try base.stepSynchronously(into: batch, limit: limit)
    await Task.yield()
    return result
  }

  func reset() { base.reset() }
  func finalize() { base.finalize() }
}
