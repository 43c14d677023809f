#if Command
internal import ArgumentParser
internal import Quarry
internal import QuarrySQLCipher
internal import QuarrySQLiteEngine

/// `quarry backup`: copies a file page by page while it is in use.
struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy a database to a file, page by page, while others use it.",
    discussion: """
      The file is replaced in one step when the copy is complete. If anything fails, the file doesn't change. The \
      copy of an encrypted database has the same key. For a copy in another format, or from a server, use `quarry copy`.

      Examples:
        quarry backup sqlite:notes.db notes-backup.db
        quarry backup "sqlcipher:secret.db?key-env=NOTES_KEY" /backups/secret.db

      \(CommandExit.help)
      """)

  @Argument(help: "The database, such as sqlite:music.db.")
  var url: String

  @Argument(help: "The file to write.")
  var file: String

  func run() async throws {
    try await reportingErrors {
      let console = Console.current
      let target = try DatabaseTarget(url, access: .read)
      let progress = PageProgress(console)
      defer { progress.finish() }
      try await target.withDatabase { database in
        let encryption = (target.driver as? SQLCipherDriver)?.encryption
        try await database.backUp(toFile: file, encryption: encryption) { progress.show($0) }
      }
      progress.finish()
      console.print("\(target.name) → \(CellText.visible(file)): \(progress.pages) pages")
    }
  }
}

/// The progress of a backup.
private final class PageProgress: Sendable {
  private let console: Console
  private let state = Protected<(bar: ProgressBar?, pages: Int)>((nil, 0))

  init(_ console: Console) { self.console = console }

  /// The number of pages of the database.
  var pages: Int { state.withLock { $0.pages } }

  func show(_ progress: SQLiteBackupProgress) {
    state.withLock { state in
      let bar = state.bar ?? ProgressBar("Copying", total: progress.totalPages, unit: "pages", console: console)
      state = (bar, progress.totalPages)
      bar.advance(by: max(0, progress.totalPages - progress.remainingPages - bar.done))
    }
  }

  func finish() { state.withLock { $0.bar?.finish() } }
}
#endif
