/// The state of one observation: the region that it waits for, and the last change that it knows.
///
/// It counts as an observer until it's deallocated.
final class ObservedChanges: Sendable {
  private let database: Database
  private let policy: ObservationPolicy
  private let observer: ChangeObserver
  private let isWatching: Bool
  private let place: Protected<(region: DatabaseRegion, number: UInt64)>

  /// Starts to observe.
  ///
  /// - Parameter region: The region to wait for. A fetch replaces it with what was read.
  init(_ database: Database, _ policy: ObservationPolicy, region: DatabaseRegion) {
    self.database = database
    self.policy = policy
    observer = ChangeObserver(database.hub)
    isWatching = database.others.way(of: policy) == .events
    place = Protected((region, database.hub.number))
  }

  deinit { if isWatching { database.others.endWatching() } }

  /// Reads the position of others, so that their changes from now on are noticed.
  func begin() async throws {
    switch database.others.way(of: policy) {
    case .events where isWatching: await database.others.beginWatching()
    case .position: _ = try? await database.others.ask()
    default: break
    }
    try Task.checkCancellation()
  }

  /// Fetches, and stores what was read.
  func fetch<Value: Sendable>(
    _ body: (any PooledConnection) async throws -> Value
  ) async throws -> Value {
    // The number comes first: a change between it and the snapshot is fetched again, and none is missed.
    let number = database.hub.number
    let (value, region) = try await database.reading(after: hearsOthers ? database.others.token : nil, body)
    place.withLock { $0 = (region, number) }
    return value
  }

  /// Waits for a change since the last fetch, or until it is time to fetch again.
  func wait() async throws {
    let way = database.others.way(of: policy)
    let (interest, number) = interest
    guard case .fetching(let time) = way else {
      return try await database.others.asking(way) {
        try await database.hub.waitForChange(since: number, of: interest)
      }
    }
    let (hub, sleep) = (database.hub, database.configuration.surroundings.sleep)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await hub.waitForChange(since: number, of: interest) }
      group.addTask { try await sleep(time) }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// Returns the changes since the last call.
  func takeChanges() -> DatabaseRegion {
    let (interest, number) = interest
    let (region, last) = database.hub.changes(since: number, for: interest)
    place.withLock { $0.number = last }
    return region
  }

  private var hearsOthers: Bool { database.others.way(of: policy) != .none }

  private var interest: (ChangeHub.Interest, UInt64) {
    let place = place.withLock { $0 }
    return (ChangeHub.Interest(region: place.region, hearsOthers: hearsOthers), place.number)
  }
}

extension Database {
  /// Runs a body with a reader, and returns its result and what was read.
  fileprivate func reading<R: Sendable>(
    after token: ChangeToken?, _ body: (any PooledConnection) async throws -> R
  ) async throws -> (R, DatabaseRegion) {
    let work: (any PooledConnection) async throws -> (R, DatabaseRegion) = { connection in
      try await withTaskExecutorPreference(connection.preferredExecutor) {
        await connection.beginReading()
        do {
          let value = try await body(connection)
          return (value, await connection.endReading())
        } catch {
          _ = await connection.endReading()
          throw error
        }
      }
    }
    guard let token else { return try await attempting(.reader, nil, work) }
    return try await withReader(after: token, .seconds(10), work)
  }
}
