internal import CQuarrySQLite
internal import Quarry

/// The closures of a connection that the engine calls, and the context of the calls.
///
/// The connection owns it and closes the engine's handle before releasing it. It holds no reference to the
/// connection, so an observer keeps a connection alive only if its own closure does.
final class SQLiteHooks {
  typealias ID = SQLiteObserverID

  let library: SQLiteLibrary

  // Used with its connection, by one thread at a time. No closure of the program runs while one of these is accessed.

  /// The engine's handle, which the connection sets.
  @exclusivity(unchecked) var database: OpaquePointer?

  /// The running callbacks.
  let use: SQLiteUse

  /// Whether the connection was interrupted.
  let waiting: SQLiteWaiting

  /// The statement that must not block its thread.
  let nonblocking: SQLiteNonblocking

  @exclusivity(unchecked) private var lastID: UInt64 = 0

  @exclusivity(unchecked) var traces: [ID: (includesValues: Bool, body: (SQLiteTraceEvent) -> Void)] = [:]
  /// The start times of the running statements.
  @exclusivity(unchecked) var traceStarts: [OpaquePointer: ContinuousClock.Instant] = [:]

  @exclusivity(unchecked) var rowChanges: [ID: (SQLiteRowChange) -> Void] = [:]
  @exclusivity(unchecked) var committedChanges: [ID: ([SQLiteRowChange]) -> Void] = [:]
  @exclusivity(unchecked) var commits: [ID: () -> Bool] = [:]
  @exclusivity(unchecked) var rollbacks: [ID: () -> Void] = [:]
  @exclusivity(unchecked) var logWrites: [ID: (SQLiteLogWrite) -> Void] = [:]

  /// Whether the engine calls the authorizer.
  @exclusivity(unchecked) var hasAuthorizer = false
  @exclusivity(unchecked) var authorizer: ((SQLiteAction) -> SQLiteAuthorization)?
  @exclusivity(unchecked) var progress: (() -> Bool)?

  /// Whether to record what statements read and write while they are prepared.
  @exclusivity(unchecked) var tracksEffects = false

  /// The collected effects of the statement that is being prepared.
  @exclusivity(unchecked) var collected: SQLiteCollectedEffects?

  /// Whether the engine rejects SQL with a key, or SQL that changes the file's encryption, when it reads it.
  @exclusivity(unchecked) var guardsEncryption = false

  /// Whether the driver itself is setting up the encryption of a database.
  @exclusivity(unchecked) var setsUpEncryption = false

  /// The setting that was just rejected.
  @exclusivity(unchecked) var refusedSetting: String?

  /// Whether the engine's export of a database ends the process while the engine traces.
  @exclusivity(unchecked) var exportEndsTraces = false

  /// Whether the statement that the engine has just read exports a database, so that tracing was switched off.
  @exclusivity(unchecked) var isTraceSuspended = false

  /// Whether the driver runs an internal statement, which isn't observed.
  @exclusivity(unchecked) var isQuiet = false

  /// The changes of the transaction that is open.
  @exclusivity(unchecked) var pending = SQLitePendingChanges()

  /// The object whose deletion the authorizer was just asked about as part of a DROP.
  @exclusivity(unchecked) var droppedName: String?

  /// The number of pages after which the engine makes an automatic checkpoint. Observing the log replaces that.
  @exclusivity(unchecked) var automaticCheckpointPages: Int32 = 0

  /// The number of pages in the log after a commit whose automatic checkpoint was postponed.
  @exclusivity(unchecked) var loggedPages: Int32 = 0
  /// The number of pages from which on there is one.
  @exclusivity(unchecked) var postponedPages: Int32 = 0

  init(library: SQLiteLibrary, use: SQLiteUse, waiting: SQLiteWaiting, nonblocking: SQLiteNonblocking) {
    self.library = library
    self.use = use
    self.waiting = waiting
    self.nonblocking = nonblocking
  }

  func makeID() -> ID {
    lastID += 1
    return ID(number: lastID)
  }

  /// Whether changed rows are observed.
  var observesRows: Bool { !rowChanges.isEmpty || !committedChanges.isEmpty }

  /// Whether the engine calls closures of the program.
  var hasClosures: Bool {
    observesRows || authorizer != nil || progress != nil || !traces.isEmpty || !commits.isEmpty || !rollbacks.isEmpty
      || !logWrites.isEmpty
  }

  /// Removes every observer, so that closures are released when the connection closes.
  func removeAll() {
    // They are let go after the last change here: what they hold may use the connection when it goes.
    let gone = (traces, rowChanges, committedChanges, commits, rollbacks, logWrites, authorizer, progress)
    traces = [:]
    traceStarts = [:]
    rowChanges = [:]
    committedChanges = [:]
    commits = [:]
    rollbacks = [:]
    logWrites = [:]
    authorizer = nil
    progress = nil
    database = nil
    pending = SQLitePendingChanges()
    withExtendedLifetime(gone) {}
  }

  /// Runs an internal statement without observers.
  func quietly<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    let before = isQuiet
    isQuiet = true
    defer { isQuiet = before }
    return try body()
  }

  /// The hooks of a context that the engine passes.
  static func from(_ context: UnsafeMutableRawPointer?) -> SQLiteHooks? {
    context.map { Unmanaged<SQLiteHooks>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The context for the engine. The connection keeps the object alive.
  var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}

/// The identifier of an observer.
public struct SQLiteObserverID: Sendable, Hashable {
  let number: UInt64
}

extension SQLiteConnection {
  /// Removes an observer of any kind. Does nothing if it was already removed.
  ///
  /// The observer's closure is released. The engine stops calling back when no observer of the kind is left. An
  /// observer can remove itself.
  public func removeObserver(_ id: SQLiteObserverID) {
    guard database != nil else { return }
    // Held until the engine knows.
    let trace = hooks.traces.removeValue(forKey: id)
    let change = hooks.rowChanges.removeValue(forKey: id)
    let committed = hooks.committedChanges.removeValue(forKey: id)
    let commit = hooks.commits.removeValue(forKey: id)
    let rollback = hooks.rollbacks.removeValue(forKey: id)
    let log = hooks.logWrites.removeValue(forKey: id)
    let observesChanges = change != nil || committed != nil || commit != nil || rollback != nil
    let (observesTrace, observesLog) = (trace != nil, log != nil)
    guard observesTrace || observesChanges || observesLog else { return }
    let update = { [weak self] in
      guard let self, let database = self.database else { return }
      if observesTrace { updateTrace(database) }
      if observesChanges { updateChangeHooks(database) }
      if observesLog { updateLogHook(database) }
    }
    // The engine must not be told inside of its own callback.
    if use.isInCallback { use.whenIdle(update) } else { update() }
  }
}
