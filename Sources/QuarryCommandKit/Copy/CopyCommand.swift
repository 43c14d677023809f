internal import ArgumentParser
internal import Quarry

/// `quarry copy`: copies a database into another, whatever their drivers are.
struct CopyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copy a database into another one, between any two drivers.",
    discussion: """
      Tables, rows (with their rowids), indexes, views, triggers, AUTOINCREMENT counters, user_version and \
      application_id are copied in one transaction and verified bit for bit before it is committed. When anything fails, \
      the destination is as it was. Statistics of ANALYZE are not copied.

      Examples:
        quarry copy sqlite:notes.db "sqlcipher:secret.db?key-env=NOTES_KEY"
        quarry copy "sqlcipher:secret.db?key-file=key.txt" sqlite:plain.db --replace

      \(CommandExit.help)
      """)

  @Argument(help: "The database to read.")
  var source: String

  @Argument(help: "The database to write, which must be empty or not exist yet.")
  var destination: String

  @Flag(help: "Delete what the destination holds.")
  var replace = false

  @Flag(help: "Print only JSON.")
  var json = false

  func run() async throws {
    try await reportingErrors {
      let console = Console.current
      let from = try DatabaseTarget(source, access: .read)
      let into = try DatabaseTarget(destination, access: .load)
      guard !from.isSameDatabase(as: into) else {
        throw CommandError("source and destination are the same database: \(into.name)")
      }
      let started = ContinuousClock.now
      let reading = try await from.open()
      let report: DatabaseCopier.Report
      do {
        report = try await [into].withCreatedFilesRemovedOnFailure {
          let writing = try await into.open()
          do {
            let copier = DatabaseCopier(
              source: reading, destination: writing, replaces: replace, destinationName: into.name, console: console)
            let report = try await copier.run()
            await writing.close()
            return report
          } catch {
            await writing.close()
            throw error
          }
        }
      } catch {
        await reading.close()
        throw error
      }
      await reading.close()
      write(report, elapsed: ContinuousClock.now - started, names: (from.name, into.name), console)
    }
  }

  private func write(
    _ report: DatabaseCopier.Report, elapsed: Duration, names: (String, String), _ console: Console
  ) {
    if json {
      let tables = report.tables.map { table in
        JSONText.object([
          ("name", .string(table.name)), ("rows", JSONText(table.digest.rows)),
          ("digest", .string(table.digest.hash.description)),
        ])
      }
      console.print(
        JSONText.object([
          ("source", .string(names.0)), ("destination", .string(names.1)), ("verified", true),
          ("rows", JSONText(report.rows)), ("indexes", JSONText(report.indexes)), ("views", JSONText(report.views)),
          ("triggers", JSONText(report.triggers)), ("seconds", .real(elapsed.seconds)), ("tables", .array(tables)),
        ]).text())
      return
    }
    var table = TextTable(["table", "rows", "digest"], alignments: [.left, .right, .left])
    for one in report.tables {
      table.append([CellText.visible(one.name), Grouped.text(one.digest.rows), one.digest.hash.short])
    }
    if !report.tables.isEmpty { console.output(table.render(for: console)) }
    console.print(
      "Copied \(Grouped.text(report.tables.count, "table")) with \(Grouped.text(report.rows, "row")), "
        + "\(Grouped.text(report.indexes, "index", "indexes")), \(Grouped.text(report.views, "view")) and "
        + "\(Grouped.text(report.triggers, "trigger")) in \(Fixed.text(elapsed.seconds, places: 2)) s; "
        + "verified bit for bit.")
    if report.hasStatistics { console.print("Run ANALYZE on the copy to make its statistics.") }
  }
}
