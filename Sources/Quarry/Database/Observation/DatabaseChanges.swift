/// News that something was committed, without any values.
public struct ChangeNotice: Sendable, Hashable {
  /// What was changed, since the notice before: everything where the driver, or another process, doesn't tell more.
  public let region: DatabaseRegion
}

/// Tells of commits that change a part of a database.
///
/// ```swift
/// for try await _ in database.changes(in: Artist.self, Album.self) {
///   cache.removeAll()
/// }
/// ```
///
/// Nothing is fetched. Changes that are committed while the loop's body is busy are one notice.
public struct DatabaseChanges: AsyncSequence, Sendable {
  /// A notice.
  public typealias Element = ChangeNotice

  let database: Database
  let region: DatabaseRegion
  let policy: ObservationPolicy

  /// Begins to observe: every change that is committed from now on is told.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(changes: ObservedChanges(database, policy, region: region))
  }

  /// Walks over the notices.
  public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    private var changes: ObservedChanges?
    private var hasBegun = false

    init(changes: ObservedChanges) { self.changes = changes }

    /// The next notice, once something was changed.
    ///
    /// - Throws: `CancellationError` if the task is canceled; ``DatabaseError`` with code `.connectionClosed` once the
    ///   database is closed.
    public mutating func next() async throws -> ChangeNotice? {
      guard let changes else { return nil }
      do {
        if !hasBegun { try await changes.begin() }
        hasBegun = true
        while true {
          try await changes.wait()
          let region = changes.takeChanges()
          // Where there is no position to ask for, the wait ends by time alone.
          if !region.isEmpty { return ChangeNotice(region: region) }
        }
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        self.changes = nil
        throw error
      }
    }
  }
}

extension Database {
  /// Tells of commits that change tables, without fetching anything.
  ///
  /// Where the driver can't learn of others' changes, ``ObservationPolicy/polling(every:)`` doesn't either: nothing is
  /// fetched that could be compared.
  ///
  /// - Parameters:
  ///   - first: A type whose table is observed.
  ///   - others: Further ones.
  ///   - policy: How changes by others are learned of.
  public func changes(
    in first: any SQLMapped.Type, _ others: any SQLMapped.Type..., policy: ObservationPolicy = .automatic
  ) -> DatabaseChanges {
    var region = DatabaseRegion.table(first.table.name)
    for type in others { region.insert(type.table.name) }
    return changes(in: region, policy: policy)
  }

  /// Tells of commits that change a region, without fetching anything.
  ///
  /// - Parameters:
  ///   - region: What is observed, such as `.table("Artist")` or `.everything`.
  ///   - policy: How changes by others are learned of.
  public func changes(in region: DatabaseRegion, policy: ObservationPolicy = .automatic) -> DatabaseChanges {
    DatabaseChanges(database: self, region: region, policy: policy)
  }

  /// Tells everybody who observes the database that a region was changed in a way that can't be seen: by a handle of
  /// another library, or outside of the database, such as the content of an external-content full-text table.
  ///
  /// Call it when the change is committed.
  ///
  /// - Parameter region: What was changed.
  public func noteChanges(in region: DatabaseRegion) { hub.announce(region) }
}
