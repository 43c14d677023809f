#if Command
internal import ArgumentParser
internal import Quarry
internal import QuarryWire

/// `quarry check`: checks a database for damage.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a database for damage, and for rows that refer to rows which don't exist.",
    discussion: """
      The whole database is read and nothing is changed. Problems are written to standard output, one per line, and the exit \
      code is then 1.

      Examples:
        quarry check sqlite:notes.db
        quarry check "sqlcipher:secret.db?key-env=NOTES_KEY" --json

      \(CommandExit.help)
      """)

  @Argument(help: "The database, such as sqlite:music.db.")
  var url: String

  @Option(help: ArgumentHelp("The maximum number of problems of each kind to show.", valueName: "count"))
  var limit = 100

  @Flag(help: "Print only JSON.")
  var json = false

  func validate() throws {
    guard (1...1_000_000).contains(limit) else { throw ValidationError("--limit takes a number from 1 on.") }
  }

  func run() async throws {
    try await reportingErrors {
      let console = Console.current
      let target = try DatabaseTarget(url, access: .read)
      let report = try await target.withDatabase { try await $0.checkIntegrity(limit: limit) }
      if json { console.print(Self.json(report).text()) } else { Self.write(report, name: target.name, to: console) }
      if !report.isSound { throw CommandExit.failure.code }
    }
  }

  private static func write(_ report: IntegrityReport, name: String, to console: Console) {
    for problem in report.problems { console.print(CellText.visible(problem)) }
    for row in report.orphanRows {
      let place = row.rowID.map { "row \($0)" } ?? "a row"
      console.print(
        CellText.visible("\(place) of \(row.table) refers to a row of \(row.parent) that does not exist"))
    }
    if report.isSound { console.print("\(name) is sound.") }
  }

  private static func json(_ report: IntegrityReport) -> JSONValue {
    let rows = report.orphanRows.map { row in
      JSONValue.object([
        ("table", .string(row.table)), ("rowid", row.rowID.map { JSONValue(Int($0)) } ?? .null),
        ("parent", .string(row.parent)), ("foreignKey", JSONValue(row.foreignKey)),
      ])
    }
    return .object([
      ("sound", .bool(report.isSound)), ("problems", .array(report.problems.map { .string($0) })),
      ("orphanRows", .array(rows)),
    ])
  }
}
#endif
