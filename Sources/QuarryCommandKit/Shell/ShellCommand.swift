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
      A statement ends with a semicolon and may take several lines. Commands begin with a point: .help lists them. The \
      tabulator key completes keywords, tables and columns, the arrow keys bring earlier statements back. Ctrl-C cancels \
      the statement that is running, or the line that is typed; Ctrl-D or .quit leaves. Errors do not end the shell. A \
      transaction that BEGIN opens stays open, and the prompt shows a * meanwhile. Over HTTP, a call that Ctrl-C cuts \
      short ends the transaction; over protocols that hold none, BEGIN is refused.

      Editing uses the system's libedit or readline, whichever is found; without one, lines are read as the terminal \
      gives them. QUARRY_LINE_LIBRARY names another library, or none if it is empty. Long results go through PAGER, or \
      less. The history is in $XDG_STATE_HOME/quarry/history, for its owner only; QUARRY_HISTORY names another file, or \
      none if it is empty. A statement that may hold a key, a password or a token is left out.

      From a pipe, everything is read and run without prompts, pager and history. A file that does not exist is made by \
      the first statement that writes.

      Examples:
        quarry shell sqlite:music.db
        quarry shell "sqlcipher:notes.db?key-env=NOTES_KEY"
        quarry shell hrana+http://127.0.0.1:8080
        quarry shell sqlite:music.db < script.txt

      The shell ends with 0 when it is left, and with 1 when it reads from a pipe and something failed.

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
    await connection.close(keepsLog: log != nil && target.logState == log)
    try result.get()
    if shell.hasFailed, !console.isInputTerminal { throw CommandExit.failure.code }
  }

  private static func greet(_ target: DatabaseTarget, _ database: Database, isMissing: Bool, _ console: Console) {
    console.print("quarry \(QuarryVersion.current) on \(CellText.visible(target.name)), \(database.engine.description)")
    if isMissing, !target.isTemporary {
      console.print("The file does not exist; the first statement that writes makes it.")
    }
    console.print(".help lists commands, .quit leaves.")
  }
}
#endif
