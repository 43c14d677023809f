#if Command
internal import Quarry

/// An interactive session on one database: reads statements and commands, runs them, and goes on after errors.
struct Shell {
  let console: Console
  let connection: ShellConnection
  /// Whether the database is encrypted, and so what is written of it is for its owner only.
  let isPrivate: Bool
  var settings: ShellSettings
  let lines: any LineReader
  var history: ShellHistory?

  /// The lines of the statement that is not complete, for what is read at the next prompt.
  private var input = ShellInput()
  private var catalog = ShellCatalog()
  private var isCatalogOld = true
  /// The last statement, for `.explain`.
  private(set) var lastStatement: String?
  /// Whether a statement or a command has failed.
  private(set) var hasFailed = false

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - console: Where answers go.
  ///   - connection: The connection to the database.
  ///   - isPrivate: Whether files that are written of the database are for their owner only.
  ///   - settings: How results are written.
  init(console: Console, connection: ShellConnection, isPrivate: Bool, settings: ShellSettings) {
    self.console = console
    self.connection = connection
    self.isPrivate = isPrivate
    self.settings = settings
    let editor = console.isInputTerminal && console.isOutputTerminal ? console.lineEditor() : nil
    lines = editor ?? PlainLineReader(console: console)
    history = editor == nil ? nil : ShellHistory.standard()
  }

  /// Whether input comes from a terminal.
  var isInteractive: Bool { console.isInputTerminal }

  /// Reads and runs everything up to the end of the input, or `.quit`.
  ///
  /// - Throws: ``CommandError`` if the input cannot be read; `CancellationError` if the program has to end.
  mutating func run() async throws {
    for entry in history?.load() ?? [] { lines.remember(entry) }
    while true {
      try Task.checkCancellation()
      switch try await nextLine() {
      case .text(let line):
        if input.isEmpty, let command = ShellCommandLine(line, isTyped: isInteractive) {
          input.skipLine()
          keep(line)
          guard try await perform(command) else { return }
        } else {
          try await take(line)
        }
      case .invalid:
        input = ShellInput()
        fail(CommandError("a line isn't UTF-8; convert it first"))
      case .interrupted: input = ShellInput()
      case .end:
        try Task.checkCancellation()
        try await finish()
        return
      }
    }
  }

  private mutating func nextLine() async throws -> TypedLine {
    let isOpen = isInteractive ? await connection.isInTransaction : false
    if lines.completes, isCatalogOld {
      catalog = await ShellCatalog.read(connection)
      isCatalogOld = false
    }
    let prompt = input.isEmpty ? (isOpen ? "quarry*> " : "quarry> ") : (isOpen ? "    ...> " : "   ...> ")
    return try await lines.next(prompt, LineCompletion(before: input.text, catalog: catalog))
  }

  /// Takes a line of SQL, and runs the statements that it completes.
  private mutating func take(_ line: String) async throws {
    let statements = input.take(line)
    if !statements.isEmpty { keep(statements.map(\.sql).joined(separator: " ")) }
    for (index, statement) in statements.enumerated() where try await !run(statement) {
      if index + 1 < statements.count { console.error("the rest of the line wasn't run\n") }
      break
    }
  }

  /// Ends the input. Runs a last statement without a semicolon unless it was typed at a terminal.
  private mutating func finish() async throws {
    let rest = input.finish()
    guard isInteractive else {
      for statement in rest where try await !run(statement) { break }
      return
    }
    if !rest.isEmpty { fail(CommandError("the last statement wasn't run; end it with a semicolon")) }
  }

  /// Runs a statement and shows what comes of it.
  ///
  /// - Returns: Whether to run the statements after it in the same line.
  private mutating func run(_ statement: ShellInput.Statement) async throws -> Bool {
    lastStatement = statement.sql
    let wasOpen = await connection.isInTransaction
    defer { if SQLStatementKind(statement.sql).mayChangeNames { isCatalogOld = true } }
    do {
      let run = StatementRunner(console: console, settings: settings)
      try await run.run(statement.sql, on: connection)
      return true
    } catch {
      try Task.checkCancellation()
      if error is CancellationError || (error as? DatabaseError)?.code == .interrupted {
        console.error("interrupted\n")
      } else {
        fail(error, statement)
      }
      if wasOpen, await !connection.isInTransaction { console.error("the transaction was rolled back\n") }
      // The statements after one that failed may rely on it.
      return !isInteractive
    }
  }

  /// Adds what was typed to the history, unless it may hold a key.
  private func keep(_ text: String) {
    guard lines.completes, let entry = ShellHistory.entry(for: text, catalog: catalog) else { return }
    lines.remember(entry)
    history?.append(entry)
  }
}

// MARK: - Errors

extension Shell {
  /// Shows an error.
  mutating func fail(_ error: any Error) {
    hasFailed = true
    ErrorReport.write(error, to: console)
  }

  /// Shows the error of a statement, with its line where the text comes from a file, and its place where the engine knows it.
  private mutating func fail(_ error: any Error, _ statement: ShellInput.Statement) {
    guard var error = error as? DatabaseError else { return fail(error) }
    let place = SQLPlace(text: statement.sql, offset: error.offset ?? 0)
    if error.offset != nil { console.error(place.pointer) }
    error.sql = nil
    error.statementIndex = nil
    if !isInteractive { error.message = "line \(statement.line + place.line - 1): " + error.message }
    fail(error)
  }

  /// Notes that names may have changed.
  mutating func forgetNames() { isCatalogOld = true }
}

extension SQLStatementKind {
  /// Whether tables may have other names or columns after the statement.
  fileprivate var mayChangeNames: Bool {
    switch verb {
    case .create, .alter, .drop, .attach, .detach, .rollback, .rollbackTo, .unknown: true
    default: false
    }
  }
}

/// How a shell writes results.
struct ShellSettings: Sendable {
  /// How wide a table may be.
  enum Width: Sendable, Hashable {
    /// As wide as the terminal.
    case automatic
    case unlimited
    case columns(Int)
  }

  var format = ResultFormat.table
  var showsTime = false
  var width = Width.automatic
}
#endif
