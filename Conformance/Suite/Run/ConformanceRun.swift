internal import Quarry

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A run of cases on one driver, by one or several workers.
public struct ConformanceRun: Sendable {
  /// The driver under test.
  public var driver: any DriverUnderTest
  /// The selected cases.
  public var selection: CaseSelection
  /// The seed of all random choices.
  public var seed: UInt64
  /// The number of workers that run cases at the same time; one if all cases share a database.
  public var jobs: Int
  /// Whether the order is random, by the seed, instead of the catalog's order.
  public var isShuffled: Bool
  /// The longest time for a case, if less than its own limit.
  public var timeLimit: Duration?
  /// The time that a case spends on trying whether something ever happens.
  public var endurance: Duration = .seconds(60)
  /// The factor for the time limits of cases.
  var timeLimitFactor = Conformance.patience
  /// The catalog of cases.
  var catalog = ConformanceCatalog.current

  /// Creates a run.
  public init(
    _ driver: any DriverUnderTest, _ selection: CaseSelection = CaseSelection(), seed: UInt64 = 1, jobs: Int = 1,
    isShuffled: Bool = false
  ) {
    self.driver = driver
    self.selection = selection
    self.seed = seed
    self.jobs = max(jobs, 1)
    self.isShuffled = isShuffled
  }

  /// Runs the cases.
  ///
  /// A failing or crashing case never stops the run. If the task is canceled, the remaining cases are reported as not
  /// run. If only a few cases exceeded their time limit, they run once more, alone, because other cases may have slowed
  /// them down.
  ///
  /// - Parameters:
  ///   - makeWorker: Creates a worker. It's called again after a worker died.
  ///   - onResult: Called for each result, in the order in which the cases end.
  /// - Throws: The error of the driver if it can't be opened.
  public func report(
    makeWorker: @escaping @Sendable () async throws -> any CaseWorker = { InProcessWorker() },
    onResult: @escaping @Sendable (CaseResult) async -> Void = { _ in }
  ) async throws -> DriverReport {
    let folder = try CaseFolder()
    defer { folder.remove() }
    let profile = try await DriverProfile(of: driver, in: folder.path)
    var plan = Conformance.plan(
      driver, profile, selection, seed: seed, timeLimit: timeLimit, timeLimitFactor: timeLimitFactor,
      endurance: endurance, catalog: catalog)
    if isShuffled {
      var generator = SeededGenerator(seed: seed, name: "order")
      plan.shuffle(using: &generator)
    }
    let queue = Protected(plan[...])
    let late = Protected<[(planned: PlannedCase, result: CaseResult)]>([])
    let keepsLate = timeLimit == nil
    var results = await withTaskGroup(of: [CaseResult].self) { group in
      // Cases that share a database would find each other's tables.
      for _ in 0..<min(driver.isolatesCases ? jobs : 1, max(plan.count, 1)) {
        group.addTask {
          await Self.work(through: queue, makeWorker) { planned, result in
            if keepsLate, result.status == .timeout { return late.withLock { $0.append((planned, result)) } }
            await onResult(result)
          }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    let lateCases = late.withLock { $0 }
    let lateIDs = Set(lateCases.map(\.planned.id))
    results.removeAll { lateIDs.contains($0.id) }
    results += await again(lateCases, makeWorker, onResult)
    return DriverReport(
      driver: driver, profile: profile, seed: seed,
      cases: results.sorted { catalog.position(of: $0.id) < catalog.position(of: $1.id) }, catalog: catalog)
  }

  /// Repeats cases that exceeded their time limit, alone. If there are many, their results stay.
  private func again(
    _ late: [(planned: PlannedCase, result: CaseResult)], _ makeWorker: @Sendable () async throws -> any CaseWorker,
    _ onResult: @Sendable (CaseResult) async -> Void
  ) async -> [CaseResult] {
    guard late.count > 10 else {
      return await Self.work(through: Protected(late.map(\.planned)[...]), makeWorker) { await onResult($1) }
    }
    for (_, result) in late { await onResult(result) }
    return late.map(\.result)
  }

  private static func work(
    through queue: Protected<ArraySlice<PlannedCase>>, _ makeWorker: @Sendable () async throws -> any CaseWorker,
    _ onResult: @Sendable (PlannedCase, CaseResult) async -> Void
  ) async -> [CaseResult] {
    var results: [CaseResult] = []
    var worker: (any CaseWorker)?
    while let planned = queue.withLock({ $0.popFirst() }) {
      let result: CaseResult
      if Task.isCancelled {
        result = planned.result(.notRun, note: "the run was interrupted")
      } else if case .notApplicable = planned.half {
        result = await planned.result()
      } else {
        do {
          let current: any CaseWorker
          if let worker, worker.isAlive {
            current = worker
          } else {
            await worker?.stop()
            current = try await makeWorker()
          }
          worker = current
          result = await current.run(planned)
        } catch {
          result = planned.result(.notRun, note: "no worker could be started: \(error)")
        }
      }
      await onResult(planned, result)
      results.append(result)
    }
    await worker?.stop()
    return results
  }
}
