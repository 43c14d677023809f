import Quarry
import QuarryMemory
import QuarrySQLite
import TestSupport
import Testing

@Suite struct ObservationTests {
  private static let sum = ("SELECT a FROM t ORDER BY id" as SQLFragment).values(Int64.self)

  @Test("Files report what others have committed", arguments: [LocalDriver.sqlite, .sqlcipher])
  func filesReportOthers(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await Database.observed(driver, in: folder)
    #expect(database.capabilities.changeDetection == .events)
    await database.close()
  }

  @Test(arguments: LocalDriver.allCases) func valuesFollowCommits(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await Database.observed(driver, in: folder)
    let rows = Values(database.observe(Self.sum))
    let first = Values(database.observe(first: Self.sum))
    let count = Values(database.observe(count: Self.sum))
    #expect(try await rows.next() == [10, 20])
    #expect(try await first.next() == 10)
    #expect(try await count.next() == 2)
    try await database.execute("UPDATE t SET a = 11 WHERE id = 1")
    #expect(try await rows.next() == [11, 20])
    #expect(try await first.next() == 11)
    try await database.write { (session: SQLSession) in
      try session.execute("INSERT INTO t VALUES (3, 30, 300)")
      try session.execute("DELETE FROM t WHERE id = 1")
      try session.execute("INSERT INTO t VALUES (4, 40, 400)")
    }
    #expect(try await rows.next() == [20, 30, 40])
    #expect(try await count.next() == 3)
    try await database.write { (transaction: DatabaseTransaction) in
      try await transaction.execute("DELETE FROM t")
    }
    #expect(try await rows.next() == [])
    #expect(try await first.next() == .some(.none))
    #expect(try await count.next() == 0)
    await database.close()
  }

  @Test(arguments: LocalDriver.engines) func whatIsNotReadIsNotFetched(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await Database.observed(driver, in: folder)
    let sum = CountedSum()
    let values = Values(sum.observation(database))
    #expect(try await values.next() == 30)
    let asked = Asked(values)
    for number in 0..<20 {
      try await database.execute("UPDATE t SET b = \(number)")
      try await database.execute("UPDATE other SET n = \(number)")
      try await database.execute("UPDATE t SET a = 1 WHERE id = 99")
      _ = try? await database.write { (session: SQLSession) in
        try session.execute("UPDATE t SET a = 77")
        throw CancellationError()
      }
      _ = try? await database.execute("INSERT INTO t VALUES (1, 5, 5)")
    }
    #expect(!asked.hasCome && sum.fetches.value == 1)
    try await database.execute("UPDATE t SET a = 0 WHERE id = 1")
    #expect(try await asked.value == 20)
    #expect(sum.fetches.value == 2)
    await database.close()
  }

  @Test func theRegionFollowsTheBody() async throws {
    let folder = try TemporaryFolder()
    let database = try await Database.observed(.sqlite, in: folder)
    let observation: DatabaseObservation<Int64> = database.observe { transaction in
      let number = try await transaction.fetchOne(("SELECT n FROM other" as SQLFragment).values(Int64.self))
      let isOn = number == Int64(1)
      let text: SQLFragment = isOn ? "SELECT sum(a) FROM t" : "SELECT sum(b) FROM t"
      return try await transaction.fetchOne(text.values(Int64.self)) ?? 0
    }
    let values = Values(observation)
    #expect(try await values.next() == 30)
    try await database.execute("UPDATE other SET n = 0")
    #expect(try await values.next() == 300)
    let asked = Asked(values)
    try await database.execute("UPDATE t SET a = 1000")
    #expect(!asked.hasCome)
    try await database.execute("UPDATE t SET b = 1 WHERE id = 1")
    #expect(try await asked.value == 201)
    await database.close()
  }

  @Test func manyCommitsAreOneValue() async throws {
    let folder = try TemporaryFolder()
    let database = try await Database.observed(.sqlite, in: folder)
    let sum = CountedSum()
    let values = Values(sum.observation(database))
    #expect(try await values.next() == 30)
    for number in 0..<200 { try await database.execute("UPDATE t SET a = \(number) WHERE id = 1") }
    #expect(try await values.next() == 219)
    #expect(sum.fetches.value == 2)
    let asked = Asked(values)
    try await database.execute("UPDATE other SET n = 3")
    #expect(!asked.hasCome)
    asked.task.cancel()
    await #expect(throws: CancellationError.self) { try await asked.value }
    await database.close()
  }

