extension SQLSyntax {
  /// A call of a function.
  public struct Function: Sendable {
    /// The name.
    public var name: Name
    /// The arguments.
    public var arguments: [Expression]
    /// Whether the arguments are `*`, as in `count(*)`.
    public var isStar = false
    /// Whether the function makes one value of many rows.
    public var isAggregate = false
    /// Whether equal arguments count once.
    public var isDistinct = false
    /// The rows that an aggregate takes; all when `nil`.
    public var filter: Expression?
    /// The order in which an aggregate takes its rows.
    public var order: [Ordering] = []
    /// The window of a window function.
    public var window: WindowUse?
    /// What the engine needs for this call.
    public var needs: FeatureSet

    /// Creates a call.
    public init(_ name: Name, _ arguments: [Expression], needs: FeatureSet = []) {
      self.name = name
      self.arguments = arguments
      self.needs = needs
    }
  }

  /// The name of a function.
  public enum Name: Sendable, Hashable {
    /// A function of SQLite, whose name stands in the text as it is.
    case builtIn(String)
    /// A function that the application names; quoted like any identifier.
    case custom(String)
  }

  /// One term of an ORDER BY.
  public struct Ordering: Sendable {
    /// What is compared.
    public var expression: Expression
    /// Whether large values come first.
    public var isDescending: Bool
    /// Where NULL stands; `nil` for SQLite's default, first when ascending and last when descending.
    public var nulls: Nulls?
    /// How the compared values are stored, where it is known.
    var form: SQLStoredForm?

    /// Creates a term.
    public init(_ expression: Expression, descending: Bool = false, nulls: Nulls? = nil) {
      self.expression = expression
      self.isDescending = descending
      self.nulls = nulls
    }

    /// Where NULL stands in an order.
    public enum Nulls: Sendable, Hashable {
      /// Before every value.
      case first
      /// After every value.
      case last
    }
  }
}

extension SQLSyntax {
  /// The window that a call refers to.
  public enum WindowUse: Sendable {
    /// A window of its own.
    case inline(Window)
    /// A window that the query names.
    case named(String)
  }

  /// A window: which rows a window function sees.
  ///
  /// Source: <https://sqlite.org/windowfunctions.html>.
  public struct Window: Sendable {
    /// The named window that this one builds on.
    public var base: String?
    /// The expressions whose equal values make a partition.
    public var partition: [Expression]
    /// The order of the rows inside a partition.
    public var order: [Ordering]
    /// The rows around the current one; SQLite's default when `nil`.
    public var frame: Frame?

    /// Creates a window.
    public init(base: String? = nil, partition: [Expression] = [], order: [Ordering] = [], frame: Frame? = nil) {
      self.base = base
      self.partition = partition
      self.order = order
      self.frame = frame
    }
  }

  /// The frame of a window.
  public struct Frame: Sendable {
    /// What the bounds count.
    public var unit: Unit
    /// The first row.
    public var start: Bound
    /// The last row.
    public var end: Bound
    /// The rows that are left out; `nil` for none.
    public var exclusion: Exclusion?

    /// Creates a frame.
    public init(_ unit: Unit, from start: Bound, to end: Bound = .currentRow, excluding exclusion: Exclusion? = nil) {
      self.unit = unit
      self.start = start
      self.end = end
      self.exclusion = exclusion
    }

    /// What the bounds of a frame count.
    public enum Unit: String, Sendable, Hashable, CaseIterable {
      /// Rows.
      case rows = "ROWS"
      /// The distance of the sort key.
      case range = "RANGE"
      /// Groups of rows with equal sort keys.
      case groups = "GROUPS"
    }

    /// One end of a frame.
    public enum Bound: Sendable {
      /// The first row of the partition.
      case unboundedPreceding
      /// So many units before the current row.
      case preceding(SQLValue)
      /// The current row.
      case currentRow
      /// So many units after the current row.
      case following(SQLValue)
      /// The last row of the partition.
      case unboundedFollowing
    }

    /// The rows that a frame leaves out.
    public enum Exclusion: String, Sendable, Hashable, CaseIterable {
      /// None; the default.
      case noOthers = "NO OTHERS"
      /// The current row.
      case currentRow = "CURRENT ROW"
      /// The current row and its equals.
      case group = "GROUP"
      /// The equals of the current row, but not the row itself.
      case ties = "TIES"
    }
  }
}
