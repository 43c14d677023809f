import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

/// Upserts on every engine, natively and by equivalents: rows, counts and errors must be the same.
@Suite struct UpsertTests {
  typealias Cell = InsertTests.Cell

  /// What a command gave: rows or an error, and the table behind it.
  private struct Outcome: Equatable {
    var rows: [Guest]?
    var affected: Int64?
    var error: DatabaseError.Code?
    var table: [[SQLValue]]
    var log: [[SQLValue]]
  }

  private func outcomes(
    setup: [SQLFragment] = [], _ upsert: SQLUpsert<Guest>
  ) throws -> [Outcome] {
    try Cell.all.flatMap { cell in
      try [true, false].map { isReturning in
        let runner = try cell.runner(Guest.table)
        try runner.execute("CREATE TABLE Log(x)")
        try runner.run(SQLInsert([Guest(name: "A", age: 1), Guest(name: "B", age: 2), Guest(name: nil, age: 3)]))
        for statement in setup { try runner.execute(statement) }
        var outcome = Outcome(table: [], log: [])
        do {
          if isReturning {
            outcome.rows = try runner.run(upsert.returningRecords())
          } else {
            outcome.affected = try runner.run(upsert).affectedRows
          }
        } catch let error as DatabaseError { outcome.error = error.code }
        outcome.table = try runner.values("SELECT * FROM Person ORDER BY id")
        outcome.log = try runner.values("SELECT * FROM Log")
        return outcome
      }
    }
  }

  /// All engines must agree with the first, which has everything.
  @discardableResult
  private func agree(setup: [SQLFragment] = [], _ upsert: SQLUpsert<Guest>) throws -> (rows: Outcome, count: Outcome) {
    let all = try outcomes(setup: setup, upsert)
    let rows = all[0]
    let count = all[1]
    for (index, outcome) in all.enumerated() { #expect(outcome == (index.isMultiple(of: 2) ? rows : count)) }
    return (rows, count)
  }

  @Test func byPrimaryKey() throws {
    let (rows, count) = try agree(SQLUpsert([Guest(id: 1, name: "X", age: nil, score: 9), Guest(name: "new")]))
    #expect(rows.rows == [Guest(id: 1, name: "X", age: nil, score: 9), Guest(id: 4, name: "new", score: 1.5)])
    #expect(count.affected == 2)
  }

  @Test func S6_upsertCanSetNull() throws {
    let (rows, _) = try agree(SQLUpsert(Guest(id: 1, name: nil, age: nil)))
    #expect(rows.rows == [Guest(id: 1, name: nil, age: nil, score: 1.5)])
  }

  @Test func chosenTargetAndColumns() throws {
    let records = [Guest(name: "A", age: 10, score: 5), Guest(name: "A", age: 11), Guest(name: "C", age: 12)]
    let (rows, _) = try agree(SQLInsert(records).onConflict(Guest.name).doUpdate(Guest.age))
    #expect(rows.rows?.map(\.age) == [10, 11, 12])
    #expect(rows.rows?.map(\.id) == [1, 1, 4])
    let (all, _) = try agree(SQLInsert(records).onConflict(Guest.name).doUpdate())
    #expect(all.rows?.first == Guest(id: 1, name: "A", age: 10, score: 5))
  }

  @Test func nullNeverConflicts() throws {
    let (rows, _) = try agree(SQLInsert(Guest(name: nil, age: 30)).onConflict(Guest.name).doUpdate())
    #expect(rows.rows == [Guest(id: 4, name: nil, age: 30, score: 1.5)])
  }

  @Test func assignmentsReadBothRows() throws {
    let records = [Guest(name: "A", age: 10), Guest(name: "B", age: nil), Guest(name: "D", age: 7)]
    let (rows, _) = try agree(
      SQLInsert(records).onConflict(Guest.name).doUpdate { row, new in
        row.age = row.age + new.age + 1
        row.score = new.score
      })
    #expect(rows.rows?.map(\.age) == [12, nil, 7])
    let (some, count) = try agree(
      SQLInsert(records).onConflict(Guest.name).doUpdate(
        set: { row, new in row.age = new.age }, where: { new in new.age > Guest.age }))
    #expect(some.rows?.map(\.name) == ["A", "D"])
    #expect(count.affected == 2)
  }

  @Test func nothing() throws {
    let records = [Guest(name: "A", age: 10), Guest(name: "E", age: nil), Guest(name: "E", age: 7)]
    let (rows, count) = try agree(SQLInsert(records).onConflict(Guest.name).doNothing())
    #expect(rows.rows?.map(\.name) == ["E"])
    #expect(count.affected == 1)
  }

  @Test func otherConstraintsRaiseAsNatively() throws {
    // The key is taken, and the target is the name.
    let (taken, _) = try agree(SQLInsert(Guest(id: 2, name: "new")).onConflict(Guest.name).doUpdate())
    #expect(taken.error == .constraintPrimaryKey)
    // Both are taken: the target comes first, and the row of the target is updated.
    let (both, _) = try agree(SQLInsert(Guest(id: 2, name: "A", age: 5)).onConflict(Guest.name).doUpdate())
    #expect(both.rows == [Guest(id: 1, name: "A", age: 5, score: 1.5)])
    // The update itself breaks another constraint.
    let (update, _) = try agree(
      SQLInsert(Guest(name: "A")).onConflict(Guest.name).doUpdate { row, _ in row.name = "B" })
    #expect(update.error == .constraintUnique)
    // The target is not unique.
    let (target, _) = try agree(SQLInsert(Guest(name: "A")).onConflict(Guest.age).doUpdate())
    #expect(target.error != nil)
  }

  @Test func notNullComesBeforeTheConflict() throws {
    for cell in Cell.all {
      let runner = try cell.runner(Strict.table)
      try runner.run(SQLInsert(Strict(key: "k", value: 1)))
      #expect { try runner.run(SQLUpsert(Strict(key: "k", value: nil))) } throws: {
        ($0 as? DatabaseError)?.code == .constraintNotNull
      }
      #expect(try runner.run(SQLUpsert(Strict(key: "k", value: 2))).affectedRows == 1)
      #expect(try runner.values("SELECT * FROM Strict") == [["k", 2]])
    }
  }

