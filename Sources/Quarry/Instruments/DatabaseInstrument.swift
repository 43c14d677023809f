/// Receives the operations and events of a database, for metrics and traces.
///
/// Set instruments in ``DatabaseConfiguration/instruments``. Without instruments and statement logging, each statement
/// costs one comparison.
///
/// Every requirement has a default implementation that does nothing. Quarry calls an instrument from any thread, also
/// from several at once, and while the operation runs: return soon, and never use the database.
///
/// ```swift
/// struct SlowCalls: DatabaseInstrument {
///   func didRun(_ operation: DatabaseOperation, _ token: OperationToken?, _ result: OperationResult) {
///     if result.duration > .seconds(1) { print(result.statement?.summary ?? "", result.duration) }
///   }
/// }
/// ```
public protocol DatabaseInstrument: Sendable {
  /// Called before an operation starts.
  ///
  /// - Returns: A value that the instrument needs at the end, such as an open span.
  func willRun(_ operation: DatabaseOperation) -> OperationToken?

  /// Called after an operation has ended, successfully or not. Called once for each ``willRun(_:)``.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - token: The value that ``willRun(_:)`` returned.
  ///   - result: The result of the operation.
  func didRun(_ operation: DatabaseOperation, _ token: OperationToken?, _ result: OperationResult)

  /// Called when an event happens that isn't an operation.
  func event(_ event: DatabaseEvent, on endpoint: DatabaseEndpoint)

  /// Surrounds the work of an operation, for example to set a task-local span. Call `body` once and return its result.
  ///
  /// - Throws: The error of `body`.
  func inside<R>(_ token: OperationToken, _ body: () async throws -> R) async throws -> R
}

extension DatabaseInstrument {
  /// Does nothing, and returns `nil`.
  public func willRun(_ operation: DatabaseOperation) -> OperationToken? { nil }

  /// Does nothing.
  public func didRun(_ operation: DatabaseOperation, _ token: OperationToken?, _ result: OperationResult) {}

  /// Does nothing.
  public func event(_ event: DatabaseEvent, on endpoint: DatabaseEndpoint) {}

  /// Calls the body.
  ///
  /// - Throws: The error of `body`.
  public func inside<R>(_ token: OperationToken, _ body: () async throws -> R) async throws -> R { try await body() }
}

/// A value that an instrument keeps while an operation runs.
public struct OperationToken: Sendable {
  /// The instrument's own value.
  public let value: any Sendable

  /// Creates a token.
  public init(_ value: any Sendable) { self.value = value }
}
