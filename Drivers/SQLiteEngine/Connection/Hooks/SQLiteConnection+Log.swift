internal import CQuarrySQLite
public import Quarry

/// A transaction that was written to the write-ahead log.
public struct SQLiteLogWrite: Sendable, Hashable {
  /// The schema whose log it is.
  public let schema: String
  /// How many pages the log has now.
  public let pageCount: Int
}

/// What a checkpoint has done.
public struct SQLiteCheckpointResult: Sendable, Hashable {
  /// How many pages the log has; -1 when the database has no log.
  public let logPages: Int
  /// How many of them are in the database file now; -1 when the database has no log.
  public let checkpointedPages: Int
}

/// How thoroughly a checkpoint works.
///
/// Source: <https://sqlite.org/c3ref/wal_checkpoint_v2.html>.
public enum SQLiteCheckpointMode: Int32, Sendable, Hashable, CaseIterable {
  /// As much as can be done without waiting for anybody.
  case passive = 0
  /// All of the log; waits for writers.
  case full = 1
  /// As `full`, and waits until the next writer begins the log anew.
  case restart = 2
  /// As `restart`, and empties the log's file.
  case truncate = 3
}

extension SQLiteConnection {
  /// Observes each transaction that is written to the write-ahead log.
  ///
  /// The engine's own checkpoints, which use the same hook, go on at the same number of pages. Source:
  /// <https://sqlite.org/c3ref/wal_hook.html>.
  ///
  /// - Parameter body: Called on the task that uses the connection; calls of the connection in it fail with
  ///   `.reentrantAccess`.
  /// - Returns: What ``removeObserver(_:)`` needs.
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

  /// Brings the write-ahead log into the database file.
  ///
  /// - Parameters:
  ///   - mode: How thoroughly.
  ///   - schema: Which database; `nil` for all that are attached.
  /// - Throws: `.busy` when another connection is in the way, `.locked` inside a transaction.
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
      guard code == SQLITE_OK else { throw failure(code, action: "cannot checkpoint \(location)") }
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
