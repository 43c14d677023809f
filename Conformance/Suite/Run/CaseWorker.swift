/// Runs cases one after another, in this process or in a child that can die.
public protocol CaseWorker: Sendable {
  /// Runs a case.
  ///
  /// - Returns: The result: `.crash` if the worker died, and `.timeout` if it didn't answer in time.
  func run(_ planned: PlannedCase) async -> CaseResult

  /// Whether the worker can run another case. It can't if its process died.
  var isAlive: Bool { get }

  /// Ends the worker.
  func stop() async
}

/// A worker that runs cases in this process. A crash of the engine ends the whole run.
public struct InProcessWorker: CaseWorker {
  /// Creates a worker.
  public init() {}

  /// Runs the case.
  public func run(_ planned: PlannedCase) async -> CaseResult { await planned.result() }

  /// Always `true`.
  public var isAlive: Bool { true }

  /// Does nothing.
  public func stop() async {}
}
