import Synchronization

extension SQLSyntax {
  /// Identifies the source of a query to which a column belongs.
  ///
  /// Every closure that builds a part of a query gets a unique token, and the query remembers its tokens. A column
  /// therefore always finds the source that the closure meant. The same query value can be nested in itself, and a
  /// query can use the same table twice, without names chosen by hand.
  public struct SourceIdentity: Sendable, Hashable {
    /// The closure that got the source.
    let token: UInt64
    /// The position of the source in its query.
    let index: Int

    @usableFromInline init(token: UInt64, index: Int) {
      self.token = token
      self.index = index
    }

    private static let counter = Atomic<UInt64>(0)

    /// A token that no query has yet.
    static func nextToken() -> UInt64 { counter.wrappingAdd(1, ordering: .relaxed).newValue }
  }

  /// The relation that a name in FROM refers to.
  public indirect enum Relation: Sendable {
    /// A table or view of the database.
    case table
    /// A query in parentheses, whose columns take the names of the source's table.
    case query(Query)
    /// A common table expression.
    case commonTable(CommonTable)
    /// The common table expression that is being defined, inside its recursive part.
    case recursion(UInt64)
  }

  /// One source of a select, with the way it is joined to those before it.
  public struct Source: Sendable {
    /// The table, or the columns under which a query's result is read.
    public var table: SQLTable
    /// The relation that the name refers to.
    public var relation: Relation { didSet { depth = relation.depth } }
    /// How the source is joined; ignored for the first.
    public var join: Join
    /// The condition of the join.
    public var condition: Expression?
    /// The number of levels of the relation.
    private(set) var depth: Int

    /// Creates a source.
    public init(_ table: SQLTable, relation: Relation, join: Join = .inner, condition: Expression? = nil) {
      self.table = table
      self.relation = relation.bounded
      depth = self.relation.depth
      self.join = join
      self.condition = condition
    }

    /// Creates a source that is a table.
    public init(_ table: SQLTable, join: Join = .inner, condition: Expression? = nil) {
      self.table = table
      relation = .table
      depth = 0
      self.join = join
      self.condition = condition
    }
  }

  /// The kind of a join.
  public enum Join: Sendable, Hashable, CaseIterable {
    /// An inner join: pairs that meet the condition.
    case inner
    /// A left join: also rows on the left without a match.
    case left
    /// A right join: also rows on the right without a match.
    case right
    /// A full join: also rows on both sides without a match.
    case full
    /// A cross join: all pairs.
    case cross
  }
}
