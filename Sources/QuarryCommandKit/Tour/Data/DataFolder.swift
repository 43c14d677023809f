#if Command
internal import Quarry
internal import QuarryCopy

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The SQL scripts of a folder, in the order of their names.
struct DataFolder: Sendable {
  /// One script.
  struct Script: Sendable {
    var name: String
    var statements: [SQLScript.Statement]
    var text: String
  }

  var path: String
  var scripts: [Script]

  /// Reads the scripts of a folder, or one script.
  ///
  /// - Throws: ``CommandError`` that names the path and what is wrong with it.
  init(path: String) throws {
    var isFolder = false
    let files = FileManager.default
    guard files.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw CommandError("there is no file or folder \(path); give a folder with *.sql scripts")
    }
    var names = [path]
    if isFolder {
      let content = try files.contentsOfDirectory(atPath: path)
      names = content.filter { $0.lowercased().hasSuffix(".sql") }.sorted().map { path + "/" + $0 }
      guard !names.isEmpty else { throw CommandError("the folder \(path) has no *.sql script") }
    }
    self.path = path
    scripts = try names.map { name in
      guard let data = files.contents(atPath: name) else { throw CommandError("the script \(name) cannot be read") }
      guard var text = String(validating: data, as: UTF8.self) else {
        throw CommandError("the script \(name) is not UTF-8; convert it first")
      }
      if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
      return Script(name: name, statements: Array(SQLScript(text)), text: text)
    }
  }

  /// The number of statements in all scripts.
  var statementCount: Int { scripts.reduce(0) { $0 + $1.statements.count } }

  /// Runs every statement, in one transaction if the driver supports it, otherwise in as few batches as possible.
  ///
  /// Statements that begin or end a transaction are left out, because there is already one.
  func load(into database: Database, _ progress: ProgressBar) async throws {
    let capabilities = database.capabilities
    let isOne = capabilities.holdsTransactions
    // Where every batch is a transaction, each one lets its rows refer to each other in any order.
    let first: [SQLFragment] = isOne ? [] : ["PRAGMA defer_foreign_keys = ON"]
    let count = min(64, capabilities.limits.batchStatements - first.count)
    try await database.changing { executor in
      if isOne { try await executor.execute("PRAGMA defer_foreign_keys = ON") }
      for script in scripts {
        let pieces = script.statements.filter { !Self.controlsTransaction($0.sql) }.flatMap { statement in
          ValuesList.pieces(of: statement.sql, maximumBytes: capabilities.limits.sqlBytes).map { (statement, $0) }
        }
        for part in pieces.parts(of: count) {
          try Task.checkCancellation()
          do {
            try await executor.apply(first + part.map { SQLFragment(raw: $0.1) })
          } catch let error as DatabaseError {
            var failing = part.map(\.0)
            if let index = error.statementIndex, failing.indices.contains(index - first.count) {
              failing = [failing[index - first.count]]
            }
            throw Self.error(error, script, failing)
          }
          progress.advance(by: Set(part.map(\.0.index)).count)
        }
      }
    }
  }

  /// The error with the line of the script, or with several lines if the driver doesn't report the failing statement.
  private static func error(
    _ error: DatabaseError, _ script: Script, _ failing: [SQLScript.Statement]
  ) -> any Error {
    // What a driver cannot carry is no mistake of the script.
    guard let first = failing.first, let last = failing.last, error.code != .unsupportedFeature else { return error }
    let isOne = first.index == last.index
    let start = SQLPlace(text: script.text, offset: first.offset + (isOne ? error.offset ?? 0 : 0)).line
    let end = SQLPlace(text: script.text, offset: last.offset).line
    var error = error
    error.sql = nil
    error.statementIndex = nil
    return CommandError("\(script.name), line\(isOne ? " \(start)" : "s \(start) to \(end)"): \(error)")
  }

  /// Whether a statement begins or ends a transaction.
  static func controlsTransaction(_ sql: String) -> Bool {
    let word = sql.prefix { $0.isLetter }.lowercased()
    return ["begin", "commit", "end", "rollback"].contains(word)
  }
}
#endif
