/// The levels of a query with parts while they are read on one connection: which statement comes next is decided here,
/// without I/O.
///
/// Where statements can depend on each other, a part is asked for by the keys that were read, in chunks. Where they can't,
/// all statements are known ahead, and each repeats the queries of the levels above it.
final class PartRun {
  /// The most keys of one statement.
  static let keysOfStatement = 1000

  /// The level at the top.
  let root: PartNode
  /// All statements, one for each level, if they are known ahead.
  let statements: [SQLFragment]?
  private let context: SQLGenerationContext
  private var nodes: [PartNode] = []
  private var waiting: [(node: PartNode, keys: [SQLValue])] = []
  private var position = 0

  /// Begins with the statement of the root.
  ///
  /// - Parameter isAhead: Whether all statements are wanted before the first one runs.
  /// - Throws: ``DatabaseError`` with code `.invalidQuery`, or `.unsupportedFeature` if the driver can't hold a transaction
  ///   open and the statements can't be known ahead.
  init(_ level: PartLevel, _ context: SQLGenerationContext, isAhead: Bool) throws(DatabaseError) {
    root = PartNode(level, below: nil)
    self.context = context
    waiting = [(root, [])]
    root.pending = 1
    let obstacle = isAhead ? level.obstacle : nil
    if let obstacle, context.capabilities.transactions != .interactive { throw Self.refusal(level, obstacle) }
    guard isAhead, obstacle == nil else {
      statements = nil
      // What is refused is refused before anything is sent.
      try Self.check(root, context)
      return
    }
    var nodes: [PartNode] = []
    statements = try Self.statements(root, context, &nodes)
    self.nodes = nodes
  }

  /// Begins with the parts of a root that is already read.
  init(readRoot root: PartNode, _ context: SQLGenerationContext) throws(DatabaseError) {
    self.root = root
    self.context = context
    statements = nil
    try expand(root)
  }

  /// The next statement, or `nil` after the last one.
  func next() throws(DatabaseError) -> SQLFragment? {
    guard position < waiting.count else { return nil }
    let (node, keys) = waiting[position]
    guard let above = node.above else { return try node.level.rootSelect().statement(context) }
    return try node.level.partSelect(below: above.level, .values(keys)).statement(context)
  }

  /// Takes the rows of the statement that ``next()`` returned.
  func take(_ rows: [SQLRowBatch]) throws {
    guard position < waiting.count else { return }
    let node = waiting[position].node
    position += 1
    for batch in rows { try node.read(batch) }
    node.pending -= 1
    if node.pending == 0 { try expand(node) }
  }

  /// Takes the rows of all statements.
  func take(all rows: [[SQLRowBatch]]) throws {
    guard rows.count >= nodes.count else {
      throw DatabaseError(
        .engineInternal, "the driver answered \(rows.count) of the \(nodes.count) statements of a query with parts")
    }
    for (node, batches) in zip(nodes, rows) { for batch in batches { try node.read(batch) } }
  }

  /// Puts the parts of a level in line, once it is complete.
  private func expand(_ node: PartNode) throws(DatabaseError) {
    for (index, part) in node.parts.enumerated() {
      let keys = node.rows.links.indices.contains(index) ? node.rows.links[index].differentKeys : []
      let size = keys.isEmpty ? 1 : try chunk(part)
      for start in stride(from: 0, to: keys.count, by: size) {
        waiting.append((part, Array(keys[start..<min(start + size, keys.count)])))
        part.pending += 1
      }
    }
  }

  /// How many keys fit into one statement, beside what the query itself binds.
  private func chunk(_ part: PartNode) throws(DatabaseError) -> Int {
    guard let above = part.above else { return 1 }
    let others = try part.level.partSelect(below: above.level, .values([.null])).statement(context).values.count - 1
    return max(1, min(context.capabilities.limits.parameters - max(others, 0), Self.keysOfStatement))
  }

  private static func check(_ node: PartNode, _ context: SQLGenerationContext) throws(DatabaseError) {
    for part in node.parts {
      _ = try part.level.partSelect(below: node.level, .values([.null])).statement(context)
      try check(part, context)
    }
  }

  private static func statements(
    _ root: PartNode, _ context: SQLGenerationContext, _ nodes: inout [PartNode]
  ) throws(DatabaseError) -> [SQLFragment] {
    var statements: [SQLFragment] = []
    func add(_ node: PartNode, _ select: PartSelect) throws(DatabaseError) {
      nodes.append(node)
      statements.append(try select.statement(context))
      for (part, link) in zip(node.parts, node.linkPositions) {
        try add(part, part.level.partSelect(below: node.level, .query(select.values(of: link))))
      }
    }
    try add(root, root.level.rootSelect())
    return statements
  }

  private static func refusal(_ level: PartLevel, _ obstacle: String) -> DatabaseError {
    DatabaseError(
      .unsupportedFeature,
      "the query of \"\(level.table.name)\" can't come with parts on this driver: \(obstacle). The driver can't hold a "
        + "transaction open, so each part repeats the query; fetch the parts by another query",
      missing: .interactiveTransactions
    )
  }
}

/// One level while it is read.
final class PartNode {
  let level: PartLevel
  /// The level above; `nil` for the root.
  private(set) weak var above: PartNode?
  let rows: PartRows
  private(set) var parts: [PartNode] = []
  /// The positions of the columns that the parts follow, among those of the records.
  let linkPositions: [Int]
  /// How many statements of the level have not finished.
  var pending = 0

  init(_ level: PartLevel, below above: PartNode?) {
    self.level = level
    self.above = above
    rows = level.store()
    linkPositions = level.parts.map { part in
      (try? part.relation.get().link).flatMap { level.table.position(of: $0) } ?? 0
    }
    parts = level.parts.map { PartNode($0, below: self) }
  }

  /// Reads rows of the level.
  func read(_ batch: SQLRowBatch) throws {
    if batch.rowCount == 0 { return }
    try rows.read(batch, width: level.table.columns.count, links: linkPositions, isPart: above != nil)
  }
}

extension PartSelect {
  fileprivate func statement(_ context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    try SQLSyntax.Query.select(select).statement(for: context)
  }
}

extension [SQLValue] {
  /// The values without NULL and without repetitions, in the order in which they come first.
  fileprivate var differentKeys: [SQLValue] {
    var seen: Set<SQLValue> = []
    return filter { !$0.isNull && seen.insert($0).inserted }
  }
}
