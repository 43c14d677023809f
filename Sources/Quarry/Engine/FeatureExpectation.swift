/// What a probe answers on an engine that has the feature.
public enum FeatureExpectation: Sendable, Hashable {
  /// No error; any row or none.
  case anything
  /// The first column of the first row, as text.
  case equals(String)
  /// Some row.
  case someRow
  /// NULL in the first column of the first row.
  case null
  /// A column of the first row, counted from 0, as text.
  case column(Int, String)
  /// An error, with this text in its message unless the text is empty.
  case error(containing: String)

  /// Tells whether an outcome is what an engine with the feature answers.
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

/// What a script answered on a scratch database.
public enum FeatureScratchOutcome: Sendable, Hashable {
  /// The first row of the last statement, each column as text; `nil` is NULL.
  case row([String?])
  /// No row, and no error.
  case noRow
  /// An error, with the engine's message.
  case failure(message: String)
}
