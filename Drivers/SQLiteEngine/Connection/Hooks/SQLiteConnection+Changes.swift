internal import CQuarrySQLite
public import Quarry

/// A row that was inserted, updated or deleted.
public struct SQLiteRowChange: Sendable, Hashable {
  /// The kinds of changes.
  public enum Kind: Sendable, Hashable {
    /// The row was inserted.
    case insert
    /// The row was updated.
    case update
    /// The row was deleted.
    case delete
  }

  /// The kind of change.
  public let kind: Kind
  /// The schema of the table: `main`, `temp`, or the name of an attached database.
  public let schema: String
  /// The table.
  public let table: String
  /// The rowid of the row. After an update, the new one.
  public let rowID: Int64
}

extension SQLiteConnection {
  /// Calls a closure for each row that changes, even if the change is rolled back later. See
  /// ``onCommittedChanges(_:)``.
  ///
  /// A DELETE without a condition reports every row too. Tables WITHOUT ROWID, virtual tables, and rows that INSERT
  /// OR REPLACE removes aren't reported.
  ///
  /// Source: <https://sqlite.org/c3ref/update_hook.html>.
  ///
  /// - Parameter body: A closure that is called on the connection's task, during a statement. Inside it, calls of the
  ///   connection throw `.reentrantAccess`. If it captures an object that owns the connection, capture it weakly.
  /// - Returns: The identifier of the observer, for ``removeObserver(_:)``.
  /// - Throws: ``DatabaseError`` with code `.connectionClosed`, or `.unsupportedFeature` if the library was built
  ///   without authorizers.
  @discardableResult
  public func onRowChange(_ body: @escaping (SQLiteRowChange) -> Void) throws(DatabaseError) -> SQLiteObserverID {
    try requireEveryRow()
    return try observe { $0.rowChanges[$1] = body }
  }

  /// Calls a closure with the rows that a transaction changed, after its commit. Rolled back changes are never
  /// reported.
  ///
  /// The changes of a transaction stay in memory until then. The same rows are reported as by ``onRowChange(_:)``.
  ///
  /// - Parameter body: A closure that is called on the connection's task, after the statement that committed. It can
  ///   use the connection. If it closes the connection, that takes effect when the current call ends.
  /// - Returns: The identifier of the observer, for ``removeObserver(_:)``.
  /// - Throws: ``DatabaseError`` with code `.connectionClosed`, or `.unsupportedFeature` if the library was built
  ///   without authorizers.
  @discardableResult
  public func onCommittedChanges(
    _ body: @escaping ([SQLiteRowChange]) -> Void
  ) throws(DatabaseError) -> SQLiteObserverID {
    try requireEveryRow()
    return try observe { $0.committedChanges[$1] = body }
  }

  /// Throws if a DELETE without a condition wouldn't report its rows. It needs an authorizer, which keeps the engine
  /// from emptying the table in one operation.
  private func requireEveryRow() throws(DatabaseError) {
    guard api.pointee.set_authorizer == nil else { return }
    throw DatabaseError(
      .unsupportedFeature,
      "\(capabilities.engine) was built without an authorizer, so it doesn't tell of the rows that a DELETE without a "
        + "condition removes")
  }

  /// Calls a closure before each commit of a writing transaction. Return `false` to roll back instead.
  ///
  /// - Parameter body: Returns whether to commit. If `false`, the transaction is rolled back and the statement throws
  ///   `.constraint`. Inside it, calls of the connection throw `.reentrantAccess`.
  /// - Returns: The identifier of the observer, for ``removeObserver(_:)``.
  /// - Throws: ``DatabaseError`` with code `.connectionClosed`.
  @discardableResult
  public func onCommit(_ body: @escaping () -> Bool) throws(DatabaseError) -> SQLiteObserverID {
    try observe { $0.commits[$1] = body }
  }

  /// Calls a closure after each rollback of a whole transaction.
  ///
  /// - Parameter body: A closure. Inside it, calls of the connection throw `.reentrantAccess`.
  /// - Returns: The identifier of the observer, for ``removeObserver(_:)``.
  /// - Throws: ``DatabaseError`` with code `.connectionClosed`.
  @discardableResult
  public func onRollback(_ body: @escaping () -> Void) throws(DatabaseError) -> SQLiteObserverID {
    try observe { $0.rollbacks[$1] = body }
  }

  private func observe(
    _ add: (SQLiteHooks, SQLiteObserverID) -> Void
  ) throws(DatabaseError) -> SQLiteObserverID {
    let database = try openDatabase()
    let id = hooks.makeID()
    add(hooks, id)
    updateChangeHooks(database)
    return id
  }

  /// Starts or stops the engine's reports, as observers need them.
  func updateChangeHooks(_ database: OpaquePointer) {
    let observesRows = hooks.observesRows
    let observesCommits = !hooks.commits.isEmpty || !hooks.committedChanges.isEmpty
    let observesRollbacks = !hooks.rollbacks.isEmpty || !hooks.committedChanges.isEmpty
    if hooks.committedChanges.isEmpty { hooks.pending.clear() }
    if observesRows {
      _ = api.pointee.update_hook(
        database,
        { context, operation, schema, table, rowID in
          SQLiteHooks.from(context)?.rowChanged(operation, schema, table, rowID)
        }, hooks.context)
    } else {
      _ = api.pointee.update_hook(database, nil, nil)
    }
    if observesCommits {
      _ = api.pointee.commit_hook(
        database, { context in SQLiteHooks.from(context)?.allowsCommit() == false ? 1 : 0 }, hooks.context)
    } else {
      _ = api.pointee.commit_hook(database, nil, nil)
    }
    if observesRollbacks {
      _ = api.pointee.rollback_hook(database, { context in SQLiteHooks.from(context)?.rolledBack() }, hooks.context)
    } else {
      _ = api.pointee.rollback_hook(database, nil, nil)
    }
    updateAuthorizer(database)
  }

  /// Follows the end of a statement and reports what it has committed.
  func statementSucceeded(_ statement: SQLiteStatement) {
    guard !hooks.committedChanges.isEmpty, let database else { return }
    if statement.isReadOnly { hooks.pending.follow(statement.sql) }
    guard hooks.pending.isCommitting, api.pointee.get_autocommit(database) != 0 else { return }
    let changes = hooks.pending.take()
    guard !changes.isEmpty else { return }
    for body in hooks.committedChanges.values { body(changes) }
  }
}

extension SQLiteHooks {
  fileprivate func rowChanged(
    _ operation: Int32, _ schema: UnsafePointer<CChar>?, _ table: UnsafePointer<CChar>?, _ rowID: Int64
  ) {
    let kind: SQLiteRowChange.Kind =
      switch operation {
      case SQLITE_INSERT: .insert
      case SQLITE_DELETE: .delete
      default: .update
      }
    let change = SQLiteRowChange(
      kind: kind, schema: SQLiteLibrary.text(schema), table: SQLiteLibrary.text(table), rowID: rowID)
    for body in rowChanges.values { use.callback(.rowChange) { body(change) } }
    if !committedChanges.isEmpty { pending.append(change) }
  }

  fileprivate func allowsCommit() -> Bool {
    // Everyone is asked, also after a refusal.
    var isAllowed = true
    for body in commits.values where !use.callback(.commit, body) { isAllowed = false }
    pending.isCommitting = isAllowed
    return isAllowed
  }

  fileprivate func rolledBack() {
    pending.clear()
    for body in rollbacks.values { use.callback(.rollback, body) }
  }
}
