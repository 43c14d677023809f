public import Quarry

extension HranaConnection {
  /// How long a read waits for the server to have this driver's writes, before it goes to the primary.
  static var patienceWithReplicas: Duration { .seconds(2) }

  /// A statement whose response has the position of the server itself.
  private static let question = HranaStatementCall("SELECT 1", wantsRows: false)

  private static let begin = HranaStatementCall("BEGIN")

  /// Returns the name of the primary's log and its current position.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the server doesn't number its changes, or what
  ///   the call throws.
  public nonisolated(nonsending) func changeToken() async throws(DatabaseError) -> ChangeToken {
    let server = server
    let log = try await interrupts.run { () throws(DatabaseError) in try await server.log() }
    return ChangeToken(database: log.name, position: log.number)
  }

  /// Sets the changes that the next reads must see.
  public func require(_ changes: RequiredChanges?) { required = changes }

  /// Whether a read outside a transaction must see something that the server may not have yet.
  var mustWait: Bool { required != nil || server.changes.pending != nil }

  /// Runs a read-only statement outside a transaction, so that it sees the required changes.
  ///
  /// - Parameter isQuery: Whether a replica runs it itself. It may forward other statements.
  nonisolated(nonsending) func runSeeing(
    _ call: HranaStatementCall, isQuery: Bool
  ) async throws(DatabaseError) -> HranaResult? {
    if let required {
      if isQuery { return try await runSeeing(required, call) }
      _ = try await log(of: required)
      return try await runAtPrimary(call, required)
    }
    guard isQuery, let write = server.changes.pending else {
      return try await exchange([.execute(call)], .reading).first
    }
    return try await runSeeing(write, call)
  }

  // MARK: What this driver wrote

  /// Whether requests wait by themselves, or go to the primary.
  static func waits(_ requests: [HranaRequest]) -> Bool {
    requests.contains { request in
      guard case .execute(let call) = request else { return false }
      return call.number != nil || call == begin
    }
  }

  /// The number of a write that a replica must wait for before requests other than queries, or `nil` if it is known
  /// to have all writes, or not known to follow the log of this one.
  nonisolated(nonsending) func numberToWaitFor() async throws(DatabaseError) -> UInt64? {
    guard let write = server.changes.pending else { return nil }
    if server.changes.isProven(write.era) { return write.number }
    _ = try await runSeeing(write, Self.question)
    return nil
  }

  private nonisolated(nonsending) func runSeeing(
    _ write: HranaChanges.Pending, _ call: HranaStatementCall
  ) async throws(DatabaseError) -> HranaResult? {
    let changes = server.changes
    let sent = ContinuousClock.now
    var own: OwnAnswer?
    do throws(DatabaseError) {
      own = try await runHere(call, at: write.number, isProven: changes.isProven(write.era), Self.patienceWithReplicas)
    } catch {
      guard error.code == .timedOut else { throw error }
    }
    if let own, changes.isProven(write.era, at: own.numbers, sent: sent), own.isFar(write.number) {
      if case .ok? = own.result { changes.reached(write) }
      return own.result
    }
    let (result, number) = try await runAtPrimary(call, nil)
    if let number, number < write.number { changes.beganAnew(at: number, since: write) }
    return result
  }

  // MARK: What a token stands for

  private nonisolated(nonsending) func runSeeing(
    _ changes: RequiredChanges, _ call: HranaStatementCall
  ) async throws(DatabaseError) -> HranaResult? {
    let token = changes.token
    let log = try await log(of: changes)
    let sent = ContinuousClock.now
    let own: OwnAnswer
    do throws(DatabaseError) {
      own = try await runHere(call, at: token.position, isProven: log.isProven, changes.timeLeft)
    } catch {
      guard error.code == .timedOut else { throw error }
      throw changes.notReached("the server does not have them yet", underlying: error)
    }
    // A server that ignores the number is no replica; with a smaller one it has begun a new log.
    if server.changes.isProven(log.name, at: own.numbers, sent: sent) {
      guard !own.isFar(token.position) else { return own.result }
      let current = try await currentLog(changes)
      throw token.isOf(current) ? changes.notReached("the server is behind") : .foreignChangeToken
    }
    return try await runAtPrimary(call, changes)
  }

