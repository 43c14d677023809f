extension BatchEntry {
  /// An entry that makes something of a query with parts.
  ///
  /// - Parameter read: Makes the result, once all levels are read.
  init<Value: Sendable>(
    _ level: @escaping @Sendable () throws(DatabaseError) -> PartLevel,
    _ read: @escaping @Sendable (PartNode) throws -> Value
  ) {
    self.init(isReadOnly: true) { (context, isAhead) throws(DatabaseError) in
      let run = try PartRun(try level(), context, isAhead: isAhead)
      return PartWork(run) { BatchValue(try read(run.root)) }
    }
  }

  /// An entry that makes something of the rows of a query with parts.
  init<Row, Value: Sendable>(
    _ plan: RecordQueryPlan<Row>, _ read: @escaping @Sendable ([Row]) throws -> Value
  ) {
    self.init({ plan.level }) { node in try read(plan.rows(node)) }
  }

  /// An entry that reads the parts of records that were already read.
  init<Record: SQLDecodable, Value: Sendable>(
    partsOf records: [PartRoot<Record>], _ level: PartLevel, _ read: @escaping @Sendable (PartNode) throws -> Value
  ) {
    self.init(isReadOnly: true) { (context, _) throws(DatabaseError) in
      let root = PartNode(level, below: nil)
      (root.rows as? PartRecords<Record>)?.add(records)
      return PartWork(try PartRun(readRoot: root, context)) { BatchValue(try read(root)) }
    }
  }
}

/// A query with parts.
private final class PartWork: BatchWork {
  private let run: PartRun
  private let read: () throws -> any AnyObject & Sendable

  override var needsSnapshot: Bool { true }

  init(_ run: PartRun, _ read: @escaping () throws -> any AnyObject & Sendable) {
    self.run = run
    self.read = read
    super.init(run.statements)
  }

  override func next() throws(DatabaseError) -> SQLFragment? {
    statements == nil ? try run.next() : try super.next()
  }

  override func take(_ answer: CollectedAnswer) throws {
    guard statements == nil else { return try super.take(answer) }
    try run.take(answer.rows)
  }

  override func result() throws -> any AnyObject & Sendable {
    if statements != nil { try run.take(all: answers.map(\.rows)) }
    return try read()
  }
}
