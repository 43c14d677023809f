extension SQLStoredForm {
  /// Converts a stored value exactly into another form of the same value, in SQL, or returns `nil` if that is
  /// impossible.
  func conversion(to target: SQLStoredForm) -> (@Sendable (SQLSyntax.Expression) -> SQLSyntax.Expression)? {
    if self == target { return { $0 } }
    switch (kind, target.kind) {
    case (.integer, .real), (.real, .integer): return { $0 }
    case (.integer, .scaledInteger(let digits)): return Self.scaling(by: digits)
    case (.scaledInteger(let from), .scaledInteger(let digits)): return Self.scaling(by: digits - from)
    case (.scaledInteger(0), .integer), (.scaledInteger(0), .real): return { $0 }
    case (.integer, .decimalText): return { .cast($0, .text) }
    case (.wholeSeconds, .milliseconds): return Self.scaling(by: 3)
    case (.wholeSeconds, .realSeconds): return { .cast($0, .real) }
    case (.identifierText, .lowercaseIdentifierText): return { .call("lower", $0) }
    case (.lowercaseIdentifierText, .identifierText): return { .call("upper", $0) }
    default: return nil
    }
  }

  private static func scaling(by digits: Int) -> (@Sendable (SQLSyntax.Expression) -> SQLSyntax.Expression)? {
    guard (0...18).contains(digits) else { return nil }
    if digits == 0 { return { $0 } }
    let factor = powerOfTen(digits)
    return { .binary(.multiply, $0, .literal(.integer(factor))) }
  }

  /// The number itself, for a stored number, or `nil` if the form isn't a number.
  func number(_ stored: SQLSyntax.Expression) -> SQLSyntax.Expression? {
    guard let scale else { return nil }
    if scale == 0 { return stored }
    return .binary(.divide, stored, .literal(.real(Double(Self.powerOfTen(scale)))))
  }

  /// The conversion with which a column of another table or query reads a stored value. Its Swift type may differ.
  /// `nil` if the value would be read as something else.
  func reading(as column: SQLStoredForm) -> (@Sendable (SQLSyntax.Expression) -> SQLSyntax.Expression)? {
    if let conversion = conversion(to: column) { return conversion }
    if isOpen || column.isOpen || (isTextual && column.isTextual) { return { $0 } }
    return nil
  }

  /// Whether nothing is known about the form, so that only the type's author knows its meaning.
  private var isOpen: Bool {
    switch kind {
    case .any, .type, .member: true
    default: false
    }
  }

  /// Whether the stored value is a text of a known form, which never equals a text of another form.
  var isKnownText: Bool { isTextual && kind != .text }

  /// Whether the stored value is a text, which is checked when it is read.
  private var isTextual: Bool {
    switch kind {
    case .text, .json, .decimalText, .dateText, .identifierText, .lowercaseIdentifierText: true
    default: false
    }
  }
}
