/// A query or command of a batch, before it is known which connection runs it.
struct BatchEntry: Sendable {
  /// Whether it only reads.
  let isReadOnly: Bool
  /// Whether its result is read.
  var isWanted = false
  private let make:
    @Sendable (SQLGenerationContext, _ isWanted: Bool, _ isAhead: Bool) throws(DatabaseError) -> BatchWork

  /// An entry that runs a command.
  init<Command: SQLCommand>(_ command: Command) {
    isReadOnly = false
    make = { (context, isWanted, isAhead) throws(DatabaseError) in
      try CommandWork(try command.machine(for: context), isAhead: isAhead || isWanted)
    }
  }

  /// An entry that runs one of two commands with the same effect. The first returns the stored rows, and the second is
  /// cheaper if nobody asks for them.
  init<Wanted: SQLCommand, Other: SQLCommand>(_ wanted: Wanted, unwanted: Other) {
    isReadOnly = false
    make = { (context, isWanted, isAhead) throws(DatabaseError) in
      isWanted
        ? try CommandWork(try wanted.machine(for: context), isAhead: true)
        : try CommandWork(try unwanted.machine(for: context), isAhead: isAhead)
    }
  }

  /// An entry that runs one statement.
  ///
  /// - Parameter read: Makes the result from the statement's answer.
  init<Value: Sendable>(
    isReadOnly: Bool, _ statement: @escaping @Sendable (SQLGenerationContext) throws(DatabaseError) -> SQLFragment,
    _ read: @escaping @Sendable (CollectedAnswer) throws -> Value
  ) {
    self.isReadOnly = isReadOnly
    make = { (context, _, _) throws(DatabaseError) in StatementWork(try statement(context), read) }
  }

  /// An entry that does other work than that of one statement or command.
  ///
  /// - Parameter make: Renders the work, whose statements are all wanted ahead if its second argument is `true`.
  init(
    isReadOnly: Bool,
    work make: @escaping @Sendable (SQLGenerationContext, _ isAhead: Bool) throws(DatabaseError) -> BatchWork
  ) {
    self.isReadOnly = isReadOnly
    self.make = { (context, _, isAhead) throws(DatabaseError) in try make(context, isAhead) }
  }

  /// Renders the entry for a connection.
  ///
  /// - Parameter isAhead: Whether all of its statements must be known before the first one runs.
  func work(for context: SQLGenerationContext, isAhead: Bool) throws(DatabaseError) -> BatchWork {
    try make(context, isWanted, isAhead)
  }
}

/// The answer to one statement: all of its rows, and its result.
struct CollectedAnswer {
  var rows: [SQLRowBatch] = []
  var result = StatementResult.none

  init() {}

  init(_ answer: BatchedAnswer) {
    if let rows = answer.rows {
      rows.columns = answer.columns
      self.rows = [rows]
    }
    if let result = answer.result { self.result = result }
  }
}

/// An entry on the connection that runs it. Like a ``SQLCommandMachine``, it only says what comes next.
class BatchWork {
  /// All statements, if none depends on another one and they were requested in advance; otherwise `nil`.
  let statements: [SQLFragment]?
  private(set) var answers: [CollectedAnswer] = []
  private var position = 0

  /// Whether there may be several statements, which must see one snapshot.
  var needsSnapshot: Bool { false }

  init(_ statements: [SQLFragment]?) { self.statements = statements }

  /// The next statement, or `nil` after the last one.
  func next() throws(DatabaseError) -> SQLFragment? {
    guard let statements, position < statements.count else { return nil }
    position += 1
    return statements[position - 1]
  }

  /// Takes the answer to the statement. Rows are read here only if the next statement depends on them.
  func take(_ answer: CollectedAnswer) throws { answers.append(answer) }

  /// Makes the result, after everything was applied.
  func result() throws -> any AnyObject & Sendable {
    throw DatabaseError(.engineInternal, "this entry of a batch has no result")
  }
}

/// A query, or a statement of SQL text.
private final class StatementWork<Value: Sendable>: BatchWork {
  private let read: (CollectedAnswer) throws -> Value

  init(_ statement: SQLFragment, _ read: @escaping (CollectedAnswer) throws -> Value) {
    self.read = read
    super.init([statement])
  }

  override func result() throws -> any AnyObject & Sendable { BatchValue(try read(answers.first ?? CollectedAnswer())) }
}

/// A command.
private final class CommandWork<Machine: SQLCommandMachine>: BatchWork {
  private var machine: Machine

  /// - Parameter isAhead: Whether to ask the machine for all of its statements.
  init(_ machine: Machine, isAhead: Bool) throws(DatabaseError) {
    var machine = machine
    let statements = isAhead ? try machine.independentStatements() : nil
    self.machine = machine
    super.init(statements)
  }

  override func next() throws(DatabaseError) -> SQLFragment? {
    statements == nil ? try machine.next() : try super.next()
  }

  override func take(_ answer: CollectedAnswer) throws {
    guard statements == nil else { return try super.take(answer) }
    try machine.take(answer)
  }

  override func result() throws -> any AnyObject & Sendable {
    BatchValue(statements == nil ? try machine.output() : try machine.lead(through: answers))
  }
}

extension SQLCommandMachine {
  /// Takes the rows and the result of a statement that has finished.
  fileprivate mutating func take(_ answer: CollectedAnswer) throws {
    for rows in answer.rows { try rows.forEachRow { row in try receive(&row) } }
    try finish(answer.result)
  }

  /// Passes the answers to all of its statements to the machine.
  ///
  /// - Throws: ``DatabaseError`` with code `.engineInternal` if there are fewer answers than statements.
  mutating func lead(through answers: [CollectedAnswer]) throws -> Output {
    var rest = answers[...]
    while let statement = try next() {
      guard let answer = rest.popFirst() else {
        throw DatabaseError(
          .engineInternal, "the driver answered \(answers.count) statements of a longer batch", sql: statement.sql,
          outcome: .applied)
      }
      try take(answer)
    }
    return try output()
  }
}
