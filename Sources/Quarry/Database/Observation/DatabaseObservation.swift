/// A sequence of a fetched value, and of its new value after each change of what the fetch reads.
///
/// ```swift
/// for try await artists in database.observe(Artist.where { $0.country == "FR" }) {
///   print(artists.count)
/// }
/// ```
///
/// The first value is fetched immediately. When the loop asks for the next value, the observation waits for a commit
/// that changes something that the last fetch read. Then it fetches on a snapshot. Commits that happen while the loop's
/// body runs cause one fetch and one value, the latest. Between two values the observation holds no connection.
///
/// Canceling the task ends the wait, or interrupts the fetch. An error ends the loop. A new loop starts from the
/// beginning.
public struct DatabaseObservation<Value: Sendable>: AsyncSequence, Sendable {
  /// A value of the fetch.
  public typealias Element = Value

  let database: Database
  let policy: ObservationPolicy
  /// Throws if the query can't be observed, before anything is sent.
  let check: @Sendable () throws -> Void
  let fetch: @Sendable (any PooledConnection) async throws -> Value
  /// Whether two values are the same, so that the second is left out; `nil` to report every value.
  let isSame: (@Sendable (Value, Value) -> Bool)?

  /// Starts to observe. The first value is fetched when it is asked for.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(observation: self) }

  /// Iterates over the values.
  public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    let observation: DatabaseObservation
    private var changes: ObservedChanges?
    private var last: Value?
    private var isFinished = false

    init(observation: DatabaseObservation) { self.observation = observation }

    /// Returns the next value: the first one at once, each later one after a change.
    ///
    /// - Returns: The value, or `nil` after an error.
    /// - Throws:
    ///   - The ``DatabaseError`` of the fetch, and the error of an observation's body.
    ///   - Code `.connectionClosed` if the database is closed, and `.reentrantAccess` inside a body of the same
    ///     database.
    ///   - Code `.readOnly` for a query that changes the database.
    ///   - `CancellationError` if the task is canceled.
    public mutating func next() async throws -> Value? {
      guard !isFinished else { return nil }
      do {
        return try await advance()
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        isFinished = true
        changes = nil
        last = nil
        throw error
      }
    }

    private mutating func advance() async throws -> Value {
      try Task.checkCancellation()
      try observation.database.requireOutside()
      if changes == nil {
        try observation.check()
        let first = ObservedChanges(observation.database, observation.policy, region: .everything)
        try await first.begin()
        let value = try await first.fetch(observation.fetch)
        changes = first
        last = value
        return value
      }
      while true {
        guard let changes else { throw CancellationError() }
        try await changes.wait()
        let value = try await changes.fetch(observation.fetch)
        if let isSame = observation.isSame, let last, isSame(last, value) { continue }
        last = value
        return value
      }
    }
  }
}
