import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

/// The same commands together and one by one: same results, same errors, same rows.
@Suite("Writes that wait together: no difference to writes one by one")
struct GroupDifferenceTests {
  private static let schema: [SQLFragment] = [
    "CREATE TABLE Parent (id INTEGER PRIMARY KEY, name TEXT UNIQUE, n INTEGER CHECK (n < 100))",
    """
    CREATE TABLE Child (id INTEGER PRIMARY KEY, parent INTEGER NOT NULL REFERENCES Parent (id) DEFERRABLE INITIALLY DEFERRED)
    """,
    "CREATE TABLE Strictly (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES Parent (id) ON DELETE RESTRICT)",
    "CREATE TABLE Log (id INTEGER PRIMARY KEY AUTOINCREMENT, what TEXT)",
    "CREATE TABLE Raised (kind TEXT)",
    "CREATE TRIGGER logging AFTER INSERT ON Parent BEGIN INSERT INTO Log (what) VALUES ('parent ' || new.id); END",
    """
    CREATE TRIGGER raising BEFORE INSERT ON Raised BEGIN
      INSERT INTO Log (what) VALUES (new.kind);
      SELECT CASE new.kind WHEN 'abort' THEN RAISE(ABORT, 'aborted') WHEN 'fail' THEN RAISE(FAIL, 'failed')
        WHEN 'rollback' THEN RAISE(ROLLBACK, 'rolled back') WHEN 'ignore' THEN RAISE(IGNORE) END;
    END
    """,
    "INSERT INTO Parent VALUES (1, 'one', 1), (2, 'two', 2), (3, 'three', 3)",
    "INSERT INTO Child VALUES (1, 1), (2, 2)",
    "INSERT INTO Strictly VALUES (1, 3)",
  ]

  private static let tables = ["Parent", "Child", "Strictly", "Log", "Raised"]

  /// A database with the schema, whose function throws for a negative number, and whose commits are refused for rows
  /// that say so.
  private func line(
    _ place: LocalDriver, _ folder: TemporaryFolder, groups: Bool, extra: [SQLFragment], _ way: WriterWay
  ) async throws -> WriterLine {
    let line = try await WriterLine(
      place, in: folder, configuration: DatabaseConfiguration(connectionSQL: extra, groupsWrites: groups), way: way
    ) { connection in
      try connection.addFunction("positive", argumentCount: 1) { values in
        if case .integer(let number) = values[0], number < 0 { throw SQLiteFunctionError("negative") }
        return values[0]
      }
      let isRefused = Shared(false)
      try connection.onRowChange { change in if change.table == "Raised" { isRefused.set(true) } }
      try connection.onRollback { isRefused.set(false) }
      try connection.onCommit {
        isRefused.update { refused in
          defer { refused = false }
          return !refused
        }
      }
    }
    for statement in Self.schema { try await line.database.execute(statement) }
    return line
  }

  private func rows(_ line: WriterLine) async throws -> [[[SQLValue]]] {
    var rows: [[[SQLValue]]] = []
    for table in Self.tables { rows.append(try await line.rows(SQLFragment(raw: "SELECT * FROM \(table) ORDER BY 1"))) }
    return rows
  }

  /// Runs commands in both ways, and compares.
  private func compare(
    _ commands: [OneStatement], _ place: LocalDriver, extra: [SQLFragment] = [], _ way: WriterWay,
    _ comment: Comment? = nil
  ) async throws {
    let commands = commands.map { way($0) }
    let (first, second) = (try TemporaryFolder(), try TemporaryFolder())
    let together = try await line(place, first, groups: true, extra: extra, way)
    let single = try await line(place, second, groups: false, extra: extra, way)
    let outcomes = try await together.run(commands)
    for (index, command) in commands.enumerated() {
      let result: Result<OneStatement.Output, any Error>
      do { result = .success(try await single.database.run(command)) } catch { result = .failure(error) }
      let expected = CommandOutcome(result, inserts: command.inserts)
      #expect(outcomes[index] == expected, "\(index): \(command.statements[0].sql)")
    }
    #expect(try await rows(together) == rows(single), comment)
    // What the group left behind must not be noticed by what comes after it.
    for line in [together, single] {
      try await line.database.execute("INSERT INTO Log (what) VALUES ('after')")
      #expect(try await line.rows("PRAGMA foreign_key_check").isEmpty)
      await line.database.close()
    }
  }

