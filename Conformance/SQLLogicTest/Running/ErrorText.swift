internal import Quarry

/// The meaning of an error for a test.
enum ErrorText {
  /// Whether a message contains a text, ignoring differences in white space, or matches it as a regular expression.
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

  /// Returns the outcome of a statement that threw.
  ///
  /// An error belongs to the statement if the engine rejected it. Otherwise, a lost or closed connection would make
  /// every test of an error pass.
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