  @Test func duplicatesAreLeftOutUnlessTheyAreWanted() async throws {
    let database = try await Database.observed(.memory, in: try TemporaryFolder())
    let sum = CountedSum()
    let once = Values(sum.observation(database))
    // Without a word about it, what can be compared is.
    let byItself = Values(database.observe(Self.sum))
    let bodyByItself = Values(
      database.observe { transaction in
        let rows = try await transaction.fetchAll(Self.sum)
        return rows.count
      })
    #expect(try await byItself.next() == [10, 20])
    #expect(try await bodyByItself.next() == 2)
    let unchanged = (Asked(byItself), Asked(bodyByItself))
    let always = Values(CountedSum().observation(database, removingDuplicates: false))
    #expect(try await once.next() == 30)
    #expect(try await always.next() == 30)
    let asked = Asked(once)
    try await database.execute("UPDATE t SET a = a")
    #expect(try await always.next() == 30)
    try await eventually { sum.fetches.value == 2 }
    #expect(!asked.hasCome && !unchanged.0.hasCome && !unchanged.1.hasCome)
    try await database.execute("UPDATE t SET a = a + 1")
    #expect(try await asked.value == 32)
    #expect(try await unchanged.0.value == [11, 21])
    try await database.execute("INSERT INTO t VALUES (3, 0, 0)")
    #expect(try await unchanged.1.value == 3)
    try await database.execute("DELETE FROM t WHERE id = 3")
    #expect(try await always.next() == 32)
    await database.close()
  }

