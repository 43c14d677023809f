/// A value that changes the database when it runs: an insert, update, delete or upsert, or a change of the schema.
///
/// A command is one statement on one engine, and may be lowered to several on another. Its machine says which statement
/// comes next. Quarry runs the statements, in a savepoint if there are several.
public protocol SQLCommand<Output>: Sendable {
  /// The type of the result.
  associatedtype Output: Sendable
  /// The type that produces the command's statements.
  associatedtype Machine: SQLCommandMachine where Machine.Output == Output

  /// Renders the command for a connection.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` or `.invalidQuery`, before any SQL is sent.
  func machine(for context: SQLGenerationContext) throws(DatabaseError) -> Machine

  /// Renders the command without a machine, if it is one statement without rows. Returns `nil`, which is the default, for
  /// any other command.
  ///
  /// A command that implements this saves the work of its machine. Both forms must have the same effect and output.
  ///
  /// - Parameters:
  ///   - context: The context of the connection.
  ///   - buffer: The values of an earlier statement, whose memory can be used again.
  /// - Throws: ``DatabaseError`` as ``machine(for:)``.
  func singleStatement(
    for context: SQLGenerationContext, reusing buffer: inout BoundValues?
  ) throws(DatabaseError) -> SingleStatement<Output>?
}

extension SQLCommand {
  /// Returns `nil`: the command's machine is used.
  ///
  /// - Throws: Nothing.
  public func singleStatement(
    for context: SQLGenerationContext, reusing buffer: inout BoundValues?
  ) throws(DatabaseError) -> SingleStatement<Output>? { nil }
}

/// A pure state machine that produces the statements of one command. Synchronous and asynchronous calls run it in the
/// same way.
///
/// Quarry calls ``next()``, runs the statement, passes every row to ``receive(_:)``, and passes the result to
/// ``finish(_:)``. It repeats this until ``next()`` returns `nil`, and then calls ``output()``.
public protocol SQLCommandMachine<Output> {
  /// The type of the command's result.
  associatedtype Output: Sendable

  /// Whether the statements must be applied together or not at all. Quarry then opens a savepoint or a transaction.
  var isAtomicGroup: Bool { get }

  /// Returns the next statement, or `nil` if the command is complete.
  ///
  /// - Throws: ``DatabaseError`` with code `.valueOutOfRange` if a value can't be stored, or the error of a step.
  mutating func next() throws(DatabaseError) -> SQLFragment?

  /// Takes one row of the running statement.
  ///
  /// - Throws: ``DatabaseError`` with code `.decoding`, `.unexpectedNull` or `.unknownColumn` if the row can't be read.
  mutating func receive(_ row: inout SQLRowDecoder) throws

  /// Takes the result of the statement that has finished.
  ///
  /// - Throws: ``DatabaseError`` if the result doesn't allow the command to continue.
  mutating func finish(_ result: StatementResult) throws(DatabaseError)

  /// Returns the output of the complete command.
  ///
  /// - Throws: ``DatabaseError`` if the statements didn't have the expected effect.
  func output() throws(DatabaseError) -> Output

  /// Returns all statements of the command if none depends on the result of another one; otherwise `nil`.
  ///
  /// A driver that can't hold a transaction open receives them as one batch. The machine then takes the results in
  /// order: this method leaves the machine at its beginning.
  ///
  /// - Throws: ``DatabaseError`` with code `.valueOutOfRange` if a value can't be stored, or the error of a step.
  mutating func independentStatements() throws(DatabaseError) -> [SQLFragment]?
}

extension SQLCommandMachine {
  /// Returns the statement of a command that has exactly one, and `nil` for several, which may depend on each other.
  ///
  /// - Throws: The error of ``next()``.
  public mutating func independentStatements() throws(DatabaseError) -> [SQLFragment]? {
    guard !isAtomicGroup else { return nil }
    var copy = self
    guard let statement = try copy.next() else { return [] }
    return try copy.next() == nil ? [statement] : nil
  }
}
