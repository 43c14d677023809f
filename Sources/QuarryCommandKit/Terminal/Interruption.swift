#if Command
internal import Quarry

/// The effect of Ctrl-C: it ends the running work of the shell, or the program.
enum Interruption {
  private struct Receiver: Sendable {
    var cancel: @Sendable () -> Void
    /// Whether further ones are for the same work, however long it takes.
    var takesAll: Bool
    var first: ContinuousClock.Instant?
  }

  private struct State: Sendable {
    var shells = 0
    var receiver: Receiver?
    /// The time at which the keys were pressed between two pieces of work.
    var pending: ContinuousClock.Instant?
    /// The number of programs that show output at the terminal, which get Ctrl-C too.
    var pagers = 0
  }

  private static let state = Protected(State())

  /// The time for work to end before another Ctrl-C ends the program.
  private static let patience = Duration.seconds(1)

  /// Passes an interruption to the running work, or to the next one of a shell.
  ///
  /// - Returns: `false` if there is none, or if it was interrupted long ago and hasn't ended. Then the program must
  ///   end.
  static func deliver() -> Bool {
    let cancel = state.withLock { state -> (@Sendable () -> Void)? in
      let now = ContinuousClock.now
      guard var receiver = state.receiver else {
        // Somebody reads what a statement brought, and nothing runs.
        if state.pagers > 0 { return {} }
        guard state.shells > 0, state.pending.map({ $0.duration(to: now) <= patience }) ?? true else { return nil }
        state.pending = state.pending ?? now
        return {}
      }
      if let first = receiver.first, !receiver.takesAll, state.pagers == 0, first.duration(to: now) > patience {
        return nil
      }
      receiver.first = receiver.first ?? now
      state.receiver = receiver
      return receiver.cancel
    }
    cancel?()
    return cancel != nil
  }

  /// Keeps an interruption for the next work of a shell.
  static func postpone() {
    state.withLock { if $0.shells > 0 { $0.pending = $0.pending ?? .now } }
  }

  /// Records that a pager has begun. Meanwhile, Ctrl-C never ends the program.
  static func pagerBegan() { state.withLock { $0.pagers += 1 } }

  /// Records that a pager has ended.
  static func pagerEnded() { state.withLock { $0.pagers -= 1 } }

  /// Runs a shell. Between its pieces of work, Ctrl-C doesn't end the program either.
  static func inShell<R>(_ body: () async throws -> R) async rethrows -> R {
    state.withLock { $0.shells += 1 }
    defer {
      state.withLock { state in
        state.shells -= 1
        state.pending = nil
      }
    }
    return try await body()
  }

  /// Runs work that Ctrl-C cancels instead of the program.
  ///
  /// - Parameters:
  ///   - isEnabled: Whether Ctrl-C cancels the work. If `false`, the body runs without it.
  ///   - takesAll: Whether the work waits for the user, who can press the keys any number of times.
  ///   - alert: Called when the keys are pressed, in addition to the cancellation.
  ///   - body: The work.
  /// - Throws: What the body throws.
  static func cancelling<R: Sendable>(
    isEnabled: Bool = true, takesAll: Bool = false, alert: @escaping @Sendable () -> Void = {},
    _ body: @escaping @Sendable () async throws -> R
  ) async throws -> R {
    guard isEnabled else { return try await body() }
    let work = Task { try await body() }
    let cancel: @Sendable () -> Void = {
      alert()
      work.cancel()
    }
    let (isPending, outer) = state.withLock { state -> (Bool, Receiver?) in
      let outer = state.receiver
      defer {
        state.pending = nil
        // Work of several parts ends too, also if this part was done just before.
        state.receiver = Receiver(
          cancel: {
            cancel()
            outer?.cancel()
          }, takesAll: takesAll)
      }
      return (state.pending != nil, outer)
    }
    if isPending { cancel() }
    var isDone = false
    defer {
      state.withLock { state in
        // The keys were pressed when the work was done already: they are for what follows in the same line.
        if isDone, !takesAll, outer == nil, state.receiver?.first != nil { state.pending = state.pending ?? .now }
        state.receiver = outer
      }
    }
    let result = try await withTaskCancellationHandler(operation: { try await work.value }, onCancel: cancel)
    isDone = true
    return result
  }
}
#endif
