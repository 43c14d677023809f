internal import Quarry

/// Tries every fault with every kind of statement, repeatedly until the time is over, and each pair at least once.
struct FaultTrials: Sendable {
  let test: CaseContext
  let overTCP: Bool
  let modes: [TrialMode]
  let statements: [TrialStatement]

  /// Runs all trials, compares the reported outcomes with the real ones, and records the counts of each mode.
  func run() async throws {
    let end = SuspendingClock.now + test.endurance
    var tally = TrialTally()
    if test.driver.isolatesCases {
      try await withThrowingTaskGroup(of: TrialTally.self) { group in
        for statement in statements { group.addTask { try await run(statement, until: end) } }
        for try await part in group { tally.add(part) }
      }
    } else {
      // All share one database: they come one after the other, each for its part of the time.
      for (index, statement) in statements.enumerated() {
        let left = SuspendingClock.now.duration(to: end) / (statements.count - index)
        tally.add(try await run(statement, until: SuspendingClock.now + left))
      }
    }
    for mode in modes {
      for statement in statements {
        let cell = tally[mode.name, statement]
        test.expect(cell.played > 0, "\(mode.name), \(statement): the fault was played at least once")
      }
    }
    test.measure(tally.description(modes.map(\.name), statements))
  }

  private func run(_ statement: TrialStatement, until end: SuspendingClock.Instant) async throws -> TrialTally {
    var tally = TrialTally()
    var random = test.generator("\(overTCP ? "tcp" : "http") \(statement)")
    var number: Int64 = statement.base
    var isFirstRound = true
    var lane = try await TrialLane(test, overTCP: overTCP, statements)
    var records: [TrialRecord] = []
    rounds: repeat {
      for mode in modes.shuffled(using: &random) {
        if !isFirstRound, SuspendingClock.now >= end { break rounds }
        number += 1
        let record = try await trial(number, mode, statement, lane, Double.random(in: 0..<1, using: &random))
        records.append(record)
        // What the server holds for an answer that it has given and that was lost would hold up the next trial until it
        // lets go of it.
        if statement == (overTCP ? .commit : .body), record.error != nil, test.driver.isolatesCases {
          tally.add(try await audit(records, lane))
          records = []
          lane.close()
          lane = try await TrialLane(test, overTCP: overTCP, statements)
        }
      }
      // A pair whose fault found nothing to be played at gets another chance.
      let unplayed = modes.contains { mode in
        tally[mode.name, statement].played == 0 && !records.contains { $0.mode == mode.name && $0.isPlayed }
      }
      isFirstRound = isFirstRound && unplayed && number < statement.base + Int64(modes.count) * 10
    } while isFirstRound || SuspendingClock.now < end
    tally.add(try await audit(records, lane))
    return tally
  }

  private func trial(
    _ run: Int64, _ mode: TrialMode, _ statement: TrialStatement, _ lane: TrialLane, _ random: Double
  ) async throws -> TrialRecord {
    try await patiently { try await statement.prepare(run, in: lane.truth) }
    var record = TrialRecord(run: run, mode: mode.name, statement: statement)
    let database = mode.outlasts ? lane.hasty : lane.patient
    // A server that holds something for an earlier trial accepts nothing new until it has released it.
    for _ in 0..<400 {
      let play = mode.start(lane, statement, random)
      let start = SuspendingClock.now
      record.error = await RemoteCases.failure { record.rows = try await statement.play(run, in: database, test) }
      record.isHanging = SuspendingClock.now - start > TrialLane.patience
      record.isPlayed = play.isPlayed()
      try await play.settle()
      guard let error = record.error, error.code == .busy, error.outcome == .notApplied, !record.isPlayed else { break }
      try await Task.sleep(for: .milliseconds(50))
    }
    return record
  }

