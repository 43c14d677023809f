/// A connection that wraps another one and forwards every call that it doesn't implement itself.
///
/// See ``ForwardingDriver`` for an example. If its statements have another type, it must implement `prepare(_:)`.
public protocol ForwardingConnection: DriverConnection {
  /// The type of the wrapped connection.
  associatedtype Base: DriverConnection

  /// The wrapped connection.
  var base: Base { get }
}

extension ForwardingConnection {
  /// The capabilities of the wrapped connection.
  public var capabilities: DriverCapabilities { base.capabilities }

  /// Whether a transaction is open on the wrapped connection.
  public var transactionStatus: TransactionStatus { base.transactionStatus }

  /// The identity of the wrapped connection's storage.
  public var storageIdentity: String? { base.storageIdentity }
  /// The reason why the wrapped connection can't be used any more.
  public var failure: DatabaseError? { base.failure }

  /// Interrupts the wrapped connection.
  public var interruptHandle: any InterruptHandle { base.interruptHandle }

  /// Runs the statements in one batch of the wrapped connection.
  ///
  /// - Throws: The error of the wrapped connection.
  public nonisolated(nonsending) func executeBatch(
    _ statements: [SQLFragment], wantsResults: Bool
  ) async throws(DatabaseError) -> [BatchedAnswer] {
    try await base.executeBatch(statements, wantsResults: wantsResults)
  }

  /// Returns a token of the wrapped connection.
  ///
  /// - Throws: The error of the wrapped connection.
  public nonisolated(nonsending) func changeToken() async throws(DatabaseError) -> ChangeToken {
    try await base.changeToken()
  }

  /// Sets the changes that the next reads of the wrapped connection must see.
  public func require(_ changes: RequiredChanges?) { base.require(changes) }

  /// Makes statements of the wrapped connection report what they read and write.
  public func trackEffects() { base.trackEffects() }

  /// Returns a number of the wrapped connection that is different after a change.
  ///
  /// - Throws: The error of the wrapped connection.
  public nonisolated(nonsending) func changePosition() async throws(DatabaseError) -> UInt64 {
    try await base.changePosition()
  }

  /// Watches for changes of the wrapped connection's database.
  public func watchChanges(_ changed: @escaping @Sendable () -> Void) -> (any ChangeWatch)? {
    base.watchChanges(changed)
  }

  /// Closes the wrapped connection.
  public nonisolated(nonsending) func close() async { await base.close() }
}

extension ForwardingConnection where Statement == Base.Statement {
  /// Prepares a statement of the wrapped connection.
  ///
  /// - Throws: The error of the wrapped connection.
  public nonisolated(nonsending) func prepare(
    _ sql: String
  ) async throws(DatabaseError) -> PreparedStatement<Base.Statement>? { try await base.prepare(sql) }
}

extension ForwardingConnection where Self: SynchronousDriverConnection {
  /// Prepares a statement without suspending.
  ///
  /// - Throws: The error of ``SynchronousDriverConnection/prepareSynchronously(_:)``.
  public nonisolated(nonsending) func prepare(
    _ sql: String
  ) async throws(DatabaseError) -> PreparedStatement<Statement>? { try prepareSynchronously(sql) }

  /// Returns the number without suspending.
  ///
  /// - Throws: The error of ``SynchronousDriverConnection/changePositionSynchronously()``.
  public nonisolated(nonsending) func changePosition() async throws(DatabaseError) -> UInt64 {
    try changePositionSynchronously()
  }

  /// Closes the connection without suspending.
  public nonisolated(nonsending) func close() async { closeSynchronously() }
}

extension ForwardingConnection where Self: SynchronousDriverConnection, Base: SynchronousDriverConnection {
  /// Whether the open transaction of the wrapped connection has broken a foreign key.
  public var hasUnresolvedForeignKeys: Bool? { base.hasUnresolvedForeignKeys }

  /// Returns a number of the wrapped connection that is different after a change.
  ///
  /// - Throws: The error of the wrapped connection.
  public func changePositionSynchronously() throws(DatabaseError) -> UInt64 {
    try base.changePositionSynchronously()
  }

  /// Closes the wrapped connection.
  public func closeSynchronously() { base.closeSynchronously() }
}

extension ForwardingConnection
where Self: SynchronousDriverConnection, Base: SynchronousDriverConnection, Statement == Base.Statement {
  /// Prepares a statement of the wrapped connection.
  ///
  /// - Throws: The error of the wrapped connection.
  public func prepareSynchronously(
    _ sql: String
  ) throws(DatabaseError) -> PreparedStatement<Base.Statement>? { try base.prepareSynchronously(sql) }

  /// Prepares a statement without suspending.
  ///
  /// - Throws: The error of the wrapped connection.
  public nonisolated(nonsending) func prepare(
    _ sql: String
  ) async throws(DatabaseError) -> PreparedStatement<Base.Statement>? { try prepareSynchronously(sql) }
}
