import Synchronization

/// Marks a task that runs inside a database's body, so that a call on the outer database throws there.
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

  /// Marks the body as ended. Tasks that it started can then use the database again.
  func end() { isActive.store(false, ordering: .releasing) }

  /// Whether the current task runs inside a body of the database.
  static func isInside(_ database: AnyObject) -> Bool {
    var access = current
    while let here = access {
      if here.database == ObjectIdentifier(database) && here.isActive.load(ordering: .acquiring) { return true }
      access = here.outer
    }
    return false
  }
}
