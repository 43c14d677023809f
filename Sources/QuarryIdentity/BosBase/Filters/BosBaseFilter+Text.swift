#if Identity
public import Quarry

// MARK: - By interpolation

extension BosBaseFilter: ExpressibleByStringInterpolation {
  /// Creates a filter from a literal.
  public init(stringLiteral value: String) { self.init([.code(value)]) }

  /// Creates a filter from a literal with values, columns and other filters inside.
  public init(stringInterpolation: StringInterpolation) { self.init(stringInterpolation.pieces) }

  private init(_ pieces: [BosBaseFilterPiece]) {
    self.init { () throws(BosBaseError) in try BosBaseFilterText.join(pieces) }
  }

  /// Collects the text and the bound values of a filter.
  public struct StringInterpolation: StringInterpolationProtocol {
    var pieces: [BosBaseFilterPiece] = []

    /// Creates an empty text.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds text of the program.
    public mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { pieces.append(.code(literal)) }
    }

    /// Binds a value.
    public mutating func appendInterpolation(_ value: some BosBaseFilterable) {
      pieces.append(.value(value.filterValue))
    }

    /// Binds a value, or `null`.
    public mutating func appendInterpolation<Value: BosBaseFilterable>(_ value: Value?) {
      pieces.append(.value(value.filterValue))
    }

    /// Adds the name of a column.
    public mutating func appendInterpolation<Value>(_ column: SQLColumn<Value>) {
      pieces.append(.column(column.name))
    }

    /// Adds another filter, in parentheses.
    public mutating func appendInterpolation(_ filter: BosBaseFilter) { pieces.append(.filter(filter)) }
  }
}

// MARK: - By names

extension BosBaseFilter {
  /// Creates a filter from a literal in which each `{:name}` is replaced by a value.
  ///
  /// The text is parsed once: a value that looks like a name is still a value.
  ///
  /// - Parameters:
  ///   - text: The text. It must be a literal, so that no value can become part of it.
  ///   - values: The value of each name. A name without a value, and a value without a name, are errors.
  public init(_ text: StaticString, _ values: [String: any BosBaseFilterable]) {
    let text = text.description
    self.init { () throws(BosBaseError) in try BosBaseFilterText.bind(text, values) }
  }
}
#endif
