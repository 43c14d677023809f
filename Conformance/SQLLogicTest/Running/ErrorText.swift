internal import Quarry

/// What an error has to do with a test.
enum ErrorText {
  /// Whether a message holds a text, blanks being equal to each other, or matches it as a regular expression.
  static func matches(_ message: String, _ wanted: String) -> Bool {
    let message = singleSpaced(message)
    let wanted = singleSpaced(wanted)
    if message.contains(wanted) { return true }
    guard let pattern = try? Regex(wanted) else { return false }
    return message.firstMatch(of: pattern) != nil
  }

  private static func singleSpaced(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// What came of a statement that threw.
  ///
  /// An error counts as the statement's own when the engine was asked and refused it. A connection that is lost or
  /// closed would make every test of an error pass.
  static func outcome(_ error: any Error) -> LogicTestState.Outcome {
    guard var error = error as? DatabaseError else { return .failed("\(error)", .outside) }
    // The SQL is shown by itself.
    error.sql = nil
    let cause: LogicTestState.Cause =
      switch error.code {
      case .connectionClosed, .reentrantAccess, .transactionState, .interrupted, .unsupportedFeature, .missingParameter,
        .extraParameter, .libraryUnavailable, .cannotOpen, .notADatabase, .wrongKey:
        .outside
      case .statementFailed: error.outcome == .unknown ? .outside : .running
      default: error.outcome == .unknown ? .outside : .statement
      }
    return .failed(error.description, cause)
  }
}
