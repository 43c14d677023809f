extension SQLSyntax.Select {
  /// The query with the columns of its sources.
  ///
  /// - Parameter markers: For each source, whether a marker before its columns says if it is present.
  func query(markers: [Bool]) -> SQLSyntax.Query {
    var copy = self
    for (index, marker) in markers.enumerated() { copy.columns.append(.position(index, marker: marker)) }
    return .select(copy)
  }

  /// Renders the query with the columns of its sources, or takes the text of one that differs only in its values.
  ///
  /// - Throws: ``DatabaseError`` as ``SQLSyntax/Query/statement(for:)``.
  @usableFromInline func statement(markers: [Bool], for context: SQLGenerationContext) throws(DatabaseError)
    -> SQLFragment
  {
    switch context.shapes.find(self, markers: markers) {
    case .statement(let statement): return statement
    case .nothing: return try query(markers: markers).rendered(for: context)
    case .repeated(let words, let values):
      let query = query(markers: markers)
      let statement = try query.rendered(for: context)
      if let shape = query.shape(words, values, statement, context) { context.shapes.keep(shape) }
      return statement
    }
  }
}

extension StatementShapes {
  /// Looks up a select with the columns of its sources.
  ///
  /// - Parameter markers: For each source, whether a marker before its columns says if it is present.
  fileprivate func find(_ select: borrowing SQLSyntax.Select, markers: [Bool]) -> Finding {
    guard var words = takeWords() else { return .nothing }
    words.add(select, markers: markers)
    return find(words)
  }
}

extension SQLSyntax.Query {
  /// Renders the query.
  ///
  /// - Parameters:
  ///   - context: The context of the connection.
  ///   - lists: How the values of IN lists are written.
  /// - Throws: ``DatabaseError`` as ``statement(for:)``.
  func rendered(
    for context: SQLGenerationContext, lists: SQLGenerator.ListForm = .padded
  ) throws(DatabaseError) -> SQLFragment {
    try SQLGenerator.statement(context, lists: lists) { (generator) throws(DatabaseError) in
      try generator.write(query: self)
    }
  }

  /// The shape of a query, if rendering it with numbers for values proves which parameter gets which value. Otherwise
  /// `nil`.
  ///
  /// - Parameters:
  ///   - words: The words of the query.
  ///   - values: Its values, in the order of the words.
  ///   - statement: The rendered query.
  ///   - context: The context that it was rendered for.
  fileprivate func shape(
    _ words: [UInt64], _ values: [SQLValue], _ statement: SQLFragment, _ context: SQLGenerationContext
  ) -> StatementShapes.Shape? {
    var numbering = ValueReplacement.numbering
    guard case .select(let select) = self, let numbered = numbering.replaced(select) else { return nil }
    // The numbers take the places of the values, and change nothing else.
    var shape = ShapeWords()
    shape.add(numbered, markers: [])
    guard shape.isComplete, shape.words.equals(words), shape.values.count == values.count,
      shape.values.enumerated().allSatisfy({ ValueReplacement.number(of: $1, below: values.count) == $0 }),
      let proof = try? SQLSyntax.Query.select(numbered).rendered(for: context),
      proof.sql.utf8.elementsEqual(statement.sql.utf8), proof.values.count == statement.values.count
    else { return nil }
    var order: [Int] = []
    for (parameter, actual) in zip(proof.values, statement.values) {
      guard let number = ValueReplacement.number(of: parameter, below: values.count),
        values[number].isIdentical(to: actual)
      else { return nil }
      order.append(number)
    }
    return StatementShapes.Shape(
      words: words, text: statement.sql, order: order == Array(values.indices) ? nil : order,
      kept: SQLSyntax.Query.select(numbered))
  }
}
