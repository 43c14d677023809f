/// The result of a probe on an engine that has the feature.
public enum FeatureExpectation: Sendable, Hashable {
  /// No error, with or without a row.
  case anything
  /// The first column of the first row, as text.
  case equals(String)
  /// At least one row.
  case someRow
  /// NULL in the first column of the first row.
  case null
  /// A column of the first row, counted from 0, as text.
  case column(Int, String)
  /// An error. Its message contains this text, unless the text is empty.
  case error(containing: String)

  /// Whether an outcome is that of an engine with the feature.
  public func matches(_ outcome: FeatureScratchOutcome) -> Bool {
    switch (self, outcome) {
    case (.error(let text), .failure(let message)): text.isEmpty || message.contains(text)
    case (.error, _), (_, .failure): false
    case (.anything, _): true
    case (.someRow, .row): true
    case (.equals(let text), .row(let columns)): columns.first == .some(text)
    case (.null, .row(let columns)): columns.first == .some(nil)
    case (.column(let index, let text), .row(let columns)):
      columns.indices.contains(index) && columns[index] == text
    case (_, .noRow): false
    }
  }
}

/// The outcome of a script on a scratch database.
public enum FeatureScratchOutcome: Sendable, Hashable {
  /// The first row of the last statement, with each column as text; `nil` is NULL.
  case row([String?])
  /// No row, and no error.
  case noRow
  /// An error, with the engine's message.
  case failure(message: String)
}
