import Testing

@testable import Quarry

/// What a session refuses, by what it knows: every combination.
@Suite struct SessionStateTests {
  @Test(arguments: [TransactionStatus.idle, .active, .unknown], [0, 1]) func whatMayBeSent(
    status: TransactionStatus, depth: Int
  ) {
    for isGivenUp in [false, true] {
      var state = SessionState()
      state.depth = depth
      if isGivenUp { state.failure = DatabaseError(.connectionClosed, "closed") }
      let context = SQLGenerationContext(capabilities: Self.capabilities)
      let code = refusal { try state.require("SELECT 1", context, status, nil) }
      let expected: DatabaseError.Code? =
        if isGivenUp {
          .connectionClosed
        } else if status == .unknown {
          depth > 0 ? .outcomeUnknown : .connectionClosed
        } else if depth > 0, status == .idle {
          .transactionState
        } else {
          nil
        }
      #expect(code == expected, "\(isGivenUp)")
    }
  }

  @Test(arguments: 0...3, 0...3) func values(given: Int, wanted: Int) {
    for (readsOnly, writes) in [(false, false), (true, false), (false, true), (true, true)] {
      var state = SessionState()
      state.isReadOnly = readsOnly
      let code = refusal { try state.require(given, of: wanted, isReadOnlyStatement: !writes, "") }
      let expected: DatabaseError.Code? =
        given < wanted ? .missingParameter : given > wanted ? .extraParameter : readsOnly && writes ? .readOnly : nil
      #expect(code == expected)
    }
  }

  @Test(
    arguments: [
      ("", nil), (" ;\n", nil), ("-- end", nil), ("/* a ; b */ ;", nil), ("/* not closed", nil), ("; SELECT 2", 0),
      ("x", 0),
      ("'", 0), ("\u{FEFF}SELECT 1", 0),
    ] as [(String, Int?)])
  func oneStatement(rest: String, _ isRefused: Int?) {
    let first = "SELECT 1;"
    let code = refusal { try SessionState.requireSingle(first + rest, prepared: first.utf8.count) }
    #expect(code == (isRefused == nil ? nil : .multipleStatements), "\(rest)")
  }

  @Test func aStatementThatEndsItsTransactionIsToldAtOnce() {
    var state = SessionState()
    state.depth = 1
    #expect(refusal { try state.requireKept(.active, .idle, by: "COMMIT") } == .transactionState)
    #expect(refusal { try state.requireKept(.active, .active, by: "SELECT 1") } == nil)
    state.depth = 0
    #expect(refusal { try state.requireKept(.active, .idle, by: "COMMIT") } == nil)
  }

  /// Rows that came before an error are handed over before it is thrown.
  @Test func rowsBeforeAnError() throws {
    var run = StatementRun()
    #expect(try run.goesOn())
    run.take(.more)
    try run.take(DatabaseError(.diskFull, "full"), rowsBefore: 2)
    #expect(refusal { _ = try run.goesOn() } == .diskFull)
    #expect(refusal { _ = try run.leave() } == .diskFull)
    var other = StatementRun()
    #expect(refusal { try other.take(DatabaseError(.diskFull, "full"), rowsBefore: 0) } == .diskFull)
    other.take(.done(StatementResult(affectedRows: 3, lastInsertedRowID: 7)))
    #expect(try !other.goesOn())
    #expect(other.result?.affectedRows == 3)
  }

  private func refusal(_ body: () throws -> Void) -> DatabaseError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? DatabaseError)?.code
    }
  }

  private static let capabilities = DriverCapabilities(
    engine: DatabaseEngine.expected(
      product: .sqlite, version: EngineVersion(3, 40), compileOptions: CompileOptions([])),
    transactions: .interactive, limits: EngineLimits())
}
