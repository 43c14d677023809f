package import Quarry

/// A driver that wraps another one and counts its connections.
struct ConnectionCountingDriver<Base: DatabaseDriver>: ForwardingDriver {
  let base: Base
  let roles: Protected<[ConnectionRole]>

  nonisolated(nonsending) func open(
    _ role: ConnectionRole
  ) async throws(DatabaseError) -> sending Base.Connection {
    roles.withLock { $0.append(role) }
    return try await base.open(role)
  }

  // Handed on, so that the connections are treated as those of the other driver.
  func connect<Opener: ConnectionOpener>(_ role: ConnectionRole, by opener: Opener) async throws -> Opener.Opened {
    roles.withLock { $0.append(role) }
    return try await base.connect(role, by: opener)
  }
}

extension CaseContext {
  /// Opens a database of this case and counts its connections.
  ///
  /// - Returns: The database, and the roles of the connections in the order in which they were opened.
  package func countedDatabase(
    _ request: DriverRequest? = nil, readers: Int
  ) async throws -> (Database, roles: Protected<[ConnectionRole]>) {
    func counted(_ driver: some DatabaseDriver, _ roles: Protected<[ConnectionRole]>) -> any DatabaseDriver {
      ConnectionCountingDriver(base: driver, roles: roles)
    }
    let roles = Protected<[ConnectionRole]>([])
    let driver = counted(try await driver(for: request ?? self.request()), roles)
    let database = try await Database(driver, configuration: DatabaseConfiguration(maximumReaders: readers))
    resources.withLock { $0.databases.append(database) }
    return (database, roles)
  }
}

/// A place where tasks wait for each other.
final class MeetingPlace: Sendable {
  private let state = Protected((inside: 0, highest: 0, isOpen: false))

  /// The number of tasks inside.
  var inside: Int { state.withLock { $0.inside } }
  /// The largest number of tasks that were inside at the same time.
  var highest: Int { state.withLock { $0.highest } }
  /// Whether tasks can leave.
  var isOpen: Bool { state.withLock { $0.isOpen } }

  /// Lets all tasks leave.
  func open() { state.withLock { $0.isOpen = true } }

  /// Enters and stays until the place is open.
  func stay() async throws {
    enter()
    defer { leave() }
    while !isOpen { try await Task.sleep(for: .milliseconds(1)) }
  }

  func enter() {
    state.withLock { state in
      state.inside += 1
      state.highest = max(state.highest, state.inside)
    }
  }

  func leave() { state.withLock { $0.inside -= 1 } }

  /// Waits until a number are inside.
  func wait(for number: Int) async throws {
    while inside < number { try await Task.sleep(for: .milliseconds(1)) }
  }
}
