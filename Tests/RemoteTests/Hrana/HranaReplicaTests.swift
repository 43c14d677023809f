import Quarry
import QuarryRemote
import Testing
import TestPeers
import TestSupport

/// Reads after writes, on a real primary and a real replica.
@Suite(
  "Hrana: sqld with a replica", .needsSqld,
  .serialized, .timeLimit(.minutes(2)))
struct HranaReplicaTests {
  private let pair: SqldPair

  init() async throws { pair = try await SqldPair() }

  /// - Parameter settling: zero for tests in which no primary goes.
  private func database(at node: SqldPair.Node, settling: Duration = .seconds(5)) async throws -> Database {
    try await Database(
      HranaDriver(
        url: "http://" + pair.address(of: node), retries: RetryPolicy(deadline: .seconds(300)), timeout: .seconds(300),
        replicaSettling: settling))
  }

  private static let count = ("SELECT count(*) FROM t" as SQLFragment).values(Int.self)
  private static let all = ("SELECT n FROM t" as SQLFragment).values(Int.self)

  /// What the primary has written, the replica reads with a token. Without one some reads are older: how many is told.
  @Test func aReadAfterATokenSeesTheWrite() async throws {
    let primary = try await database(at: .primary)
    let replica = try await database(at: .replica, settling: .zero)
    try await primary.execute("CREATE TABLE t (n INTEGER)")
    let schema = try await primary.changeToken()
    #expect(try await replica.fetchOne(Self.count, after: schema) == 0)
    var older = 0
    var rows = 0
    for round in 1...200 {
      try await primary.execute("INSERT INTO t VALUES (\(round))")
      rows += 1
      let seen = try await replica.fetchOne(Self.count)
      if seen != rows { older += 1 }
      try await primary.batch { $0.execute("INSERT INTO t VALUES (\(round))") }
      rows += 1
      let text = try await primary.changeToken().description
      let token = try #require(ChangeToken(text))
      let found: Int?
      switch round % 5 {
      case 0: found = try await replica.fetchOne(Self.count, after: token)
      case 1: found = try await replica.fetchCount(Self.all, after: token)
      case 2: found = try await replica.fetchAll(Self.all, after: token).count
      case 3: found = try await primary.fetchOne(Self.count, after: token)
      default:
        found = try await replica.read(after: token) { transaction in try await transaction.fetchOne(Self.count) }
      }
      #expect(found == rows)
    }
    print("\(older) of 200 reads without a token were older than the write before them")
  }

  /// A replica hands writes to the primary and does not have them at once; whoever wrote them sees them all the same.
  @Test func whatWasWrittenByWayOfAReplicaIsReadThere() async throws {
    let replica = try await database(at: .replica)
    try await replica.execute("CREATE TABLE t (n INTEGER)")
    #expect(try await replica.fetchAll(("PRAGMA table_info(t)" as SQLFragment).rows()).count == 1)
    for round in 1...100 {
      if round % 2 == 0 {
        try await replica.execute("INSERT INTO t VALUES (\(round))")
      } else {
        try await replica.write { transaction in try await transaction.execute("INSERT INTO t VALUES (\(round))") }
      }
      try await withThrowingTaskGroup(of: Int?.self) { group in
        for reader in 0..<8 {
          group.addTask {
            switch reader % 4 {
            case 0: return try await replica.fetchOne(Self.count)
            case 1: return try await replica.fetchAll(Self.all).count
            case 2:
              var count = 0
              for try await _ in replica.rows(Self.all) { count += 1 }
              return count
            default: return try await replica.fetchCount(Self.all)
            }
          }
        }
        for try await found in group { #expect(found == round) }
      }
    }
  }

  /// After a crash the primary counts anew, while the replica still has a larger number of before.
  @Test func noReadIsOlderThanItsTokenWhenTheNumbersBeginAnew() async throws {
    let primary = try await database(at: .primary)
    let replica = try await database(at: .replica)
    try await primary.execute("CREATE TABLE t (n INTEGER)")
    var rows = 0
    for _ in 0..<3 {
      for _ in 0..<40 {
        try await primary.execute("INSERT INTO t VALUES (\(rows))")
        rows += 1
      }
      let old = try await primary.changeToken()
      #expect(try await replica.fetchOne(Self.count, after: old) == rows)
      try await pair.stop(.primary)
      try await pair.start(.primary)
      for round in 0..<40 {
        try await primary.execute("INSERT INTO t VALUES (\(rows))")
        rows += 1
        let token = try await primary.changeToken()
        #expect(try await replica.fetchOne(Self.count, after: token) == rows)
        guard round % 10 == 0 else { continue }
        // An old one is honoured or refused, never taken for a number of the new log.
        do {
          let found = try await replica.fetchOne(Self.count, after: old, within: .milliseconds(200))
          #expect(found ?? 0 >= 40)
        } catch let error as DatabaseError {
          #expect(error.code == .foreignChangeToken || error.code == .changesNotReached, "\(error)")
        }
      }
    }
  }

  @Test func whatCannotBeReachedIsAnErrorInTime() async throws {
    let primary = try await database(at: .primary)
    let replica = try await database(at: .replica, settling: .zero)
    try await primary.execute("CREATE TABLE t (n INTEGER)")
    var token = try await primary.changeToken()
    for _ in 0..<20 {
      try await primary.execute("INSERT INTO t VALUES (1)")
      token = try await primary.changeToken()
      #expect(try await replica.fetchOne(Self.count, after: token) ?? 0 > 0)
    }
    let parts = token.description.split(separator: "-")
    let later = try #require(ChangeToken("\(parts[0])-\(parts[1])-ffff"))
    let limit = Duration.milliseconds(300)
    #expect(
      await errorCode { try await replica.fetchOne(Self.count, after: later, within: limit) } == .changesNotReached)
    let foreign = ChangeToken(database: "another one", position: 1)
    for database in [primary, replica] {
      #expect(await errorCode { try await database.fetchOne(Self.count, after: foreign) } == .foreignChangeToken)
      #expect(
        await errorCode { try await database.read(after: foreign) { try await $0.fetchOne(Self.count) } }
          == .foreignChangeToken)
    }

    try await pair.stop(.primary)
    // What the replica is known to have, it still gives.
    #expect(try await replica.fetchOne(Self.count, after: token) == 20)
    for after in [later, foreign] {
      #expect(
        await errorCode { try await replica.fetchAll(Self.all, after: after, within: limit) } == .changesNotReached)
      #expect(
        await errorCode { try await replica.read(after: after, within: limit) { try await $0.fetchAll(Self.all) } }
          == .changesNotReached)
    }
    #expect(await errorCode { try await replica.fetchOne(Self.count) } == nil)
  }
}
