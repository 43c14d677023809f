import Foundation
import Quarry
import QuarrySQLiteEngine
import TestSupport

/// One call from inside of a callback.
struct ReentrantCall: Sendable {
  /// What is right, when the engine is in the middle of something.
  enum Rule: Sendable {
    /// It is refused with `.reentrantAccess`.
    case refused
    /// It does what it says at once: the engine is not asked, or allows it.
    case allowed
    /// It takes effect when the call that is going on has ended.
    case deferred
  }

  let name: String
  let rule: Rule
  /// Whether the connection is closed by it.
  var closes = false
  let body: @Sendable (ReentrantPlace) throws -> Void

  init(_ name: String, _ rule: Rule, closes: Bool = false, _ body: @escaping @Sendable (ReentrantPlace) throws -> Void)
  {
    self.name = name
    self.rule = rule
    self.closes = closes
    self.body = body
  }

  static let all: [ReentrantCall] = lifetime + statements + registrations + copies + properties

  private static let lifetime = [
    ReentrantCall("close", .deferred, closes: true) { $0.connection.closeSynchronously() },
    ReentrantCall("close twice", .deferred, closes: true) {
      $0.connection.closeSynchronously()
      $0.connection.closeSynchronously()
    },
    ReentrantCall("interrupt", .allowed) { $0.connection.interruptHandle.interrupt() },
    ReentrantCall("close, then interrupt", .deferred, closes: true) {
      $0.connection.closeSynchronously()
      $0.connection.interruptHandle.interrupt()
    },
  ]

  private static func sql(_ text: String) -> ReentrantCall {
    ReentrantCall(text, .refused) { _ = try $0.connection.execute(text) }
  }

  private static let statements =
    [
      "SELECT 1", "INSERT INTO t VALUES (9, 9)", "DELETE FROM t", "DROP TABLE t", "BEGIN", "COMMIT", "ROLLBACK",
      "SAVEPOINT s", "VACUUM", "PRAGMA journal_mode = delete", "PRAGMA user_version = 5", "ALTER TABLE t RENAME TO u",
    ].map { sql($0) } + [
      ReentrantCall("prepare", .refused) { _ = try $0.connection.prepareSynchronously("SELECT 2") },
      ReentrantCall("start an idle statement", .refused) { try $0.idle.start([7]) },
      ReentrantCall("step a statement half run", .refused) {
        let batch = SQLRowBatch()
        batch.removeAllRows(columnCount: 1)
        _ = try $0.half.stepSynchronously(into: batch, limit: 1)
      },
      ReentrantCall("reset a statement half run", .deferred) { $0.half.reset() },
      ReentrantCall("free a statement half run", .deferred) { $0.half.finalize() },
      ReentrantCall("free an idle statement", .deferred) { $0.idle.finalize() },
      ReentrantCall("reset the running statement", .deferred) { $0.running?.reset() },
      ReentrantCall("free the running statement", .deferred) { $0.running?.finalize() },
      ReentrantCall("let the running statement go", .deferred) { $0.running = nil },
      ReentrantCall("columns of a statement", .allowed) { _ = $0.half.columns },
    ]

