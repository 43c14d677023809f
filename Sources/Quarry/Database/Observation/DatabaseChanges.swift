/// A notice that something was committed, without any values.
public struct ChangeNotice: Sendable, Hashable {
  /// The changes since the notice before. It is everything if the driver, or another process, doesn't report more.
  public let region: DatabaseRegion
}

/// A sequence of notices about commits that change a part of a database.
///
/// ```swift
/// for try await _ in database.changes(in: Artist.self, Album.self) {
///   cache.removeAll()
/// }
/// ```
///
/// Nothing is fetched. Changes committed while the loop's body runs are combined into one notice.
public struct DatabaseChanges: AsyncSequence, Sendable {
  /// A notice.
  public typealias Element = ChangeNotice

  let database: Database
  let region: DatabaseRegion
  let policy: ObservationPolicy

  /// Starts to observe: every change that is committed from now on is reported.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(changes: ObservedChanges(database, policy, region: region))
  }

  /// Iterates over the notices.
  public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    private var changes: ObservedChanges?
    private var hasBegun = false

    init(changes: ObservedChanges) { self.changes = changes }

    /// Waits for a change and returns its notice.
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
  /// Returns a sequence of notices about commits that change tables. Nothing is fetched.
  ///
  /// If the driver can't detect others' changes, ``ObservationPolicy/polling(every:)`` can't either, because no fetched
  /// values can be compared.
  ///
  /// - Parameters:
  ///   - first: A type whose table is observed.
  ///   - others: Further types.
  ///   - policy: How to learn of changes by others.
  public func changes(
    in first: any SQLMapped.Type, _ others: any SQLMapped.Type..., policy: ObservationPolicy = .automatic
  ) -> DatabaseChanges {
    var region = DatabaseRegion.table(first.table.name)
    for type in others { region.insert(type.table.name) }
    return changes(in: region, policy: policy)
  }

  /// Returns a sequence of notices about commits that change a region. Nothing is fetched.
  ///
  /// - Parameters:
  ///   - region: The region to observe, such as `.table("Artist")` or `.everything`.
  ///   - policy: How to learn of changes by others.
  public func changes(in region: DatabaseRegion, policy: ObservationPolicy = .automatic) -> DatabaseChanges {
    DatabaseChanges(database: self, region: region, policy: policy)
  }

  /// Notifies all observers of the database of a change that Quarry can't see.
  ///
  /// Examples are a change by another library's connection, or of the content of an external-content full-text table.
  /// Call it after the change is committed.
  ///
  /// - Parameter region: The region that was changed.
  public func noteChanges(in region: DatabaseRegion) { hub.announce(region) }
}
