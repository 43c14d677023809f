extension SQLExpressible {
  /// Returns the expression, or a value if the expression is NULL.
  public func coalesce(_ value: Value.Unwrapped) -> SQLExpression<Value.Unwrapped> {
    SQLExpression(syntax: .call("coalesce", syntax, bound(value)), coding: coding)
  }
  /// Returns the expression, or another expression if it is NULL.
  public func coalesce<Other: SQLExpressible>(_ other: Other) -> SQLExpression<Other.Value>
  where Other.Value.Unwrapped == Value.Unwrapped {
    let (first, second, coding) = agreed(with: other, to: "choose among")
    return SQLExpression(syntax: .call("coalesce", first, second), coding: coding)
  }
  /// Returns the expression, or NULL if it equals a value.
  public func nullIf(_ value: Value.Unwrapped) -> SQLExpression<Value.Unwrapped?> {
    SQLExpression(syntax: .call("nullif", equatable(to: "compare"), bound(value)), coding: coding)
  }
  /// The storage class of the stored value: `integer`, `real`, `text`, `blob` or `null`.
  public var typeName: SQLExpression<String> { SQLExpression(syntax: .call("typeof", syntax)) }
  /// The bytes of the stored value in hexadecimal digits, or an empty text if NULL.
  public var hex: SQLExpression<String> { SQLExpression(syntax: .call("hex", syntax)) }
  /// The stored value as an SQL literal.
  public var quoted: SQLExpression<String> { SQLExpression(syntax: .call("quote", syntax)) }
}

extension SQLExpressible where Value.Unwrapped == String {
  /// The number of characters before the first NUL character.
  public var length: SQLExpression<Int?> { SQLExpression(syntax: .call("length", text(for: "length"))) }
  /// The text with the 26 ASCII letters in lower case.
  public var lower: SQLExpression<Value> { SQLExpression(syntax: .call("lower", text(for: "lower"))) }
  /// The text with the 26 ASCII letters in upper case.
  public var upper: SQLExpression<Value> { SQLExpression(syntax: .call("upper", text(for: "upper"))) }
  /// The code point of the first character, or NULL for an empty text.
  public var unicode: SQLExpression<Int?> { SQLExpression(syntax: .call("unicode", text(for: "unicode"))) }
  /// Removes the given characters, or spaces, at both ends.
  public func trim(_ characters: String? = nil) -> SQLExpression<Value> { trim("trim", characters) }
  /// Removes the given characters, or spaces, at the beginning.
  public func ltrim(_ characters: String? = nil) -> SQLExpression<Value> { trim("ltrim", characters) }
  /// Removes the given characters, or spaces, at the end.
  public func rtrim(_ characters: String? = nil) -> SQLExpression<Value> { trim("rtrim", characters) }
  /// Returns a part of the text. The first character has the number 1. Negative numbers count from the end.
  public func substr(_ start: Int, _ length: Int? = nil) -> SQLExpression<Value> {
    var arguments: [SQLSyntax.Expression] = [text(for: "substr"), .value(.integer(Int64(start)))]
    if let length { arguments.append(.value(.integer(Int64(length)))) }
    return SQLExpression(syntax: .function(SQLSyntax.Function(.builtIn("substr"), arguments)))
  }
  /// Replaces each occurrence of a text by another.
  public func replace(_ text: String, with other: String) -> SQLExpression<Value> {
    SQLExpression(syntax: .call("replace", self.text(for: "replace"), .value(.text(text)), .value(.text(other))))
  }
  /// Returns the position of another text, from 1, or 0 if it doesn't occur.
  public func instr(_ text: String) -> SQLExpression<Int?> {
    SQLExpression(syntax: .call("instr", self.text(for: "instr"), .value(.text(text)), needs: [.instrFunction]))
  }

  private func trim(_ name: String, _ characters: String?) -> SQLExpression<Value> {
    guard let characters else { return SQLExpression(syntax: .call(name, text(for: name))) }
    return SQLExpression(syntax: .call(name, text(for: name), .value(.text(characters))))
  }
}

extension SQLExpressible where Value.Unwrapped == [UInt8] {
  /// The number of bytes.
  public var length: SQLExpression<Int?> {
    SQLExpression(syntax: .call("length", storedForm == .bytes ? syntax : text(for: "length")))
  }
}

extension SQLExpressible where Value.Unwrapped: Numeric {
  /// The absolute value.
  public var abs: SQLExpression<Value> {
    guard storedForm.scale != nil else {
      return .failed(.arithmetic(Value.Unwrapped.self, syntax, storedForm, "take the sign of"))
    }
    return SQLExpression(syntax: .call("abs", syntax), coding: coding)
  }
  /// The sign: -1, 0 or 1. Requires SQLite 3.35; on an older engine the query throws `.unsupportedFeature`.
  public var sign: SQLExpression<Int?> {
    SQLExpression(syntax: .call("sign", number(for: "take the sign of"), needs: [.signFunction]))
  }
}

extension SQLExpressible where Value.Unwrapped == Double {
  /// Rounds to a number of decimal digits.
  public func round(_ digits: Int = 0) -> SQLExpression<Value> {
    SQLExpression(syntax: .call("round", number(for: "round"), .value(.integer(Int64(digits)))))
  }
  /// The square root, or NULL for a negative number.
  public var squareRoot: SQLExpression<Double?> { math("sqrt") }
  /// The natural logarithm, or NULL if there is none.
  public var naturalLogarithm: SQLExpression<Double?> { math("ln") }
  /// The logarithm to base 10, or NULL if there is none.
  public var decimalLogarithm: SQLExpression<Double?> { math("log10") }
  /// The logarithm to base 2, or NULL if there is none.
  public var binaryLogarithm: SQLExpression<Double?> { math("log2") }
  /// e to the power of the value.
  public var exponential: SQLExpression<Double?> { math("exp") }
  /// The largest whole number that isn't greater.
  public var floor: SQLExpression<Double?> { math("floor") }
  /// The smallest whole number that isn't less.
  public var ceiling: SQLExpression<Double?> { math("ceil") }
  /// The number without its fraction.
  public var truncated: SQLExpression<Double?> { math("trunc") }
  /// The sine.
  public var sine: SQLExpression<Double?> { math("sin") }
  /// The cosine.
  public var cosine: SQLExpression<Double?> { math("cos") }
  /// The tangent.
  public var tangent: SQLExpression<Double?> { math("tan") }
  /// Returns the value raised to a power.
  public func power(_ exponent: Double) -> SQLExpression<Double?> {
    SQLExpression(syntax: .call("pow", number(for: "compute with"), .value(.real(exponent)), needs: [.mathFunctions]))
  }

  /// Many builds lack the math functions, even of new versions.
  private func math(_ name: String) -> SQLExpression<Double?> {
    SQLExpression(syntax: .call(name, number(for: "compute with"), needs: [.mathFunctions]))
  }
}

extension SQLSyntax.Expression {
  /// A call of a function of SQLite.
  static func call(
    _ name: String, _ arguments: SQLSyntax.Expression..., needs: FeatureSet = []
  ) -> SQLSyntax.Expression { .function(SQLSyntax.Function(.builtIn(name), arguments, needs: needs)) }
}
