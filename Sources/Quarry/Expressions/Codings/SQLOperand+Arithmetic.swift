#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SQLOperand {
  /// The sum or difference: both sides in one coding, which the result keeps.
  static func sum<Result: SQLValueConvertible>(
    _ operation: SQLSyntax.BinaryOperator, _ left: SQLOperand, _ right: SQLOperand
  ) -> SQLExpression<Result> where Result.Unwrapped == Wrapped {
    if left.coding == nil, right.coding == nil, Wrapped.storedForm.isNumber {
      return SQLExpression(syntax: .binary(operation, left.syntax, right.syntax))
    }
    let action = operation == .add ? "add" : "subtract"
    let agreement = SQLAgreement([left, right], to: action)
    guard agreement.form.scale != nil else {
      let subject = left.isConstant ? right.syntax : left.syntax
      return .failed(.arithmetic(Wrapped.self, subject, agreement.form, action))
    }
    return SQLExpression(
      syntax: .binary(operation, agreement.syntaxes[0], agreement.syntaxes[1]), coding: agreement.coding)
  }

  /// The product. The numbers of digits after the point are added.
  static func product<Result: SQLValueConvertible>(
    _ left: SQLOperand, _ right: SQLOperand
  ) -> SQLExpression<Result> where Result.Unwrapped == Wrapped {
    if left.coding == nil, right.coding == nil, Wrapped.storedForm.isNumber {
      return SQLExpression(syntax: .binary(.multiply, left.syntax, right.syntax))
    }
    guard let first = left.factor else { return .failed(left.arithmeticRefusal("multiply")) }
    guard let second = right.factor else { return .failed(right.arithmeticRefusal("multiply")) }
    let syntax = SQLSyntax.Expression.binary(.multiply, first.syntax, second.syntax)
    // A real of a decimal type isn't exact: its products can't count units.
    let isMixed = Wrapped.storedForm.scale == nil && (first.isReal || second.isReal) && first.scale + second.scale > 0
    guard !isMixed,
      let coding = SQLValueCoding<Wrapped>.scaled(first.scale + second.scale, like: left.coding, right.coding)
    else { return .failed(left.arithmeticRefusal("multiply", digits: first.scale + second.scale)) }
    return SQLExpression(syntax: syntax, coding: coding.value)
  }

  /// The quotient or remainder, which only exists for numbers that are stored as themselves.
  static func quotient<Result: SQLValueConvertible>(
    _ operation: SQLSyntax.BinaryOperator, _ left: SQLOperand, _ right: SQLOperand, _ action: String
  ) -> SQLExpression<Result> where Result.Unwrapped == Wrapped {
    if left.coding == nil, right.coding == nil, Wrapped.storedForm.isNumber {
      return SQLExpression(syntax: .binary(operation, left.syntax, right.syntax))
    }
    // Reals that count units have an exact enough quotient, once they are the numbers themselves.
    if Wrapped.storedForm.kind == .real, let first = left.plainNumber, let second = right.plainNumber {
      return SQLExpression(syntax: .binary(operation, first, second))
    }
    let isLeft = left.form.isNumber && Wrapped.storedForm.isNumber
    return .failed((isLeft && !right.isConstant ? right : left.isConstant ? right : left).arithmeticRefusal(action))
  }

  private var isConstant: Bool {
    if case .constant = self { true } else { false }
  }

  /// The number itself as SQL has it.
  private var plainNumber: SQLSyntax.Expression? {
    switch self {
    case .constant: syntax
    case .stored(let syntax, _): form.number(syntax)
    }
  }

  /// The operand as a factor: a stored number, and the power of ten that it was multiplied by.
  private var factor: (syntax: SQLSyntax.Expression, scale: Int, isReal: Bool)? {
    switch self {
    case .stored(let syntax, _):
      guard let scale = form.scale else { return nil }
      return (syntax, scale, !form.isWhole)
    case .constant(let encode):
      let own = encode(nil)
      switch own.node {
      case .failure, .value(.null): return (own, 0, false)
      case .value(.real): return Wrapped.storedForm.isNumber ? (own, 0, true) : nil
      case .value(.integer): return Wrapped.storedForm.isNumber ? (own, 0, false) : nil
      case .value(.text(let text)):
        guard Wrapped.storedForm == .decimalText, let number = DecimalUnits.factor(text) else { return nil }
        return (.value(.integer(number.units)), number.digits, false)
      default: return nil
      }
    }
  }

  private func arithmeticRefusal(_ action: String, digits: Int? = nil) -> DatabaseError {
    if let digits, digits > 18 {
      return DatabaseError(
        .invalidQuery,
        "The product would have \(digits) digits behind the point, and 18 are the most. "
          + "Use columns with fewer digits, or convert with .cast(to: Double.self).")
    }
    return .arithmetic(Wrapped.self, syntax, form, action)
  }
}

extension SQLExpression {
  /// An expression that throws when it is rendered.
  static func failed(_ error: DatabaseError) -> SQLExpression { SQLExpression(syntax: .failure(error)) }
}

/// An optional coding. If `nil`, values are stored in their type's own form.
struct SQLOptionalCoding<Wrapped: SQLValueConvertible> {
  var value: SQLValueCoding<Wrapped>?
}

extension SQLValueCoding where Value: SQLValueConvertible {
  /// The coding of a number with some digits after the point: that of an operand if it fits, otherwise the type's
  /// own, or `nil` if there is none.
  static func scaled(
    _ digits: Int, like first: SQLValueCoding?, _ second: SQLValueCoding? = nil
  ) -> SQLOptionalCoding<Value>? {
    for coding in [first, second] {
      if let coding, coding.storedForm.scale == digits { return SQLOptionalCoding(value: coding) }
    }
    if digits == 0, Value.storedForm.isNumber { return SQLOptionalCoding(value: nil) }
    guard (0...18).contains(digits) else { return nil }
    if let decimal = SQLValueCoding<Decimal>.scaled(digits) as? SQLValueCoding<Value> {
      return SQLOptionalCoding(value: decimal)
    }
    if let real = SQLValueCoding<Double>.units(digits) as? SQLValueCoding<Value> {
      return SQLOptionalCoding(value: real)
    }
    return nil
  }
}

extension SQLValueCoding where Value == Double {
  /// A real that counts units of the last digit, as the mean of such integers is.
  static func units(_ digits: Int) -> SQLValueCoding<Double> {
    let factor = Double(SQLStoredForm.powerOfTen(digits))
    return SQLValueCoding(
      columnType: .real, storing: SQLStoredForm(.scaledReal(digits), [.equality, .order]),
      encode: { try ($0 * factor).sqlValue() }, decode: { try Double(sqlValue: $0) / factor })
  }

  /// The coding of a mean or a total of values of a form, computed as a real, or `nil` if they aren't numbers.
  static func mean(of form: SQLStoredForm) -> SQLOptionalCoding<Double>? {
    guard let scale = form.scale else { return nil }
    return SQLOptionalCoding(value: scale == 0 ? nil : units(scale))
  }
}
