/// The value of a fetch, and its value again after each change of what the fetch reads.
///
/// ```swift
/// for try await artists in database.observe(Artist.where { $0.country == "FR" }) {
///   print(artists.count)
/// }
/// ```
///
/// The first value comes at once. The loop itself fetches: when it asks for the next value, it waits for a commit that
/// changed something of what the last fetch read, and fetches on a snapshot then. So the latest value wins: however many
/// commits there are while the loop's body is busy, they are one fetch and one value. Between two values the observation
/// holds no connection.
///
/// Canceling the task ends the wait, or interrupts the fetch. An error ends the loop; a new loop begins anew.
public struct DatabaseObservation<Value: Sendable>: AsyncSequence, Sendable {
  /// A value of the fetch.
  public typealias Element = Value

  let database: Database
  let policy: ObservationPolicy
  /// Refuses what can't be observed, before anything is sent.
  let check: @Sendable () throws -> Void
  let fetch: @Sendable (any PooledConnection) async throws -> Value
  /// Whether two values are the same, so that the second one isn't told; `nil` to tell every one.
  let isSame: (@Sendable (Value, Value) -> Bool)?

  /// Begins to observe; nothing is fetched before the first value is asked for.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(observation: self) }

  /// Walks over the values.
  public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    let observation: DatabaseObservation
    private var changes: ObservedChanges?
    private var last: Value?
    private var isFinished = false

    init(observation: DatabaseObservation) { self.observation = observation }

    /// The next value: the first one at once, each further one after a change.
    ///
    /// - Returns: `nil` after an error.
    /// - Throws: `CancellationError` if the task is canceled; ``DatabaseError`` as the fetch throws it, with code
    ///   `.connectionClosed` once the database is closed, `.reentrantAccess` inside a body of the same database, and
    ///   `.readOnly` for a query that changes the database; what the body of an observation throws.
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
