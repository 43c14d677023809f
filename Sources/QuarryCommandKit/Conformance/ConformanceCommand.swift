#if Command
internal import ArgumentParser
internal import Foundation
internal import Quarry
internal import QuarryConformance

/// `quarry conformance`: proves that drivers behave the same.
struct ConformanceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conformance",
    abstract: "Prove that drivers behave the same.",
    discussion: """
      Every case runs on a new database, in a child process that can crash without stopping the run. The \
      path of a URL is never touched; its options are used.

      Examples:
        quarry conformance sqlite: memory: "sqlcipher:?key-env=KEY" --format markdown
        quarry conformance "sqlite:?library=/opt/sqlite/libsqlite3.so" --area VAL --area JSON
        quarry conformance sqlite: --case UPS-10 --seed 8231
        quarry conformance sqlite: --format junit --out report.xml
        quarry conformance sqlite: --self-test
        quarry conformance sqlite: memory: --differential 5000 --seed 7

      \(CommandExit.help) A case that passed although the manifest says otherwise failed.
      """)

  @Argument(help: "The drivers, each as a URL.")
  var urls: [String] = []

  @Option(help: "Run only this area, such as VAL; may be repeated.")
  var area: [String] = []

  @Option(name: .customLong("case"), help: "Run only this case, such as VAL-07; may be repeated.")
  var ids: [String] = []

  @Option(help: "Run only the cases of this profile, such as json or encryption.")
  var profile: String?

  @Option(help: "The seed of everything random; printed with every failure.")
  var seed: UInt64?

  @Option(help: "The number of cases that run at the same time; by default, the number of processors.")
  var jobs: Int?

  @Flag(help: "Run the cases in a random order, by the seed.")
  var shuffle = false

  @Option(help: "text, jsonl, json, junit, tap, markdown, or matrix: engines by areas and features.")
  var format: String = "text"

  @Option(help: "Write the report to this file.")
  var out: String?

  @Option(help: "The file of the driver's known deviations.")
  var manifest: String?

  @Option(help: "The longest time for a case in seconds, if less than its limit.")
  var timeLimit: Int?

  @Option(help: "How many seconds cases go on that try for a time whether something ever happens; 60 unless given.")
  var endurance: Int?

  @Flag(help: "Leave SQL texts and values out of the report.")
  var redact = false

  @Flag(help: "Leave times out of the report, so that two runs with one seed are equal.")
  var withoutTimes = false

  @Flag(help: "Run in this process: a crash ends the run, and a debugger sees everything.")
  var inProcess = false

  @Flag(help: "Test the suite: run it on drivers with a defect each, and show which cases notice.")
  var selfTest = false

  @Option(help: "Run this many random queries on all drivers at once and compare the answers.")
  var differential: Int?

  @Flag(help: "List the selected cases and what they are about, and run nothing.")
  var list = false

  func run() async throws {
    let console = Console.current
    do {
      let options = try ConformanceOptions(self)
      if list {
        ConformanceListing(options.selection).write(to: console)
        return
      }
      if let differential {
        let agrees = try await DifferentialSession(options, count: differential, console: console).run()
        if !agrees { throw ExitCode(ConformanceVerdict.failed.rawValue) }
        return
      }
      if selfTest {
        let isComplete = try await SelfTestSession(options, console: console).run()
        if !isComplete { throw ExitCode(ConformanceVerdict.failed.rawValue) }
        return
      }
      let report = try await ConformanceSession(options, console: console).run()
      try write(report, options, console)
      let verdict = report.verdict(isWhole: options.isWhole)
      try Task.checkCancellation()
      if verdict != .passed { throw ExitCode(verdict.rawValue) }
    } catch is CancellationError {
      console.error("quarry: interrupted\n")
      throw CommandExit.interrupted.code
    } catch let error as ConformanceUsageError {
      if Task.isCancelled {
        console.error("quarry: interrupted\n")
        throw CommandExit.interrupted.code
      }
      ErrorReport.write(error, to: console)
      throw ExitCode(error.verdict.rawValue)
    }
  }

  private func write(_ report: ConformanceReport, _ options: ConformanceOptions, _ console: Console) throws {
    var report = report
    if withoutTimes { report.drivers = report.drivers.map(\.withoutTimes) }
    if redact { report.drivers = report.drivers.map(\.redacted) }
    let text = try report.text(options.format)
    if let out {
      guard FileManager.default.createFile(atPath: out, contents: Data(text.utf8)) else {
        throw ConformanceUsageError(.usage, "the report cannot be written to \(out)")
      }
      if options.format != .text { console.output(try report.text(.text)) } else { console.print(report.summaryLine) }
    } else if options.format == .jsonl {
      // The results were printed as they came.
      console.error(report.summaryLine + "\n")
    } else {
      console.output(text)
      if [.json, .junit, .matrix].contains(options.format) { console.error(report.summaryLine + "\n") }
    }
  }
}

/// A run that cannot begin.
struct ConformanceUsageError: Error, CustomStringConvertible {
  var verdict: ConformanceVerdict
  var description: String

  init(_ verdict: ConformanceVerdict, _ description: String) {
    self.verdict = verdict
    self.description = description
  }
}
#endif
