public import Observation

/// The latest value of an observation, as an observable object for views.
///
/// ```swift
/// let artists = await Observed([], database.observe(Artist.all))
/// ```
///
/// It observes from its creation until it's deallocated.
@MainActor @Observable public final class Observed<Value: Sendable> {
  /// The latest value. It is the initial value before the first fetch, and the last value after an error.
  public private(set) var value: Value
  /// The error that ended the observation; `nil` while it runs.
  public private(set) var error: (any Error)?
  /// Whether there is no first value yet.
  public private(set) var isLoading = true

  @ObservationIgnored private var task: Task<Void, Never>?

  /// Starts to observe.
  ///
  /// - Parameters:
  ///   - initial: The value before the first fetch.
  ///   - observation: What to observe.
  public convenience init(_ initial: Value, _ observation: DatabaseObservation<Value>) {
    self.init(initial, values: observation)
  }

  /// Starts to observe together with others.
  ///
  /// - Parameters:
  ///   - initial: The value before the first fetch.
  ///   - observation: What to observe.
  public convenience init(_ initial: Value, _ observation: SharedObservation<Value>) {
    self.init(initial, values: observation)
  }

  private init<Values: AsyncSequence & Sendable>(_ initial: Value, values: Values) where Values.Element == Value {
    value = initial
    task = Task { [weak self] in
      do {
        for try await value in values {
          guard let self else { return }
          self.take(value)
        }
      } catch {
        self?.take(error)
      }
    }
  }

  deinit { task?.cancel() }

  private func take(_ value: Value) {
    self.value = value
    isLoading = false
  }

  private func take(_ error: any Error) {
    if error is CancellationError { return }
    self.error = error
    isLoading = false
  }
}
