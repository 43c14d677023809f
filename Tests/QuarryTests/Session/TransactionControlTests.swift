import Testing

@testable import Quarry

/// Every way in which the statements of transactions can go, tried on an engine that is a few lines long.
@Suite struct TransactionControlTests {
  /// Levels of transactions, each with a row; every statement may go right, fail, fail and end the transaction, or lose
  /// the connection.
  @Test(arguments: 1...3, [true, false]) func everyWay(depth: Int, commits: Bool) throws {
    var choices = Choices()
    var trials = 0
    repeat {
      trials += 1
      var model = Model(choices)
      try model.run(depth: depth, commits: commits)
      choices = model.choices
    } while choices.advance()
    #expect(trials > [8, 35, 90][depth - 1], "\(trials) ways")
  }

  /// What was left open by whoever is cleaned up, and the second try of a rollback is the last.
  @Test func recovery() {
    var choices = Choices()
    repeat {
      var model = Model(choices)
      model.status = .active
      model.state.depth = 3
      model.state.isReadOnly = true
      model.carryOut(TransactionControl(recover: &model.state, model.status))
      #expect(model.state.depth == 0 && !model.state.isReadOnly)
      #expect(model.status != .active || model.state.failure != nil, "\(model.sent)")
      #expect(model.sent.count <= 2 && model.sent.allSatisfy { $0 == "ROLLBACK" })
      choices = model.choices
    } while choices.advance()
  }

  @Test func readersStayReaders() throws {
    var state = SessionState(isReader: true)
    var control = try TransactionControl(
      begin: .deferred, readsOnly: true, &state, .idle, DriverCapabilities())
    control.finish(nil, &state, .active)
    let level = try control.result()
    var end = TransactionControl(end: level, commits: true, &state, .active)
    #expect(end.statement == "COMMIT" && state.isReadOnly)
    end.finish(nil, &state, .idle)
    #expect(end.statement == nil && state.isReadOnly)
  }

  @Test func whatHoldsNoTransactionIsRefused() {
    let capabilities = DriverCapabilities(.batchOnly)
    var state = SessionState()
    #expect(throws: DatabaseError.self) {
      _ = try TransactionControl(begin: .immediate, &state, .idle, capabilities)
    }
  }
}

extension DriverCapabilities {
  fileprivate init(_ transactions: TransactionSupport = .interactive) {
    self.init(
      engine: DatabaseEngine.expected(
        product: .sqlite, version: EngineVersion(3, 40), compileOptions: CompileOptions([])),
      transactions: transactions, limits: EngineLimits())
  }
}

/// Which of several ways was taken at each place: all of them, one run after another.
struct Choices {
  private var taken: [(choice: Int, of: Int)] = []
  private var position = 0

  mutating func choose(_ count: Int) -> Int {
    if position == taken.count { taken.append((0, count)) }
    defer { position += 1 }
    return taken[position].choice
  }

  /// Goes on to the next run; false when every way was taken.
  mutating func advance() -> Bool {
    position = 0
    while let last = taken.popLast() {
      if last.choice + 1 < last.of {
        taken.append((last.choice + 1, last.of))
        return true
      }
    }
    return false
  }
}

/// An engine of levels: each is a number of rows that were written in it.
private struct Model {
  var choices: Choices
  var status = TransactionStatus.idle
  var state = SessionState()
  var sent: [String] = []
  /// The rows of each open level, the outermost first, and those that are committed.
  var levels: [(name: String, rows: Int)] = []
  var committed = 0

  init(_ choices: Choices) { self.choices = choices }

  /// Levels within each other, each with a row; they are committed, or the innermost is undone.
  mutating func run(depth: Int, commits: Bool) throws {
    var opened: [TransactionLevel] = []
    var written = 0
    for number in 1...depth {
      do {
        let control = try TransactionControl(
          begin: .immediate, &state, status, DriverCapabilities())
        opened.append(try carryOut(control).result())
        #expect(status == .active && state.depth == number)
      } catch {
        #expect(state.depth == number - 1, "\(sent)")
        break
      }
      if !levels.isEmpty {
        levels[levels.count - 1].rows += 1
        written += 1
      }
    }
    var isUndone = opened.count < depth
    for (index, level) in opened.enumerated().reversed() {
      let isCommit = commits && !isUndone
      let before = sent.count
      let control = carryOut(TransactionControl(end: level, commits: isCommit, &state, status))
      #expect(state.depth == index, "\(sent)")
      #expect(sent.count - before <= 5, "\(sent)")
      do {
        _ = try control.result()
      } catch {
        #expect(isCommit, "undoing throws nothing: \(sent)")
        isUndone = true
      }
      if status == .active, state.failure == nil {
        #expect(levels.count == index, "exactly the levels outside of it are open: \(sent)")
      }
    }
    #expect(
      status != .active || state.failure != nil, "nothing is left open on a connection that is used again: \(sent)")
    #expect(state.fate != .undone || committed == 0 && !isLost, "what is undone is not committed: \(sent)")
    if !losesConnection {
      let isCommitted = commits && opened.count == depth && !isUndone
      #expect(state.fate == (isCommitted ? .uncertain : .undone), "what becomes of it is certain: \(sent)")
    }
    if commits, opened.count == depth, !isUndone {
      #expect(committed == written, "everything was committed: \(sent)")
    } else if !isLost {
      #expect(committed == 0, "nothing was committed: \(sent)")
    }
  }

  /// Whether a commit was lost, which may have happened or not.
  private(set) var isLost = false
  /// Whether any statement was lost with its connection.
  private var losesConnection = false

  @discardableResult
  mutating func carryOut(_ control: consuming TransactionControl) -> TransactionControl {
    var control = control
    while let sql = control.statement {
      sent.append(sql)
      #expect(status != .unknown, "nothing is sent on a lost connection: \(sent)")
      let error = run(sql)
      if let error { state.note(error, status) } else { state.note(status) }
      control.finish(error, &state, status)
    }
    return control
  }

  /// Runs a statement, in one of the ways in which it can go.
  private mutating func run(_ sql: String) -> DatabaseError? {
    switch choices.choose(status == .active ? 4 : 3) {
    case 0: apply(sql)
    case 1: return DatabaseError(.busy, "refused")
    case 2:
      status = .unknown
      if sql == "COMMIT" { isLost = true }
      losesConnection = true
      return DatabaseError(.outcomeUnknown, "lost", outcome: .unknown)
    default:
      status = .idle
      levels = []
      return DatabaseError(.diskFull, "rolled back by the engine")
    }
    return nil
  }

  private mutating func apply(_ sql: String) {
    let name = sql.split(separator: " ").last.map(String.init) ?? ""
    if sql.hasPrefix("BEGIN") || sql.hasPrefix("SAVEPOINT") {
      levels.append((name, 0))
      status = .active
    } else if sql == "COMMIT" {
      committed += levels.reduce(0) { $0 + $1.rows }
      levels = []
      status = .idle
    } else if sql == "ROLLBACK" {
      levels = []
      status = .idle
    } else if let index = levels.firstIndex(where: { $0.name == name }) {
      if sql.hasPrefix("RELEASE") {
        let rows = levels[index...].reduce(0) { $0 + $1.rows }
        levels.removeSubrange(index...)
        if !levels.isEmpty { levels[levels.count - 1].rows += rows }
      } else {
        levels.removeSubrange((index + 1)...)
        levels[index].rows = 0
      }
    } else {
      Issue.record("no such level: \(sql) in \(sent)")
    }
  }
}
