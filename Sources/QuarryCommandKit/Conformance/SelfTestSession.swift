#if Command
internal import Quarry
internal import QuarryConformance

/// `quarry conformance --self-test`: runs the suite on drivers with one defect each.
///
/// A defect is noticed if a case of its area fails on the broken driver and passes on the good one.
struct SelfTestSession: Sendable {
  private let options: ConformanceOptions
  private let console: Console

  init(_ options: ConformanceOptions, console: Console) {
    self.options = options
    self.console = console
  }

  /// The results of one broken driver.
  fileprivate struct Outcome: Sendable {
    var mutation: Mutation
    /// The cases that failed, in the order of the list, with their status.
    var noticed: [CaseResult]
    /// The cases that passed.
    var passed: [String]
    /// The number of cases that applied to the driver.
    var applicable: Int
    /// Whether the case for the defect applies to drivers of this kind.
    var isApplicable: Bool
  }

  /// Runs everything and writes a table for each driver.
  ///
  /// - Returns: Whether every defect was noticed.
  func run() async throws -> Bool {
    // Some defects end the process that they run in.
    guard Executable.path != nil else {
      throw ConformanceUsageError(
        .incomplete,
        "the self-test needs processes that may crash, and this program cannot start itself again: run quarry")
    }
    var isComplete = true
    for driver in options.drivers where !(driver is MutantUnderTest) {
      let good = try await results(of: driver, CaseSelection(), limit: nil)
      // What fails on a driver that is wrapped and not broken proves nothing either.
      let wrapped = try await results(of: MutantUnderTest(.none, in: driver), CaseSelection(), limit: nil)
      let failing = Set((good + wrapped).filter(\.status.isFailure).map(\.id))
      let inapplicable = Set(good.filter { $0.status == .notApplicable }.map(\.id))
      var outcomes: [Outcome] = []
      let progress = ProgressBar(driver.url, total: Mutation.all.count, unit: "defects", console: console)
      for mutation in Mutation.all {
        outcomes.append(try await outcome(of: mutation, in: driver, failing, inapplicable))
        progress.advance(by: 1)
      }
      progress.finish()
      isComplete = write(outcomes, driver, failing) && isComplete
    }
    return isComplete
  }

  private func outcome(
    of mutation: Mutation, in driver: any DriverUnderTest, _ failing: Set<String>, _ inapplicable: Set<String>
  ) async throws -> Outcome {
    guard !inapplicable.contains(mutation.killer) else {
      return Outcome(mutation: mutation, noticed: [], passed: [], applicable: 0, isApplicable: false)
    }
    // A driver that asks nobody must pass nothing at all, wherever it is looked at.
    let selection =
      mutation.hasNoEngine ? CaseSelection(profile: .core) : CaseSelection(areas: [mutation.area])
    let results = try await results(of: MutantUnderTest(mutation, in: driver), selection, limit: .seconds(2))
    let counted = results.filter { $0.status != .notApplicable && !failing.contains($0.id) && $0.area != .suite }
    return Outcome(
      mutation: mutation, noticed: counted.filter(\.status.isFailure),
      passed: counted.filter { !$0.status.isFailure }.map(\.id), applicable: counted.count,
      isApplicable: true)
  }

  private func results(
    of driver: any DriverUnderTest, _ selection: CaseSelection, limit: Duration?
  ) async throws -> [CaseResult] {
    var run = ConformanceRun(driver, selection, seed: options.seed, jobs: options.jobs)
    run.timeLimit = limit
    let executable = Executable.path
    let seed = options.seed
    return try await run.report(
      makeWorker: {
        guard let executable else { return InProcessWorker() }
        return try ChildWorker(executable: executable, url: driver.url, seed: seed, timeLimit: limit)
      }
    ).cases
  }

  private func write(_ outcomes: [Outcome], _ driver: any DriverUnderTest, _ failing: Set<String>) -> Bool {
    console.print("\(driver.url): \(outcomes.count) broken drivers")
    var isComplete = failing.isEmpty
    for id in failing.sorted() {
      console.print("✗ the good driver, or its copy that is wrapped and not broken, fails \(id)")
    }
    for outcome in outcomes {
      let mutation = outcome.mutation
      guard outcome.isApplicable else {
        console.print("– \(mutation.id): \(mutation.killer), which is about it, is not for this kind of driver")
        continue
      }
      let isNoticed = outcome.isNoticed
      isComplete = isComplete && isNoticed
      let cases = outcome.noticed.prefix(4).map { result in
        result.status == .fail ? result.id : "\(result.id) (\(result.status.rawValue))"
      }
      let others = outcome.noticed.count - cases.count
      let verdict = cases.joined(separator: ", ") + (others > 0 ? " and \(others) more" : "")
      let name = mutation.id + String(repeating: " ", count: max(24 - mutation.id.count, 1))
      console.print("\(isNoticed ? "✓" : "✗") \(name) \(mutation.title)")
      console.print("    \(isNoticed ? "noticed by \(verdict)" : "NOT NOTICED by \(mutation.area.rawValue)")")
      if mutation.id == "null" {
        console.print("    of \(outcome.applicable) core cases it passes \(outcome.passed.count): \(outcome.passed)")
      }
    }
    let noticed = outcomes.count { $0.isApplicable && $0.isNoticed }
    let skipped = outcomes.count { !$0.isApplicable }
    console.print("\(noticed) passed, \(outcomes.count - noticed - skipped) failed, \(skipped) skipped")
    return isComplete
  }
}

extension SelfTestSession.Outcome {
  /// Whether the suite noticed the defect as expected.
  fileprivate var isNoticed: Bool { mutation.id == "null" ? passed.isEmpty && applicable > 0 : !noticed.isEmpty }
}

extension Mutation {
  /// Whether the broken driver uses no engine.
  fileprivate var hasNoEngine: Bool { id == "null" || id == "echo" }
}
#endif
