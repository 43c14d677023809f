/// An operation between its start and its end, as instruments see it.
final class RunningOperation: Sendable {
  /// The call whose statements are running; `nil` for statements of a transaction's body.
  @TaskLocal static var current: RunningOperation?

  private struct State {
    var statement: StatementInformation?
    var statements = 0
    var rows = 0
    var attempts = 0
  }

  private let monitor: DatabaseMonitor
  private let operation: DatabaseOperation
  private let tokens: [OperationToken?]
  private let start = ContinuousClock.now
  private let state = Protected(State())

  init(_ kind: DatabaseOperation.Kind, _ monitor: DatabaseMonitor) {
    let operation = DatabaseOperation(kind: kind, endpoint: monitor.endpoint)
    self.monitor = monitor
    self.operation = operation
    tokens = monitor.instruments.map { $0.willRun(operation) }
  }

  /// Whether the operation belongs to a database's monitor.
  func isOf(_ monitor: DatabaseMonitor) -> Bool { self.monitor === monitor }

  func noteAttempt() { state.withLock { $0.attempts += 1 } }

  func note(_ statement: StatementInformation, count: Int, rows: Int) {
    state.withLock { state in
      if state.statement == nil { state.statement = statement }
      state.statements += count
      state.rows += rows
    }
  }

  /// Runs the operation's work inside all instruments.
  func run<R: Sendable>(_ body: () async throws -> R) async throws -> R {
    do {
      let value = try await RunningOperation.$current.withValue(operation.kind == .transaction ? nil : self) {
        try await inside(0, body)
      }
      end(nil)
      return value
    } catch {
      end(OperationFailure(error))
      throw error
    }
  }

  private func inside<R: Sendable>(_ index: Int, _ body: () async throws -> R) async throws -> R {
    guard index < tokens.count else { return try await body() }
    guard let token = tokens[index] else { return try await inside(index + 1, body) }
    return try await monitor.instruments[index].inside(token) { try await inside(index + 1, body) }
  }

  func end(_ failure: OperationFailure?) {
    let result = state.withLock { state in
      OperationResult(
        statement: state.statement, statementCount: state.statements, returnedRows: state.rows,
        duration: start.duration(to: .now), attempts: max(state.attempts, 1), failure: failure)
    }
    for (instrument, token) in zip(monitor.instruments, tokens) { instrument.didRun(operation, token, result) }
  }
}
