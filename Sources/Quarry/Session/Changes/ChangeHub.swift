import DequeModule
import Synchronization

/// The place where the connections of one database announce commits, and where observations wait for them.
///
/// Nothing is pushed: an observation asks for commits since its last look, and otherwise waits. Without waiting
/// observations, a commit reads one number.
final class ChangeHub: Sendable {
  /// What an observation waits for.
  struct Interest: Sendable {
    /// The region that it reads.
    var region: DatabaseRegion
    /// Whether it learns of changes by others, too.
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
    /// The waiting observations that read a table, by its name.
    var readers: [String: Set<UInt64>] = [:]
    /// The waiting observations with other regions, or that learn of changes by others.
    var general: Set<UInt64> = []
    var lastWaiter: UInt64 = 0
    /// The error for all later waits.
    var closing: (any Error)?
  }

  /// The number of changes that are kept separately. Older ones count as changes of everything.
  private static let memory = 64

  private let state = Protected(State())
  private let observers = Atomic(0)

  /// Whether the database is observed.
  ///
  /// A writer checks after its commit, and an observer is counted before it opens its snapshot. So one of the two sees
  /// the other.
  var isObserved: Bool { observers.load(ordering: .sequentiallyConsistent) > 0 }

  /// The number of the last change.
  var number: UInt64 { state.withLock { $0.number } }

  /// The number of observers.
  var observerCount: Int { observers.load(ordering: .sequentiallyConsistent) }

  func addObserver() { observers.add(1, ordering: .sequentiallyConsistent) }

  func removeObserver() { observers.subtract(1, ordering: .sequentiallyConsistent) }

  /// Notifies all interested observations of a change. Returns immediately.
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

  /// Returns the interesting changes since a number, and the number of the last change.
  func changes(since number: UInt64, for interest: Interest) -> (region: DatabaseRegion, number: UInt64) {
    state.withLock { ($0.changes(since: number, for: interest), $0.number) }
  }

  /// Waits for an interesting change after a number. Returns immediately if there already was one.
  ///
  /// - Throws: `CancellationError`, or the closing error if the database is closed.
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

  /// Ends all waits, and all later ones.
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

/// Counts as an observer of a database until it's deallocated.
final class ChangeObserver: Sendable {
  let hub: ChangeHub

  init(_ hub: ChangeHub) {
    self.hub = hub
    hub.addObserver()
  }

  deinit { hub.removeObserver() }
}
