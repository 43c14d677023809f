internal import Quarry

/// Accounts, and clients that move money between them on every node.
final class Bank: Sendable {
  private static let accounts: Int64 = 8
  private static let opening: Int64 = 1000

  private struct Counts: Sendable {
    var sums = 0
    var refusedSums = 0
    var faults = 0
  }

  private let test: CaseContext
  private let cluster: any ClusterUnderTest
  private let told = ToldOutcomes()
  private let counts = Protected(Counts())
  private let isOver = Protected(false)

  init(_ test: CaseContext, _ cluster: any ClusterUnderTest) { (self.test, self.cluster) = (test, cluster) }

  func open() async throws {
    var statements = [
      "CREATE TABLE account (id INTEGER PRIMARY KEY, balance INTEGER NOT NULL)",
      "CREATE TABLE transfer (seq INTEGER PRIMARY KEY AUTOINCREMENT, n INTEGER, source INTEGER, target INTEGER, "
        + "amount INTEGER, source_after INTEGER, target_after INTEGER)",
    ]
    statements += (1...Bank.accounts).map { "INSERT INTO account VALUES (\($0), \(Bank.opening))" }
    _ = try await test.database(holding: statements)
    for node in cluster.nodes {
      let copy = try await test.copy(of: node, in: cluster)
      await test.expectEventually(
        copy, "SELECT count(*) FROM account", [[.integer(Bank.accounts)]], "\(node) has the accounts")
    }
  }

