#if Command
import Foundation
import Quarry
import QuarrySQLiteEngine

/// One run of a script: its files, its connection, and what went wrong, step by step.
final class ScriptRun {
  let target: FaultTarget
  let folder: FaultFolder

  /// The key that the main file has.
  var encryption: SQLCipherEncryption?

  /// The connection, while it is open.
  var context: SQLContext?

  /// The errors with the steps that they ended.
  private(set) var errors: [(step: String, error: any Error)] = []

  /// How many transactions were reported as done.
  var acknowledged = 0

  /// The copies that were reported as done: their names, their keys, and their number of transactions.
  var copies: [String: (encryption: SQLCipherEncryption?, last: Int)] = [:]

  /// What is wrong, whatever was injected.
  private(set) var defects: [String] = []

  init(target: FaultTarget, folder: FaultFolder) {
    self.target = target
    self.folder = folder
    encryption = target.encryption
  }

  var path: String { folder.file("main.db") }

  /// Runs a step; an error is kept and the script goes on.
  @discardableResult
  func step(_ name: String, _ body: () throws -> Void) -> Bool {
    do {
      try body()
      return true
    } catch {
      errors.append((name, error))
      return false
    }
  }

  /// Runs a step that suspends.
  func suspendingStep(_ name: String, _ body: () async throws -> Void) async {
    do {
      try await body()
    } catch {
      errors.append((name, error))
    }
  }

  /// Notes something that no fault excuses.
  func note(_ defect: String) { defects.append(defect) }

  /// No lock is waited for: where one fails for good, waiting takes time and shows nothing.
  static var settings: SQLiteConnectionSettings {
    var settings = SQLiteConnectionSettings()
    settings.busyTimeout = .zero
    // What another thread does with the file would be counted, too.
    settings.keepsReadMark = false
    return settings
  }

  func open(_ journal: SQLiteJournalMode? = .writeAheadLog, synchronous: SQLiteSynchronousMode? = nil) {
    step("open") {
      var settings = Self.settings
      settings.journalMode = journal
      settings.synchronous = synchronous
      context = try SQLContext(
        path: path, library: target.location, encryption: encryption, settings: settings)
    }
  }

  /// Runs a step on the connection, if there is one.
  @discardableResult
  func with(_ name: String, _ body: (SQLContext) throws -> Void) -> Bool {
    guard let context else { return false }
    return step(name) { try body(context) }
  }

  /// Runs the next transaction.
  func advance() {
    with("transaction") { context in acknowledged = try FaultContent.advance(context) }
  }

  /// Keeps that a copy is complete.
  func copied(_ name: String, _ encryption: SQLCipherEncryption?) {
    copies[name] = (encryption, acknowledged)
  }

  func close() {
    context?.close()
    context = nil
  }
}

/// A list of operations that is tried with a fault at every place.
struct FaultScript: Sendable {
  let name: String
  /// The journal mode of the file that the script finds.
  var journal = SQLiteJournalMode.writeAheadLog
  var needsEncryption = false
  let body: @Sendable (ScriptRun) async -> Void
}
#endif
