/// The known facts about an expression that a query selects, without its Swift type.
@usableFromInline
struct SQLResultExpression: Sendable {
  /// How its values are stored.
  let form: SQLStoredForm
  /// The `SQLValueCoding` of its type, or `nil` for the type's own form.
  let coding: (any Sendable)?
  /// For a value of the program, stores it in a coding of its type.
  let encode: (@Sendable (any Sendable) -> SQLSyntax.Expression?)?

  @usableFromInline
  init<Expression: SQLExpressible>(_ expression: Expression) {
    form = expression.storedForm
    coding = expression.coding
    if let encode = expression.constantEncoder {
      self.encode = { (coding: any Sendable) -> SQLSyntax.Expression? in
        guard let coding = coding as? SQLValueCoding<Expression.Value.Unwrapped> else { return nil }
        return encode(coding)
      }
    } else {
      self.encode = nil
    }
  }
}

extension SQLSyntax.Query {
  /// The query with columns whose values are converted.
  ///
  /// - Parameter conversions: For each column, from 0, how its expression is converted.
  /// - Returns: The query, or `nil` if a column isn't a single expression.
  func converting(
    _ conversions: [Int: @Sendable (SQLSyntax.Expression) -> SQLSyntax.Expression]
  ) -> SQLSyntax.Query? {
    if conversions.isEmpty { return self }
    switch self {
    case .select(var select):
      var position = 0
      var done = 0
      for (index, column) in select.columns.enumerated() {
        if case .expression(let expression, let name) = column {
          if let convert = conversions[position] {
            // Other columns and the order may name the column; a result of its own keeps what they mean.
            select.columns[index] = .expression(convert(expression), name: name)
            done += 1
          }
          position += 1
        } else {
          position += select.width(of: column)
        }
      }
      return done == conversions.count ? .select(select) : nil
    case .compound(var compound):
      guard let left = compound.left.converting(conversions), let right = compound.right.converting(conversions) else {
        return nil
      }
      compound.left = left
      compound.right = right
      return .compound(compound)
    case .values(let rows, let width):
      guard conversions.keys.allSatisfy({ $0 < width }) else { return nil }
      let converted = rows.map { row in
        row.enumerated().map { index, value in conversions[index].map { $0(value) } ?? value }
      }
      return .values(converted, width: width)
    }
  }

  /// The query with its columns in the form in which a table reads or stores them, or the reason why that is
  /// impossible.
  ///
  /// - Parameters:
  ///   - forms: How the values of the query's columns are stored, if known.
  ///   - columns: The columns of the table.
  ///   - isStored: Whether the values are stored, so that they have to be exactly what the column's type stores.
  func reading(
    _ forms: [SQLStoredForm?]?, as columns: [SQLColumnDefinition], isStored: Bool = false
  ) -> Result<SQLSyntax.Query, DatabaseError> {
    guard let forms, forms.count == columns.count else { return .success(self) }
    var conversions: [Int: @Sendable (SQLSyntax.Expression) -> SQLSyntax.Expression] = [:]
    for (index, (form, column)) in zip(forms, columns).enumerated() {
      guard let form, let wanted = column.storedForm, form != wanted else { continue }
      guard let conversion = form.reading(as: wanted) else {
        return .failure(.reading(form, as: wanted, named: column.name))
      }
      if form.isConverted(into: wanted) {
        conversions[index] = isStored ? { .guarded(conversion($0), for: wanted) } : conversion
      }
    }
    guard let converted = converting(conversions) else {
      let index = conversions.keys.min() ?? 0
      return .failure(
        .reading(forms[index] ?? .integer, as: columns[index].storedForm ?? .integer, named: columns[index].name))
    }
    return .success(converted)
  }
}

extension SQLStoredForm {
  /// Whether values of the form have to be converted for another form that reads them.
  func isConverted(into target: SQLStoredForm) -> Bool {
    let probe = SQLSyntax.Expression.literal(.null)
    guard let result = conversion(to: target)?(probe) else { return false }
    if case .literal = result.node { return false }
    return true
  }
}
