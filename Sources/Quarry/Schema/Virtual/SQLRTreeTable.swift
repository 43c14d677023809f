/// An R-Tree table: boxes in 1 to 5 dimensions with an index for overlaps.
///
/// ```swift
/// let places = SQLRTreeTable("place_box", dimensions: [("minX", "maxX"), ("minY", "maxY")])
/// try await database.run(SQLCreateRTreeTable(places))
/// ```
///
/// Source: <https://sqlite.org/rtree.html>.
public struct SQLRTreeTable: Sendable, Hashable {
  /// The columns of one dimension.
  public struct Dimension: Sendable, Hashable {
    /// The name of the column with the lower bound.
    public var minimum: String
    /// The name of the column with the upper bound.
    public var maximum: String

    /// Creates a dimension.
    public init(_ minimum: String, _ maximum: String) { (self.minimum, self.maximum) = (minimum, maximum) }
  }

  /// The name.
  public var name: String
  /// The schema. If `nil`, `main`.
  public var schema: String?
  /// The name of the key column, a 64-bit integer.
  public var id: String
  /// The dimensions, 1 to 5.
  public var dimensions: [Dimension]
  /// The names of additional columns that aren't indexed. They need SQLite 3.24.
  public var others: [String]
  /// Whether bounds are 32-bit integers. If `false`, they are 32-bit floating-point numbers, rounded outward.
  public var isInteger: Bool

  /// Creates a table.
  public init(
    _ name: String, schema: String? = nil, id: String = "id", dimensions: [(String, String)], others: [String] = [],
    integer: Bool = false
  ) {
    self.name = name
    self.schema = schema
    self.id = id
    self.dimensions = dimensions.map { Dimension($0.0, $0.1) }
    self.others = others
    isInteger = integer
  }

  /// Reads the text that created a table.
  ///
  /// - Parameters:
  ///   - sql: The text, as `sqlite_master` keeps it.
  ///   - schema: The schema that the table is in.
  /// - Returns: `nil` if the text isn't an R-Tree.
  public init?(sql: String, schema: String? = nil) {
    var reader = SQLTokenReader(sql)
    guard reader.take("CREATE", "VIRTUAL", "TABLE") else { return nil }
    _ = reader.take("IF", "NOT", "EXISTS")
    guard var name = reader.takeName() else { return nil }
    if reader.take(symbol: ".") { name = reader.takeName() ?? name }
    guard reader.take("USING") else { return nil }
    let isInteger = reader.take("rtree_i32")
    guard isInteger || reader.take("rtree"), let inner = reader.takeParenthesized() else { return nil }
    var (columns, others): ([String], [String]) = ([], [])
    for var part in inner.split() {
      let isOther = part.take(symbol: "+")
      guard let column = part.takeName() else { return nil }
      if isOther { others.append(column) } else { columns.append(column) }
    }
    guard columns.count >= 3, !columns.count.isMultiple(of: 2) else { return nil }
    let pairs = stride(from: 1, to: columns.count, by: 2).map { (columns[$0], columns[$0 + 1]) }
    self.init(name, schema: schema, id: columns[0], dimensions: pairs, others: others, integer: isInteger)
  }
}

/// Creates an R-Tree.
public struct SQLCreateRTreeTable: SQLCommand {
  private let table: SQLRTreeTable
  private let ifNotExists: Bool

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - ifNotExists: Whether to keep an existing table of that name.
  public init(_ table: SQLRTreeTable, ifNotExists: Bool = false) {
    self.table = table
    self.ifNotExists = ifNotExists
  }

  /// Renders the statement.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature, or
  ///   `.invalidQuery` if the definition isn't valid.
  public func machine(for context: SQLGenerationContext) throws(DatabaseError) -> SQLStepMachine<Never, Void> {
    let purpose = "the R-Tree \"\(table.name)\""
    try context.require(.rtree, for: purpose)
    if !table.others.isEmpty { try context.require(.rtreeAuxiliaryColumns, for: purpose) }
    guard (1...5).contains(table.dimensions.count) else {
      throw DatabaseError(.invalidQuery, "\(purpose) has \(table.dimensions.count) dimensions; it can have 1 to 5")
    }
    let names = [table.id] + table.dimensions.flatMap { [$0.minimum, $0.maximum] }
    let columns = names.map { SQLIdentifier.quote($0) } + table.others.map { "+" + SQLIdentifier.quote($0) }
    return .single(
      SQLFragment(
        raw:
          "CREATE VIRTUAL TABLE \(ifNotExists ? "IF NOT EXISTS " : "")\(SQLSchema.qualified(table.name, table.schema)) USING "
          + "\(table.isInteger ? "rtree_i32" : "rtree")(\(columns.joined(separator: ", ")))"))
  }
}

extension SQLRTreeTable {
  /// Returns whether the box of a row overlaps another box.
  ///
  /// - Parameter box: The bounds in each dimension.
  public func overlaps(_ box: [ClosedRange<Double>]) -> SQLPredicate {
    condition(box) { dimension, range in
      [(dimension.maximum, ">=", range.lowerBound), (dimension.minimum, "<=", range.upperBound)]
    }
  }

  /// Returns whether the box of a row is inside another box.
  ///
  /// - Parameter box: The bounds in each dimension.
  public func isInside(_ box: [ClosedRange<Double>]) -> SQLPredicate {
    condition(box) { dimension, range in
      [(dimension.minimum, ">=", range.lowerBound), (dimension.maximum, "<=", range.upperBound)]
    }
  }

  private func condition(
    _ box: [ClosedRange<Double>], _ terms: (Dimension, ClosedRange<Double>) -> [(String, String, Double)]
  ) -> SQLPredicate {
    guard box.count == dimensions.count else {
      return SQLPredicate(
        syntax: .failure(
          DatabaseError(
            .invalidQuery,
            "a box of \(box.count) dimensions is compared with \"\(name)\", which has \(dimensions.count)")))
    }
    var parts: [SQLSyntax.RawPart] = []
    for (dimension, range) in zip(dimensions, box) {
      for (column, sign, bound) in terms(dimension, range) {
        if !parts.isEmpty { parts.append(.text(" AND ")) }
        parts.append(.column(table: name, name: column))
        parts.append(.text(" \(sign) "))
        parts.append(.expression(.value(.real(bound))))
      }
    }
    return SQLPredicate(syntax: .raw(parts))
  }
}
