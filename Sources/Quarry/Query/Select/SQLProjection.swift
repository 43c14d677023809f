/// A query that selects values: the result of `select`, or of two combined queries.
///
/// `Row` is a value, or a tuple of values.
public struct SQLProjection<Row: Sendable>: SQLFetchable, SQLSubquery {
  /// The untyped query.
  public internal(set) var query: SQLSyntax.Query
  /// For each value of a row, its number of columns.
  let widths: [Int]
  /// For each value of a row, its expression, or `nil` if it isn't a single one.
  let results: [SQLResultExpression?]
  /// How the values of each column are stored.
  public let resultForms: [SQLStoredForm?]?
  /// Reads one row.
  let reader: @Sendable (inout SQLRowDecoder) throws -> Row

  init<each Output: Sendable>(
    query: SQLSyntax.Query, decoders: repeat SQLResultDecoder<each Output>
  ) where Row == (repeat each Output) {
    self.query = query
    var widths: [Int] = []
    var results: [SQLResultExpression?] = []
    var forms: [SQLStoredForm?] = []
    for decoder in repeat each decoders {
      widths.append(decoder.width)
      results.append(decoder.result)
      forms += decoder.forms ?? Array(repeating: nil, count: decoder.width)
    }
    self.widths = widths
    self.results = results
    resultForms = forms
    reader = { row in (repeat try (each decoders).decode(&row)) }
  }

  init(
    query: SQLSyntax.Query, widths: [Int], forms: [SQLStoredForm?]?,
    reader: @escaping @Sendable (inout SQLRowDecoder) throws -> Row
  ) {
    self.query = query
    self.widths = widths
    results = []
    resultForms = forms
    self.reader = reader
  }

  /// Renders the query.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature,
  ///   `.invalidQuery` if the query isn't valid, or `.valueOutOfRange` if a value can't be stored.
  public func statement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    try query.statement(for: context)
  }
  /// Renders the query for its first row only.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature,
  ///   `.invalidQuery` if the query isn't valid, or `.valueOutOfRange` if a value can't be stored.
  public func firstRowStatement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    try query.limitedToOneRow.statement(for: context)
  }
  /// Renders a statement that counts the rows.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature,
  ///   `.invalidQuery` if the query isn't valid, or `.valueOutOfRange` if a value can't be stored.
  public func countStatement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    try query.countStatement(for: context)
  }
  /// Reads one row.
  ///
  /// - Throws: ``DatabaseError`` with code `.decoding`, `.unexpectedNull` or `.unknownColumn` if the row doesn't fit
  ///   the type.
  public func decode(_ row: inout SQLRowDecoder) throws -> Row { try reader(&row) }

  /// Reads all rows of a batch.
  ///
  /// - Throws: ``DatabaseError`` with code `.decoding`, `.unexpectedNull` or `.unknownColumn` if a row doesn't fit
  ///   the type.
  public func decodeRows(_ batch: SQLRowBatch, into rows: inout [Row]) throws {
    try batch.decodeRows(into: &rows, reader)
  }

  /// Transforms each row: `map(Summary.init)`.
  ///
  /// - Parameter transform: A closure that gets the values of a row. If it throws, reading the rows throws its error.
  public func map<each Output: Sendable, Mapped: Sendable>(
    _ transform: @escaping @Sendable (repeat each Output) throws -> Mapped
  ) -> SQLMappedQuery<Self, Mapped> where Row == (repeat each Output) {
    SQLMappedQuery(base: self) { row in try transform(repeat each row) }
  }

  /// Transforms each row, for a query of one result.
  ///
  /// - Parameter transform: A closure that gets a row. If it throws, reading the rows throws its error.
  @_disfavoredOverload
  public func map<Mapped: Sendable>(
    _ transform: @escaping @Sendable (Row) throws -> Mapped
  ) -> SQLMappedQuery<Self, Mapped> { SQLMappedQuery(base: self, transform: transform) }
}

extension SQLProjection {
  /// Keeps at most `count` rows. A negative number keeps all rows.
  public func limit(_ count: Int) -> Self {
    var copy = self
    switch query {
    case .select(var select):
      select.limit = count
      copy.query = .select(select)
    case .compound(var compound):
      compound.limit = count
      copy.query = .compound(compound)
    case .values: break
    }
    return copy
  }

  /// Skips the first `count` rows, even without a limit.
  public func offset(_ count: Int) -> Self {
    var copy = self
    switch query {
    case .select(var select):
      select.offset = count
      copy.query = .select(select)
    case .compound(var compound):
      compound.offset = count
      copy.query = .compound(compound)
    case .values: break
    }
    return copy
  }

  /// Removes duplicate rows (`DISTINCT`).
  public func distinct() -> Self {
    var copy = self
    if case .select(var select) = query {
      select.isDistinct = true
      copy.query = .select(select)
      return copy
    }
    return combined(.union, with: self)
  }

  /// Orders the rows by the selected values. Terms of later calls order the rows that are equal so far.
  public func order<each Output: Sendable, each Term: SQLOrderable>(
    _ terms: (repeat SQLResultReference<each Output>) -> (repeat each Term)
  ) -> Self where Row == (repeat each Output) {
    var references = SQLResultCounter(query: query, widths: widths, results: results)
    var order: [SQLSyntax.Ordering] = []
    for term in repeat each terms(repeat references.next((each Output).self)) { order += term.orderings }
    return ordered(by: order)
  }

  /// Orders the rows by one expression. Terms of later calls order the rows that are equal so far.
  public func order<each Output: Sendable, Term: SQLOrderable>(
    _ term: (repeat SQLResultReference<each Output>) -> Term
  ) -> Self where Row == (repeat each Output) {
    var references = SQLResultCounter(query: query, widths: widths, results: results)
    return ordered(by: term(repeat references.next((each Output).self)).orderings)
  }

  private func ordered(by order: [SQLSyntax.Ordering]) -> Self {
    var copy = self
    switch query {
    case .select(var select):
      select.order += order
      copy.query = .select(select)
    case .compound(var compound):
      compound.order += order
      copy.query = .compound(compound)
    case .values: break
    }
    return copy
  }
}

/// A value of a projection's row, for ordering.
public struct SQLResultReference<Output: Sendable>: Sendable {
  /// The untyped expression.
  public let syntax: SQLSyntax.Expression
  /// The coding of the value, an `SQLValueCoding`.
  let anyCoding: (any Sendable)?
}

extension SQLResultReference: SQLOrderable, SQLSelectable, SQLExpressible where Output: SQLValueConvertible {
  /// The value.
  public typealias Value = Output
  /// How the value is stored, or `nil` for the type's usual form.
  public var coding: SQLValueCoding<Output.Unwrapped>? { anyCoding as? SQLValueCoding<Output.Unwrapped> }
}

/// Makes the values of a projection's row, one after the other.
struct SQLResultCounter {
  let query: SQLSyntax.Query
  let widths: [Int]
  let results: [SQLResultExpression?]
  var index = 0
  var position = 0

  mutating func next<Output>(_ type: Output.Type) -> SQLResultReference<Output> {
    defer {
      position += widths.indices.contains(index) ? widths[index] : 1
      index += 1
    }
    let coding = results.indices.contains(index) ? results[index]?.coding : nil
    // The terms of a simple select are the expressions themselves; a compound query knows only its columns.
    if case .select(let select) = query, select.columns.indices.contains(index),
      case .expression(let expression, _) = select.columns[index]
    {
      return SQLResultReference(syntax: expression, anyCoding: coding)
    }
    return SQLResultReference(syntax: .resultColumn(position), anyCoding: coding)
  }
}
