#if Command
internal import ArgumentParser
internal import Quarry
internal import QuarrySQLCipher

/// `quarry shell`: an interactive prompt.
struct ShellCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shell",
    abstract: "Type SQL and see the results, on any database.",
    discussion: """
      A statement ends with a semicolon and can have several lines. Commands begin with a dot; .help lists them. The Tab \
      key completes keywords, tables and columns, and the arrow keys recall earlier statements. Ctrl-C cancels the running \
      statement, or the line. Ctrl-D or .quit leaves the shell. Errors don't end it.

      A transaction stays open until COMMIT or ROLLBACK; meanwhile the prompt is quarry*>. Over HTTP, Ctrl-C during a \
      statement rolls the transaction back. Protocols without interactive transactions refuse BEGIN.

      Line editing uses the system's libedit or readline, if one is installed. QUARRY_LINE_LIBRARY names another library; \
      if it's empty, there is no line editing. Long results go through PAGER, or less. The history is in \
      $XDG_STATE_HOME/quarry/history, and only its owner can read it. QUARRY_HISTORY names another file; if it's empty, \
      no history is kept. A statement that may contain a key, a password or a token isn't added.

      When standard input is a pipe, the shell runs its text without prompts, pager and history. The first statement that \
      writes creates a missing file.

      Examples:
        quarry shell sqlite:music.db
        quarry shell "sqlcipher:notes.db?key-env=NOTES_KEY"
        quarry shell hrana+http://127.0.0.1:8080
        quarry shell sqlite:music.db < script.txt

      The exit code is 0, or 1 if the text of a pipe had an error.

      \(ResultFormat.help)

      \(ConnectionDefaults.help)

      \(CommandExit.help)
      """)

  @Argument(help: "The database, such as sqlite:music.db.")
  var url: String

  @Option(help: "How results are written: table, json or csv.")
  var format: ResultFormat = .table

  func run() async throws {
    try await reportingErrors { try await Self.open(url, format: format, on: .current) }
  }

  /// Opens a database and runs a shell on it.
  ///
  /// - Throws: ``CommandError``; the exit code of a shell that read from a pipe and in which something failed.
  static func open(_ url: String, format: ResultFormat, on console: Console) async throws {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    let target = try DatabaseTarget(url, access: .asItIs, temporary: folder)
    let isMissing = target.isMissingFile
    let log = target.logState
    defer { if isMissing { target.removeEmptyFile() } }
    let database: Database
    do {
      database = try await Database(
        target.driver(creating: isMissing), configuration: DatabaseConfiguration(maximumReaders: 0))
    } catch {
      throw CommandError(ErrorReport.line(error), exit: .unavailable)
    }
    let connection = ShellConnection(database, isInterruptible: console.isInputTerminal)
    var shell = Shell(
      console: console, connection: connection, isPrivate: target.driver is SQLCipherDriver,
      settings: ShellSettings(format: format))
    if console.isInputTerminal { greet(target, database, isMissing: isMissing, console) }
    let result: Result<Void, any Error>
    do {
      result = .success(
        console.isInputTerminal ? try await Interruption.inShell { try await shell.run() } : try await shell.run())
    } catch { result = .failure(error) }
    if await connection.isInTransaction { console.error("the open transaction was rolled back\n") }
    await connection.close(keepsLog: log != nil && target.logState == log)
    try result.get()
    if shell.hasFailed, !console.isInputTerminal { throw CommandExit.failure.code }
  }

  private static func greet(_ target: DatabaseTarget, _ database: Database, isMissing: Bool, _ console: Console) {
    console.print("quarry \(QuarryVersion.current) on \(CellText.visible(target.name)), \(database.engine.description)")
    if isMissing, !target.isTemporary {
      console.print("The file doesn't exist. The first statement that writes creates it.")
    }
    console.print(".help lists commands, .quit leaves.")
  }
}
#endif
