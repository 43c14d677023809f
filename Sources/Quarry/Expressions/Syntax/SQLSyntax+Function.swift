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
    /// Whether equal arguments count once (`DISTINCT`).
    public var isDistinct = false
    /// The rows that an aggregate uses. If `nil`, all rows.
    public var filter: Expression?
    /// The order in which an aggregate uses its rows.
    public var order: [Ordering] = []
    /// The window of a window function.
    public var window: WindowUse?
    /// The features that the call needs.
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
    /// A function of SQLite, whose name is written unquoted.
    case builtIn(String)
    /// A function that the application names. It's quoted like any identifier.
    case custom(String)
  }

  /// One term of an ORDER BY.
  public struct Ordering: Sendable {
    /// The compared expression.
    public var expression: Expression
    /// Whether large values come first.
    public var isDescending: Bool
    /// The place of NULL. If `nil`, SQLite's default: first in ascending order, last in descending order.
    public var nulls: Nulls?
    /// How the compared values are stored, if known.
    @usableFromInline var form: SQLStoredForm?

    /// Creates a term.
    public init(_ expression: Expression, descending: Bool = false, nulls: Nulls? = nil) {
      self.expression = expression
      self.isDescending = descending
      self.nulls = nulls
    }

    /// Creates a term whose values are stored in a form.
    @inlinable init(_ expression: Expression, descending: Bool, form: SQLStoredForm) {
      self.expression = expression
      self.isDescending = descending
      self.form = form
    }

    /// The place of NULL in an order.
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
    /// An inline window.
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
    /// The rows around the current one. If `nil`, SQLite's default.
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
    /// The unit of the bounds.
    public var unit: Unit
    /// The first row.
    public var start: Bound
    /// The last row.
    public var end: Bound
    /// The excluded rows, or `nil` for none.
    public var exclusion: Exclusion?

    /// Creates a frame.
    public init(_ unit: Unit, from start: Bound, to end: Bound = .currentRow, excluding exclusion: Exclusion? = nil) {
      self.unit = unit
      self.start = start
      self.end = end
      self.exclusion = exclusion
    }

    /// The unit of a frame's bounds.
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
      /// A number of units before the current row.
      case preceding(SQLValue)
      /// The current row.
      case currentRow
      /// A number of units after the current row.
      case following(SQLValue)
      /// The last row of the partition.
      case unboundedFollowing
    }

    /// The rows that a frame excludes.
    public enum Exclusion: String, Sendable, Hashable, CaseIterable {
      /// No rows. This is the default.
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
