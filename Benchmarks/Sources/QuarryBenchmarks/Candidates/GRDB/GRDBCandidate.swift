import GRDB

/// GRDB's record API and query interface on a `DatabasePool`, its recommended way to use a file.
final class GRDBCandidate: Candidate {
  let kind = CandidateKind.grdb
  let workloads = Set(Workload.allCases)
  private var pool: DatabasePool?

  func open(_ path: String) throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA synchronous=NORMAL; PRAGMA cache_size=-65536")
    }
    pool = try DatabasePool(path: path, configuration: configuration)
  }

  func close() throws {
    try pool?.close()
    pool = nil
  }

  private func opened() throws -> DatabasePool {
    guard let pool else { throw BenchmarkError.usage("the GRDB candidate is not open") }
    return pool
  }

  func insertAll(_ items: [Item]) throws {
    try opened().write { database in
      for item in items { try item.insert(database) }
    }
  }

  func fetchAll() throws -> Outcome {
    Outcome(try opened().read { try Item.fetchAll($0) })
  }

  func lookUpInOneRead(_ keys: [Int64]) throws -> Outcome {
    let items = try opened().read { database in
      var items: [Item] = []
      items.reserveCapacity(keys.count)
      for key in keys { items.append(try found(Item.fetchOne(database, key: key), key)) }
      return items
    }
    return Outcome(items)
  }

  func lookUpEach(_ keys: [Int64]) throws -> Outcome {
    let pool = try opened()
    var items: [Item] = []
    items.reserveCapacity(keys.count)
    for key in keys {
      items.append(try found(pool.read { try Item.fetchOne($0, key: key) }, key))
    }
    return Outcome(items)
  }

  func lookUpEachAsync(_ keys: [Int64]) async throws -> Outcome {
    let pool = try opened()
    var items: [Item] = []
    items.reserveCapacity(keys.count)
    for key in keys {
      items.append(try found(await pool.read { try Item.fetchOne($0, key: key) }, key))
    }
    return Outcome(items)
  }

  func insertEach(_ items: ArraySlice<Item>) throws {
    let pool = try opened()
    for item in items { try pool.write { try item.insert($0) } }
  }

  func insertEachAsync(_ items: ArraySlice<Item>) async throws {
    let pool = try opened()
    for item in items { try await pool.write { try item.insert($0) } }
  }

  func insertEachConcurrently(_ items: ArraySlice<Item>, tasks: Int) async throws {
    let pool = try opened()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for offset in 0..<tasks {
        group.addTask {
          for index in stride(from: items.startIndex + offset, to: items.endIndex, by: tasks) {
            let item = items[index]
            try await pool.write { try item.insert($0) }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  func query(_ conditions: [Condition]) throws -> Outcome {
    let results = try opened().read { database in
      var results: [[Item]] = []
      results.reserveCapacity(conditions.count)
      for condition in conditions {
        results.append(
          try Item
            .filter(Item.GRDBColumns.count == condition.count && Item.GRDBColumns.weight > condition.weight)
            .order(Item.GRDBColumns.weight.desc)
            .limit(10)
            .fetchAll(database))
      }
      return results
    }
    return Outcome(results)
  }

  func join() throws -> Outcome {
    let pairs = try opened().read { database in
      try Child.including(required: Child.parent).asRequest(of: ChildWithParent.self).fetchAll(database)
    }
    return Outcome(pairs: pairs) { ($0.child, $0.parent) }
  }

  func fetchTexts() throws -> Outcome {
    Outcome(try opened().read { try Words.fetchAll($0) })
  }

  func mixedByTurns(_ items: ArraySlice<Item>, _ keys: [Int64]) async throws -> Outcome {
    let pool = try opened()
    var results: [Item] = []
    results.reserveCapacity(keys.count)
    for (turn, item) in items.enumerated() {
      try await pool.write { try item.insert($0) }
      for key in keys[4 * turn..<4 * turn + 4] {
        results.append(try found(await pool.read { try Item.fetchOne($0, key: key) }, key))
      }
    }
    return Outcome(results)
  }

  func mixed(_ plan: MixedPlan) async throws -> MixedCounts {
    let pool = try opened()
    let deadline = plan.deadline()
    return try await withThrowingTaskGroup(of: MixedCounts.self) { group in
      group.addTask {
        var counts = MixedCounts()
        repeat {
          for _ in 0..<operationsBetweenLooks {
            let item = plan.record(counts.writes)
            try await pool.write { try item.insert($0) }
            counts.writes += 1
          }
        } while ContinuousClock.now < deadline
        return counts
      }
      for index in 1...plan.readers {
        group.addTask {
          var counts = MixedCounts()
          var keys = plan.keys(ofReader: index)
          repeat {
            for _ in 0..<operationsBetweenLooks {
              let key = plan.nextKey(&keys)
              try plan.check(await pool.read { try Item.fetchOne($0, key: key) }, key: key)
              counts.reads += 1
            }
          } while ContinuousClock.now < deadline
          return counts
        }
      }
      return try await group.reduce(MixedCounts(), +)
    }
  }
}