  /// Runs clients and faults.
  ///
  /// - Returns: The duration.
  func play(for duration: Duration) async throws -> Duration {
    let start = SuspendingClock.now
    var clients: [Database] = [try await test.database(in: cluster, deadline: .seconds(3))]
    for node in cluster.nodes {
      clients.append(try await test.database(in: cluster, at: node, deadline: .seconds(3)))
    }
    var auditors: [Database] = []
    for node in cluster.nodes {
      for level in cluster.levels(at: node) {
        auditors.append(try await test.database(in: cluster, at: node, level: level, deadline: .seconds(3)))
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (place, client) in clients.enumerated() {
        group.addTask { await self.move(through: client, place) }
      }
      for auditor in auditors { group.addTask { await self.sum(through: auditor) } }
      defer { isOver.withLock { $0 = true } }
      var generator = test.generator("faults")
      repeat {
        try await Task.sleep(for: .milliseconds(Int.random(in: 50...400, using: &generator)))
        try await fault(&generator)
      } while SuspendingClock.now - start < duration || told.doneCount < 20
      isOver.withLock { $0 = true }
      try await group.waitForAll()
    }
    return SuspendingClock.now - start
  }

  private func fault(_ generator: inout SeededGenerator) async throws {
    let possible = cluster.controls.intersection([.stepDown, .stopNodes, .holdReplication])
      .sorted { $0.rawValue < $1.rawValue }
    guard let control = possible.randomElement(using: &generator),
      let node = cluster.nodes.randomElement(using: &generator)
    else { return }
    let pause = Duration.milliseconds(Int.random(in: 10...200, using: &generator))
    counts.withLock { $0.faults += 1 }
    switch control {
    case .stepDown: try await cluster.stepDown()
    case .stopNodes:
      try await cluster.stop(node)
      try await Task.sleep(for: pause)
      try await cluster.start(node)
    default:
      try await cluster.holdReplication(to: node)
      try await Task.sleep(for: pause)
      try await cluster.heal()
    }
  }

  private func move(through database: Database, _ place: Int) async {
    var generator = test.generator("client \(place)")
    var number = Int64(place) * 10_000_000 + 1
    while !isOver.withLock({ $0 }), !Task.isCancelled {
      let source = Int64.random(in: 1...Bank.accounts, using: &generator)
      let target = source % Bank.accounts + 1
      let amount = Int64.random(in: 1...100, using: &generator)
      let transfer = number
      number += 1
      await told.write(transfer) {
        if test.has(.interactiveTransactions), transfer % 2 == 0 {
          try await interactive(transfer, source, target, amount, database)
        } else {
          try await batch(transfer, source, target, amount, database)
        }
      }
      try? await Task.sleep(for: .milliseconds(2))
    }
  }

  /// The engine reads and writes.
  private func batch(
    _ number: Int64, _ source: Int64, _ target: Int64, _ amount: Int64, _ database: Database
  ) async throws {
    try await database.batch { batch in
      batch.execute("UPDATE account SET balance = balance - \(amount) WHERE id = \(source)")
      batch.execute("UPDATE account SET balance = balance + \(amount) WHERE id = \(target)")
      batch.execute(
        """
        INSERT INTO transfer (n, source, target, amount, source_after, target_after)
        SELECT \(number), s.id, t.id, \(amount), s.balance, t.balance
        FROM account AS s, account AS t WHERE s.id = \(source) AND t.id = \(target)
        """)
    }
  }

  /// The client reads, and writes a changed value. A lost update would be visible.
  private func interactive(
    _ number: Int64, _ source: Int64, _ target: Int64, _ amount: Int64, _ database: Database
  ) async throws {
    try await database.write { transaction in
      let rows = try await self.test.rows(
        transaction, "SELECT id, balance FROM account WHERE id IN (\(source), \(target)) ORDER BY id = \(target)")
      guard rows.count == 2, case .integer(let before) = rows[0][1], case .integer(let other) = rows[1][1] else {
        return self.test.fail("both accounts are there", actual: "\(rows)")
      }
      try await transaction.execute("UPDATE account SET balance = \(before - amount) WHERE id = \(source)")
      try await transaction.execute("UPDATE account SET balance = \(other + amount) WHERE id = \(target)")
      try await transaction.execute(
        """
        INSERT INTO transfer (n, source, target, amount, source_after, target_after)
        VALUES (\(number), \(source), \(target), \(amount), \(before - amount), \(other + amount))
        """)
    }
  }

  private func sum(through database: Database) async {
    let total = Bank.accounts * Bank.opening
    while !isOver.withLock({ $0 }), !Task.isCancelled {
      switch await test.reading(database, "SELECT count(*), sum(balance) FROM account") {
      case .rows(let rows):
        counts.withLock { $0.sums += 1 }
        if rows != [[.integer(Bank.accounts), .integer(total)]] {
          test.fail("every reader sees one total", expected: "\(total)", actual: "\(rows)")
        }
      case .error: counts.withLock { $0.refusedSums += 1 }
      case .untyped(let text): test.fail("a reader fails by type", actual: text)
      }
      try? await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Repeats the transfers in their reported order, on every node's copy.
  func audit() async throws {
    let truth = try await test.database(in: cluster)
    told.check(try await ToldOutcomes.found(in: "transfer", truth, test), parts: 1, in: test)
    let history: SQLFragment =
      "SELECT n, source, target, amount, source_after, target_after FROM transfer ORDER BY seq"
    let rows = try await test.rows(truth, history)
    var balances = Dictionary(uniqueKeysWithValues: (1...Bank.accounts).map { ($0, Bank.opening) })
    var wrong: [String] = []
    for row in rows {
      let numbers = row.compactMap { value -> Int64? in if case .integer(let integer) = value { integer } else { nil } }
      guard numbers.count == 6 else {
        wrong.append("\(row)")
        continue
      }
      balances[numbers[1], default: 0] -= numbers[3]
      balances[numbers[2], default: 0] += numbers[3]
      if balances[numbers[1]] != numbers[4] || balances[numbers[2]] != numbers[5] { wrong.append("\(numbers[0])") }
    }
    test.expectEqual(
      Array(wrong.prefix(10)), [], "every transfer saw what all before it had left; wrong: \(wrong.count)")
    let expected = balances.sorted { $0.key < $1.key }.map { [SQLValue.integer($0.key), .integer($0.value)] }
    await test.expectRows(
      truth, "SELECT id, balance FROM account ORDER BY id", expected, "the accounts are the history")
    let last = rows.last?.first ?? .null
    for node in cluster.nodes {
      let copy = try await test.copy(of: node, in: cluster)
      await test.expectEventually(
        copy, "SELECT n FROM transfer ORDER BY seq DESC LIMIT 1", [[last]], "\(node) has every transfer")
      await test.expectRows(copy, history, rows, "\(node) has the same history")
      await test.expectRows(
        copy, "SELECT id, balance FROM account ORDER BY id", expected, "\(node) has the same accounts")
    }
    let counts = counts.withLock { $0 }
    test.expect(counts.sums > 0, "some readers were answered")
    test.expect(counts.faults > 0, "something went wrong meanwhile")
  }

  var summary: String {
    let counts = counts.withLock { $0 }
    return "\(told.summary); \(counts.sums) totals read, \(counts.refusedSums) refused; \(counts.faults) faults"
  }
}
