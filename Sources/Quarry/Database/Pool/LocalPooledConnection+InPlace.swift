extension LocalPooledConnection {
  nonisolated var runsInPlace: Bool { true }

  /// Runs a synchronous body on the connection's thread without a pause, in order with other bodies.
  ///
  /// The body's task has the caller's task-local values and priority. It starts on the thread, so that a line of bodies
  /// keeps the thread busy without a change to another one in between.
  nonisolated func runInPlace<R: Sendable>(
    _ body: @escaping @Sendable (SQLSession) throws -> R, _ giveBack: @escaping @Sendable (Bool) -> Bool
  ) async throws -> R {
    let work = InPlaceWork<R>(gate: gate)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { caller in
        _ = work.wait(caller)
        // Also when it was canceled: the connection is returned in order.
        work.attach(Task(executorPreference: executor) { self.runHere(work, body, giveBack) })
      }
    } onCancel: {
      work.cancel()
    }
  }

  /// Runs work in a task that is already on the connection's thread.
  private nonisolated func runHere<R: Sendable>(
    _ work: InPlaceWork<R>, _ body: @Sendable (SQLSession) throws -> R, _ giveBack: @Sendable (Bool) -> Bool
  ) {
    assumeIsolated { $0.run(work, body, giveBack) }
  }

  private func run<R: Sendable>(
    _ work: InPlaceWork<R>, _ body: @Sendable (SQLSession) throws -> R, _ giveBack: @Sendable (Bool) -> Bool
  ) {
    let operation = gate.makeOperation()
    guard work.begin(operation) else { return giveBackInPlace(giveBack) }
    guard isUsable else {
      giveBackInPlace(giveBack)
      return work.finish(.failure(UnusableConnection()))
    }
    let result = Result { try perform(operation, body) }
    giveBackInPlace(giveBack)
    work.finish(result)
  }

  private func giveBackInPlace(_ giveBack: (Bool) -> Bool) {
    if needsRecovery { recover() }
    if giveBack(isUsable) { close() }
  }
}

/// Thrown if earlier work broke the connection. The caller asks for another one.
struct UnusableConnection: Error {}