  /// Compares the reported outcomes of a lane's trials with the real ones.
  private func audit(_ records: [TrialRecord], _ lane: TrialLane) async throws -> TrialTally {
    lane.http?.play(.pass)
    let counts = try await patiently { try await lane.counts(test) }
    var tally = TrialTally()
    for record in records {
      let count = counts[record.run] ?? 0
      let isRight = record.isRight(count)
      tally.add(record, isRight: isRight)
      test.expect(
        isRight,
        "\(record.mode), \(record.statement): \(count) "
          + (record.statement == .update ? "times raised" : "rows")
          + (record.statement == .query ? "; \(record.rows.map { $0.exactDescription } ?? "none")" : "")
          + " and \(record.error.map { "the error \($0) (\($0.outcome))" } ?? "no error")")
      test.expect(!record.isHanging, "\(record.mode), \(record.statement): the call ends in time")
    }
    return tally
  }

  /// Runs a body without the faults that an earlier trial may hold up.
  private func patiently<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
    for _ in 0..<400 {
      do { return try await body() } catch let error as DatabaseError {
        guard error.code == .busy || error.code == .locked else { throw error }
        try await Task.sleep(for: .milliseconds(50))
      }
    }
    return try await body()
  }
}

extension TrialStatement {
  /// The first number of its runs, because different statements share a database.
  fileprivate var base: Int64 { Int64((TrialStatement.allCases.firstIndex(of: self) ?? 0) + 1) * 1_000_000 }
}

extension TrialLane {
  /// Ends its faults. The databases are closed with the case.
  fileprivate func close() {
    http?.close()
    tcp?.close()
  }
}

/// The outcomes of trials, by mode and statement.
struct TrialTally: Sendable {
  /// The counts of one mode with one statement.
  struct Cell: Sendable {
    var trials = 0
    var played = 0
    var done = 0
    var unknown = 0
    var failed = 0
    var wrong = 0
    var hangs = 0

    static func += (left: inout Cell, right: Cell) {
      left.trials += right.trials
      left.played += right.played
      left.done += right.done
      left.unknown += right.unknown
      left.failed += right.failed
      left.wrong += right.wrong
      left.hangs += right.hangs
    }
  }

  private var cells: [String: [TrialStatement: Cell]] = [:]

  subscript(_ mode: String, _ statement: TrialStatement) -> Cell { cells[mode]?[statement] ?? Cell() }

  mutating func add(_ record: TrialRecord, isRight: Bool) {
    var cell = Cell()
    cell.trials = 1
    cell.played = record.isPlayed ? 1 : 0
    switch record.error?.outcome {
    case nil, .applied: cell.done = 1
    case .unknown: cell.unknown = 1
    case .notApplied: cell.failed = 1
    }
    cell.wrong = isRight ? 0 : 1
    cell.hangs = record.isHanging ? 1 : 0
    cells[record.mode, default: [:]][record.statement, default: Cell()] += cell
  }

  mutating func add(_ other: TrialTally) {
    for (mode, row) in other.cells {
      for (statement, cell) in row { cells[mode, default: [:]][statement, default: Cell()] += cell }
    }
  }

  /// A line for each mode, one for each kind of statement, and the sum.
  func description(_ modes: [String], _ statements: [TrialStatement]) -> String {
    func sum(_ cells: [Cell]) -> Cell { cells.reduce(into: Cell()) { $0 += $1 } }
    func line(_ name: String, _ cell: Cell) -> String {
      "\(name): \(cell.trials) trials (\(cell.done) done, \(cell.unknown) unknown, \(cell.failed) failed), "
        + "\(cell.wrong) wrong, \(cell.hangs) hangs"
    }
    let all = modes.flatMap { mode in statements.map { self[mode, $0] } }
    let lines =
      modes.map { mode in line(mode, sum(statements.map { self[mode, $0] })) }
      + statements.map { statement in line("every mode, \(statement)", sum(modes.map { self[$0, statement] })) }
      + [line("all", sum(all))]
    return lines.joined(separator: "\n    ")
  }
}
