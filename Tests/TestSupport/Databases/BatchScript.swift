package import Quarry

/// A random program of verbs, which runs as one batch and as single calls.
package struct BatchScript: Sendable {
  /// What a batch can hold.
  package enum Verb: CaseIterable, Sendable {
    case insert, insertIgnoring, insertMany, update, updateQuery, upsert, delete, deleteQuery, run, execute
    case fetchAll, fetchOne, fetchCount, exists, find, scalar

    package static let reads: [Verb] = [.fetchAll, .fetchOne, .fetchCount, .exists, .find, .scalar]
    package static let writes: [Verb] = allCases.filter { !reads.contains($0) }
  }

  package struct Step: Sendable {
    package var verb: Verb
    /// A key that exists, or not.
    var key: Int64
    /// A key that does not exist.
    var freshKey: Int64
  }

  package let steps: [Step]

  /// Chooses steps by a seed, each verb at least once.
  package init(seed: UInt64, of verbs: [Verb] = Verb.allCases) {
    var generator = SeededGenerator(seed: seed)
    let more = (0..<6).compactMap { _ in verbs.randomElement(using: &generator) }
    steps = (verbs + more).shuffled(using: &generator).enumerated().map { index, verb in
      Step(verb: verb, key: .random(in: 1...6, using: &generator), freshKey: 100 + Int64(index) * 10)
    }
  }

  /// Creates the table and its first rows anew.
  package static func prepare(_ database: Database) async throws {
    try await database.execute("DROP TABLE IF EXISTS Item")
    try await database.execute("CREATE TABLE Item (id INTEGER PRIMARY KEY, name TEXT DEFAULT 'nobody', score INTEGER)")
    try await database.insert((1...4).map { Item($0, "n\($0)", $0 % 2) })
  }

  /// What the table holds.
  package static func content(_ database: Database) async throws -> [Item] {
    try await database.fetchAll(Item.order { $0.id.ascending })
  }

  /// Runs the steps as one batch and describes the results.
  package func together(_ database: Database) async throws -> [String] {
    try await database.batch { batch in steps.map { $0.ticket(&batch) } }
  }

  /// Runs the steps as one batch in the body of a transaction.
  package func together(_ transaction: DatabaseTransaction) async throws -> [String] {
    try await transaction.batch { batch in steps.map { $0.ticket(&batch) } }
  }

  /// Runs the steps as one batch in a body that does not suspend.
  package func together(_ session: SQLSession) throws -> [String] {
    try session.batch { batch in steps.map { $0.ticket(&batch) } }
  }

  /// Runs the steps as one batch of which no result is wanted.
  package func blindly(_ database: Database) async throws {
    try await database.batch { batch in for step in steps { _ = step.ticket(&batch) } }
  }

  /// Runs each step by itself and describes the results.
  package func oneByOne(_ executor: some SQLExecutor) async throws -> [String] {
    var results: [String] = []
    for step in steps { results.append(DescribedTicket.text(of: try await step.run(executor))) }
    return results
  }
}

/// A ticket that becomes a description of its result.
package struct DescribedTicket: BatchResult {
  private let base: any BatchResult

  package init(_ base: any BatchResult) { self.base = base }

  package func request(from batch: inout DatabaseBatch) throws(DatabaseError) { try base.request(from: &batch) }

  package func value(in results: BatchResults) throws(DatabaseError) -> String {
    func text(_ base: some BatchResult) throws(DatabaseError) -> String { Self.text(of: try base.value(in: results)) }
    return try text(base)
  }

  /// Rowids are left out: some servers do not tell them in a batch.
  static func text(of value: some Sendable) -> String {
    switch value {
    case let change as SQLChangeResult: "\(change.affectedRows) rows"
    case let result as StatementResult: "\(result.affectedRows) rows"
    default: "\(value)"
    }
  }
}