  /// Every kind of command that ends in another way than to be part of its group.
  private static let troubles: [SQLFragment] = [
    "INSERT INTO Parent VALUES (1, 'again', 1)",
    "INSERT INTO Parent VALUES (50, 'one', 1)",
    "INSERT OR FAIL INTO Parent VALUES (50, 'fifty', 1), (1, 'again', 1), (51, 'more', 1)",
    "INSERT OR IGNORE INTO Parent VALUES (50, 'fifty', 1), (1, 'again', 1), (51, 'more', 1)",
    "INSERT OR REPLACE INTO Parent VALUES (50, 'one', 1)",
    "INSERT OR ROLLBACK INTO Parent VALUES (50, 'fifty', 1), (1, 'again', 1)",
    "INSERT OR ABORT INTO Parent VALUES (50, 'fifty', 1), (1, 'again', 1)",
    "UPDATE OR ROLLBACK Parent SET id = 1 WHERE id = 2",
    "UPDATE OR FAIL Parent SET n = n + 98 WHERE id IN (1, 2)",
    "UPDATE Parent SET n = 100",
    "INSERT INTO Child VALUES (50, 99)",
    "INSERT OR FAIL INTO Child VALUES (50, 99), (1, 1)",
    "UPDATE Child SET parent = 99 WHERE id = 1",
    "DELETE FROM Parent WHERE id = 1",
    "DELETE FROM Parent WHERE id = 3",
    "INSERT INTO Strictly VALUES (50, 99)",
    "INSERT INTO Child VALUES (50, NULL)",
    "INSERT INTO Raised VALUES ('abort')",
    "INSERT INTO Raised VALUES ('fine'), ('fail')",
    "INSERT INTO Raised VALUES ('rollback')",
    "INSERT INTO Raised VALUES ('ignore')",
    "INSERT INTO Raised VALUES ('refused by the hook')",
    "INSERT INTO Parent VALUES (50, 'fifty', positive(-1))",
    "INSERT INTO Parent SELECT 50, 'fifty', positive(1) UNION ALL SELECT 51, 'more', positive(-1)",
    "INSERT INTO Parent VALUES (",
    "INSERT INTO Nowhere VALUES (1)",
    "INSERT INTO Parent VALUES ('text', 'fifty', 1)",
    "UPDATE Parent SET n = 5 WHERE id = 1; UPDATE Parent SET n = 6",
    "DELETE FROM Log",
    "INSERT INTO Parent VALUES (50, 'fifty', 1) RETURNING id",
    "INSERT OR FAIL INTO Parent VALUES (50, 'fifty', 1), (1, 'again', 1) RETURNING id",
    "DELETE FROM Child WHERE id > 0 RETURNING parent",
    "CREATE TABLE Other (n)",
    "PRAGMA defer_foreign_keys = ON",
    "SELECT 1",
  ]

  @Test("Each trouble between others", arguments: LocalDriver.engines, [0, 2, 4])
  func troubles(_ place: LocalDriver, _ position: Int) async throws {
    for way in WriterWay.allCases { try await troubles(place, position, way) }
  }

  private func troubles(_ place: LocalDriver, _ position: Int, _ way: WriterWay) async throws {
    for trouble in Self.troubles {
      var commands = (0..<4).map { OneStatement("INSERT INTO Parent VALUES (\(60 + $0), \("name \($0)"), 1)") }
      // What would repair a broken reference comes behind it.
      commands.append(OneStatement("INSERT INTO Parent VALUES (99, 'repairs', 1)"))
      commands.insert(OneStatement(trouble), at: position)
      try await compare(commands, place, way, "\(way), \(trouble.sql) at \(position)")
    }
  }

