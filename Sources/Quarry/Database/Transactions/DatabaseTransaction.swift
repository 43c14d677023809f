import Synchronization

/// The transaction of an asynchronous body.
///
/// It is valid until the body ends. A later call throws ``DatabaseError`` with code `.transactionState`.
public final class DatabaseTransaction: Sendable {
  let connection: any PooledConnection
  private let isReadOnly: Bool
  private let isActive = Atomic(true)

  init(connection: any PooledConnection, isReadOnly: Bool) {
    self.connection = connection
    self.isReadOnly = isReadOnly
  }

  /// The capabilities of the connection.
  public var capabilities: DriverCapabilities { connection.context.capabilities }

  func requireActive() throws(DatabaseError) {
    guard isActive.load(ordering: .acquiring) else {
      throw DatabaseError(.transactionState, "the transaction has ended; use it only inside its body")
    }
  }

  static func run<R: Sendable>(
    _ kind: TransactionKind, isReadOnly: Bool, on connection: any PooledConnection,
    _ body: @concurrent @Sendable (DatabaseTransaction) async throws -> R
  ) async throws -> R {
    try await withTaskExecutorPreference(connection.preferredExecutor) {
      let level = try await connection.begin(kind, isReadOnly: isReadOnly)
      let transaction = DatabaseTransaction(connection: connection, isReadOnly: isReadOnly)
      let value: R
      do {
        value = try await body(transaction)
      } catch {
        transaction.isActive.store(false, ordering: .releasing)
        try? await connection.end(level, commit: false)
        throw error
      }
      transaction.isActive.store(false, ordering: .releasing)
      try await connection.end(level, commit: true)
      return value
    }
  }

  /// Runs a body in a savepoint. If the body throws, only its own changes are rolled back.
  ///
  /// - Parameter body: The work.
  /// - Returns: The result of the body.
  /// - Throws: The error of the body; ``DatabaseError`` with code `.transactionState` if the transaction has ended.
  @discardableResult
  public func savepoint<R: Sendable>(
    _ body: @concurrent @Sendable (DatabaseTransaction) async throws -> R
  ) async throws -> R {
    try requireActive()
    return try await DatabaseTransaction.run(.immediate, isReadOnly: isReadOnly, on: connection, body)
  }
}
