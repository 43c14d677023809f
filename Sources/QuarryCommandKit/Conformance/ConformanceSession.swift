#if Command
internal import Quarry
internal import QuarryConformance

/// Runs the drivers of one command, one after the other, and shows progress.
struct ConformanceSession: Sendable {
  private let options: ConformanceOptions
  private let console: Console

  init(_ options: ConformanceOptions, console: Console) {
    self.options = options
    self.console = console
  }

  /// Runs everything.
  ///
  /// - Throws: ``ConformanceUsageError`` when a driver cannot be opened.
  func run() async throws -> ConformanceReport {
    var reports: [DriverReport] = []
    for driver in options.drivers { reports.append(try await run(driver)) }
    return ConformanceReport(drivers: reports)
  }

  private func run(_ driver: any DriverUnderTest) async throws -> DriverReport {
    var run = ConformanceRun(
      driver, options.selection, seed: options.seed, jobs: options.jobs, isShuffled: options.isShuffled)
    run.timeLimit = options.timeLimit
    run.endurance = options.endurance
    let total = ConformanceCatalog.current.cases.count(where: options.selection.contains)
    let progress = ProgressBar(driver.url, total: total, unit: "cases", console: console)
    defer { progress.finish() }
    let printsLines = options.format == .jsonl
    let executable = options.isInProcess ? nil : Executable.path
    do {
      return try await run.report(
        makeWorker: {
          guard let executable else { return InProcessWorker() }
          return try ChildWorker(
            executable: executable, url: driver.url, seed: options.seed, manifest: options.manifest,
            timeLimit: options.timeLimit, endurance: options.endurance)
        },
        onResult: { result in
          progress.advance(by: 1)
          if printsLines, let line = try? ConformanceReport.line(result, driver.name) { console.output(line) }
        })
    } catch {
      throw ConformanceUsageError(.unavailable, "\(driver.url) cannot be opened: \(ErrorReport.line(error))")
    }
  }
}
#endif
