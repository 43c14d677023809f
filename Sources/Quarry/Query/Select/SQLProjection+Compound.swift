extension SQLProjection {
  /// Returns the rows of either query, without duplicates (`UNION`).
  public func union(_ other: Self) -> Self { combined(.union, with: other) }
  /// Returns the rows of both queries, with duplicates (`UNION ALL`).
  public func unionAll(_ other: Self) -> Self { combined(.unionAll, with: other) }
  /// Returns the rows that are in both queries, without duplicates (`INTERSECT`).
  public func intersect(_ other: Self) -> Self { combined(.intersect, with: other) }
  /// Returns the rows of this query that the other lacks, without duplicates (`EXCEPT`).
  public func except(_ other: Self) -> Self { combined(.except, with: other) }

  /// Combines the query with another, whose values are converted to the codings of this one.
  func combined(_ combination: SQLSyntax.Combination, with other: Self) -> Self {
    var copy = self
    var right = other.query
    var position = 0
    for (index, width) in widths.enumerated() {
      defer { position += width }
      guard results.indices.contains(index), other.results.indices.contains(index), let own = results[index],
        let found = other.results[index]
      else { continue }
      if own.form != found.form {
        if let converted = right.unifying(found, with: own, at: position) {
          right = converted
        } else {
          right = right.failing(
            DatabaseError(
              .invalidQuery,
              "Can't combine queries whose column \(position + 1) is stored in different forms: \(own.form) and "
                + "\(found.form). Put the query with the finer coding first, or take the stored values with .typed(as:)."
            ))
        }
      } else if combination != .unionAll, !own.form.preserved.contains(.equality) {
        right = right.failing(
          DatabaseError(
            .invalidQuery,
            "Can't tell equal rows by column \(position + 1), which is stored as \(own.form). Use unionAll."))
      }
    }
    copy.query = SQLSyntax.Query.compound(SQLSyntax.Compound(combination, query, right)).bounded
    return copy
  }

  /// The coding of a value of the row, if it is an expression of that type.
  func coding<Wrapped>(of index: Int, _ type: Wrapped.Type) -> SQLValueCoding<Wrapped>? {
    results.indices.contains(index) ? results[index]?.coding as? SQLValueCoding<Wrapped> : nil
  }

  /// The query with a column in another coding, or `nil` if that isn't exact.
  func converted<Wrapped: SQLValueConvertible>(
    column index: Int, to coding: SQLValueCoding<Wrapped>?, _ type: Wrapped.Type, in query: SQLSyntax.Query? = nil
  ) -> SQLSyntax.Query? {
    let query = query ?? self.query
    guard results.indices.contains(index), let own = results[index] else { return nil }
    let position = widths[..<index].reduce(0, +)
    if let encode = own.encode, let coding, case .select = query, let value = encode(coding) {
      return query.converting([position: { _ in value }])
    }
    guard let conversion = own.form.conversion(to: coding?.storedForm ?? Wrapped.storedForm) else { return nil }
    return query.converting([position: conversion])
  }

  /// Returns the query as a source. Its columns are read, in order, as the columns of a mapped type.
  ///
  /// The result can be filtered, joined and ordered like a table.
  public func `as`<Record: SQLDecodable>(_ type: Record.Type) -> SQLQuery<Record> {
    SQLQuery<Record>(SQLSyntax.Select(nesting: query, resultForms, as: Record.self))
  }
}

extension SQLSyntax.Query {
  /// The query with a column in the form of another query's.
  fileprivate func unifying(
    _ found: SQLResultExpression, with own: SQLResultExpression, at position: Int
  ) -> SQLSyntax.Query? {
    if let encode = found.encode, let coding = own.coding, case .select = self, let value = encode(coding) {
      return converting([position: { _ in value }])
    }
    guard let conversion = found.form.conversion(to: own.form) else { return nil }
    return converting([position: conversion])
  }

  /// A query that throws when it is rendered.
  func failing(_ error: DatabaseError) -> SQLSyntax.Query {
    switch self {
    case .select(var select):
      select.filters.append(.failure(error))
      return .select(select)
    case .compound(var compound):
      compound.left = compound.left.failing(error)
      return .compound(compound)
    case .values(_, let width):
      return .values([Array(repeating: .failure(error), count: width)], width: width)
    }
  }
}

extension SQLSyntax.Select {
  /// A query as the only source of another, its columns read as those of a mapped type.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - forms: How its values are stored, if known.
  ///   - type: The mapped type.
  init<Record: SQLMapped>(nesting query: SQLSyntax.Query, _ forms: [SQLStoredForm?]?, as type: Record.Type) {
    let reading = query.reading(forms, as: Record.table.columns)
    self.init(sources: [SQLSyntax.Source(Record.table, relation: .query((try? reading.get()) ?? query))])
    if case .failure(let error) = reading { filters = [.failure(error)] }
    let (width, wanted) = (query.width, Record.table.columns.count)
    if width != wanted {
      filters = [
        .failure(
          DatabaseError(
            .invalidQuery,
            "a query of \(width) columns cannot be read as \(Record.self), whose table lists \(wanted) columns"))
      ]
    }
  }
}
