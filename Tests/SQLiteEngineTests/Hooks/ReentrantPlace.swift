import Foundation
import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

/// A connection with something of every kind open on it, for calls from inside of its callbacks.
final class ReentrantPlace {
  let folder: TemporaryFolder
  let connection: SQLiteConnection
  /// Another connection of the same library, to copy to and from.
  let other: SQLiteConnection
  /// A statement that was started and has more rows.
  let half: SQLiteStatement
  /// A statement that was not started.
  let idle: SQLiteStatement
  let blob: SQLiteBlob
  let isKeyed: Bool
  /// The statement whose step calls back.
  var running: SQLiteStatement?
  /// The observer that calls back, where it has a number.
  var observer: SQLiteObserverID?
  /// What the call from inside came to; `nil` while it was not made.
  var result: Result<Void, any Error>?
  private var inside: ((ReentrantPlace) throws -> Void)?

  static let key = SQLCipherKey.raw([UInt8](1...32))

  init(_ library: SQLiteLibrary) throws {
    let folder = try TemporaryFolder()
    let isKeyed = library.hasSymbol("sqlite3_key_v2")
    let encryption = isKeyed ? SQLCipherEncryption(key: Self.key) : nil
    // Nothing here outlives the call, so nothing has to reach the disk.
    var settings = SQLiteConnectionSettings()
    settings.synchronous = .off
    func open(_ name: String) throws -> SQLiteConnection {
      try SQLiteConnection.open(
        .file(path: folder.file(name), mode: .readWriteCreate), library: library.location, encryption: encryption,
        settings: settings)
    }
    let connection = try open("test.db")
    let other = try open("other.db")
    try other.execute("CREATE TABLE o (a)")
    try connection.execute("CREATE TABLE t (a, b); INSERT INTO t VALUES (1, x'010203'), (2, 'b'), (3, 'c')")
    let half = try #require(try connection.prepareSynchronously("SELECT a FROM t WHERE a < ?")).statement
    try half.start([100])
    let batch = SQLRowBatch()
    batch.removeAllRows(columnCount: 1)
    _ = try half.stepSynchronously(into: batch, limit: 1)
    idle = try #require(try connection.prepareSynchronously("INSERT INTO t VALUES (?, 'idle')")).statement
    blob = try connection.openBlob(table: "t", column: "b", rowID: 1, writable: false)
    (self.folder, self.isKeyed, self.connection, self.other, self.half) = (folder, isKeyed, connection, other, half)
  }

  /// What the callback does the first time.
  func onCall(_ inside: @escaping (ReentrantPlace) throws -> Void) { self.inside = inside }

  /// The engine has called back.
  func called() {
    guard let inside else { return }
    self.inside = nil
    result = Result { try inside(self) }
  }

  /// Runs a statement to its end, whatever it comes to.
  func run(_ sql: String) throws {
    running = try connection.prepareSynchronously(sql)?.statement
    defer { running?.finalize() }
    try running?.start([])
    let batch = SQLRowBatch()
    while let running {
      batch.removeAllRows(columnCount: running.columns.count)
      if case .done = try running.stepSynchronously(into: batch, limit: 100) { return }
    }
  }
}

/// Calls the place when it is let go.
final class ReleaseProbe {
  private let body: () -> Void
  init(_ body: @escaping () -> Void) { self.body = body }
  deinit { body() }
}

/// Every way in which the engine, or the driver on its behalf, calls the program back.
enum ReentrantCallback: String, CaseIterable, Codable, Sendable {
  case function, functionInWrite, aggregateStep, aggregateResult, windowValue, windowInverse, collation, trace,
    authorizer, progress, busy, commit, rollback, rowChange, committedChanges, logWrite, backupProgress,
    backupTarget, release

  /// Whether the engine is in the middle of something, so that no call may reach it.
  var isInsideEngine: Bool { self != .committedChanges && self != .backupProgress }

