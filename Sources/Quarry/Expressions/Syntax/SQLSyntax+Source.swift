import Synchronization

extension SQLSyntax {
  /// Tells which source of which query a column belongs to.
  ///
  /// Every closure that builds a part of a query gets a token of its own, and the query remembers its tokens. So the
  /// same query value can stand inside itself, and the same table can stand in one query twice: a column always finds
  /// the source that the closure meant, and no name has to be chosen by hand.
  public struct SourceIdentity: Sendable, Hashable {
    /// The closure that the source was handed to.
    let token: UInt64
    /// The position of the source in its query.
    let index: Int

    private static let counter = Atomic<UInt64>(0)

    /// A token that no query has yet.
    static func nextToken() -> UInt64 { counter.wrappingAdd(1, ordering: .relaxed).newValue }
  }

  /// What stands behind one name in FROM.
  public indirect enum Relation: Sendable {
    /// A table or view of the database.
    case table
    /// A query in parentheses, whose columns take the names of the source's table.
    case query(Query)
    /// A common table expression.
    case commonTable(CommonTable)
    /// The common table expression that is being defined, inside its own recursive part.
    case recursion(UInt64)
  }

  /// One source of a select, with the way it is joined to those before it.
  public struct Source: Sendable {
    /// The table, or the columns under which a query's result is read.
    public var table: SQLTable
    /// What stands behind the name.
    public var relation: Relation { didSet { depth = relation.depth } }
    /// How the source is joined; ignored for the first.
    public var join: Join
    /// The condition of the join.
    public var condition: Expression?
    /// The number of levels of the relation.
    private(set) var depth: Int

    /// Creates a source.
    public init(_ table: SQLTable, relation: Relation = .table, join: Join = .inner, condition: Expression? = nil) {
      self.table = table
      self.relation = relation.bounded
      depth = self.relation.depth
      self.join = join
      self.condition = condition
    }
  }

  /// The kind of a join.
  public enum Join: Sendable, Hashable, CaseIterable {
    /// Pairs that meet the condition.
    case inner
    /// And the rows on the left that have no partner.
    case left
    /// And the rows on the right that have no partner.
    case right
    /// And the rows on both sides that have no partner.
    case full
    /// All pairs.
    case cross
  }
}
