// What a coding can't do in SQL is a failure inside the expression: it throws when the query is rendered, before any SQL
// is sent.
extension SQLExpressible {
  /// The expression, for use where SQL orders its values. Fails if the form has another order.
  func ordered(to action: String) -> SQLSyntax.Expression {
    storedForm.preserved.contains(.order) ? syntax : refused(action, needing: .order)
  }

  /// The expression, for use where SQL compares its values for equality. Fails if the form doesn't allow it.
  @usableFromInline func equatable(to action: String) -> SQLSyntax.Expression {
    storedForm.preserved.contains(.equality) ? syntax : refused(action, needing: .equality)
  }

  /// The expression, for use in a text. Fails if the stored value doesn't show the value itself.
  func readable(in action: String) -> SQLSyntax.Expression {
    if storedForm.isReadable { return syntax }
    return .failure(
      .coding(
        Value.Unwrapped.self, syntax, storedForm, "can't be used in \(action), which would show what is stored",
        "Convert it with .cast(to:), or take the stored value with .typed(as:)"))
  }

  /// The expression, for use as a text. Fails if its value isn't stored as the text itself.
  func text(for action: String) -> SQLSyntax.Expression {
    if storedForm.isText { return syntax }
    return .failure(
      .coding(
        Value.Unwrapped.self, syntax, storedForm, "can't be used in \(action), which works on text",
        "Take the stored text with .typed(as: String.self)"))
  }

  /// The number itself.
  func number(for action: String) -> SQLSyntax.Expression {
    storedForm.number(syntax) ?? .failure(.arithmetic(Value.Unwrapped.self, syntax, storedForm, action))
  }

  @usableFromInline func refused(_ action: String, needing trait: SQLStoredForm.Preserved) -> SQLSyntax.Expression {
    .failure(.comparison(Value.Unwrapped.self, syntax, storedForm, action, needing: trait))
  }
}

extension DatabaseError {
  /// The error for two codings of one type that SQL can't convert into each other.
  static func codings<Wrapped>(
    _ type: Wrapped.Type, _ first: SQLOperand<Wrapped>, _ second: SQLOperand<Wrapped>, to action: String
  ) -> DatabaseError {
    DatabaseError(
      .invalidQuery,
      "Can't \(action) values of \(type) that are stored in different forms: \(first.form) and \(second.form). "
        + "Give both the same coding, or take the stored values with .typed(as:) and convert them.")
  }

  /// The error for a result that is read in another form than it has.
  static func reading(_ form: SQLStoredForm, as column: SQLStoredForm, named name: String) -> DatabaseError {
    DatabaseError(
      .invalidQuery,
      "A value that is stored as \(form) can't be read or stored as \"\(name)\", which is \(column). "
        + "Give the column the same coding, or convert the value with .cast(to:) or .typed(as:coding:).")
  }

  static func coding(
    _ type: any Any.Type, _ syntax: SQLSyntax.Expression, _ form: SQLStoredForm, _ what: String, _ wayOut: String
  ) -> DatabaseError {
    let subject: String
    if case .column(_, let definition) = syntax.node {
      subject = "\"\(definition.name)\" (\(type))"
    } else {
      subject = "\(type)"
    }
    return DatabaseError(.invalidQuery, "\(subject) is stored as \(form), and \(what). \(wayOut).")
  }

  static func comparison(
    _ type: any Any.Type, _ syntax: SQLSyntax.Expression, _ form: SQLStoredForm, _ action: String,
    needing trait: SQLStoredForm.Preserved
  ) -> DatabaseError {
    let wayOut: String
    switch form.kind {
    case .decimalText: wayOut = "Give the column the coding .scaled(2), or convert it with .cast(to: Double.self)"
    case .type: wayOut = "Declare the type's storedForm, or take the stored value with .typed(as:)"
    case .coding: wayOut = "Declare the coding's form with storing:, or take the stored value with .typed(as:)"
    default: wayOut = "Take the stored value with .typed(as:), or convert it with .cast(to:)"
    }
    let why = trait == .order ? "its stored values don't sort as the values do" : "its stored values can't be compared"
    return coding(type, syntax, form, "can't be used to \(action): \(why)", wayOut)
  }

  static func arithmetic(
    _ type: any Any.Type, _ syntax: SQLSyntax.Expression, _ form: SQLStoredForm, _ action: String
  ) -> DatabaseError {
    let wayOut: String
    switch form.kind {
    case .decimalText: wayOut = "Give the column the coding .scaled(2), or convert it with .cast(to: Double.self)"
    case .type: wayOut = "Declare the type's storedForm, or take the stored value with .typed(as:)"
    case .coding, .named: wayOut = "Declare the coding's form with storing:, or take the stored value with .typed(as:)"
    default: wayOut = "Convert it with .cast(to: Double.self), or take the stored value with .typed(as:)"
    }
    return coding(type, syntax, form, "SQL can't \(action) such values", wayOut)
  }
}
