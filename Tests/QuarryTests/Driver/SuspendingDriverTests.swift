import Foundation
import LineDriver
import Quarry
import QuarrySQLite
import Testing
import TestSupport

/// The asynchronous side of the core, on a driver that only suspends: the same as on a local one.
@Suite("A driver that only suspends")
struct SuspendingDriverTests {
  /// The two ways to a database: suspending and local.
  enum Way: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case suspending, local
    var testDescription: String { rawValue }

    func open(_ folder: TemporaryFolder) async throws -> Database {
      switch self {
      case .suspending: try await Database(try ServedFiles.driver(of: folder, "served.db"))
      case .local: try await Database(SQLiteDriver(path: folder.file("local.db")))
      }
    }
  }

  private func numbers(_ count: Int) -> SQLRawQuery<Int64> {
    let text: SQLFragment =
      "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < \(count)) SELECT x FROM c"
    return text.values(Int64.self)
  }

  private static let endless: SQLRawQuery<Int64> =
    ("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c" as SQLFragment)
    .values(Int64.self)

  private func table(_ way: Way, _ folder: TemporaryFolder) async throws -> Database {
    let database = try await way.open(folder)
    try await database.execute("CREATE TABLE Word (id INTEGER PRIMARY KEY, text TEXT UNIQUE, weight REAL)")
    return database
  }

  @Test("Records are inserted, changed, found, counted and deleted", arguments: Way.allCases)
  func records(_ way: Way) async throws {
    let folder = try TemporaryFolder()
    let database = try await table(way, folder)
    #expect(try await database.insert(Word(0, "a", 1)) == Word(1, "a", 1))
    #expect(try await database.insert((2...300).map { Word($0, "w\($0)", nil) }).affectedRows == 299)
    #expect(try await database.update(Word(2, "b", 2.5)).affectedRows == 1)
    #expect(try await database.upsert(Word(2, "c", nil)).affectedRows == 1)
    #expect(try await database.find(Word.self, 2) == Word(2, "c", nil))
    #expect(try await database.delete(Word(3, nil, nil)).affectedRows == 1)
    #expect(try await database.fetchCount(Word.all) == 299)
    #expect(try await database.fetchOne(Word.order { $0.id.descending })?.id == 300)
    #expect(try await database.fetchAll(Word.where { $0.text.like("w1%") }.order { $0.id.ascending }).first?.id == 10)
    #expect(try await database.exists(Word.where { $0.text == "nowhere" }) == false)
    let changed = try await database.run(SQLUpdate(Word.where { $0.id < 3 }) { $0.weight = 9 }.returningRecords())
    #expect(changed.map(\.id).sorted() == [1, 2])
    #expect(try await database.execute("DELETE FROM Word WHERE id > \(100)").affectedRows == 200)
    await database.close()
  }

  @Test("Values of every class come back bit for bit", arguments: Way.allCases)
  func values(_ way: Way) async throws {
    let folder = try TemporaryFolder()
    let database = try await way.open(folder)
    let values: [SQLValue] = [
      .null, .integer(.min), .integer(.max), .real(.infinity), -0.0, 0.1, "", "a\0b", "ä", .blob([]), .blob([0, 255]),
    ]
    for value in values {
      let row = try #require(try await database.fetchOne(("SELECT \(value) AS v" as SQLFragment).rows()))
      #expect(row.values[0].isIdentical(to: value), "\(value)")
      #expect(row.columnNames == ["v"])
    }
    await database.close()
  }

  @Test("An error from before the first step comes without rows of another statement", arguments: Way.allCases)
  func staleRows(_ way: Way) async throws {
    let folder = try TemporaryFolder()
    let database = try await way.open(folder)
    let seen = Protected<[String]>([])
    for (text, code) in [
      ("SELEC 1", .syntax), ("", .emptyStatement), ("SELECT ?", .missingParameter), ("SELECT 3", .interrupted),
    ] as [(String, DatabaseError.Code)] {
      let task = Task {
        try await database.read { (session: SQLSession) in
          #expect(try session.fetchAll(numbers(2)) == [1, 2])
          if code == .interrupted { withUnsafeCurrentTask { $0?.cancel() } }
          var count = 0
          let error = try databaseError {
            try session.forEachRow(SQLFragment(raw: text).rows()) { _ in
              count += 1
              return true
            }
          }
          #expect(error.code == code)
          #expect(count == 0, "\(text)")
          seen.withLock { $0.append(text) }
        }
      }
      // The body of a canceled task may be refused at its end.
      _ = await task.result
    }
    #expect(seen.withLock { $0 } == ["SELEC 1", "", "SELECT ?", "SELECT 3"])
    await database.close()
  }

  @Test("Errors have the same codes", arguments: Way.allCases)
  func errors(_ way: Way) async throws {
    let folder = try TemporaryFolder()
    let database = try await table(way, folder)
    try await database.insert(Word(1, "a", nil))
    let cases: [(SQLFragment, DatabaseError.Code)] = [
      ("INSERT INTO Word VALUES (\(2), \("a"), NULL)", .constraintUnique), ("SELEC", .syntax), ("", .emptyStatement),
      ("SELECT 1; SELECT 2", .multipleStatements), ("SELECT * FROM nowhere", .noSuchObject),
      ("BEGIN", .transactionState),
      (SQLFragment(raw: "SELECT ?"), .missingParameter), ("SELECT \(UInt64.max)", .valueOutOfRange),
      (SQLFragment(raw: "SELECT 1", values: [1]), .extraParameter),
    ]
    for (text, code) in cases {
      #expect(try await databaseError { try await database.execute(text) }.code == code, "\(text.sql)")
    }
    let script = try await databaseError {
      try await database.executeScript("INSERT INTO Word VALUES (5, 'x', 1); DELETE FROM nowhere; SELECT 1")
    }
    #expect(script.code == .noSuchObject && script.statementIndex == 1)
    #expect(try await database.fetchAll(Word.all) == [Word(1, "a", nil)])
    await database.close()
    #expect(try await databaseError { try await database.fetchAll(Word.all) }.code == .connectionClosed)
  }

  @Test("Transactions commit and roll back, savepoints nest", arguments: Way.allCases)
  func transactions(_ way: Way) async throws {
    let folder = try TemporaryFolder()
    let database = try await table(way, folder)
    try await database.write { transaction in
      try await transaction.insert(Word(1, "a", nil))
      do {
        try await transaction.savepoint { inner in
          try await inner.insert(Word(2, "b", nil))
          try await inner.savepoint { try await $0.insert(Word(3, "c", nil)) }
          throw Refused()
        }
      } catch is Refused {}
      try await transaction.savepoint { try await $0.insert([Word(4, "d", nil), Word(5, "e", nil)]) }
    }
    await #expect(throws: Refused.self) {
      try await database.write { transaction in
        try await transaction.execute("DELETE FROM Word")
        throw Refused()
      }
    }
    let engine = try await databaseError {
      try await database.write { transaction in
        try await transaction.execute("INSERT INTO Word VALUES (6, 'f', 1)")
        try await transaction.execute("INSERT OR ROLLBACK INTO Word VALUES (7, 'a', 1)")
      }
    }
    #expect(engine.code == .constraintUnique)
    let goesOn = try await databaseError {
      try await database.write { transaction in
        _ = try? await transaction.execute("INSERT OR ROLLBACK INTO Word VALUES (7, 'a', 1)")
        _ = try? await transaction.execute("INSERT INTO Word VALUES (8, 'alone', 1)")
      }
    }
    #expect(goesOn.code == .transactionState)
    let ended = try await databaseError { try await database.write { try await $0.execute("COMMIT") } }
    #expect(ended.code == .transactionState)
    let reading = try await databaseError { try await database.read { try await $0.execute("DELETE FROM Word") } }
    #expect(reading.code == .readOnly)
    #expect(try await database.fetchAll(Word.order { $0.id.ascending }).map(\.id) == [1, 4, 5])
    await database.close()
  }

  @Test("Rows stream in order, an early end frees the connection, an error comes at its row", arguments: Way.allCases)
  func streaming(_ way: Way) async throws {
    let folder = try TemporaryFolder()
    let database = try await table(way, folder)
    var next: Int64 = 1
    for try await number in database.rows(numbers(2000)) {
      #expect(number == next)
      next += 1
    }
    #expect(next == 2001)
    for _ in 0..<10 {
      for try await number in database.rows(numbers(2000)) where number == 300 { break }
      try await database.execute("DELETE FROM Word")
    }
    let failing: SQLFragment =
      """
      WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 1000)
      SELECT CASE WHEN x = 500 THEN abs(-9223372036854775807 - 1) ELSE x END FROM c
      """
    var count = 0
    let error = await #expect(throws: DatabaseError.self) {
      for try await _ in database.rows(failing.values(Int64.self)) { count += 1 }
    }
    #expect(error?.engineCode == .error)
    #expect(error?.outcome == .notApplied)
    #expect(count == 499)
    try await database.write { transaction in
      try await transaction.insert((1...300).map { Word($0, nil, nil) })
      var seen = 0
      for try await _ in transaction.rows(Word.all) { seen += 1 }
      #expect(seen == 300)
    }
    await database.close()
  }

  @Test("Cancelling ends the statement, rolls a write back, and leaves the connection usable", arguments: Way.allCases)
  func cancellation(_ way: Way) async throws {
    let folder = try TemporaryFolder()
    let database = try await table(way, folder)
    for round in 0..<6 {
      let task = Task {
        if round % 2 == 0 { return try await database.fetchOne(Self.endless) }
        return try await database.write { transaction in
          try await transaction.insert(Word(1, "a", nil))
          return try await transaction.fetchOne(Self.endless)
        }
      }
      if round > 1 { try await Task.sleep(for: .milliseconds(5 * round)) }
      task.cancel()
      await #expect(throws: CancellationError.self) { _ = try await task.value }
      #expect(try await database.fetchCount(Word.all) == 0)
    }
    let stream = Task {
      var count = 0
      for try await _ in database.rows(numbers(1_000_000)) {
        count += 1
        if count == 700 { withUnsafeCurrentTask { $0?.cancel() } }
      }
      return count
    }
    await #expect(throws: CancellationError.self) { _ = try await stream.value }
    try await database.insert(Word(1, "a", nil))
    await database.close()
  }

  @Test("A batch is applied as a whole", arguments: Way.allCases)
  func batch(_ way: Way) async throws {
    let folder = try TemporaryFolder()
    let database = try await table(way, folder)
    try await database.batch { batch in
      batch.insert(Word(1, "a", nil))
      batch.upsert(Word(1, "b", nil))
      batch.execute("INSERT INTO Word VALUES (2, \("c"), \(1.5))")
    }
    let error = try await databaseError {
      try await database.batch { batch in
        batch.delete(Word(1, nil, nil))
        batch.insert(Word(3, "c", nil))
      }
    }
    #expect(error.code == .constraintUnique && error.statementIndex == 1)
    #expect(try await database.fetchAll(Word.order { $0.id.ascending }) == [Word(1, "b", nil), Word(2, "c", 1.5)])
    await database.close()
  }

  @Test("Many tasks write and read at once", arguments: Way.allCases)
  func concurrency(_ way: Way) async throws {
    let folder = try TemporaryFolder()
    let database = try await table(way, folder)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 1...8 {
        group.addTask {
          for number in 1...10 {
            let id = Int64(task * 100 + number)
            try await database.write { transaction in
              try await transaction.insert(Word(id, "w\(id)", nil))
              #expect(try await transaction.find(Word.self, id)?.id == id)
            }
            #expect(try await database.find(Word.self, id)?.text == "w\(id)")
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await database.fetchCount(Word.all) == 80)
    await database.close()
  }

  @Test("A body without suspension runs on a driver that suspends")
  func synchronousBody() async throws {
    let folder = try TemporaryFolder()
    let database = try await table(.suspending, folder)
    _ = try await database.write { (session: SQLSession) in try session.insert(Word(1, "a", nil)) }
    #expect(try await database.fetchCount(Word.all) == 1)
    // A body that closes its session closes the connection; the next call gets another one.
    let error = try await databaseError {
      try await database.write { (session: SQLSession) in
        session.close()
        try session.execute("DELETE FROM Word")
      }
    }
    #expect(error.code == .connectionClosed)
    #expect(try await database.fetchCount(Word.all) == 1)
    await database.close()
  }
}

/// The record of these tests.
struct Word: SQLCodable, Equatable {
  var id: Int64
  var text: String?
  var weight: Double?

  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let text = SQLColumn<String?>("text", unique: true)
  static let weight = SQLColumn<Double?>("weight")
  static let table = SQLTable("Word", id, text, weight)

  init(_ id: Int64, _ text: String?, _ weight: Double?) {
    self.id = id
    self.text = text
    self.weight = weight
  }

  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    text = try row[Self.text]
    weight = try row[Self.weight]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.text] = text
    row[Self.weight] = weight
  }
}
