import Quarry
import TestSupport
import Testing

/// What callers get when a connection, a transaction or an answer is lost: each row of the table at ``TransactionStatus``.
@Suite("What is lost, when, and what the caller gets")
struct LossTests {
  struct Loss: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// How the statement begins whose call fails.
    var at: String
    var error: DatabaseError
    var status: TransactionStatus
    /// Whether the body catches the error and goes on.
    var goesOn = false
    var code: DatabaseError.Code
    var outcome = DatabaseError.Outcome.notApplied
    var isRetrySafe = false
  }

  private static let refused = DatabaseError(.inputOutput, "refused", isRetrySafe: true)
  private static let cut = DatabaseError(.inputOutput, "cut")
  private static let rolledBack = DatabaseError(.statementFailed, "the server rolled back")
  private static let unanswered = DatabaseError(.outcomeUnknown, "no answer", outcome: .unknown)

  static let losses: [Loss] = [
    Loss(
      testDescription: "before it was sent", at: "INSERT 1", error: refused, status: .idle, code: .inputOutput,
      isRetrySafe: true),
    Loss(
      testDescription: "the answer, on a connection that goes on", at: "INSERT 1", error: unanswered, status: .idle,
      code: .outcomeUnknown, outcome: .unknown),
    Loss(
      testDescription: "the answer and the connection", at: "INSERT 1", error: unanswered, status: .unknown,
      code: .outcomeUnknown, outcome: .unknown),
  ]

  static let lossesInside: [Loss] = [
    Loss(
      testDescription: "at BEGIN", at: "BEGIN", error: refused, status: .idle, code: .inputOutput, isRetrySafe: true),
    Loss(
      testDescription: "the transaction, known", at: "INSERT 1", error: rolledBack, status: .idle,
      code: .statementFailed),
    Loss(
      testDescription: "the transaction, known, and the body goes on", at: "INSERT 1", error: rolledBack, status: .idle,
      goesOn: true, code: .transactionState),
    Loss(
      testDescription: "the connection in a body", at: "INSERT 1", error: cut, status: .unknown, code: .inputOutput),
    Loss(
      testDescription: "the connection in a body that goes on", at: "INSERT 1", error: cut, status: .unknown,
      goesOn: true, code: .outcomeUnknown, outcome: .unknown),
    Loss(
      testDescription: "the answer to COMMIT", at: "COMMIT", error: unanswered, status: .unknown, code: .outcomeUnknown,
      outcome: .unknown),
    Loss(
      testDescription: "the answer to COMMIT, on a connection that goes on", at: "COMMIT", error: unanswered,
      status: .idle, code: .outcomeUnknown, outcome: .unknown),
    Loss(
      testDescription: "COMMIT, known", at: "COMMIT", error: refused, status: .idle, code: .inputOutput,
      isRetrySafe: true),
  ]

  private func script(_ loss: Loss) -> DriverScript {
    DriverScript { sql in sql.hasPrefix(loss.at) ? .init(error: loss.error, status: loss.status) : nil }
  }

  private func check(
    _ loss: Loss, _ script: DriverScript, _ body: (Database) async throws -> Void
  ) async throws {
    let database = try await Database(ScriptedDriver(script: script))
    let error = try await databaseError { try await body(database) }
    #expect(error.code == loss.code)
    #expect(error.outcome == loss.outcome)
    #expect(error.isRetrySafe == loss.isRetrySafe)
    #expect(!script.statements.contains("INSERT 2"))
    #expect(script.statements.count { $0.hasPrefix(loss.at) } == 1, "nothing is sent again")
    try await database.execute("SELECT 1")
    #expect(script.opened == (loss.status == .unknown ? 2 : 1))
    await database.close()
  }

  @Test("Outside of a transaction", arguments: losses)
  func outside(_ loss: Loss) async throws {
    try await check(loss, script(loss)) { try await $0.execute("INSERT 1") }
  }

  @Test("In an asynchronous body", arguments: lossesInside)
  func insideAsynchronous(_ loss: Loss) async throws {
    try await check(loss, script(loss)) { database in
      try await database.write { transaction in
        do { try await transaction.execute("INSERT 1") } catch { if !loss.goesOn { throw error } }
        if loss.goesOn { try await transaction.execute("INSERT 2") }
      }
    }
  }

  @Test("In a synchronous body", arguments: lossesInside)
  func insideSynchronous(_ loss: Loss) async throws {
    try await check(loss, script(loss)) { database in
      try await database.write { (session: SQLSession) in
        do { try session.execute("INSERT 1") } catch { if !loss.goesOn { throw error } }
        if loss.goesOn { try session.execute("INSERT 2") }
      }
    }
  }

  @Test("A body that swallows the loss cannot commit", arguments: lossesInside.filter(\.goesOn))
  func swallowed(_ loss: Loss) async throws {
    var loss = loss
    // Nobody has sent a COMMIT.
    if loss.status == .unknown { (loss.code, loss.outcome, loss.isRetrySafe) = (.connectionClosed, .notApplied, true) }
    try await check(loss, script(loss)) { database in
      try await database.write { transaction in _ = try? await transaction.execute("INSERT 1") }
    }
  }

  @Test("Between two calls")
  func between() async throws {
    let script = DriverScript()
    let database = try await Database(ScriptedDriver(script: script))
    try await database.execute("INSERT 1")
    script.lose()
    let error = try await databaseError { try await database.execute("INSERT 2") }
    #expect(error.code == .connectionClosed && error.outcome == .notApplied)
    #expect(!script.statements.contains("INSERT 2"))
    try await database.execute("INSERT 3")
    #expect(script.opened == 2)
    await database.close()
  }
}