  private static let registrations = [
    ReentrantCall("replace the function", .refused) { try $0.connection.addFunction("probe") { _ in .null } },
    ReentrantCall("add a function", .refused) { try $0.connection.addFunction("another") { _ in .null } },
    ReentrantCall("remove the function", .refused) { try $0.connection.removeFunction("probe") },
    ReentrantCall("add an aggregate", .refused) {
      try $0.connection.addAggregate("probe", initial: 0, step: { _, _ in }, result: { _ in .null })
    },
    ReentrantCall("replace the collation", .refused) { try $0.connection.addCollation("probe") { _, _ in .same } },
    ReentrantCall("remove the collation", .refused) { try $0.connection.removeCollation("probe") },
    ReentrantCall("trace", .refused) { try $0.connection.onTrace { _ in } },
    ReentrantCall("observe rows", .refused) { try $0.connection.onRowChange { _ in } },
    ReentrantCall("observe commits", .refused) { try $0.connection.onCommit { true } },
    ReentrantCall("observe rollbacks", .refused) { try $0.connection.onRollback {} },
    ReentrantCall("observe committed changes", .refused) { try $0.connection.onCommittedChanges { _ in } },
    ReentrantCall("observe the log", .refused) { try $0.connection.onLogWrite { _ in } },
    ReentrantCall("remove the observer", .deferred) {
      if let observer = $0.observer { $0.connection.removeObserver(observer) }
    },
    ReentrantCall("set an authorizer", .refused) { try $0.connection.setAuthorizer { _ in .deny } },
    ReentrantCall("remove the authorizer", .refused) { try $0.connection.setAuthorizer(nil) },
    ReentrantCall("set a progress handler", .refused) { try $0.connection.setProgressHandler { false } },
    ReentrantCall("remove the progress handler", .refused) { try $0.connection.setProgressHandler(nil) },
    ReentrantCall("set a busy handler", .refused) { try $0.connection.setBusyHandler { _ in true } },
    ReentrantCall("remove the busy handler", .refused) { try $0.connection.setBusyHandler(nil) },
    ReentrantCall("load an extension", .refused) { try $0.connection.loadExtension("/nowhere") },
  ]

  private static let copies = [
    ReentrantCall("back up", .refused) { try $0.connection.backUp(to: $0.other) },
    ReentrantCall("back up over it", .refused) { try $0.other.backUp(to: $0.connection) },
    ReentrantCall("back up to a file", .refused) {
      try $0.connection.backUp(
        toFile: $0.folder.file("copy.db"),
        encryption: $0.isKeyed ? SQLCipherEncryption(key: ReentrantPlace.key) : nil)
    },
    ReentrantCall("image", .refused) { _ = try $0.connection.image() },
    ReentrantCall("load an image", .refused) { try $0.connection.load(image: []) },
    ReentrantCall("load a file", .refused) { try $0.connection.load(file: $0.folder.file("other.db")) },
    ReentrantCall("fork", .refused) { _ = try $0.connection.fork() },
    ReentrantCall("export", .refused) { try $0.connection.export(to: $0.folder.file("export.db"), encryption: nil) },
    ReentrantCall("rekey", .refused) { try $0.connection.rekey(.raw([UInt8](2...33))) },
    ReentrantCall("attach", .refused) { try $0.connection.attach($0.folder.file("more.db"), as: "more") },
    ReentrantCall("detach", .refused) { try $0.connection.detach("more") },
    ReentrantCall("checkpoint", .refused) { try $0.connection.checkpoint(.truncate) },
    ReentrantCall("open a blob", .refused) { _ = try $0.connection.openBlob(table: "t", column: "b", rowID: 1) },
    ReentrantCall("read the blob", .refused) { _ = try $0.blob.read(count: 1) },
    ReentrantCall("write the blob", .refused) { try $0.blob.write([1]) },
    ReentrantCall("move the blob", .refused) { try $0.blob.move(toRow: 1) },
    ReentrantCall("close the blob", .deferred) { $0.blob.close() },
  ]

  private static let properties = [
    ReentrantCall("set the user version", .refused) { try $0.connection.setUserVersion(3) },
    ReentrantCall("read only", .refused) { try $0.connection.setReadsOnly(true) },
    ReentrantCall("foreign keys", .refused) { try $0.connection.setEnforcesForeignKeys(false) },
    ReentrantCall("encoding", .refused) { try $0.connection.setEncoding("UTF-16") },
    ReentrantCall("knows a setting", .refused) { _ = try $0.connection.knowsSetting(1010) },
    ReentrantCall("busy timeout", .allowed) { $0.connection.busyTimeout = .milliseconds(1) },
    ReentrantCall("what is known", .allowed) {
      _ = ($0.connection.lastInsertedRowID, $0.connection.totalChangeCount, $0.connection.transactionStatus)
      _ = ($0.connection.isClosed, $0.connection.busyTimeout, $0.connection.capabilities)
    },
  ]
}
