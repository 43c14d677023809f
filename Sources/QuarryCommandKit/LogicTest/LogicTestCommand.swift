#if Command
internal import ArgumentParser
internal import Quarry
internal import QuarrySQLLogicTest
internal import QuarryWire

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// `quarry slt`: runs sqllogictest files.
struct LogicTestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "slt",
    abstract: "Run sqllogictest files on one or more drivers.",
    discussion: """
      Each file runs on a new, empty database. sqlite: and sqlcipher: without a path mean a temporary file, \
      memory: a database in memory. Any other database must be empty, and is emptied after each file.

      A folder means all its files, at any depth, that end in .slt or .test. In skipif and onlyif a driver answers to \
      sqlite, to its own name and to its engine's, and to the names of --engine.

      A failure says the file and line, the SQL, what was expected and what came, and a command that repeats it alone.

      Examples:
        quarry slt tests/select1.slt --driver sqlite:
        quarry slt tests --driver sqlite: --driver memory: --driver "sqlcipher:?key-env=KEY"
        quarry slt tests --driver "sqlite:?library=/opt/sqlite/libsqlite3.so" --json
        quarry slt tests/select1.slt --driver sqlite: --line 120

      \(CommandExit.help) A file that is malformed counts as one that cannot be read, and a database that is not empty as \
      one that cannot be opened.
      """)

  @Argument(help: "The files, or folders of files.")
  var paths: [String]

  @Option(help: ArgumentHelp("The URL of a driver. May be given several times.", valueName: "url"))
  var driver: [String]

  @Option(help: ArgumentHelp("Another name for skipif and onlyif. May be given several times.", valueName: "name"))
  var engine: [String] = []

  @Option(help: "Run one file up to the record at this line, and judge only that record.")
  var line: Int?

  @Option(help: "The number of files that run at the same time; by default, the number of cores.")
  var jobs: Int?

  @Option(help: "The maximum number of failures to show for each driver.")
  var limit: Int = 20

  @Flag(help: "Print only JSON, with every failure.")
  var json = false

  func validate() throws {
    guard !driver.isEmpty else { throw ValidationError("Name a driver, as in: --driver sqlite:") }
    guard (1...256).contains(jobs ?? 1) else { throw ValidationError("--jobs is a number from 1 to 256.") }
    guard limit >= 0 else { throw ValidationError("--limit is 0 or more.") }
    guard (line ?? 1) > 0 else { throw ValidationError("--line is a number from 1.") }
  }

  func run() async throws {
    let console = Console.current
    let files: [String]
    do {
      files = try LogicTestPaths.files(paths)
      if line != nil && files.count != 1 {
        throw CommandError("--line goes with one file, and these are \(files.count)")
      }
    } catch {
      ErrorReport.write(error, to: console)
      throw ExitCode(CommandExit.usage.rawValue)
    }
    try await reportingErrors {
      let summary = try await run(files, on: try await targets(console), console)
      for message in summary.unreadable { ErrorReport.write(CommandError(message), to: console) }
      if json { console.print(summary.json.text()) } else { summary.write(to: console, limit: limit) }
      guard summary.exit == .success else { throw ExitCode(summary.exit.rawValue) }
    }
  }

  private func targets(_ console: Console) async throws -> [LogicTestTarget] {
    var targets: [LogicTestTarget] = []
    for url in driver {
      do {
        targets.append(try await LogicTestTarget(url))
      } catch {
        if Task.isCancelled { throw CancellationError() }
        ErrorReport.write(error, to: console)
        throw ((error as? CommandError)?.exit ?? .unavailable).code
      }
    }
    return targets
  }

  /// The results of one file on every driver.
  private enum FileResult: Sendable {
    case ran([LogicTestReport])
    case unreadable(String)
  }

  private func run(
    _ files: [String], on targets: [LogicTestTarget], _ console: Console
  ) async throws -> LogicTestSummary {
    let started = ContinuousClock.now
    let runner = LogicTestRunner(extraNames: Set(engine), onlyLine: line)
    // A database that is not private holds one file at a time.
    let isPrivate = targets.allSatisfy(\.isPrivate)
    let width = isPrivate ? jobs ?? ProcessInfo.processInfo.activeProcessorCount : 1
    let progress = ProgressBar("Running", total: files.count, unit: "files", console: console)
    defer { progress.finish() }
    var results: [FileResult?] = Array(repeating: nil, count: files.count)
    try await withThrowingTaskGroup(of: (Int, FileResult).self) { group in
      var next = 0
      func add() {
        guard next < files.count else { return }
        let index = next
        next += 1
        group.addTask { (index, try await Self.run(files[index], on: targets, runner)) }
      }
      for _ in 0..<max(1, width) { add() }
      while let (index, result) = try await group.next() {
        results[index] = result
        progress.advance(by: 1)
        add()
      }
    }
    var summary = LogicTestSummary(parts: targets.map(LogicTestSummary.Part.init))
    for result in results {
      switch result {
      case .ran(let reports):
        for (index, report) in reports.enumerated() { summary.parts[index].add(report) }
      case .unreadable(let message): summary.unreadable.append(message)
      case nil: break
      }
    }
    summary.duration = ContinuousClock.now - started
    return summary
  }

  private static func run(
    _ name: String, on targets: [LogicTestTarget], _ runner: LogicTestRunner
  ) async throws -> FileResult {
    let file: LogicTestFile
    do {
      file = try LogicTestFile(name: name) { try LogicTestPaths.read($0) }
    } catch {
      return .unreadable(ErrorReport.line(error))
    }
    if let line = runner.onlyLine,
      !file.records.contains(where: { $0.location == LogicTestLocation(file: name, line: line) })
    {
      return .unreadable("\(name) has no record that begins at line \(line)")
    }
    var reports: [LogicTestReport] = []
    for target in targets { reports.append(try await target.run(file, runner)) }
    return .ran(reports)
  }
}
#endif
