/// One observation for several loops, with one fetch for each change.
///
/// A loop that starts later receives the latest value at once. The observation ends with the last loop, and a new loop
/// starts it again.
public struct SharedObservation<Value: Sendable>: AsyncSequence, Sendable {
  /// A value of the observation.
  public typealias Element = Value

  private let source: Source

  init(_ observation: DatabaseObservation<Value>) { source = Source(observation) }

  /// Starts to observe, or joins the running loops.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source.current()) }

  /// Iterates over the values.
  public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    private let round: SharedRound<Value>
    private var seen: UInt64 = 0
    private var isFinished = false

    init(_ round: SharedRound<Value>) { self.round = round }

    /// Returns the next value that this loop hasn't seen.
    ///
    /// - Throws: As ``DatabaseObservation``.
    public mutating func next() async throws -> Value? {
      guard !isFinished else { return nil }
      do {
        let (value, number) = try await round.next(after: seen)
        seen = number
        return value
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        isFinished = true
        throw error
      }
    }
  }

  /// Keeps the current round while a loop uses it.
  private final class Source: Sendable {
    private struct State {
      weak var round: SharedRound<Value>?
    }

    private let observation: DatabaseObservation<Value>
    private let state = Protected(State())

    init(_ observation: DatabaseObservation<Value>) { self.observation = observation }

    func current() -> SharedRound<Value> {
      state.withLock { state in
        if let round = state.round, !round.hasFailed { return round }
        let round = SharedRound(observation.makeAsyncIterator())
        state.round = round
        return round
      }
    }
  }
}

extension DatabaseObservation {
  /// Shares the observation among several loops.
  public func shared() -> SharedObservation<Value> { SharedObservation(self) }
}

/// The loops that share an observation at one time. One of the waiting loops fetches for all of them.
final class SharedRound<Value: Sendable>: Sendable {
  private struct State {
    /// The observation; `nil` while a loop fetches.
    var iterator: DatabaseObservation<Value>.AsyncIterator?
    var latest: Value?
    /// The number of the latest value.
    var number: UInt64 = 0
    var failure: (any Error)?
    var waiters: [UInt64: CheckedContinuation<Void, any Error>] = [:]
    var lastWaiter: UInt64 = 0

    mutating func takeWaiters() -> [CheckedContinuation<Void, any Error>] {
      defer { waiters = [:] }
      return Array(waiters.values)
    }
  }

  private enum Turn {
    case value(Value, UInt64)
    case fetch(DatabaseObservation<Value>.AsyncIterator)
    case wait
  }

  private let state: Protected<State>

  init(_ iterator: DatabaseObservation<Value>.AsyncIterator) { state = Protected(State(iterator: iterator)) }

  var hasFailed: Bool { state.withLock { $0.failure != nil } }

  /// Returns the latest value, once the loop hasn't seen it.
  func next(after seen: UInt64) async throws -> (Value, UInt64) {
    while true {
      try Task.checkCancellation()
      switch try state.withLock({ try Self.turn(&$0, seen) }) {
      case .value(let value, let number): return (value, number)
      case .fetch(let iterator): try await fetch(iterator)
      case .wait: try await wait(after: seen)
      }
    }
  }

  private static func turn(_ state: inout State, _ seen: UInt64) throws -> Turn {
    if state.number > seen, let latest = state.latest { return .value(latest, state.number) }
    if let failure = state.failure { throw failure }
    guard let iterator = state.iterator.take() else { return .wait }
    return .fetch(iterator)
  }

  private func fetch(_ iterator: DatabaseObservation<Value>.AsyncIterator) async throws {
    var iterator = iterator
    let result: Result<Value?, any Error>
    do { result = .success(try await iterator.next()) } catch { result = .failure(error) }
    let woken = state.withLock { [iterator] state in
      switch result {
      case .success(let value?):
        state.latest = value
        state.number += 1
        state.iterator = iterator
      case .failure(let error) where !(error is CancellationError):
        state.failure = error
      default:
        // Whoever was fetching has left: another one goes on.
        state.iterator = iterator
      }
      return state.takeWaiters()
    }
    for waiter in woken { waiter.resume() }
    if case .failure(let error) = result { throw error }
  }

  private func wait(after seen: UInt64) async throws {
    let id = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (wake: CheckedContinuation<Void, any Error>) in
        let result: Result<Void, any Error>? = state.withLock { state in
          if Task.isCancelled { return .failure(CancellationError()) }
          if state.iterator != nil || state.number > seen || state.failure != nil { return .success(()) }
          state.waiters[id] = wake
          return nil
        }
        if let result { wake.resume(with: result) }
      }
    } onCancel: {
      let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
      waiter?.resume(throwing: CancellationError())
    }
  }
}
