#if Command
internal import ArgumentParser
internal import Quarry
internal import QuarryCopy
internal import QuarryWire

/// `quarry copy`: copies a database into another, whatever their drivers are.
struct CopyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copy a database into another one, between any two drivers.",
    discussion: """
      Tables, rows (with their rowids), indexes, views, triggers, full-text tables with their configuration, AUTOINCREMENT \
      counters, user_version and application_id are copied in one transaction and verified bit for bit before it is \
      committed. A new file gets the page size, encoding, auto-vacuum and journal mode of its source. If the \
      destination can't keep something, the command names it at the end, or fails before it writes. If anything fails, the \
      destination doesn't change.

      --orphans decides about rows that refer to rows which don't exist: refuse (the default), keep, or skip, \
      which skips these rows and those that refer to them.

      --collation NAME=binary, =nocase or =rtrim replaces a collation that only the program has by one of the engine's. \
      Run REINDEX in the program before you use the copy.

      Examples:
        quarry copy sqlite:notes.db "sqlcipher:secret.db?key-env=NOTES_KEY"
        quarry copy "sqlcipher:secret.db?key-file=key.txt" sqlite:plain.db --replace
        quarry copy sqlite:old.db sqlite:new.db --orphans skip --collation LOCALIZED=nocase

      \(CommandExit.help)
      """)

  @Argument(help: "The database to read.")
  var source: String

  @Argument(help: "The database to write. It must be empty or not exist yet.")
  var destination: String

  @Flag(help: "Delete the content of the destination first.")
  var replace = false

  @Option(help: "Rows that refer to rows which don't exist: refuse, keep or skip.")
  var orphans: OrphanChoice = .refuse

  @Option(
    help: ArgumentHelp(
      "A replacement for a collation. May be given several times.", valueName: "name=order"))
  var collation: [String] = []

  @Flag(help: "Print only JSON.")
  var json = false

  func validate() throws { _ = try collations() }

  func run() async throws {
    try await reportingErrors {
      let console = Console.current
      let from = try DatabaseTarget(source, access: .read)
      let into = try DatabaseTarget(destination, access: .copy)
      guard !from.isSameDatabase(as: into) else {
        throw CommandError("source and destination are the same database: \(into.name)")
      }
      let started = ContinuousClock.now
      let progress = CopyProgressBar(console)
      defer { progress.finish() }
      var options = CopyOptions()
      options.replaces = replace
      options.orphanRows = orphans.rows
      options.collations = try collations()
      options.onProgress = { progress.show($0) }
      let copier = DatabaseCopier(options: options)
      // One reader for each, so that a collation holds on it.
      let configuration = DatabaseConfiguration(maximumReaders: 1)
      let reading = try await from.open(configuration)
      let result: Result<CopyReport, any Error>
      do {
        result = .success(
          try await [into].withCreatedFilesRemovedOnFailure {
            let writing = try await into.open(configuration)
            do {
              let report = try await copier.copy(from: reading, to: writing)
              await writing.close()
              return report
            } catch {
              await writing.close()
              throw error
            }
          })
      } catch {
        result = .failure(error)
      }
      await reading.close()
      let report = try result.get()
      progress.finish()
      write(report, elapsed: ContinuousClock.now - started, names: (from.name, into.name), console)
    }
  }

  private func collations() throws -> [String: CopyOptions.Collation] {
    let known: [String: CopyOptions.Collation] = ["binary": .binary, "nocase": .nocase, "rtrim": .rtrim]
    var collations: [String: CopyOptions.Collation] = [:]
    for text in collation {
      let parts = text.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let order = known[parts[1].lowercased()] else {
        throw ValidationError("--collation takes NAME=binary, NAME=nocase or NAME=rtrim.")
      }
      collations[String(parts[0])] = order
    }
    return collations
  }

  private func write(_ report: CopyReport, elapsed: Duration, names: (String, String), _ console: Console) {
    if json {
      let tables = report.tables.map { table in
        JSONValue.object([
          ("name", .string(table.name)), ("rows", JSONValue(table.rows)), ("digest", .string(table.digest)),
        ])
      }
      console.print(
        JSONValue.object([
          ("source", .string(names.0)), ("destination", .string(names.1)), ("verified", true),
          ("rows", JSONValue(report.rows)), ("skippedRows", JSONValue(report.skippedRows)),
          ("indexes", JSONValue(report.indexes)), ("views", JSONValue(report.views)),
          ("triggers", JSONValue(report.triggers)), ("notKept", .array(report.notKept.map { .string($0) })),
          ("seconds", .double(elapsed.seconds)), ("tables", .array(tables)),
        ]).text())
      return
    }
    var table = TextTable(["table", "rows", "digest"], alignments: [.left, .right, .left])
    for one in report.tables {
      table.append([CellText.visible(one.name), Grouped.text(one.rows), String(one.digest.prefix(12))])
    }
    if !report.tables.isEmpty { console.output(table.render(for: console)) }
    console.print(
      "Copied \(Grouped.text(report.tables.count, "table")) with \(Grouped.text(report.rows, "row")), "
        + "\(Grouped.text(report.indexes, "index", "indexes")), \(Grouped.text(report.views, "view")) and "
        + "\(Grouped.text(report.triggers, "trigger")) in \(Fixed.text(elapsed.seconds, places: 2)) s; "
        + "verified bit for bit.")
    if report.skippedRows > 0 {
      console.print(
        "\(Grouped.text(report.skippedRows, "row")) left out, since they referred to rows which do not exist.")
    }
    for sentence in report.notKept { console.print("Not kept: \(CellText.visible(sentence))") }
  }
}

/// The choices of `--orphans`.
enum OrphanChoice: String, CaseIterable, ExpressibleByArgument {
  case refuse
  case keep
  case skip

  var rows: CopyOptions.OrphanRows {
    switch self {
    case .refuse: .refuse
    case .keep: .keep
    case .skip: .skip
    }
  }
}

/// Shows the progress of a copy.
private final class CopyProgressBar: Sendable {
  private let console: Console
  private let bars = Protected<(step: CopyProgress.Step, bar: ProgressBar)?>(nil)

  init(_ console: Console) { self.console = console }

  func show(_ progress: CopyProgress) {
    let bar = bars.withLock { bars in
      if let bars, bars.step == progress.step { return bars.bar }
      bars?.bar.finish()
      let title = progress.step == .copying ? "Copying" : "Verifying"
      let bar = ProgressBar(title, total: progress.totalRows, console: console)
      bars = (progress.step, bar)
      return bar
    }
    bar.advance(by: progress.rows)
  }

  func finish() { bars.withLock { $0?.bar.finish() } }
}
#endif
