internal import Quarry

extension RemoteCases {
  static let commits: [ConformanceCase] = [
    ConformanceCase(
      "REM-11", "lost answer after commit: the outcome is reported as unknown (`.commitOutcomeUnknown`), not as failed",
      .driver(.remote), "Quarry: a commit whose answer is lost is neither done nor failed",
      "Wherever the answer to a commit is cut, the caller MUST NOT be told that it failed, and nothing MUST be done twice.",
      timeLimit: .seconds(180)
    ) { test in
      let truth = try await test.database(holding: ["CREATE TABLE ledger (run INTEGER, part TEXT)"])
      let proxy = try test.faultServer()
      let forms: [CommitForm] = test.has(.interactiveTransactions) ? [.interactive, .batch] : [.batch]
      for form in forms {
        // The calls wait for no fault longer than this: none of them may hang.
        let database = try await test.database(through: proxy) {
          $0.attempts = 3
          $0.timeout = .seconds(20)
        }
        _ = try await test.rows(database, rows)
        var cuts = CommitCuts(test, proxy, database, truth, form)
        test.note(try await cuts.run())
      }
      proxy.play(.pass)
    }
  ]
}

/// How to write two rows together.
enum CommitForm: String, Sendable {
  case batch, interactive

  func write(_ run: Int64, in database: Database) async throws {
    switch self {
    case .batch:
      try await database.batch { batch in
        batch.execute("INSERT INTO ledger VALUES (\(run), 'credit')")
        batch.execute("INSERT INTO ledger VALUES (\(run), 'debit')")
      }
    case .interactive:
      try await database.write { transaction in
        try await transaction.execute("INSERT INTO ledger VALUES (\(run), 'credit')")
        try await transaction.execute("INSERT INTO ledger VALUES (\(run), 'debit')")
      }
    }
  }
}

/// Writes repeatedly, with the answer to the commit cut after each of its bytes, and compares the reported outcome with
/// the content of the table.
private struct CommitCuts {
  let test: CaseContext
  let proxy: FaultProxy
  let database: Database
  let truth: Database
  let form: CommitForm
  /// Runs of other forms have other numbers.
  private var number: Int64

  init(_ test: CaseContext, _ proxy: FaultProxy, _ database: Database, _ truth: Database, _ form: CommitForm) {
    (self.test, self.proxy, self.database, self.truth, self.form) = (test, proxy, database, truth, form)
    number = form == .batch ? 1_000_000 : 2_000_000
  }

  mutating func run() async throws -> String {
    // Without a fault: which request is the one that commits, and how long its answer is.
    proxy.play(.pass)
    try await form.write(number, in: database)
    proxy.play(.pass)
    try await form.write(number + 1, in: database)
    let exchanges = proxy.exchanges
    let exchange = try test.require(exchanges.last, "the commit is seen")
    let answerCount = try test.require(exchange.answer?.raw.count, "the answer to the commit is seen")
    let request = exchange.request
    // Whatever else the driver sends, the commit is known by its text.
    let mark = request.text.contains("COMMIT") ? "COMMIT" : "INTO ledger"
    let isCommit: @Sendable (WireMessage) -> Bool = { $0.text.contains(mark) }
    test.expect(isCommit(request), "the last request of a write is the one that commits")
    var tally = CommitTally()
    number += 2
    for count in 0..<answerCount {
      await cut(.cut(after: count), at: isCommit, wasServed: true, "\(form): the answer cut after \(count)", &tally)
    }
    let total = request.raw.count
    let places =
      form == .batch
      ? [0, 1, request.headCount / 2, request.headCount - 1, request.headCount, request.headCount + 1]
        + stride(from: request.headCount + 2, to: total, by: 7) + [total - 1]
      // The server goes on to wait for the rest of the transaction, and holds its lock until it gives up.
      : [request.headCount]
    for count in places {
      await cut(
        .cutRequest(after: count), at: isCommit, wasServed: false, "\(form): the request cut after \(count)", &tally)
    }
    proxy.play(.pass)
    let start = number
    try await form.write(number, in: database)
    await test.expectRows(
      truth, "SELECT count(*) FROM ledger WHERE run = \(start)", [[2]], "\(form): the next write takes effect")
    let sums: SQLFragment = "SELECT count(*) FROM ledger WHERE part = 'credit'"
    await test.expectRows(
      truth, sums, try await test.rows(truth, "SELECT count(*) FROM ledger WHERE part = 'debit'"),
      "\(form): no half of a write")
    return "\(form): \(tally)"
  }

  /// Makes one write with a fault at its commit.
  private mutating func cut(
    _ fault: Fault, at isCommit: @escaping @Sendable (WireMessage) -> Bool, wasServed: Bool, _ what: String,
    _ tally: inout CommitTally
  ) async {
    let run = number
    number += 1
    tally.cuts += 1
    var start = SuspendingClock.now
    var error: DatabaseError?
    // A server that holds something for each lost answer accepts nothing new until it has released it.
    for _ in 0..<500 {
      let isFirst = Protected(true)
      proxy.play { request, _ in
        guard isCommit(request) else { return .pass }
        return isFirst.withLock { isFirst in
          defer { isFirst = false }
          return isFirst ? fault : .pass
        }
      }
      start = .now
      error = await RemoteCases.failure { try await form.write(run, in: database) }
      guard error?.code == .busy, isFirst.withLock({ $0 }) else { break }
      try? await Task.sleep(for: .milliseconds(50))
    }
    test.expect(proxy.exchanges.contains { isCommit($0.request) }, "\(what): the commit is sent")
    proxy.play(.pass)
    if SuspendingClock.now - start > .seconds(19) { tally.hangs += 1 }
    let found = try? await test.value(truth, "SELECT count(*) FROM ledger WHERE run = \(run)")
    guard case .integer(let rows)? = found else {
      return test.fail("\(what): the table can be read", actual: "no count")
    }
    var isRight = true
    switch error?.outcome {
    case nil:
      tally.done += 1
      isRight = rows == 2
      if rows == 0 { tally.lost += 1 }
    case .unknown:
      tally.unknown += 1
      isRight = error?.code == .outcomeUnknown && (rows == 0 || rows == 2)
    case .notApplied:
      tally.failed += 1
      isRight = rows == 0 && !wasServed
    case .applied:
      tally.done += 1
      isRight = rows == 2
    }
    if rows > 2 { tally.doubled += 1 }
    if !isRight { tally.wrong += 1 }
    test.expect(isRight, "\(what): \(rows) rows and \(error.map { "the error \($0)" } ?? "no error")")
  }
}

/// The outcomes of all cuts.
private struct CommitTally: CustomStringConvertible {
  var cuts = 0
  var done = 0
  var unknown = 0
  var failed = 0
  var wrong = 0
  var hangs = 0
  var lost = 0
  var doubled = 0

  var description: String {
    "\(cuts) cuts: \(unknown) reported as unknown, \(done) as done, \(failed) as failed; \(wrong) wrong outcomes, "
      + "\(hangs) hangs, \(lost) lost, \(doubled) doubled"
  }
}
