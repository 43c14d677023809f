/// One operand of an operator or function, with the coding of its value.
enum SQLOperand<Wrapped: SQLValueConvertible>: Sendable where Wrapped.Unwrapped == Wrapped {
  /// An expression, whose stored values have the form of a coding.
  case stored(SQLSyntax.Expression, SQLValueCoding<Wrapped>?)
  /// A value of the program, which can still be stored in any coding.
  case constant(@Sendable (SQLValueCoding<Wrapped>?) -> SQLSyntax.Expression)

  /// A value of the program.
  static func value(_ value: Wrapped?) -> SQLOperand {
    .constant { coding in
      guard let value else { return .value(.null) }
      return .bound(value, coding: coding)
    }
  }

  /// The coding of an expression.
  var coding: SQLValueCoding<Wrapped>? {
    if case .stored(_, let coding) = self { coding } else { nil }
  }

  /// The form of the stored values.
  var form: SQLStoredForm { coding?.storedForm ?? Wrapped.storedForm }

  /// The operand unchanged; a value of the program in its type's own form.
  var syntax: SQLSyntax.Expression {
    switch self {
    case .stored(let syntax, _): syntax
    case .constant(let encode): encode(nil)
    }
  }

  /// Whether the operand fits every coding: a value of the program, or NULL.
  fileprivate var fitsAll: Bool {
    switch self {
    case .stored(let syntax, _): syntax.isNullConstant
    case .constant: true
    }
  }

  /// The operand in a coding, or `nil` if its values can't be converted exactly.
  func converted(to coding: SQLValueCoding<Wrapped>?) -> SQLSyntax.Expression? {
    switch self {
    case .constant(let encode): encode(coding)
    case .stored(let syntax, let own):
      if own === coding || syntax.isNullConstant {
        syntax
      } else {
        form.conversion(to: coding?.storedForm ?? Wrapped.storedForm).map { $0(syntax) }
      }
    }
  }
}

/// Operands that were converted to one coding.
struct SQLAgreement<Wrapped: SQLValueConvertible> where Wrapped.Unwrapped == Wrapped {
  /// The operands, in order, or a failure if there is no common coding.
  var syntaxes: [SQLSyntax.Expression]
  /// The common coding.
  var coding: SQLValueCoding<Wrapped>?

  /// The form of the stored values.
  var form: SQLStoredForm { coding?.storedForm ?? Wrapped.storedForm }

  /// Converts operands to one coding.
  ///
  /// - Parameters:
  ///   - operands: The operands.
  ///   - action: The verb for the message, such as "compare".
  init(_ operands: [SQLOperand<Wrapped>], to action: String) {
    let stored = operands.filter { !$0.fitsAll }
    guard let first = stored.first else {
      // Values of the program only; one that names a coding decides.
      coding = operands.lazy.compactMap(\.coding).first
      syntaxes = operands.map { [coding] operand in operand.converted(to: coding) ?? operand.syntax }
      return
    }
    for candidate in stored {
      // The object of a coding says more than none.
      let form = candidate.form
      let target = stored.lazy.filter { $0.form == form }.compactMap(\.coding).first
      let converted = operands.compactMap { $0.converted(to: target) }
      if converted.count == operands.count {
        coding = target
        syntaxes = converted
        return
      }
    }
    coding = first.coding
    let other = stored.first { $0.form != first.form } ?? first
    let error = DatabaseError.codings(Wrapped.self, first, other, to: action)
    syntaxes = operands.map { _ in .failure(error) }
  }
}

extension SQLExpressible {
  /// How values of the expression are stored.
  @inlinable public var storedForm: SQLStoredForm { coding?.storedForm ?? Value.Unwrapped.storedForm }

  /// The expression as an operand.
  var operand: SQLOperand<Value.Unwrapped> {
    if let encode = constantEncoder { return .constant(encode) }
    return .stored(syntax, coding)
  }

  /// The two sides of a binary operator in one coding.
  func agreed<Other: SQLExpressible>(
    with other: Other, to action: String
  ) -> (left: SQLSyntax.Expression, right: SQLSyntax.Expression, coding: SQLValueCoding<Value.Unwrapped>?)
  where Other.Value.Unwrapped == Value.Unwrapped {
    if coding === other.coding { return (syntax, other.syntax, coding) }
    let agreement = SQLAgreement([operand, other.operand], to: action)
    return (agreement.syntaxes[0], agreement.syntaxes[1], agreement.coding)
  }
}
