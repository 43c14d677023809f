import Quarry

/// What a script of a trial answered.
enum TrialOutcome: Sendable {
  /// The first row of the last statement; `nil` when it had none.
  case ended(firstRow: [SQLValue]?)
  /// A statement failed.
  case failed(DatabaseError)

  /// What the trial says about a feature whose presence answers an expectation.
  ///
  /// - Parameter wholeReals: whether the driver gives a whole real as a real, and not as an integer.
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

/// What a trial says about a feature.
enum TrialVerdict: Sendable, Hashable {
  /// It is there. The text says more, where there is more to say.
  case works(String?)
  /// It is missing, or answers something else.
  case fails(String)
  /// It cannot be tried.
  case untried(String)

  /// Whether the feature was found; `nil` when it could not be tried.
  var found: Bool? {
    switch self {
    case .works: true
    case .fails: false
    case .untried: nil
    }
  }

  /// What is worth telling.
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
  /// Whether the error is the engine's answer to the statement, or the driver's refusal of it, rather than a failure of
  /// the way to the engine.
  var speaksForEngine: Bool {
    let others: [Code] = [
      .connectionClosed, .cannotOpen, .libraryUnavailable, .timedOut, .protocolViolation, .outcomeUnknown, .busy,
      .inputOutput, .diskFull, .permission, .outOfMemory, .wrongKey, .interrupted,
    ]
    return !others.contains(code)
  }
}
