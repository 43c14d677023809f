/// A connection around another one: it forwards everything, and implements only what it changes.
///
/// ``ForwardingDriver`` has an example. It must implement `prepare(_:)` if its statements are of another type.
public protocol ForwardingConnection: DriverConnection {
  /// The type of the connection that it wraps.
  associatedtype Base: DriverConnection

  /// The connection that it wraps.
  var base: Base { get }
}

extension ForwardingConnection {
  /// What the wrapped connection can do.
  public var capabilities: DriverCapabilities { base.capabilities }

  /// Whether a transaction is open on the wrapped connection.
  public var transactionStatus: TransactionStatus { base.transactionStatus }

  /// What tells the storage behind the wrapped connection from every other one.
  public var storageIdentity: String? { base.storageIdentity }
  /// Why the connection cannot be used any more, as the base says.
  public var failure: DatabaseError? { base.failure }

  /// Interrupts the wrapped connection.
  public var interruptHandle: any InterruptHandle { base.interruptHandle }

  /// Runs the statements in one batch of the wrapped connection.
  public nonisolated(nonsending) func executeBatch(
    _ statements: [SQLFragment], wantsResults: Bool
  ) async throws(DatabaseError) -> [BatchedAnswer] {
    try await base.executeBatch(statements, wantsResults: wantsResults)
  }

  /// A token of the wrapped connection.
  public nonisolated(nonsending) func changeToken() async throws(DatabaseError) -> ChangeToken {
    try await base.changeToken()
  }

  /// Says to the wrapped connection what the next reads must see.
  public func require(_ changes: RequiredChanges?) { base.require(changes) }

  /// Has statements of the wrapped connection tell what they read and write.
  public func trackEffects() { base.trackEffects() }

  /// A number of the wrapped connection that is another one after a change.
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
  public nonisolated(nonsending) func prepare(
    _ sql: String
  ) async throws(DatabaseError) -> PreparedStatement<Base.Statement>? { try await base.prepare(sql) }
}

extension ForwardingConnection where Self: SynchronousDriverConnection {
  /// Prepares without suspending.
  public nonisolated(nonsending) func prepare(
    _ sql: String
  ) async throws(DatabaseError) -> PreparedStatement<Statement>? { try prepareSynchronously(sql) }

  /// Asks without suspending.
  public nonisolated(nonsending) func changePosition() async throws(DatabaseError) -> UInt64 {
    try changePositionSynchronously()
  }

  /// Closes without suspending.
  public nonisolated(nonsending) func close() async { closeSynchronously() }
}

extension ForwardingConnection where Self: SynchronousDriverConnection, Base: SynchronousDriverConnection {
  /// A number of the wrapped connection that is another one after a change.
  public func changePositionSynchronously() throws(DatabaseError) -> UInt64 {
    try base.changePositionSynchronously()
  }

  /// Closes the wrapped connection.
  public func closeSynchronously() { base.closeSynchronously() }
}

extension ForwardingConnection
where Self: SynchronousDriverConnection, Base: SynchronousDriverConnection, Statement == Base.Statement {
  /// Prepares a statement of the wrapped connection.
  public func prepareSynchronously(
    _ sql: String
  ) throws(DatabaseError) -> PreparedStatement<Base.Statement>? { try base.prepareSynchronously(sql) }

  /// Prepares without suspending.
  public nonisolated(nonsending) func prepare(
    _ sql: String
  ) async throws(DatabaseError) -> PreparedStatement<Base.Statement>? { try prepareSynchronously(sql) }
}
