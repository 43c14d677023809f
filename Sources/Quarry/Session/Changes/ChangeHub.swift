import DequeModule
import Synchronization

/// Where the connections of one database announce what they have committed, and observations wait for it.
///
/// Nothing is pushed: an observation asks whether something that concerns it was committed since it looked last, and
/// otherwise waits. Nobody's waiting costs a commit more than a look at a number.
final class ChangeHub: Sendable {
  /// What an observation waits for.
  struct Interest: Sendable {
    /// What it reads.
    var region: DatabaseRegion
    /// Whether it hears of changes that others have made, too.
    var hearsOthers: Bool
  }

  /// One commit, or a sign of others' commits.
  struct Change: Sendable {
    var number: UInt64
    var region: DatabaseRegion
    var isOthers: Bool

    func concerns(_ interest: Interest) -> Bool {
      isOthers ? interest.hearsOthers : region.overlaps(interest.region)
    }
  }

  struct Waiter {
    var interest: Interest
    var wake: CheckedContinuation<Void, any Error>
  }

  struct State {
    /// The number of the last change.
    var number: UInt64 = 0
    var recent: Deque<Change> = []
    var waiters: [UInt64: Waiter] = [:]
    /// The waiters that read a table, by its name.
    var readers: [String: Set<UInt64>] = [:]
    /// The waiters whose regions are not tables alone, or who hear of others.
    var general: Set<UInt64> = []
    var lastWaiter: UInt64 = 0
    /// Why nobody waits any more.
    var closing: (any Error)?
  }

  /// How many changes are known one by one; what is older counts as everything.
  private static let memory = 64

  private let state = Protected(State())
  private let observers = Atomic(0)

  /// Whether anybody observes the database.
  ///
  /// A writer looks after it has committed, and an observer counts before it opens its snapshot: one of the two sees the
  /// other.
  var isObserved: Bool { observers.load(ordering: .sequentiallyConsistent) > 0 }

  /// The number of the last change.
  var number: UInt64 { state.withLock { $0.number } }

  /// How many observe.
  var observerCount: Int { observers.load(ordering: .sequentiallyConsistent) }

  func addObserver() { observers.add(1, ordering: .sequentiallyConsistent) }

  func removeObserver() { observers.subtract(1, ordering: .sequentiallyConsistent) }

  /// Tells everybody whom it concerns of a change. Returns at once.
  func announce(_ region: DatabaseRegion, isOthers: Bool = false) {
    guard isObserved, !region.isEmpty else { return }
    let woken = state.withLock { state in
      state.number += 1
      let change = Change(number: state.number, region: region, isOthers: isOthers)
      state.recent.append(change)
      if state.recent.count > Self.memory { state.recent.removeFirst() }
      return state.takeWaiters(of: change)
    }
    for waiter in woken { waiter.resume() }
  }

  /// What was changed since a number, as far as it is of interest, and the number of the last change.
  func changes(since number: UInt64, for interest: Interest) -> (region: DatabaseRegion, number: UInt64) {
    state.withLock { ($0.changes(since: number, for: interest), $0.number) }
  }

  /// Waits until something of interest was changed after a number. Returns at once if it was already.
  ///
  /// - Throws: `CancellationError`; the error of the closing once the database is closed.
  func waitForChange(since number: UInt64, of interest: Interest) async throws {
    let id = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (wake: CheckedContinuation<Void, any Error>) in
        let result: Result<Void, any Error>? = state.withLock { state in
          if Task.isCancelled { return .failure(CancellationError()) }
          if let closing = state.closing { return .failure(closing) }
          if !state.changes(since: number, for: interest).isEmpty { return .success(()) }
          state.add(Waiter(interest: interest, wake: wake), id)
          return nil
        }
        if let result { wake.resume(with: result) }
      }
    } onCancel: {
      let waiter = state.withLock { $0.remove(id) }
      waiter?.resume(throwing: CancellationError())
    }
  }

  /// Ends every wait, and those that come.
  func close(_ error: any Error) {
    let woken = state.withLock { state in
      state.closing = error
      return state.waiters.keys.compactMap { state.remove($0) }
    }
    for waiter in woken { waiter.resume(throwing: error) }
  }
}

extension ChangeHub.State {
  fileprivate func changes(since number: UInt64, for interest: ChangeHub.Interest) -> DatabaseRegion {
    guard self.number > number else { return .nothing }
    guard let first = recent.first, first.number <= number + 1 else { return .everything }
    var region = DatabaseRegion.nothing
    for change in recent where change.number > number && change.concerns(interest) { region.formUnion(change.region) }
    return region
  }

  fileprivate mutating func add(_ waiter: ChangeHub.Waiter, _ id: UInt64) {
    waiters[id] = waiter
    if waiter.interest.hearsOthers || waiter.interest.region.isEverything { general.insert(id) }
    for table in waiter.interest.region.tables.keys { readers[table, default: []].insert(id) }
  }

  fileprivate mutating func remove(_ id: UInt64) -> CheckedContinuation<Void, any Error>? {
    guard let waiter = waiters.removeValue(forKey: id) else { return nil }
    general.remove(id)
    for table in waiter.interest.region.tables.keys {
      readers[table]?.remove(id)
      if readers[table]?.isEmpty == true { readers[table] = nil }
    }
    return waiter.wake
  }

  fileprivate mutating func takeWaiters(of change: ChangeHub.Change) -> [CheckedContinuation<Void, any Error>] {
    guard !waiters.isEmpty else { return [] }
    var candidates: Set<UInt64>
    if change.region.isEverything {
      candidates = change.isOthers ? general : Set(waiters.keys)
    } else {
      candidates = general
      for table in change.region.tables.keys { candidates.formUnion(readers[table] ?? []) }
    }
    return candidates.compactMap { id in
      guard let waiter = waiters[id], change.concerns(waiter.interest) else { return nil }
      return remove(id)
    }
  }
}

/// Counts as an observer of a database as long as it is held.
final class ChangeObserver: Sendable {
  let hub: ChangeHub

  init(_ hub: ChangeHub) {
    self.hub = hub
    hub.addObserver()
  }

  deinit { hub.removeObserver() }
}
