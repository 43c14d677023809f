package import Quarry

/// What a body does with a session or a transaction: a script that runs in the same way through both.
package indirect enum SessionOperation: Sendable {
  case execute(SQLFragment)
  case fetch(SQLFragment)
  case first(SQLFragment)
  case count(SQLFragment)
  case script(String)
  /// Inserts of many rows, which a savepoint or a batch keeps together; the last one violates the key where `fails` says so.
  case insertMany(first: Int, fails: Bool)
  /// Operations in a savepoint, which is left by an error where `fails` says so.
  case savepoint([SessionOperation], fails: Bool)
}

/// The error by which a script leaves a body or a savepoint.
package struct ScriptedFailure: Error, Equatable {}

extension SessionOperation {
  /// A script that is chosen by a seed: rows, errors of every phase, nested savepoints, statements that a body must not
  /// run.
  ///
  /// - Parameter usesReturning: whether every engine that is compared has RETURNING.
  package static func script(seed: UInt64, writes: Bool, usesReturning: Bool = true) -> [SessionOperation] {
    var generator = SeededGenerator(seed: seed)
    return (0..<Int.random(in: 1...8, using: &generator)).map { _ in
      random(&generator, depth: 0, writes: writes, usesReturning)
    }
  }

  private static func random(
    _ generator: inout SeededGenerator, depth: Int, writes: Bool, _ usesReturning: Bool
  ) -> SessionOperation {
    let id = Int.random(in: 1...6, using: &generator)
    let name = "n\(Int.random(in: 0...3, using: &generator))"
    switch Int.random(in: 0..<20, using: &generator) {
    case 0...2: return .execute("INSERT INTO item (id, name) VALUES (\(id), \(name))")
    case 3: return .execute("INSERT OR IGNORE INTO item (id, name) VALUES (\(id), \(name))")
    case 4: return .execute("UPDATE item SET name = \(name) WHERE id <= \(id)")
    case 5: return .execute("DELETE FROM item WHERE id = \(id)")
    case 6: return .execute("INSERT OR ROLLBACK INTO item (id, name) VALUES (\(id), \(name))")
    case 7: return .fetch("SELECT id, name FROM item ORDER BY id")
    case 8:
      return .fetch(
        "SELECT id, abs(CASE id WHEN \(id) THEN -9223372036854775807 - 1 ELSE id END) FROM item ORDER BY id")
    case 9: return .first("SELECT name FROM item WHERE id = \(id)")
    case 10: return .count("SELECT 1 FROM item WHERE id > \(id)")
    case 11 where usesReturning: return .fetch("INSERT INTO item (id, name) VALUES (\(id), \(name)) RETURNING id")
    case 12:
      let text = [
        "INSERT INTO item VALUES (7, 'a'); DELETE FROM item WHERE id = 7;", "SELECT 1; SELECT absent FROM item",
        "-- nothing\n;", "INSERT INTO item VALUES (\(id), 'b'); INSERT INTO item VALUES (\(id), 'c')", "",
      ]
      return .script(text.randomElement(using: &generator) ?? "")
    case 13:
      let wrong: [SQLFragment] = [
        "SELEC 1", "SELECT 1; SELECT 2", "", "-- nothing", "SELECT * FROM missing", SQLFragment(raw: "SELECT ?"),
        SQLFragment(raw: "SELECT 1", values: [.integer(1)]),
      ]
      return .execute(wrong.randomElement(using: &generator) ?? "SELEC 1")
    case 14: return .execute(writes ? "COMMIT" : "SELECT 1")
    case 15: return .execute(writes ? "ROLLBACK" : "BEGIN")
    case 16: return .insertMany(first: id, fails: Bool.random(using: &generator))
    default:
      guard depth < 2 else { return .execute("SELECT 1") }
      let count = Int.random(in: 0...3, using: &generator)
      return .savepoint(
        (0..<count).map { _ in random(&generator, depth: depth + 1, writes: writes, usesReturning) },
        fails: Bool.random(using: &generator))
    }
  }
}

extension SessionOperation {
  fileprivate func inserts(first: Int, fails: Bool) -> SQLInsert<ScriptedItem> {
    SQLInsert((0..<600).map { ScriptedItem(id: first + 100 + (fails ? $0 % 599 : $0), name: "g") })
  }

  /// Runs the operation without suspension.
  package func run(in session: SQLSession, _ log: inout [String]) throws {
    do {
      switch self {
      case .execute(let fragment): log.append("\(try session.execute(fragment).affectedRows)")
      case .fetch(let fragment): log.append("\(try session.fetchAll(fragment.rows(readOnly: false)).map(\.values))")
      case .first(let fragment): log.append("\(try session.fetchOne(fragment.rows())?.values ?? [])")
      case .count(let fragment): log.append("\(try session.fetchCount(fragment.rows()))")
      case .script(let text): log.append("\(try session.executeScript(text).affectedRows)")
      case .insertMany(let first, let fails):
        log.append("\(try session.run(inserts(first: first, fails: fails)).affectedRows)")
      case .savepoint(let operations, let fails):
        log.append("{")
        try session.savepoint {
          for operation in operations { try operation.run(in: session, &log) }
          if fails { throw ScriptedFailure() }
        }
        log.append("}")
      }
    } catch {
      log.append(Self.text(of: error))
      if Self.endsBody(error) { throw error }
    }
  }

