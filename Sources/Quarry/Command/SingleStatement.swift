/// A command that is one statement without rows on the engine it was rendered for.
public struct SingleStatement<Output: Sendable>: Sendable {
  /// The statement.
  public var statement: SQLFragment
  /// Makes the output of the command from the result of the statement.
  public var output: @Sendable (StatementResult) -> Output

  /// Creates the form of a command that needs no machine.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - output: Makes the output of the command from the result of the statement.
  public init(_ statement: SQLFragment, output: @escaping @Sendable (StatementResult) -> Output) {
    self.statement = statement
    self.output = output
  }
}
