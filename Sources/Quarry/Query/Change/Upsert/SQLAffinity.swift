/// The affinity of a column: the storage class to which its values are converted when they are stored.
///
/// Source: <https://sqlite.org/datatype3.html>, section 3.
enum SQLAffinity {
  case integer, text, blob, real, numeric

  /// The affinity of a declared type.
  init(_ type: String) {
    let type = type.uppercased()
    if type.contains("INT") {
      self = .integer
    } else if ["CHAR", "CLOB", "TEXT"].contains(where: { type.contains($0) }) {
      self = .text
    } else if type.isEmpty || type.contains("BLOB") {
      self = .blob
    } else if ["REAL", "FLOA", "DOUB"].contains(where: { type.contains($0) }) {
      self = .real
    } else {
      self = .numeric
    }
  }

  /// The value as a column with this affinity stores it, or `nil` if only the engine knows.
  func stored(_ value: SQLValue) -> SQLValue? {
    switch (self, value) {
    case (_, .null), (_, .blob), (.blob, _), (.text, .text), (.real, .real): value
    case (.integer, .integer), (.numeric, .integer): value
    case (.integer, .real(let real)), (.numeric, .real(let real)):
      Int64(exactly: real).map { real == 0 && real.sign == .minus ? .integer(0) : .integer($0) } ?? value
    case (.real, .integer(let integer)): .real(Double(integer))
    case (.text, .integer(let integer)): .text(String(integer))
    case (.text, .real): nil
    case (_, .text(let text)):
      // A text that cannot be a number stays a text.
      text.utf8.contains { (48...57).contains($0) } ? nil : value
    }
  }
}
