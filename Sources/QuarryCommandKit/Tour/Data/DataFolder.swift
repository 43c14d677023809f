internal import Quarry

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

  /// Runs every statement in one transaction.
  ///
  /// Statements that begin or end a transaction are left out, since there is one already.
  func load(into database: Database, _ progress: ProgressBar) async throws {
    try await database.write { (session: SQLSession) in
      try session.execute("PRAGMA defer_foreign_keys = ON")
      for script in scripts {
        for statement in script.statements {
          try Task.checkCancellation()
          progress.advance(by: 1)
          if Self.controlsTransaction(statement.sql) { continue }
          do {
            try session.execute(SQLFragment(raw: statement.sql))
          } catch let error as DatabaseError {
            let place = SQLPlace(text: script.text, offset: statement.offset + (error.offset ?? 0))
            var error = error
            error.sql = nil
            throw CommandError("\(script.name), line \(place.line): \(error)")
          }
        }
      }
    }
  }

  /// Whether a statement begins or ends a transaction.
  static func controlsTransaction(_ sql: String) -> Bool {
    let word = sql.prefix { $0.isLetter }.lowercased()
    return ["begin", "commit", "end", "rollback"].contains(word)
  }
}
