import CSQLite

/// The measure of all ratios: the C API called from Swift.
final class RawCandidate: Candidate {
  let kind = CandidateKind.raw
  let workloads = Set(Workload.allCases)
  private var path = ""
  private var connection: RawConnection?
  private var readers: [RawConnection] = []

  func open(_ path: String) throws {
    self.path = path
    connection = try RawConnection(path)
  }

  func close() {
    readers = []
    connection = nil
  }

  private func opened() throws -> RawConnection {
    guard let connection else { throw BenchmarkError.usage("the raw candidate is not open") }
    return connection
  }

  func insertAll(_ items: [Item]) throws {
    let connection = try opened()
    let statement = try connection.prepare(RawConnection.insertItem)
    try connection.execute("BEGIN IMMEDIATE")
    for item in items { try connection.insert(item, statement) }
    try connection.execute("COMMIT")
  }

  func fetchAll() throws -> Outcome {
    let connection = try opened()
    let statement = try connection.prepare(RawConnection.allItems)
    var items: [Item] = []
    while sqlite3_step(statement) == SQLITE_ROW { items.append(Item(raw: statement)) }
    sqlite3_reset(statement)
    return Outcome(items)
  }

  func lookUpInOneRead(_ keys: [Int64]) throws -> Outcome {
    let connection = try opened()
    let statement = try connection.prepare(RawConnection.itemByKey)
    var items: [Item] = []
    items.reserveCapacity(keys.count)
    try connection.execute("BEGIN")
    for key in keys { items.append(try connection.lookUp(key, statement)) }
    try connection.execute("COMMIT")
    return Outcome(items)
  }

  func lookUpEach(_ keys: [Int64]) throws -> Outcome {
    let connection = try opened()
    let statement = try connection.prepare(RawConnection.itemByKey)
    var items: [Item] = []
    items.reserveCapacity(keys.count)
    for key in keys { items.append(try connection.lookUp(key, statement)) }
    return Outcome(items)
  }

  /// The C API has no asynchronous form: the call in place is what an asynchronous library is compared with.
  func lookUpEachAsync(_ keys: [Int64]) throws -> Outcome {
    try lookUpEach(keys)
  }

  func insertEach(_ items: ArraySlice<Item>) throws {
    let connection = try opened()
    let statement = try connection.prepare(RawConnection.insertItem)
    for item in items { try connection.insert(item, statement) }
  }

  func insertEachAsync(_ items: ArraySlice<Item>) throws {
    try insertEach(items)
  }

  /// One connection, one statement after the other: what 64 askers would get from code without group commit.
  func insertEachConcurrently(_ items: ArraySlice<Item>, tasks: Int) throws {
    try insertEach(items)
  }

  func query(_ conditions: [Condition]) throws -> Outcome {
    let connection = try opened()
    let statement = try connection.prepare(
      RawConnection.allItems + " WHERE count = ? AND weight > ? ORDER BY weight DESC LIMIT 10")
    var results: [[Item]] = []
    results.reserveCapacity(conditions.count)
    try connection.execute("BEGIN")
    for condition in conditions {
      sqlite3_bind_int64(statement, 1, condition.count)
      sqlite3_bind_double(statement, 2, condition.weight)
      var items: [Item] = []
      items.reserveCapacity(10)
      while sqlite3_step(statement) == SQLITE_ROW { items.append(Item(raw: statement)) }
      sqlite3_reset(statement)
      results.append(items)
    }
    try connection.execute("COMMIT")
    return Outcome(results)
  }

  func join() throws -> Outcome {
    let connection = try opened()
    let statement = try connection.prepare(
      """
      SELECT child.id, child.parentId, child.title, child.value, parent.id, parent.name, parent.rank
      FROM child JOIN parent ON parent.id = child.parentId
      """)
    var pairs: [(Child, Parent)] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      pairs.append((Child(raw: statement), Parent(raw: statement, at: 4)))
    }
    sqlite3_reset(statement)
    return Outcome(pairs: pairs) { $0 }
  }

  func fetchTexts() throws -> Outcome {
    let connection = try opened()
    let statement = try connection.prepare("SELECT id, a, b, c, d FROM words")
    var words: [Words] = []
    while sqlite3_step(statement) == SQLITE_ROW { words.append(Words(raw: statement)) }
    sqlite3_reset(statement)
    return Outcome(words)
  }

  func mixedByTurns(_ items: ArraySlice<Item>, _ keys: [Int64]) throws -> Outcome {
    let connection = try opened()
    let insert = try connection.prepare(RawConnection.insertItem)
    if readers.isEmpty { readers = try (0..<4).map { _ in try RawConnection(path) } }
    let lookUps = try readers.map { try $0.prepare(RawConnection.itemByKey) }
    var found: [Item] = []
    found.reserveCapacity(keys.count)
    for (turn, item) in items.enumerated() {
      try connection.insert(item, insert)
      for reader in 0..<4 { found.append(try readers[reader].lookUp(keys[4 * turn + reader], lookUps[reader])) }
    }
    return Outcome(found)
  }

  /// Five threads with a connection each.
  func mixed(_ plan: MixedPlan) async throws -> MixedCounts {
    let path = self.path
    let deadline = plan.deadline()
    let counts = try await onThreads(1 + plan.readers) { index in
      let connection = try RawConnection(path)
      var counts = MixedCounts()
      if index == 0 {
        let statement = try connection.prepare(RawConnection.insertItem)
        repeat {
          for _ in 0..<operationsBetweenLooks {
            try connection.insert(plan.record(counts.writes), statement)
            counts.writes += 1
          }
        } while ContinuousClock.now < deadline
      } else {
        let statement = try connection.prepare(RawConnection.itemByKey)
        var keys = plan.keys(ofReader: index)
        repeat {
          for _ in 0..<operationsBetweenLooks {
            let key = plan.nextKey(&keys)
            try plan.check(try connection.lookUp(key, statement), key: key)
            counts.reads += 1
          }
        } while ContinuousClock.now < deadline
      }
      return counts
    }
    return counts.reduce(MixedCounts(), +)
  }
}
