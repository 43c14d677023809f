import Quarry

/// The outcome of a trial's script.
enum TrialOutcome: Sendable {
  /// The first row of the last statement; `nil` if it had none.
  case ended(firstRow: [SQLValue]?)
  /// A statement failed.
  case failed(DatabaseError)

  /// Judges a feature by its expectation.
  ///
  /// - Parameter wholeReals: Whether the driver returns a whole real as a real, and not as an integer.
  func verdict(expecting expectation: FeatureExpectation, wholeReals: Bool = true) -> TrialVerdict {
    switch self {
    case .failed(let error):
      guard error.speaksForEngine else { return .untried("\(error)") }
      if case .error(let text) = expectation, text.isEmpty || error.message.contains(text) { return .works(nil) }
      return .fails("\(error)")
    case .ended(let row):
      let asReals = row?.map { (value) -> SQLValue in
        if case .integer(let whole) = value { .real(Double(whole)) } else { value }
      }
      return Self.matches(row, expectation) || (!wholeReals && Self.matches(asReals, expectation))
        ? .works(nil) : .fails("it answers \(row.map { [$0].exactDescription } ?? "no row")")
    }
  }

  private static func matches(_ row: [SQLValue]?, _ expectation: FeatureExpectation) -> Bool {
    switch expectation {
    case .anything: true
    case .error: false
    case .someRow: row != nil
    case .null: row?.first == .some(.null)
    case .equals(let text): row?.first?.trialText == text
    case .column(let index, let text): row.map { $0.indices.contains(index) && $0[index].trialText == text } ?? false
    }
  }
}

/// The verdict of a trial about a feature.
enum TrialVerdict: Sendable, Hashable {
  /// The feature works. The text contains details, if any.
  case works(String?)
  /// The feature is missing, or has another result.
  case fails(String)
  /// The feature can't be tried.
  case untried(String)

  /// Whether the feature was found; `nil` if it couldn't be tried.
  var found: Bool? {
    switch self {
    case .works: true
    case .fails: false
    case .untried: nil
    }
  }

  /// The details to report.
  var reason: String? {
    switch self {
    case .works(let text): text
    case .fails(let text), .untried(let text): text
    }
  }
}

extension SQLValue {
  /// The value as the engine would show it, for the short values of probes.
  fileprivate var trialText: String? {
    switch self {
    case .null: nil
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let value): value
    case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }
}

extension DatabaseError {
  /// Whether the engine or the driver rejected the statement. Otherwise, the connection to the engine failed.
  var speaksForEngine: Bool {
    let others: [Code] = [
      .connectionClosed, .cannotOpen, .libraryUnavailable, .timedOut, .protocolViolation, .outcomeUnknown, .busy,
      .inputOutput, .diskFull, .permission, .outOfMemory, .wrongKey, .interrupted,
    ]
    return !others.contains(code)
  }
}
