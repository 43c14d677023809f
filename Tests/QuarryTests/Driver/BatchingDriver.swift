import Quarry
import QuarrySQLite
import QuarrySQLiteEngine

/// A driver that suspends and applies whole batches in one call, as one over a network does; it counts its calls.
struct BatchingDriver: DatabaseDriver {
  struct Calls: Equatable {
    var batches: [Int] = []
    var prepared = 0
  }

  let base: SQLiteDriver
  /// Whether it can hold a transaction open too.
  var holdsTransactions = true
  let calls = Protected(Calls())

  var name: String { "batching" }
  var traits: DriverTraits { DriverTraits(maximumReaders: 4, blocksThread: false) }

  nonisolated(nonsending) func open(
    _ role: ConnectionRole
  ) async throws(DatabaseError) -> sending BatchingConnection {
    BatchingConnection(base: try base.openSynchronously(role), holdsTransactions: holdsTransactions, calls: calls)
  }

  /// The calls that a body makes.
  func counted(_ body: () async throws -> Void) async rethrows -> Calls {
    calls.withLock { $0 = Calls() }
    try await body()
    return calls.withLock { $0 }
  }
}

final class BatchingConnection: DriverConnection {
  private let base: SQLiteConnection
  private let holdsTransactions: Bool
  private let calls: Protected<BatchingDriver.Calls>

  init(base: sending SQLiteConnection, holdsTransactions: Bool, calls: Protected<BatchingDriver.Calls>) {
    self.base = base
    self.holdsTransactions = holdsTransactions
    self.calls = calls
  }

  var capabilities: DriverCapabilities {
    var capabilities = base.capabilities
    capabilities.atomicBatches = true
    if !holdsTransactions { capabilities.transactions = .batchOnly }
    return capabilities
  }

  var transactionStatus: TransactionStatus { base.transactionStatus }
  var interruptHandle: any InterruptHandle { base.interruptHandle }

  nonisolated(nonsending) func prepare(
    _ sql: String
  ) async throws(DatabaseError) -> PreparedStatement<SQLiteStatement>? {
    calls.withLock { $0.prepared += 1 }
    await Task.yield()
    return try base.prepareSynchronously(sql)
  }

  nonisolated(nonsending) func executeBatch(
    _ statements: [SQLFragment], wantsResults: Bool
  ) async throws(DatabaseError) -> [BatchedAnswer] {
    calls.withLock { $0.batches.append(statements.count) }
    await Task.yield()
    let isInside = base.transactionStatus == .active
    _ = try run(isInside ? "SAVEPOINT b" : "BEGIN")
    var answers: [BatchedAnswer] = []
    do throws(DatabaseError) {
      for statement in statements { answers.append(try run(statement)) }
      _ = try run(isInside ? "RELEASE b" : "COMMIT")
    } catch {
      if base.transactionStatus == .active { _ = try? run(isInside ? "ROLLBACK TO b" : "ROLLBACK") }
      var error = error
      if answers.count < statements.count { error.statementIndex = answers.count }
      throw error
    }
    return wantsResults ? answers : answers.map { _ in BatchedAnswer(result: nil) }
  }

  private func run(_ fragment: SQLFragment) throws(DatabaseError) -> BatchedAnswer {
    guard let statement = try base.prepareSynchronously(fragment.sql)?.statement else {
      throw DatabaseError(.emptyStatement, "there is no statement")
    }
    defer { statement.finalize() }
    try statement.start(fragment.values)
    let rows = SQLRowBatch()
    rows.removeAllRows(columnCount: statement.columns.count)
    while true {
      guard case .done(let result) = try statement.stepSynchronously(into: rows, limit: 1_000) else { continue }
      return BatchedAnswer(result: result, columns: statement.columns, rows: rows)
    }
  }

  nonisolated(nonsending) func close() async { base.closeSynchronously() }
}
