internal import CQuarrySQLite
public import Quarry

/// A transaction that was written to the write-ahead log.
public struct SQLiteLogWrite: Sendable, Hashable {
  /// The schema of the log.
  public let schema: String
  /// The number of pages in the log now.
  public let pageCount: Int
}

/// The result of a checkpoint.
public struct SQLiteCheckpointResult: Sendable, Hashable {
  /// The number of pages in the log, or -1 if the database has no log.
  public let logPages: Int
  /// The number of those pages that are in the database file now, or -1 if the database has no log.
  public let checkpointedPages: Int
}

/// The modes of a checkpoint.
///
/// Source: <https://sqlite.org/c3ref/wal_checkpoint_v2.html>.
public enum SQLiteCheckpointMode: Int32, Sendable, Hashable, CaseIterable {
  /// Writes as many pages as possible without waiting.
  case passive = 0
  /// Writes the whole log. Waits for writers.
  case full = 1
  /// Like `full`, and waits so that the next writer restarts the log.
  case restart = 2
  /// Like `restart`, and truncates the log's file.
  case truncate = 3
}

extension SQLiteConnection {
  /// Calls a closure for each transaction that is written to the write-ahead log.
  ///
  /// The engine's automatic checkpoints use the same hook. They continue at the same number of pages.
  ///
  /// Source: <https://sqlite.org/c3ref/wal_hook.html>.
  ///
  /// - Parameter body: A closure that is called on the connection's task. Inside it, calls of the connection throw
  ///   `.reentrantAccess`.
  /// - Returns: The identifier of the observer, for ``removeObserver(_:)``.
  /// - Throws: ``DatabaseError`` with code `.connectionClosed`, or `.unsupportedFeature` if the library was built
  ///   without a write-ahead log.
  @discardableResult
  public func onLogWrite(_ body: @escaping (SQLiteLogWrite) -> Void) throws(DatabaseError) -> SQLiteObserverID {
    let database = try openDatabase()
    guard api.pointee.wal_hook != nil else {
      throw DatabaseError(.unsupportedFeature, "\(capabilities.engine) was built without a write-ahead log")
    }
    if hooks.logWrites.isEmpty {
      hooks.automaticCheckpointPages = Int32(clamping: try integer(of: "PRAGMA wal_autocheckpoint") ?? 0)
    }
    let id = hooks.makeID()
    hooks.logWrites[id] = body
    updateLogHook(database)
    return id
  }

  /// Starts or stops the engine's reports of log writes.
  func updateLogHook(_ database: OpaquePointer) {
    guard !hooks.logWrites.isEmpty else {
      _ = api.pointee.wal_autocheckpoint?(database, hooks.automaticCheckpointPages)
      return
    }
    _ = api.pointee.wal_hook?(
      database,
      { context, database, schema, pages in
        SQLiteHooks.from(context)?.logWritten(database, schema, pages)
        return SQLITE_OK
      }, hooks.context)
  }

  /// Copies the write-ahead log into the database file.
  ///
  /// - Parameters:
  ///   - mode: The mode of the checkpoint.
  ///   - schema: The schema of the database. If `nil`, all attached databases.
  /// - Throws: ``DatabaseError`` with code `.busy` if another connection prevents it, `.locked` inside a transaction,
  ///   or `.connectionClosed`.
  @discardableResult
  public func checkpoint(
    _ mode: SQLiteCheckpointMode = .passive, schema: String? = "main"
  ) throws(DatabaseError) -> SQLiteCheckpointResult {
    try inOneCall { database throws(DatabaseError) in
      guard let checkpoint = api.pointee.wal_checkpoint_v2 else {
        throw DatabaseError(.unsupportedFeature, "\(capabilities.engine) was built without a write-ahead log")
      }
      if let schema { try Self.checkName(schema, "schema") }
      var log: Int32 = -1
      var done: Int32 = -1
      waiting.begin()
      let code = checkpoint(database, schema, mode.rawValue, &log, &done)
      guard code == SQLITE_OK else { throw failure(code, action: "can't checkpoint \(location)") }
      return SQLiteCheckpointResult(logPages: Int(log), checkpointedPages: Int(done))
    }
  }
}

extension SQLiteHooks {
  fileprivate func logWritten(_ database: OpaquePointer?, _ schema: UnsafePointer<CChar>?, _ pages: Int32) {
    let write = SQLiteLogWrite(schema: SQLiteLibrary.text(schema), pageCount: Int(pages))
    for body in logWrites.values { use.callback(.logWrite) { body(write) } }
    if automaticCheckpointPages > 0, pages >= automaticCheckpointPages {
      _ = library.api.pointee.wal_checkpoint_v2?(database, schema, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    }
  }
}
