extension SQLSyntax {
  /// A query: one select, several combined, or rows of constants.
  public indirect enum Query: Sendable {
    /// One SELECT.
    case select(Select)
    /// Two queries combined by a compound operator.
    case compound(Compound)
    /// Rows of constants; each row has the same number of values.
    case values([[Expression]], width: Int)
  }

  /// One SELECT.
  public struct Select: Sendable {
    /// Whether equal rows count once (`DISTINCT`).
    public var isDistinct = false
    /// The result columns.
    public var columns: [ResultColumn] = []
    /// The sources, in the order in which they were joined.
    public var sources: [Source]
    /// The tokens by which closures know the sources.
    var tokens: ClosureTokens = []
    /// The conditions, all of which must hold.
    public var filters: [Expression] {
      get { storedFilters.array }
      set { storedFilters = FewElements(newValue) }
    }
    var storedFilters = FewElements<Expression>()
    /// The expressions whose equal values make a group.
    public var groups: [Expression] = []
    /// The conditions for groups, all of which must hold.
    public var having: [Expression] = []
    /// The windows that have a name.
    public var windows: [NamedWindow] = []
    /// The order of the rows.
    public var order: [Ordering] {
      get { storedOrder.array }
      set { storedOrder = FewElements(newValue) }
    }
    var storedOrder = FewElements<Ordering>()
    /// The maximum number of rows. If `nil`, all rows.
    public var limit: Int?
    /// The number of rows to skip at the beginning.
    public var offset: Int?

    /// Creates a select over sources.
    public init(sources: [Source] = []) { self.sources = sources }

    /// Creates a select over one table.
    @usableFromInline init(_ table: SQLTable) { sources = [Source(table)] }
  }

  /// A window with a name.
  public struct NamedWindow: Sendable {
    /// The name.
    public var name: String
    /// The window.
    public var window: Window

    /// Creates a named window.
    public init(name: String, window: Window) {
      self.name = name
      self.window = window
    }
  }

  /// A part of a select's row.
  public enum ResultColumn: Sendable {
    /// An expression, and its column name if it has one.
    case expression(Expression, name: String?)
    /// All columns of a source. If `marker` is `true`, a marker of the source's presence comes first.
    case source(SourceIdentity, marker: Bool)
    /// All columns of the source at a position. If `marker` is `true`, a marker of the source's presence comes first.
    case position(Int, marker: Bool)
  }

  /// Two queries combined.
  public struct Compound: Sendable {
    /// How they are combined.
    public var combination: Combination
    /// The first query, whose columns give the names.
    public var left: Query { didSet { depth = 1 + max(left.depth, right.depth) } }
    /// The second query.
    public var right: Query { didSet { depth = 1 + max(left.depth, right.depth) } }
    /// The number of levels of both.
    private(set) var depth: Int
    /// The order of the rows.
    public var order: [Ordering] = []
    /// The maximum number of rows. If `nil`, all rows.
    public var limit: Int?
    /// The number of rows to skip at the beginning.
    public var offset: Int?

    /// Creates a combination of two queries.
    public init(_ combination: Combination, _ left: Query, _ right: Query) {
      self.combination = combination
      self.left = left
      self.right = right
      depth = 1 + max(left.depth, right.depth)
    }
  }

  /// A compound operator.
  public enum Combination: String, Sendable, Hashable, CaseIterable {
    /// The rows of either query, without duplicates.
    case union = "UNION"
    /// The rows of both queries, with duplicates.
    case unionAll = "UNION ALL"
    /// The rows that are in both queries, without duplicates.
    case intersect = "INTERSECT"
    /// The rows of the first query that the second lacks, without duplicates.
    case except = "EXCEPT"
  }

  /// A common table expression.
  public struct CommonTable: Sendable {
    /// The identity by which the recursive part and other uses know the table.
    let identity: UInt64
    /// The name in the statement.
    public var name: String
    /// The names of its columns.
    public var columns: [String]
    /// The query, or the first part of a recursive one.
    public var query: Query
    /// The recursive part, or `nil` if there is none.
    public var recursion: Recursion?
    /// Whether the engine should compute the table once (`true`) or merge it into its uses (`false`).
    public var isMaterialized: Bool?
    /// Whether the name must be used. If `false`, the generator chooses a free name.
    var isNameFixed = true
  }

  /// The recursive part of a common table expression.
  public struct Recursion: Sendable {
    /// UNION ALL or UNION.
    public var combination: Combination
    /// The query that reads the rows found so far.
    public var query: Query
  }
}