  /// Runs the operation with suspension.
  package func run(in transaction: DatabaseTransaction, _ log: Protected<[String]>) async throws {
    func note(_ line: String) { log.withLock { $0.append(line) } }
    do {
      switch self {
      case .execute(let fragment): note("\(try await transaction.execute(fragment).affectedRows)")
      case .fetch(let fragment):
        note("\(try await transaction.fetchAll(fragment.rows(readOnly: false)).map(\.values))")
      case .first(let fragment): note("\(try await transaction.fetchOne(fragment.rows())?.values ?? [])")
      case .count(let fragment): note("\(try await transaction.fetchCount(fragment.rows()))")
      case .script(let text):
        note("\(try await transaction.executeScript(text).affectedRows)")
      case .insertMany(let first, let fails):
        note("\(try await transaction.run(inserts(first: first, fails: fails)).affectedRows)")
      case .savepoint(let operations, let fails):
        note("{")
        try await transaction.savepoint { inner in
          for operation in operations { try await operation.run(in: inner, log) }
          if fails { throw ScriptedFailure() }
        }
        note("}")
      }
    } catch {
      note(Self.text(of: error))
      if Self.endsBody(error) { throw error }
    }
  }

  /// Class, effect and place of an error: what a program can go by.
  private static func text(of error: any Error) -> String {
    guard let error = error as? DatabaseError else { return "\(error)" }
    return "\(error.code) \(error.outcome) \(error.isTransactionOpen.map { "\($0)" } ?? "-") "
      + "\(error.statementIndex.map { "\($0)" } ?? "-") \(error.sql == nil ? "" : "sql")"
  }

  /// A failure that was meant ends the savepoint around it alone.
  private static func endsBody(_ error: any Error) -> Bool {
    (error as? DatabaseError)?.code == .transactionState
  }
}

/// A row of the scripts' table.
package struct ScriptedItem: SQLCodable, Equatable {
  package var id: Int
  package var name: String

  package static let id = SQLColumn<Int>("id", primaryKey: .plain)
  package static let name = SQLColumn<String>("name")
  package static let table = SQLTable("item", id, name)

  package init(id: Int, name: String) {
    self.id = id
    self.name = name
  }

  package init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    name = try row[Self.name]
  }

  package func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.name] = name
  }
}

/// What a script does to a database, through either way in.
package struct SessionScript: Sendable {
  /// How a body is written.
  package enum Way: Sendable, CaseIterable { case calling, awaiting }

  package let seed: UInt64
  package let writes: Bool
  package let usesReturning: Bool

  package init(seed: UInt64, writes: Bool, usesReturning: Bool = true) {
    self.seed = seed
    self.writes = writes
    self.usesReturning = usesReturning
  }

  package var operations: [SessionOperation] {
    SessionOperation.script(seed: seed, writes: writes, usesReturning: usesReturning)
  }

  /// Runs the script in a body on a fresh table.
  ///
  /// - Returns: all that was seen: what each operation gave, how the body ended, and what the table holds.
  package func trace(_ way: Way, on database: Database) async throws -> [String] {
    try await database.executeScript(
      "DROP TABLE IF EXISTS item; CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL CHECK (name <> 'n3'));"
        + "INSERT INTO item VALUES (2, 'n0'), (4, 'n1')")
    let operations = operations
    let log = Protected<[String]>([])
    do {
      switch (way, writes) {
      case (.calling, true): try await database.write { session in try Self.run(operations, session, log) }
      case (.calling, false): try await database.read { session in try Self.run(operations, session, log) }
      case (.awaiting, true):
        try await database.write { transaction in try await Self.run(operations, transaction, log) }
      case (.awaiting, false):
        try await database.read { transaction in try await Self.run(operations, transaction, log) }
      }
      log.withLock { $0.append("done") }
    } catch {
      let code = (error as? DatabaseError).map { "\($0.code) \($0.outcome)" }
      log.withLock { $0.append("ended by \(code ?? "\(error)")") }
    }
    let rows: SQLFragment = "SELECT id, name FROM item ORDER BY id"
    let left = try await database.fetchAll(rows.rows()).map(\.values)
    return log.withLock { $0 } + ["\(left)"]
  }

  private static func run(
    _ operations: [SessionOperation], _ session: SQLSession, _ log: Protected<[String]>
  ) throws {
    var lines: [String] = []
    defer { log.withLock { $0 += lines } }
    for operation in operations { try operation.run(in: session, &lines) }
  }

  private static func run(
    _ operations: [SessionOperation], _ transaction: DatabaseTransaction, _ log: Protected<[String]>
  ) async throws {
    for operation in operations { try await operation.run(in: transaction, log) }
  }
}