  private nonisolated(nonsending) func runAtPrimary(
    _ call: HranaStatementCall, _ changes: RequiredChanges
  ) async throws(DatabaseError) -> HranaResult? {
    do throws(DatabaseError) {
      let (result, number) = try await runAtPrimary(call, changes.timeLeft)
      if let number, number < changes.token.position { throw DatabaseError.foreignChangeToken }
      return result
    } catch {
      throw changes.notReached(error)
    }
  }

  /// The log of a token: the known one, or the current log of the primary.
  private nonisolated(nonsending) func log(
    of changes: RequiredChanges
  ) async throws(DatabaseError) -> (name: String, isProven: Bool) {
    if let known = server.changes.log(of: changes.token) { return known }
    let name = try await currentLog(changes)
    guard changes.token.isOf(name) else { throw DatabaseError.foreignChangeToken }
    server.changes.named(name)
    return (name, false)
  }

  private nonisolated(nonsending) func currentLog(_ changes: RequiredChanges) async throws(DatabaseError) -> String {
    let server = server
    let limit = changes.timeLeft
    do throws(DatabaseError) {
      return try await interrupts.run { () throws(DatabaseError) in try await server.log(within: limit) }.name
    } catch {
      throw changes.notReached(error)
    }
  }

  /// Begins a transaction whose reads see the required changes. Replicas forward transactions to the primary, whose
  /// log must be that of the token.
  nonisolated(nonsending) func beginSeeing(
    _ requests: [HranaRequest], _ purpose: Purpose
  ) async throws(DatabaseError) -> [HranaResult] {
    guard let required else { return try await exchange(requests, purpose, keepsStream: true) }
    let name = try await currentLog(required)
    guard required.token.isOf(name) else { throw DatabaseError.foreignChangeToken }
    do throws(DatabaseError) {
      return try await exchange(requests, purpose, keepsStream: true, limit: required.timeLeft)
    } catch {
      throw required.notReached(error)
    }
  }

  // MARK: Calls

  /// Runs a query on the server itself, which waits for a number.
  ///
  /// - Returns: The result, and the server's first and last position.
  private nonisolated(nonsending) func runHere(
    _ call: HranaStatementCall, at number: UInt64, isProven: Bool, _ limit: Duration
  ) async throws(DatabaseError) -> OwnAnswer {
    var call = call
    call.number = number
    let requests: [HranaRequest] = (isProven ? [] : [.execute(Self.question)]) + [.execute(call)]
    let results = try await exchange(requests, .reading, limit: limit)
    return OwnAnswer(result: results.last, numbers: results.compactMap(\.number))
  }

  /// Runs a query in a separate transaction, which the primary runs.
  ///
  /// - Returns: The result, and the position of the primary.
  private nonisolated(nonsending) func runAtPrimary(
    _ call: HranaStatementCall, _ limit: Duration?
  ) async throws(DatabaseError) -> (result: HranaResult?, number: UInt64?) {
    let results = try await exchange(
      [.execute(Self.begin), .execute(call), .execute(HranaStatementCall("COMMIT"))], .reading, limit: limit)
    if case .error(let error)? = results.first { throw error.databaseError(sql: nil, mayWrite: false) }
    // A cursor, which gives more rows, would be answered by the replica.
    if case .error(let error) = results[1], error.isTooLarge || error.mayComeAfterRows {
      throw error.databaseError(sql: nil, mayWrite: false)
    }
    return (results[1], results[0].number)
  }
}

extension HranaResult {
  /// The position of the server that returned the result.
  fileprivate var number: UInt64? { if case .ok(.execute(let result)) = self { result.number } else { nil } }
}

/// The response of the server itself.
private struct OwnAnswer {
  var result: HranaResult?
  /// The first and last position of the server.
  var numbers: [UInt64]

  /// Whether the response is as new as a number. An error has no number: the server has waited before.
  func isFar(_ number: UInt64) -> Bool {
    if case .ok(.execute(let result))? = result { return (result.number ?? 0) >= number }
    return true
  }
}
