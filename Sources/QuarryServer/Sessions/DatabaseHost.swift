#if Server
internal import Quarry

/// One served database: its connections for clients, and the order of writers.
final class DatabaseHost: Sendable {
  let served: ServedDatabase
  let limits: ServerLimits
  let turnstile: Turnstile
  let alarms = Alarms()
  /// Whether all clients use the database's one connection, one transaction after another.
  let isShared: Bool
  /// Connections that wait for their next client. Those of readers can only read.
  private let idle = Protected<[ServerRole: [HostLease]]>([:])
  private let leases = Protected(0)
  private static let maximumIdle = 32

  init(_ served: ServedDatabase, limits: ServerLimits) {
    self.served = served
    self.limits = limits
    turnstile = Turnstile(holdingTime: limits.transactionTime, waitingTime: limits.waitingTime, alarms: alarms)
    isShared = !served.database.capabilities.parallelReaders
  }

  /// The name of the database in PerSQL paths.
  var path: String { "\(served.namespace)/\(served.name)" }

  /// Returns a connection for a client. It takes a lease of the database when it first needs one.
  func connection(_ role: ServerRole) -> HostConnection {
    HostConnection(host: self, rules: StatementRules(role: role, isShared: isShared))
  }

  /// Whether a client holds a connection.
  var isInUse: Bool { leases.withLock { $0 > 0 } }

  /// Takes a lease, with the current rules.
  func takeLease(_ rules: StatementRules) async throws -> HostLease {
    leases.withLock { $0 += 1 }
    do {
      return try await lease(rules)
    } catch {
      leases.withLock { $0 -= 1 }
      throw error
    }
  }

  private func lease(_ rules: StatementRules) async throws -> HostLease {
    if let lease = idle.withLock({ $0[rules.role]?.popLast() }) {
      lease.rules.use(rules)
      return lease
    }
    let lease =
      isShared
      ? try await served.database.lease()
      : try await served.database.separateLease(rules.role == .read ? .reader : .writer)
    let connectionRules = ConnectionRules(rules)
    do {
      let before = try await lease.install(connectionRules, limits)
      return HostLease(lease: lease, rules: connectionRules, limitsBefore: before)
    } catch {
      await lease.giveBack()
      throw error
    }
  }

  /// Returns a lease. Anything that a client left behind in it ends.
  func giveBack(_ lease: HostLease) async {
    defer { leases.withLock { $0 -= 1 } }
    await lease.lease.rollBack()
    if isShared {
      await lease.lease.removeRules(lease.rules, lease.limitsBefore)
    } else if !lease.rules.isMarked, await lease.lease.isUsable {
      let isKept = idle.withLock { idle in
        guard idle[lease.rules.rules.role, default: []].count < Self.maximumIdle else { return false }
        idle[lease.rules.rules.role, default: []].append(lease)
        return true
      }
      if isKept { return }
    }
    await lease.lease.giveBack()
  }

  /// Closes the idle connections.
  func close() async {
    let leases = idle.withLock { idle in
      defer { idle = [:] }
      return idle.values.flatMap { $0 }
    }
    for lease in leases { await lease.lease.giveBack() }
  }
}

/// A lease with the rules that its engine checks.
struct HostLease: Sendable {
  var lease: DatabaseLease
  var rules: ConnectionRules
  /// The limits of a connection that clients share with the database's owner.
  var limitsBefore: SQLiteMemoryLimits?
}
#endif
