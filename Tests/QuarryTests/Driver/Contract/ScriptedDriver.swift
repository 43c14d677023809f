import Quarry

/// A driver without an engine, whose connections do what a script says.
///
/// By itself every statement succeeds, and BEGIN, COMMIT and ROLLBACK change the status.
final class DriverScript: Sendable {
  /// What becomes of a statement.
  struct Event: Sendable {
    var error: DatabaseError?
    var status: TransactionStatus
  }

  struct State {
    var opened = 0
    var statements: [String] = []
    var status = TransactionStatus.idle
    var interrupts = 0
    /// Ends the statement that waits.
    var waiting: CheckedContinuation<Void, Never>?
  }

  let state = Protected(State())
  let level: DriverCapabilities.InterruptSupport
  private let events: @Sendable (String) -> Event?

  init(
    level: DriverCapabilities.InterruptSupport = .none, events: @escaping @Sendable (String) -> Event? = { _ in nil }
  ) {
    self.level = level
    self.events = events
  }

  var opened: Int { state.withLock { $0.opened } }
  var statements: [String] { state.withLock { $0.statements } }
  var interrupts: Int { state.withLock { $0.interrupts } }
  var isWaiting: Bool { state.withLock { $0.waiting != nil } }

  /// The connection is lost, and the driver knows no more.
  func lose() { state.withLock { $0.status = .unknown } }

  /// Lets the statement that waits go on.
  func release() {
    let waiting = state.withLock { state in
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }

  func run(_ sql: String) throws(DatabaseError) {
    let event = events(sql)
    state.withLock { state in
      state.statements.append(sql)
      if let event {
        state.status = event.status
      } else if sql.hasPrefix("BEGIN") {
        state.status = .active
      } else if sql == "COMMIT" || sql == "ROLLBACK" {
        state.status = .idle
      }
    }
    if let error = event?.error { throw error }
  }
}

struct ScriptedDriver: DatabaseDriver {
  let script: DriverScript

  var name: String { "scripted" }
  var traits: DriverTraits { DriverTraits(maximumReaders: 0, blocksThread: false) }

  nonisolated(nonsending) func open(
    _ role: ConnectionRole
  ) async throws(DatabaseError) -> sending ScriptedConnection {
    script.state.withLock { state in
      state.opened += 1
      state.status = .idle
    }
    return ScriptedConnection(script)
  }
}

final class ScriptedConnection: DriverConnection {
  let script: DriverScript
  let capabilities: DriverCapabilities

  init(_ script: DriverScript) {
    self.script = script
    capabilities = DriverCapabilities(
      engine: DatabaseEngine.expected(product: .sqlite, version: EngineVersion(3, 40), compileOptions: nil),
      transactions: .interactive, interrupts: script.level, limits: EngineLimits())
  }

  var transactionStatus: TransactionStatus { script.state.withLock { $0.status } }
  var interruptHandle: any InterruptHandle { Handle(script: script) }

  struct Handle: InterruptHandle {
    let script: DriverScript
    func interrupt() { script.state.withLock { $0.interrupts += 1 } }
  }

  nonisolated(nonsending) func prepare(
    _ sql: String
  ) async throws(DatabaseError) -> PreparedStatement<ScriptedStatement>? {
    PreparedStatement(statement: ScriptedStatement(sql, script), byteCount: sql.utf8.count)
  }

  nonisolated(nonsending) func close() async {}
}

final class ScriptedStatement: DriverStatement {
  let sql: String
  let columns: [ColumnDescription] = []
  let parameterNames: [String?] = []
  let isReusable = false
  private let script: DriverScript

  init(_ sql: String, _ script: DriverScript) {
    self.sql = sql
    self.script = script
  }

  var isReadOnly: Bool { !sql.hasPrefix("INSERT") }

  func start(_ values: [SQLValue]) {}

  nonisolated(nonsending) func step(
    into batch: SQLRowBatch, limit: Int
  ) async throws(DatabaseError) -> StepResult {
    if sql.hasSuffix("WAIT") {
      await withCheckedContinuation { waiting in script.state.withLock { $0.waiting = waiting } }
    }
    try script.run(sql)
    return .done(StatementResult(affectedRows: 1, lastInsertedRowID: 1))
  }

  func reset() {}
  func finalize() {}
}
