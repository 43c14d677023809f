import Quarry

/// A broken way to observe, which the suite must notice.
public enum ObservationDefect: String, Sendable, Hashable, CaseIterable {
  /// The first value arrives only after a change.
  case noFirstValue
  /// Values are fetched as early as possible, and queued until they are asked for.
  case queue
  /// Every value arrives twice.
  case repeats
  /// Observations continue when nobody asks any more.
  case leaks
}

/// A driver under test whose observations are broken.
public protocol ObservingDriverUnderTest: DriverUnderTest {
  /// The defect; `nil` for none.
  var observationDefect: ObservationDefect? { get }
}

/// The values of an observation, one on each request.
actor ObservedValues<Value: Sendable> {
  private var iterator: DatabaseObservation<Value>.AsyncIterator
  private let defect: ObservationDefect?
  private var repeated: Value?
  private var hasBegun = false
  private var queue: AsyncThrowingStream<Value, any Error>.AsyncIterator?
  /// A task that never ends.
  private var leak: Task<Void, Never>?

  init(_ observation: DatabaseObservation<Value>, _ defect: ObservationDefect?) {
    iterator = observation.makeAsyncIterator()
    self.defect = defect
    guard defect == .queue || defect == .leaks else { return }
    let (stream, continuation) = AsyncThrowingStream<Value, any Error>.makeStream()
    queue = stream.makeAsyncIterator()
    leak = Task.detached {
      do {
        for try await value in observation { continuation.yield(value) }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
  }

  deinit { if defect == .queue { leak?.cancel() } }

  /// Returns the next value, after waiting for it if necessary.
  func next() async throws -> Value? {
    if var queue {
      defer { self.queue = queue }
      return try await queue.next(isolation: self)
    }
    if let value = repeated {
      repeated = nil
      return value
    }
    var iterator = iterator
    defer { self.iterator = iterator }
    if defect == .noFirstValue, !hasBegun { _ = try await iterator.next() }
    hasBegun = true
    let value = try await iterator.next()
    if defect == .repeats { repeated = value }
    return value
  }

  /// Asks for the next value in a separate task.
  nonisolated func ask() -> AskedValue<Value> { AskedValue(self) }
}

/// A value that was asked for and may not have arrived yet.
final class AskedValue<Value: Sendable>: Sendable {
  private let outcome = Protected<Result<Value?, any Error>?>(nil)
  private let task: Task<Void, Never>

  init(_ values: ObservedValues<Value>) {
    let outcome = outcome
    task = Task {
      let result: Result<Value?, any Error>
      do { result = .success(try await values.next()) } catch { result = .failure(error) }
      outcome.withLock { $0 = result }
    }
  }

  /// Whether the value or an error has arrived.
  var hasCome: Bool { outcome.withLock { $0 != nil } }

  func cancel() { task.cancel() }

  /// Returns the value or the error; `nil` if neither arrives in time, which also ends the request.
  func result(within limit: Duration) async -> Result<Value?, any Error>? {
    let end = ContinuousClock.now + limit
    while !hasCome, ContinuousClock.now < end { try? await Task.sleep(for: .milliseconds(1)) }
    defer { if !hasCome { task.cancel() } }
    return outcome.withLock { $0 }
  }
}