  func install(on place: ReentrantPlace) throws {
    let connection = place.connection
    // Not weak: the place outlives every call, and nothing else of it matters here.
    let called = { [unowned place] in place.called() }
    switch self {
    case .function, .functionInWrite:
      try connection.addFunction("probe") { arguments in
        called()
        return arguments.first ?? .null
      }
    case .aggregateStep, .aggregateResult:
      let isStep = self == .aggregateStep
      try connection.addAggregate(
        "probe", initial: 0,
        step: { count, _ in
          count += 1
          if isStep { called() }
        },
        result: { count in
          if !isStep { called() }
          return .integer(Int64(count))
        })
    case .windowValue, .windowInverse:
      let isInverse = self == .windowInverse
      try connection.addWindowFunction(
        "probe", initial: 0, step: { count, _ in count += 1 },
        inverse: { count, _ in
          count -= 1
          if isInverse { called() }
        },
        result: { count in
          if !isInverse { called() }
          return .integer(Int64(count))
        })
    case .collation:
      try connection.addCollation("probe") { _, _ in
        called()
        return .same
      }
    case .trace: place.observer = try connection.onTrace(includesValues: true) { _ in called() }
    case .authorizer:
      try connection.setAuthorizer { _ in
        called()
        return .allow
      }
    case .progress:
      try connection.setProgressHandler(every: 1) {
        called()
        return true
      }
    case .busy:
      try connection.setBusyHandler { _ in
        called()
        return false
      }
    case .commit:
      place.observer = try connection.onCommit {
        called()
        return true
      }
    case .rollback: place.observer = try connection.onRollback { called() }
    case .rowChange: place.observer = try connection.onRowChange { _ in called() }
    case .committedChanges: place.observer = try connection.onCommittedChanges { _ in called() }
    case .logWrite: place.observer = try connection.onLogWrite { _ in called() }
    case .backupProgress, .backupTarget: break
    case .release:
      let probe = ReleaseProbe(called)
      try connection.addFunction("released") { _ in
        withExtendedLifetime(probe) { .null }
      }
    }
  }

  /// Makes the engine call back.
  func trigger(_ place: ReentrantPlace) throws {
    let connection = place.connection
    if self == .busy || self == .backupTarget {
      // Nobody is asked who reads already, and nothing is copied over what is being read.
      place.half.reset()
      place.blob.close()
    }
    switch self {
    case .function: try place.run("SELECT probe(a) FROM t")
    case .functionInWrite: try place.run("UPDATE t SET a = probe(a)")
    case .aggregateStep, .aggregateResult: try place.run("SELECT probe(a) FROM t")
    case .windowValue, .windowInverse:
      try place.run("SELECT probe(a) OVER (ORDER BY a ROWS 1 PRECEDING) FROM t")
    case .collation: try place.run("SELECT a FROM t ORDER BY b COLLATE probe")
    case .trace: try place.run("SELECT a, b FROM t")
    case .authorizer: try place.run("SELECT a FROM t WHERE b = 'b'")
    case .progress: try place.run("SELECT count(*) FROM t, t, t")
    case .busy:
      let rival = try SQLiteConnection.open(
        connection.location, library: connection.library.location,
        encryption: place.isKeyed ? SQLCipherEncryption(key: ReentrantPlace.key) : nil)
      try rival.execute("BEGIN IMMEDIATE")
      defer { rival.closeSynchronously() }
      try place.run("INSERT INTO t VALUES (4, 4)")
    case .commit, .rowChange, .committedChanges, .logWrite:
      // No snapshot of a read may be open for the log to grow visibly, but one that is open is no obstacle.
      try place.run("INSERT INTO t VALUES (5, 5)")
    case .rollback:
      try place.run("BEGIN IMMEDIATE")
      try place.run("INSERT INTO t VALUES (6, 6)")
      try place.run("ROLLBACK")
    case .backupProgress:
      try connection.backUp(to: place.other, pagesPerStep: 1) { _ in
        place.called()
        return true
      }
    case .backupTarget:
      try place.other.backUp(to: connection, pagesPerStep: 1) { _ in
        place.called()
        return true
      }
    case .release:
      // No function is replaced while a statement runs.
      place.half.reset()
      place.blob.close()
      try connection.addFunction("released") { _ in .null }
    }
  }
}
