/// Runs cases, one after the other: in this process or in a child that may die.
public protocol CaseWorker: Sendable {
  /// Runs a case.
  ///
  /// - Returns: what came of it; a worker that died answers `.crash`, one that did not answer in time `.timeout`.
  func run(_ planned: PlannedCase) async -> CaseResult

  /// Whether the worker can run another case; one whose process died cannot.
  var isAlive: Bool { get }

  /// Ends the worker.
  func stop() async
}

/// Runs cases in this process: a crash of the engine ends the whole run.
public struct InProcessWorker: CaseWorker {
  /// Creates a worker.
  public init() {}

  /// Runs the case.
  public func run(_ planned: PlannedCase) async -> CaseResult { await planned.result() }

  /// As alive as this process.
  public var isAlive: Bool { true }

  /// Does nothing.
  public func stop() async {}
}
