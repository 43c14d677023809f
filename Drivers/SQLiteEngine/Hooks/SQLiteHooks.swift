internal import CQuarrySQLite
internal import Quarry

/// Everything of a connection that the engine calls back, and the context that it calls back with.
///
/// The connection owns it and closes the engine's handle before it lets go of it. It holds no reference to the connection,
/// so an observer keeps a connection alive only if its own closure does.
final class SQLiteHooks {
  typealias ID = SQLiteObserverID

  let library: SQLiteLibrary

  private var lastID: UInt64 = 0

  var traces: [ID: (includesValues: Bool, body: (SQLiteTraceEvent) -> Void)] = [:]
  /// When the statements that are running were started.
  var traceStarts: [OpaquePointer: ContinuousClock.Instant] = [:]

  var rowChanges: [ID: (SQLiteRowChange) -> Void] = [:]
  var committedChanges: [ID: ([SQLiteRowChange]) -> Void] = [:]
  var commits: [ID: () -> Bool] = [:]
  var rollbacks: [ID: () -> Void] = [:]
  var logWrites: [ID: (SQLiteLogWrite) -> Void] = [:]

  /// Whether the engine calls the authorizer.
  var hasAuthorizer = false
  var authorizer: ((SQLiteAction) -> SQLiteAuthorization)?
  var progress: (() -> Bool)?

  /// The changes of the transaction that is open.
  var pending = SQLitePendingChanges()

  /// The object whose deletion the authorizer was just asked about as part of a DROP.
  var droppedName: String?

  /// After how many pages the engine would bring the log into the file by itself; observing the log replaces that.
  var automaticCheckpointPages: Int32 = 0

  init(library: SQLiteLibrary) { self.library = library }

  func makeID() -> ID {
    lastID += 1
    return ID(number: lastID)
  }

  /// Whether rows that change are of interest.
  var observesRows: Bool { !rowChanges.isEmpty || !committedChanges.isEmpty }

  /// Forgets every observer, so that closures are let go when the connection closes.
  func removeAll() {
    traces.removeAll()
    traceStarts.removeAll()
    rowChanges.removeAll()
    committedChanges.removeAll()
    commits.removeAll()
    rollbacks.removeAll()
    logWrites.removeAll()
    authorizer = nil
    progress = nil
    pending = SQLitePendingChanges()
  }

  /// The hooks behind a context that the engine was given.
  static func from(_ context: UnsafeMutableRawPointer?) -> SQLiteHooks? {
    context.map { Unmanaged<SQLiteHooks>.fromOpaque($0).takeUnretainedValue() }
  }

  /// What the engine is given; the connection keeps the object alive.
  var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}

/// Names an observer, to remove it again.
public struct SQLiteObserverID: Sendable, Hashable {
  let number: UInt64
}

extension SQLiteConnection {
  /// Removes an observer of any kind. Does nothing when it was removed before.
  ///
  /// Its closure is let go, and the engine stops calling back when nobody of its kind is left.
  public func removeObserver(_ id: SQLiteObserverID) {
    guard let database else { return }
    if hooks.traces.removeValue(forKey: id) != nil { updateTrace(database) }
    if hooks.rowChanges.removeValue(forKey: id) != nil { updateChangeHooks(database) }
    if hooks.committedChanges.removeValue(forKey: id) != nil { updateChangeHooks(database) }
    if hooks.commits.removeValue(forKey: id) != nil { updateChangeHooks(database) }
    if hooks.rollbacks.removeValue(forKey: id) != nil { updateChangeHooks(database) }
    if hooks.logWrites.removeValue(forKey: id) != nil { updateLogHook(database) }
  }
}
