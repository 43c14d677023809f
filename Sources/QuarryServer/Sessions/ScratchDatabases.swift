#if Server
internal import Quarry

/// The databases of namespaces that aren't configured. Each is made when it is first named.
///
/// Beyond the limit, the one that was unused for the longest time is closed, unless a client holds a connection of
/// it.
actor ScratchDatabases {
  private let make: ServerConfiguration.ScratchMaker
  private let limits: ServerLimits
  private let maximum: Int
  private var hosts: [String: Task<DatabaseHost, any Error>] = [:]
  private var ready: [String: DatabaseHost] = [:]
  /// The names, the longest unused first.
  private var order: [String] = []

  init(limits: ServerLimits, maximum: Int = 64, make: @escaping ServerConfiguration.ScratchMaker) {
    self.make = make
    self.limits = limits
    self.maximum = max(maximum, 1)
  }

  /// Returns the database of a namespace.
  ///
  /// - Throws: The error of making it; nothing is stored then.
  func host(_ name: String) async throws -> DatabaseHost {
    order.removeAll { $0 == name }
    order.append(name)
    let task: Task<DatabaseHost, any Error>
    if let existing = hosts[name] {
      task = existing
    } else {
      task = Task { [make, limits] in
        DatabaseHost(ServedDatabase(try await make(name), namespace: name), limits: limits)
      }
      hosts[name] = task
    }
    while order.count > maximum, let unused = order.firstIndex(where: { ready[$0]?.isInUse == false }) {
      await close(order.remove(at: unused))
    }
    do {
      let host = try await task.value
      if hosts[name] == task { ready[name] = host }
      return host
    } catch {
      if hosts[name] == task { hosts[name] = nil }
      order.removeAll { $0 == name }
      throw error
    }
  }

  /// Closes all of them.
  func closeAll() async {
    while !order.isEmpty { await close(order.removeFirst()) }
  }

  private func close(_ name: String) async {
    ready[name] = nil
    guard let task = hosts.removeValue(forKey: name), let host = try? await task.value else { return }
    await host.close()
    await host.served.database.close()
  }
}
#endif
