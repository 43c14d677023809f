import Synchronization

/// Notes that a task stands inside a database's body, so that a call on the outer database is refused there.
///
/// Such a call would wait for the connection that its own caller holds.
final class DatabaseAccess: Sendable {
  @TaskLocal static var current: DatabaseAccess?

  private let database: ObjectIdentifier
  private let outer: DatabaseAccess?
  private let isActive = Atomic(true)

  init(database: AnyObject, outer: DatabaseAccess?) {
    self.database = ObjectIdentifier(database)
    self.outer = outer
  }

  /// The body has ended; tasks that it left behind may use the database again.
  func end() { isActive.store(false, ordering: .releasing) }

  /// Whether the current task stands inside a body of the database.
  static func isInside(_ database: AnyObject) -> Bool {
    var access = current
    while let here = access {
      if here.database == ObjectIdentifier(database) && here.isActive.load(ordering: .acquiring) { return true }
      access = here.outer
    }
    return false
  }
}
