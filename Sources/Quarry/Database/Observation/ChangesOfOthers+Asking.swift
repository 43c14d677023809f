extension ChangesOfOthers {
  /// The time that ``ObservationPolicy/automatic`` waits between two questions.
  struct Pace: Sendable {
    private(set) var pause = Duration.seconds(2)

    /// Adjusts the pace to the answer of a question.
    mutating func note(_ hasChanged: Bool) {
      if hasChanged {
        pause = .seconds(2)
      } else {
        pause = pause < .seconds(10) ? .seconds(10) : min(pause * 2, .seconds(60))
      }
    }
  }

  /// Asks repeatedly while a body waits for a change.
  func asking<R>(_ way: Way, while body: () async throws -> R) async throws -> R {
    guard case .position(let time) = way else { return try await body() }
    let id = beginAsking(every: time)
    defer { endAsking(id) }
    return try await body()
  }

  private func beginAsking(every time: Duration?) -> UInt64 {
    state.withLock { state in
      state.lastWaiting += 1
      state.waiting[state.lastWaiting] = .some(time)
      let due = surroundings.now() + state.pause
      state.nextQuestion = min(state.nextQuestion ?? due, due)
      if !state.isAsking { restart(&state) }
      return state.lastWaiting
    }
  }

  private func endAsking(_ id: UInt64) {
    state.withLock { state in
      state.waiting[id] = nil
      guard state.waiting.isEmpty, !state.isAsking else { return }
      state.loop?.cancel()
      state.loop = nil
    }
  }

  private func restart(_ state: inout State) {
    state.loop?.cancel()
    state.loop = state.isClosed ? nil : Task.detached { [self] in await askAgainAndAgain() }
  }

  private func askAgainAndAgain() async {
    while true {
      let due = state.withLock { $0.nextQuestion } ?? .zero
      let rest = due - surroundings.now()
      if rest > .zero {
        do { try await surroundings.sleep(rest) } catch { return }
      }
      // Whoever cancels it does so while nobody else has the state.
      let begins = state.withLock { state in
        state.isAsking = !Task.isCancelled
        return state.isAsking
      }
      guard begins else { return }
      let answer: Bool?
      do {
        answer = try await ask()
      } catch {
        // An error passes: the next question may be answered.
        answer = false
      }
      let goesOn = state.withLock { state in
        state.isAsking = false
        state.pace.note(answer ?? false)
        state.nextQuestion = surroundings.now() + state.pause
        if answer != nil, !state.waiting.isEmpty, !state.isClosed { return true }
        state.loop = nil
        return false
      }
      if !goesOn { return }
    }
  }
}

extension ChangesOfOthers.State {
  /// The shortest time between two questions that a waiting observation wants.
  fileprivate var pause: Duration { waiting.values.map { $0 ?? pace.pause }.min() ?? pace.pause }
}

/// Reports a possible change once a second, on platforms that can't watch files.
final class OncePerSecond: ChangeWatch {
  private let task: Task<Void, Never>

  init(_ others: ChangesOfOthers) {
    task = Task.detached { [weak others] in
      while !Task.isCancelled {
        do { try await Task.sleep(for: .seconds(1)) } catch { return }
        others?.noteSign()
      }
    }
  }

  func cancel() { task.cancel() }
}