  @Test func whatCannotBeObservedIsRefused() async throws {
    let database = try await Database.observed(.memory, in: try TemporaryFolder())
    let inserting = ("INSERT INTO t (a) VALUES (1) RETURNING a" as SQLFragment).values(Int64.self)
    await #expect { try await Values(database.observe(inserting)).next() } throws: {
      ($0 as? DatabaseError)?.code == .readOnly
    }
    await #expect {
      try await Values(database.observe { try await $0.execute("DELETE FROM t").affectedRows }).next()
    } throws: {
      ($0 as? DatabaseError)?.code == .readOnly
    }
    await #expect {
      try await database.write { (_: DatabaseTransaction) in try await Values(database.observe(Self.sum)).next() }
    } throws: {
      ($0 as? DatabaseError)?.code == .reentrantAccess
    }
    #expect(try await database.fetchAll(Self.sum) == [10, 20])
    await database.close()
  }

  @Test func errorsAndClosingEndIt() async throws {
    let folder = try TemporaryFolder()
    let database = try await Database.observed(.sqlite, in: folder)
    let values = Values(database.observe(Self.sum))
    let others = Values(database.observe(("SELECT n FROM other" as SQLFragment).values(Int64.self)))
    #expect(try await values.next() == [10, 20])
    #expect(try await others.next() == [1])
    try await database.execute("DROP TABLE t")
    let notices = Values(database.changes(in: .table("other")))
    await #expect { try await values.next() } throws: { ($0 as? DatabaseError)?.code == .noSuchObject }
    #expect(try await values.next() == nil)
    // While the writer is busy, an observation that begins can't learn what others have changed, and all fetch once more.
    let repeating = Task { while let value = try await others.next() { #expect(value == [1]) } }
    let waiting = Asked(notices)
    #expect(database.isObservedBy(2))
    await database.close()
    await #expect { try await repeating.value } throws: { ($0 as? DatabaseError)?.code == .connectionClosed }
    await #expect { try await waiting.value } throws: { ($0 as? DatabaseError)?.code == .connectionClosed }
  }

  @Test func noticesTellOfTables() async throws {
    let database = try await Database.observed(.memory, in: try TemporaryFolder())
    let notices = Values(database.changes(in: .table("T")))
    try await database.execute("UPDATE other SET n = 2")
    try await database.execute("UPDATE t SET a = 1")
    try await database.execute("UPDATE t SET b = 1")
    #expect(try await notices.next()?.region == .table("t", columns: ["a", "b"]))
    let asked = Asked(notices)
    try await database.execute("UPDATE other SET n = 3")
    #expect(!asked.hasCome)
    database.noteChanges(in: .table("t"))
    #expect(try await asked.value?.region == .table("t"))
    await database.close()
  }

  @Test func cancellationLeavesNobodyBehind() async throws {
    let folder = try TemporaryFolder()
    let database = try await Database.observed(.sqlite, in: folder)
    let asked = (0..<10).map { _ in Asked(Values(database.observe(Self.sum))) }
    for one in asked { #expect(try await one.value == [10, 20]) }
    let tasks = (0..<10).map { _ in
      Task { for try await _ in database.observe(Self.sum) {} }
    }
    try await eventually { database.isObservedBy(10) }
    for task in tasks {
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    try await eventually { database.isObservedBy(0) }
    let endless = Task {
      let text: SQLFragment = """
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n, t
        """
      for try await _ in database.observe(text.values(Int64.self)) {}
    }
    try await Task.sleep(for: .milliseconds(5))
    endless.cancel()
    await #expect(throws: CancellationError.self) { try await endless.value }
    #expect(try await database.fetchAll(Self.sum) == [10, 20])
    await database.close()
  }

  @Test func oneFetchServesAllWhoShare() async throws {
    let folder = try TemporaryFolder()
    let database = try await Database.observed(.sqlite, in: folder)
    let sum = CountedSum()
    let shared = sum.observation(database).shared()
    var consumers = (0..<5).map { _ in Values(shared) }
    for consumer in consumers { #expect(try await consumer.next() == 30) }
    #expect(sum.fetches.value == 1)
    let asked = consumers.map { Asked($0) }
    try await eventually { database.isObservedBy(1) }
    // Whoever fetches for the others leaves; another one goes on.
    for one in asked.prefix(2) {
      one.task.cancel()
      await #expect(throws: CancellationError.self) { try await one.value }
    }
    try await database.execute("UPDATE t SET a = 1")
    for one in asked.dropFirst(2) { #expect(try await one.value == 2) }
    #expect(sum.fetches.value == 2)
    let late = Values(shared)
    #expect(try await late.next() == 2)
    #expect(sum.fetches.value == 2)
    consumers = []
    await database.close()
    await #expect(throws: DatabaseError.self) { try await late.next() }
  }

  @Test @MainActor func observedPropertiesFollow() async throws {
    let database = try await Database.observed(.memory, in: try TemporaryFolder())
    var observed: Observed<[Int64]>? = Observed([], database.observe(Self.sum))
    #expect(observed?.isLoading == true && observed?.value == [])
    try await comesTrue { observed?.value == [10, 20] }
    #expect(observed?.isLoading == false && observed?.error == nil)
    try await database.execute("DELETE FROM t WHERE id = 1")
    try await comesTrue { observed?.value == [20] }
    weak let released = observed
    observed = nil
    try await comesTrue { database.isObservedBy(0) && released == nil }
    let failing = Observed([], database.observe(("SELECT n FROM missing" as SQLFragment).values(Int64.self)))
    try await comesTrue { failing.error != nil }
    await database.close()
  }

  @Test func aTransactionThatBeganBeforeIsSeenWhole() async throws {
    let folder = try TemporaryFolder()
    let database = try await Database.observed(.sqlite, in: folder)
    let values = Values(CountedSum().observation(database))
    let (begun, goOn) = (Shared(false), Shared(false))
    async let writing: Void = database.write { (transaction: DatabaseTransaction) in
      try await transaction.execute("UPDATE t SET a = 1")
      begun.set(true)
      while !goOn.value { try await Task.sleep(for: .milliseconds(1)) }
      try await transaction.execute("UPDATE other SET n = 5")
    }
    try await eventually { begun.value }
    #expect(try await values.next() == 30)
    let asked = Asked(values)
    goOn.set(true)
    try await writing
    #expect(try await asked.value == 2)
    await database.close()
  }

  /// Waits on the main actor until a condition holds.
  @MainActor private func comesTrue(
    sourceLocation: SourceLocation = #_sourceLocation, _ condition: @MainActor () -> Bool
  ) async throws {
    for _ in 0..<10_000 {
      if condition() { return }
      try await Task.sleep(for: .milliseconds(1))
    }
    Issue.record("a condition did not become true in time", sourceLocation: sourceLocation)
  }
}