  @Test("Without foreign keys", arguments: LocalDriver.engines)
  func withoutForeignKeys(_ place: LocalDriver) async throws {
    for way in WriterWay.allCases { try await withoutForeignKeys(place, way) }
  }

  private func withoutForeignKeys(_ place: LocalDriver, _ way: WriterWay) async throws {
    let (first, second) = (try TemporaryFolder(), try TemporaryFolder())
    var found: [[CommandOutcome]] = []
    for (folder, groups) in [(first, true), (second, false)] {
      let line = try await line(place, folder, groups: groups, extra: ["PRAGMA foreign_keys = OFF"], way)
      found.append(
        try await line.run(
          [
            OneStatement("INSERT INTO Child VALUES (50, 99)"), OneStatement("DELETE FROM Parent WHERE id = 1"),
            OneStatement("INSERT INTO Child VALUES (51, NULL)"),
          ].map { way($0) }))
      await line.database.close()
    }
    #expect(found[0] == found[1])
    #expect(found[0].map { $0.error == nil } == [true, true, false])
  }

  @Test("Random commands at once", arguments: LocalDriver.engines, 0..<UInt64(3))
  func random(_ place: LocalDriver, _ seed: UInt64) async throws {
    let rounds = Surroundings.variable("QUARRY_GROUP_ROUNDS").flatMap { Int($0) } ?? 2
    for round in 0..<rounds {
      var generator = SeededGenerator(seed: seed &* 1000 &+ UInt64(round))
      let commands = (0..<40).map { _ in OneStatement(Self.command(&generator)) }
      let way = WriterWay.allCases[(Int(seed) + round) % WriterWay.allCases.count]
      try await compare(commands, place, way, "\(way), seed \(seed), round \(round)")
    }
  }

  private static func command(_ generator: inout SeededGenerator) -> SQLFragment {
    let rules = ["", "OR ABORT ", "OR FAIL ", "OR IGNORE ", "OR REPLACE ", "OR ROLLBACK "]
    let rule = rules[Int.random(in: 0..<rules.count, using: &generator)]
    let key = Int.random(in: 1...12, using: &generator)
    let other = Int.random(in: 1...12, using: &generator)
    let number = Int.random(in: -3...103, using: &generator)
    switch Int.random(in: 0..<12, using: &generator) {
    case 0: return SQLFragment(raw: "INSERT \(rule)INTO Parent VALUES (\(key), 'n\(other)', \(number))")
    case 1:
      return SQLFragment(
        raw: "INSERT \(rule)INTO Parent VALUES (\(key), 'n\(key)', 1), (\(other), 'n\(other)', 2)")
    case 2: return SQLFragment(raw: "INSERT \(rule)INTO Child VALUES (\(key), \(other))")
    case 3: return SQLFragment(raw: "INSERT \(rule)INTO Strictly VALUES (\(key), \(other)), (\(other), \(key))")
    case 4: return SQLFragment(raw: "UPDATE \(rule)Parent SET n = n + \(number) WHERE id <> \(key)")
    case 5: return SQLFragment(raw: "UPDATE \(rule)Parent SET id = \(key) WHERE id = \(other)")
    case 6: return SQLFragment(raw: "DELETE FROM Parent WHERE id = \(key)")
    case 7: return SQLFragment(raw: "DELETE FROM Child WHERE parent = \(key)")
    case 8:
      let kinds = ["abort", "fail", "rollback", "ignore", "refused"]
      let kind = kinds[Int.random(in: 0..<kinds.count, using: &generator)]
      return SQLFragment(raw: "INSERT INTO Raised VALUES ('\(kind)')")
    case 9: return SQLFragment(raw: "INSERT INTO Parent (name, n) VALUES ('f\(key)', positive(\(number)))")
    case 10: return SQLFragment(raw: "UPDATE Child SET parent = \(key) WHERE id = \(other)")
    default: return SQLFragment(raw: "INSERT INTO Log (what) SELECT name FROM Parent WHERE id > \(key)")
    }
  }
}
