/// Watches what a database does: the seam for metrics, traces and whatever else wants to know.
///
/// Give instruments in ``DatabaseConfiguration/instruments``. Without any, and without a log that wants statements, the
/// seam costs a comparison for each statement.
///
/// Every requirement has a default that does nothing. Calls come from any thread, also from several at once, and in the
/// midst of the work they tell of: return soon, and never use the database.
///
/// ```swift
/// struct SlowCalls: DatabaseInstrument {
///   func didRun(_ operation: DatabaseOperation, _ token: OperationToken?, _ result: OperationResult) {
///     if result.duration > .seconds(1) { print(result.statement?.summary ?? "", result.duration) }
///   }
/// }
/// ```
public protocol DatabaseInstrument: Sendable {
  /// An operation begins.
  ///
  /// - Returns: What the instrument wants to have back at the end, such as an open span.
  func willRun(_ operation: DatabaseOperation) -> OperationToken?

  /// An operation has ended, well or not. Called once for each ``willRun(_:)``.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - token: What ``willRun(_:)`` returned.
  ///   - result: What came of it.
  func didRun(_ operation: DatabaseOperation, _ token: OperationToken?, _ result: OperationResult)

  /// Something happened that is no operation.
  func event(_ event: DatabaseEvent, on endpoint: DatabaseEndpoint)

  /// Runs the work of an operation, for instruments that need to surround it, as a trace does that passes on its span in a
  /// task-local value. Call `body` once and return its result.
  func inside<R>(_ token: OperationToken, _ body: () async throws -> R) async throws -> R
}

extension DatabaseInstrument {
  /// Nothing.
  public func willRun(_ operation: DatabaseOperation) -> OperationToken? { nil }

  /// Nothing.
  public func didRun(_ operation: DatabaseOperation, _ token: OperationToken?, _ result: OperationResult) {}

  /// Nothing.
  public func event(_ event: DatabaseEvent, on endpoint: DatabaseEndpoint) {}

  /// The work alone.
  public func inside<R>(_ token: OperationToken, _ body: () async throws -> R) async throws -> R { try await body() }
}

/// What an instrument keeps while an operation runs.
public struct OperationToken: Sendable {
  /// The instrument's own value.
  public let value: any Sendable

  /// Creates a token.
  public init(_ value: any Sendable) { self.value = value }
}