  @Test func triggersFireAsNatively() throws {
    let setup: [SQLFragment] = [
      "CREATE TRIGGER a AFTER INSERT ON Person BEGIN INSERT INTO Log VALUES ('insert ' || new.name); END",
      "CREATE TRIGGER b AFTER UPDATE ON Person BEGIN INSERT INTO Log VALUES ('update ' || new.name); END",
    ]
    let records = [Guest(name: "A", age: 10), Guest(name: "F", age: 10)]
    let (rows, _) = try agree(setup: setup, SQLInsert(records).onConflict(Guest.name).doUpdate())
    #expect(rows.log == [["update A"], ["insert F"]])
  }

  @Test func whatHasNoEquivalentIsRefused() throws {
    let library = try Installed.sqlCipher.get()
    for setup: SQLFragment in [
      "CREATE TABLE Strict(key TEXT PRIMARY KEY, value CHECK (value > 0))",
      "CREATE TABLE Strict(key TEXT PRIMARY KEY ON CONFLICT REPLACE, value)",
    ] {
      let runner = try CommandRunner(library)
      try runner.execute(setup)
      #expect { try runner.run(SQLUpsert(Strict(key: "k", value: 1))) } throws: {
        ($0 as? DatabaseError)?.code == .unsupportedFeature
      }
    }
    let runner = try CommandRunner(library)
    try runner.run(SQLCreateTable(Strict.table))
    try runner.execute("CREATE TRIGGER a BEFORE INSERT ON Strict BEGIN SELECT 1; END")
    #expect { try runner.run(SQLUpsert(Strict(key: "k", value: 1))) } throws: {
      ($0 as? DatabaseError)?.code == .unsupportedFeature
    }
    #expect { try runner.run(SQLInsert(Strict(key: "k", value: 1)).onConflict().doNothing()) } throws: {
      ($0 as? DatabaseError)?.code == .unsupportedFeature
    }
  }
}

/// A record whose value may break NOT NULL.
struct Strict: SQLEncodable {
  var key: String
  var value: Int64?
  static let key = SQLColumn<String>("key", primaryKey: .plain)
  static let value = SQLColumn<Int64>("value")
  static let table = SQLTable("Strict", key, value)

  init(key: String, value: Int64?) {
    self.key = key
    self.value = value
  }

  init(row: inout SQLRowReader<Self>) throws {
    key = try row[Self.key]
    value = try row[Self.value]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.key] = key
    if let value { row[Self.value] = value } else { row.setNull(Self.value) }
  }
}
