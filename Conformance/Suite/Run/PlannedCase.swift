internal import Quarry

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A case that is about to run on a driver.
public struct PlannedCase: Sendable, Identifiable, CustomStringConvertible {
  /// The case.
  public let conformanceCase: ConformanceCase
  /// Which half of it runs.
  public let half: CaseHalf
  /// The driver.
  public let driver: any DriverUnderTest
  /// What is known about the driver.
  public let profile: DriverProfile
  /// The seed of the run.
  public let seed: UInt64
  /// How long the case may take.
  public let timeLimit: Duration
  /// How long it goes on when it tries for a time whether something ever happens.
  public let endurance: Duration

  /// The identifier of the case.
  public var id: String { conformanceCase.id }
  /// The identifier and the title.
  public var description: String { "\(conformanceCase.id) \(conformanceCase.title)" }

  /// Runs the case and tells what came of it, deviations included.
  public func result() async -> CaseResult { concluded(await execution()) }

  /// The result of a case whose process died or did not answer.
  ///
  /// - Parameters:
  ///   - status: `.crash`, `.timeout` or `.notRun`.
  ///   - note: what is known about it.
  public func result(_ status: CaseStatus, note: String) -> CaseResult {
    concluded(CaseResult(of: conformanceCase, half: half, status: status, note: note))
  }

  /// Applies the driver's manifest, and says how to repeat a failure.
  private func concluded(_ execution: CaseResult) -> CaseResult {
    var result = execution
    if let deviation = driver.deviations.deviation(for: id) {
      switch result.status {
      case .pass: result.status = .fixed
      case .fail, .timeout, .crash: result.status = .deviated
      default: break
      }
      result.note = "\(deviation.kind.rawValue): \(deviation.reason) (\(deviation.link), until \(deviation.until))"
    }
    if result.status.isFailure {
      result.seed = seed
      result.reproduce = driver.command(repeating: id, seed: seed)
    }
    return result
  }

  /// Runs the case and throws when it speaks against the driver: one line for a test framework.
  ///
  /// - Throws: ``ConformanceFailure`` with everything that did not hold and a command that repeats the case.
  public func run() async throws {
    let result = await result()
    if result.speaksAgainstDriver { throw ConformanceFailure(results: [result], driver: driver.name) }
  }

  private func execution() async -> CaseResult {
    if case .notApplicable(let reason) = half {
      return CaseResult(of: conformanceCase, half: half, status: .notApplicable, note: reason)
    }
    let folder: CaseFolder
    do { folder = try CaseFolder() } catch {
      let failure = CaseFailure(step: 0, message: "a folder can be made for the case: \(error)", source: #fileID)
      return CaseResult(of: conformanceCase, half: half, status: .fail, failures: [failure])
    }
    defer { folder.remove() }
    let context = CaseContext(
      driver: driver, profile: profile, conformanceCase: conformanceCase, folder: folder.path, seed: seed,
      endurance: endurance)
    let start = SuspendingClock.now
    let isInTime = await runBody(in: context)
    let time = SuspendingClock.now - start
    let record = context.record.withLock { $0 }
    if isInTime, record.failures.isEmpty, record.assertions == 0, !record.omissions.isEmpty {
      return CaseResult(
        of: conformanceCase, half: half, status: .notApplicable, note: record.omissions.joined(separator: "; "))
    }
    let status: CaseStatus =
      !isInTime ? .timeout : !record.failures.isEmpty ? record.claim ?? .fail : record.assertions == 0 ? .empty : .pass
    return CaseResult(
      of: conformanceCase, half: half, status: status, assertions: record.assertions,
      milliseconds: Double(time.components.seconds) * 1e3 + Double(time.components.attoseconds) / 1e15,
      note: record.notes.isEmpty ? nil : record.notes.joined(separator: "; "),
      measured: record.measurements.isEmpty ? nil : record.measurements.joined(separator: "; "),
      omissions: record.omissions, failures: record.failures)
  }

  /// Runs the half within the time limit, and cleans up.
  ///
  /// - Returns: false when the limit was reached. A body that does not react to being cancelled is left behind.
  private func runBody(in context: CaseContext) async -> Bool {
    let body: ConformanceCase.Body =
      half == .present
      ? conformanceCase.body : conformanceCase.absentBody ?? { try await $0.expectAbsence() }
    return await TimeLimit.run(timeLimit) {
      do {
        try await body(context)
      } catch is CaseContext.Stopped {
      } catch {
        if !context.setAside(error) {
          context.fail("the case ends without an error", actual: "\(type(of: error)): \(error)")
        }
      }
      await context.cleanUp()
    }
  }
}

/// A case, or several, that speak against a driver.
public struct ConformanceFailure: Error, CustomStringConvertible {
  /// The results that do.
  public let results: [CaseResult]
  /// The driver.
  public let driver: String

  /// Creates the failure of some results.
  public init(results: [CaseResult], driver: String) {
    self.results = results
    self.driver = driver
  }

  /// Every assertion that did not hold, and how to repeat the cases.
  public var description: String {
    results.map { result in
      let lines = result.failures.map { failure in
        "  \(failure.step). \(failure.message) (\(failure.source))"
          + (failure.sql.map { "\n     sql: \($0)" } ?? "")
          + (failure.expected.map { "\n     expected: \($0)" } ?? "")
          + (failure.actual.map { "\n     actual:   \($0)" } ?? "")
      }
      return "\(driver): \(result.id) \(result.title): \(result.status.rawValue)\n" + lines.joined(separator: "\n")
        + (result.reproduce.map { "\n  repeat: \($0)" } ?? "")
    }.joined(separator: "\n")
  }
}
