internal import Quarry

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A case that is planned for a driver.
public struct PlannedCase: Sendable, Identifiable, CustomStringConvertible {
  /// The case.
  public let conformanceCase: ConformanceCase
  /// The half that runs.
  public let half: CaseHalf
  /// The driver.
  public let driver: any DriverUnderTest
  /// The known facts about the driver.
  public let profile: DriverProfile
  /// The seed of the run.
  public let seed: UInt64
  /// The time limit of the case.
  public let timeLimit: Duration
  /// The time that the case spends on trying whether something ever happens.
  public let endurance: Duration

  /// The identifier of the case.
  public var id: String { conformanceCase.id }
  /// The identifier and the title.
  public var description: String { "\(conformanceCase.id) \(conformanceCase.title)" }

  /// Runs the case and returns its result, including deviations.
  public func result() async -> CaseResult { concluded(await execution()) }

  /// Returns the result of a case whose process died or didn't answer.
  ///
  /// - Parameters:
  ///   - status: `.crash`, `.timeout` or `.notRun`.
  ///   - note: The known details.
  public func result(_ status: CaseStatus, note: String) -> CaseResult {
    concluded(CaseResult(of: conformanceCase, half: half, status: status, note: note))
  }

  /// Applies the driver's manifest, and adds the command that repeats a failure.
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

  /// Runs the case and throws if it fails: one line for a test framework.
  ///
  /// - Throws: ``ConformanceFailure`` with all failed assertions and a command that repeats the case.
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
  /// - Returns: `false` if the limit was reached. A body that ignores cancellation keeps running.
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

/// One or several failed cases of a driver.
public struct ConformanceFailure: Error, CustomStringConvertible {
  /// The failed results.
  public let results: [CaseResult]
  /// The driver.
  public let driver: String

  /// Creates the failure of some results.
  public init(results: [CaseResult], driver: String) {
    self.results = results
    self.driver = driver
  }

  /// Every failed assertion, and the commands that repeat the cases.
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
