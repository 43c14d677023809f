import Quarry

/// A command of one statement, as its text.
struct OneStatement: SQLCommand {
  /// What the statement left.
  struct Output: Sendable, Hashable {
    var rows: [[SQLValue]] = []
    var result = StatementResult(affectedRows: 0, lastInsertedRowID: 0)
  }

  struct Machine: SQLCommandMachine {
    var statements: [SQLFragment]
    var current = Output()

    var isAtomicGroup: Bool { false }

    mutating func next() throws(DatabaseError) -> SQLFragment? {
      statements.isEmpty ? nil : statements.removeFirst()
    }

    mutating func receive(_ row: inout SQLRowDecoder) throws {
      current.rows.append([try row.decode(SQLValue.self, coding: nil)])
    }

    mutating func finish(_ result: StatementResult) throws(DatabaseError) { current.result = result }

    func output() throws(DatabaseError) -> Output { current }
  }

  var statements: [SQLFragment]
  /// Whether the command is known to be one statement, whose rows nobody reads.
  var isSingle = false

  init(_ statements: SQLFragment...) { self.statements = statements }

  /// The same command, as one that is known to be one statement.
  var single: OneStatement {
    var command = self
    command.isSingle = true
    return command
  }

  func singleStatement(
    for context: SQLGenerationContext, reusing values: inout BoundValues?
  ) throws(DatabaseError) -> SingleStatement<Output>? {
    isSingle ? SingleStatement(statements[0]) { Output(result: $0) } : nil
  }

  /// Whether its only statement is an INSERT.
  var inserts: Bool { statements.count == 1 && statements[0].sql.hasPrefix("INSERT") }

  func machine(for context: SQLGenerationContext) throws(DatabaseError) -> Machine { Machine(statements: statements) }
}

/// The result of a command, to compare it with that of another way to run it.
struct CommandOutcome: Sendable, Equatable, CustomStringConvertible {
  var output: OneStatement.Output?
  var error: String?

  /// - Parameter inserts: Whether the command is an INSERT. Others return the rowid of an earlier one, whoever's it was.
  init(_ result: Result<OneStatement.Output, any Error>, inserts: Bool) {
    switch result {
    case .success(var output):
      if !inserts || output.result.affectedRows == 0 { output.result.lastInsertedRowID = 0 }
      self.output = output
    case .failure(let error as DatabaseError):
      self.error =
        "\(error), outcome \(error.outcome), offset \(error.offset as Any), retry-safe \(error.isRetrySafe), "
        + "open \(error.isTransactionOpen as Any), because of \(error.underlying as Any)"
    case .failure(let error): self.error = "\(error)"
    }
  }

  var description: String { error ?? "\(output?.rows ?? []) \(output?.result as Any)" }
}
