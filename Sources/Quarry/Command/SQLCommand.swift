/// Something that changes the database: an insert, update, delete, upsert, a change of the schema.
///
/// A command is a value. For one engine it is one statement, for another it may be lowered to several; the machine
/// that it makes says which statement comes next, and the core runs them, in a savepoint when there are several.
public protocol SQLCommand<Output>: Sendable {
  /// What running the command gives.
  associatedtype Output: Sendable
  /// The type that leads through the command's statements.
  associatedtype Machine: SQLCommandMachine where Machine.Output == Output

  /// Renders the command for a connection.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` or `.invalidQuery`, before any SQL is sent.
  func machine(for context: SQLGenerationContext) throws(DatabaseError) -> Machine
}

/// Leads through the statements of one command: a pure state machine, run by the synchronous and the asynchronous
/// side of the core alike.
///
/// The core calls ``next()``; runs the statement; hands every row to ``receive(_:)`` and the result to ``finish(_:)``;
/// and repeats until ``next()`` answers `nil`. Then it takes ``output()``.
public protocol SQLCommandMachine<Output> {
  /// What the command gives.
  associatedtype Output: Sendable

  /// Whether the statements must be applied together or not at all; the core then opens a savepoint or transaction.
  var isAtomicGroup: Bool { get }

  /// The next statement, or nil when the command is complete.
  mutating func next() throws(DatabaseError) -> SQLFragment?

  /// Takes one row of the statement that is running.
  mutating func receive(_ row: inout SQLRowDecoder) throws

  /// Takes the result of the statement that has finished.
  mutating func finish(_ result: StatementResult) throws(DatabaseError)

  /// The output of the complete command.
  func output() throws(DatabaseError) -> Output

  /// All statements of the command, where none depends on what another one did or found; else `nil`.
  ///
  /// A driver that cannot hold a transaction open gets them as one batch, and the machine is led through the results: this
  /// looks at the statements and leaves the machine at its beginning.
  mutating func independentStatements() throws(DatabaseError) -> [SQLFragment]?
}

extension SQLCommandMachine {
  /// The statement of a command that has one; `nil` for several, which may depend on each other.
  public mutating func independentStatements() throws(DatabaseError) -> [SQLFragment]? {
    guard !isAtomicGroup else { return nil }
    var copy = self
    guard let statement = try copy.next() else { return [] }
    return try copy.next() == nil ? [statement] : nil
  }
}