extension BatchScript.Step {
  private var scores: SQLRawQuery<Int64> { ("SELECT count(*) + \(key) FROM Item" as SQLFragment).values(Int64.self) }
  private var many: [Item] { (1...3).map { Item(freshKey + $0, nil, key) } }
  private var increase: SQLUpdate<Item> { SQLUpdate(Item.where { $0.id <= key }) { $0.score += 1 } }
  private var statement: SQLFragment { "UPDATE Item SET name = \("x\(key)") WHERE id >= \(key)" }
  private var others: SQLQuery<Item> { Item.where { $0.id > key }.order { $0.id.descending } }

  fileprivate func ticket(_ batch: inout DatabaseBatch) -> DescribedTicket {
    switch verb {
    case .insert: DescribedTicket(batch.insert(Item(freshKey, "fresh", key)))
    case .insertIgnoring: DescribedTicket(batch.insert(Item(key, "other"), or: .ignore))
    case .insertMany: DescribedTicket(batch.insert(many))
    case .update: DescribedTicket(batch.update(Item(key, "changed", key)))
    case .updateQuery: DescribedTicket(batch.update(Item.where { $0.id == key }) { $0.name = "by query" })
    case .upsert: DescribedTicket(batch.upsert(Item(key, "upserted", nil)))
    case .delete: DescribedTicket(batch.delete(Item(key)))
    case .deleteQuery: DescribedTicket(batch.delete(Item.where { $0.id == key }))
    case .run: DescribedTicket(batch.run(increase))
    case .execute: DescribedTicket(batch.execute(statement))
    case .fetchAll: DescribedTicket(batch.fetchAll(others))
    case .fetchOne: DescribedTicket(batch.fetchOne(others))
    case .fetchCount: DescribedTicket(batch.fetchCount(others))
    case .exists: DescribedTicket(batch.exists(Item.where { $0.id == key }))
    case .find: DescribedTicket(batch.find(Item.self, key))
    case .scalar: DescribedTicket(batch.fetchOne(scores))
    }
  }

  fileprivate func run(_ executor: some SQLExecutor) async throws -> any Sendable {
    switch verb {
    case .insert: try await executor.insert(Item(freshKey, "fresh", key))
    case .insertIgnoring: try await executor.insert(Item(key, "other"), or: .ignore)
    case .insertMany: try await executor.insert(many)
    case .update: try await executor.update(Item(key, "changed", key))
    case .updateQuery: try await executor.update(Item.where { $0.id == key }) { $0.name = "by query" }
    case .upsert: try await executor.upsert(Item(key, "upserted", nil))
    case .delete: try await executor.delete(Item(key))
    case .deleteQuery: try await executor.delete(Item.where { $0.id == key })
    case .run: try await executor.run(increase)
    case .execute: try await executor.execute(statement)
    case .fetchAll: try await executor.fetchAll(others)
    case .fetchOne: try await executor.fetchOne(others)
    case .fetchCount: try await executor.fetchCount(others)
    case .exists: try await executor.exists(Item.where { $0.id == key })
    case .find: try await executor.find(Item.self, key)
    case .scalar: try await executor.fetchOne(scores)
    }
  }
}

/// A command of two statements, of which the second depends on what the first one found.
package struct CopyBest: SQLCommand {
  package init() {}

  package func machine(for context: SQLGenerationContext) throws(DatabaseError) -> Machine { Machine() }

  package struct Machine: SQLCommandMachine {
    private var position = 0
    private var best: Int64 = 0

    package var isAtomicGroup: Bool { true }

    package mutating func next() -> SQLFragment? {
      position += 1
      switch position {
      case 1: return "SELECT max(id) FROM Item"
      case 2: return "INSERT INTO Item (id, name) VALUES (\(best + 1), 'copy')"
      default: return nil
      }
    }

    package mutating func receive(_ row: inout SQLRowDecoder) throws { best = try row.decode(Int64.self, coding: nil) }
    package mutating func finish(_ result: StatementResult) {}
    package func output() -> Int64 { best + 1 }
    package mutating func independentStatements() -> [SQLFragment]? { nil }
  }
}
