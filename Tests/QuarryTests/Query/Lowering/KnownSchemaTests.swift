import QuarrySQLCipher
import QuarrySQLiteEngine
import TestSupport
import Testing

@testable import Quarry

/// What an equivalent of an upsert has found out about a table is kept while the schema stays as it is, and no longer.
@Suite struct KnownSchemaTests {
  /// What is asked of the schema before an upsert.
  private static func questions(_ texts: [String]) -> Int {
    texts.count { $0.contains("sqlite_master") || $0.contains("PRAGMA") }
  }

  @Test func theSecondUpsertAsksForTheVersionOnly() throws {
    let folder = try TemporaryFolder()
    let recording = Recording()
    let connection = try SQLCipherDriver(path: folder.file("c.db"), key: LocalDriver.key).openSynchronously(.writer)
    let session = SQLSession(
      connection: RecordingConnection(base: connection, recording: recording), statementCacheCapacity: 0)
    try session.execute("CREATE TABLE Person(id INTEGER PRIMARY KEY, name UNIQUE, age, score)")
    func questions(_ body: () throws -> Void) rethrows -> Int {
      recording.clear()
      try body()
      return Self.questions(recording.statements)
    }
    let upsert = SQLUpsert(Guest(id: 1, name: "a", age: 9))
    // What is found in the caller's transaction is not kept.
    for _ in 0..<2 { #expect(try questions { try session.transaction { _ = try session.run(upsert) } } == 5) }
    #expect(try questions { try session.run(upsert) } == 7)
    for _ in 0..<2 { #expect(try questions { try session.run(upsert) } == 2) }
    // What is known counts there too.
    #expect(try questions { try session.transaction { _ = try session.run(upsert) } } == 2)
    try session.execute("CREATE INDEX i ON Person(age)")
    #expect(try questions { try session.run(upsert) } == 9)
    #expect(try questions { try session.run(upsert) } == 2)
  }

  /// After a rollback, a version of the schema comes a second time, for another schema.
  @Test func whatWasRolledBackIsNotKept() throws {
    let place = try Place()
    try place.session.execute("CREATE TRIGGER b BEFORE INSERT ON Person BEGIN INSERT INTO Log VALUES (new.age); END")
    func version() throws -> Int? {
      try place.session.fetchOne(("PRAGMA schema_version" as SQLFragment).values(Int.self))
    }
    let upsert = SQLUpsert(Guest(id: 1, name: "a", age: 9))
    var undone: Int?
    struct Undo: Error {}
    #expect(throws: Undo.self) {
      try place.session.transaction {
        try place.session.execute("DROP TRIGGER b")
        try place.session.run(upsert)
        undone = try version()
        throw Undo()
      }
    }
    try place.session.execute("CREATE TABLE t(x)")
    #expect(try version() == undone)
    #expect(throws: DatabaseError.self) { try place.session.run(upsert) }
  }

  /// A change of the schema, and who makes it.
  enum Step: Int, CaseIterable {
    case upsert, upsertInTransaction
    case trigger, dropTrigger, temporaryTrigger, dropTemporaryTrigger
    case otherTrigger, otherDropTrigger
    case check, index, dropIndex
    case triggerRolledBack, dropTriggerRolledBack, upsertAfterTriggerRolledBack
    case temporaryTable, dropTemporaryTable
  }

  /// Two databases get the same steps; one keeps what it knows, the other one forgets it before every step.
  @Test(arguments: 0..<12) func asIfNothingWereKnown(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let (kept, fresh) = (try Place(), try Place())
    var steps: [Step] = []
    for age in 1...60 as ClosedRange<Int64> {
      steps.append(Step.allCases.randomElement(using: &generator) ?? .upsert)
      let step = steps[steps.count - 1]
      fresh.session.context.schema.removeAll()
      let (first, second) = (kept.run(step, age), fresh.run(step, age))
      #expect(first == second, "after \(steps)")
      #expect(try kept.rows() == fresh.rows(), "after \(steps)")
    }
  }

  private final class Place {
    let folder: TemporaryFolder
    let session: SQLContext
    let other: SQLContext

    init() throws {
      folder = try TemporaryFolder()
      session = try LocalDriver.sqlcipher.context(in: folder)
      try session.execute("CREATE TABLE Person(id INTEGER PRIMARY KEY, name UNIQUE, age, score)")
      try session.execute("CREATE TABLE Log(x)")
      other = try LocalDriver.sqlcipher.context(in: folder)
    }

    func rows() throws -> [[SQLValue]] {
      try session.fetchAll(("SELECT * FROM Person ORDER BY id" as SQLFragment).rows()).map(\.values)
        + session.fetchAll(("SELECT * FROM Log" as SQLFragment).rows()).map(\.values)
    }

    /// What came of a step: nothing, or the code of the error.
    func run(_ step: KnownSchemaTests.Step, _ age: Int64) -> DatabaseError.Code? {
      do {
        try apply(step, age)
        return nil
      } catch { return (error as? DatabaseError)?.code ?? .misuse }
    }

    private struct Undo: Error {}

    private func undone(_ body: () throws -> Void) throws {
      do {
        try session.transaction {
          try body()
          throw Undo()
        }
      } catch is Undo {}
    }

    private func apply(_ step: KnownSchemaTests.Step, _ age: Int64) throws {
      // Before inserts, a trigger makes the equivalent wrong, which is refused.
      let before: SQLFragment = "CREATE TRIGGER b BEFORE INSERT ON Person BEGIN INSERT INTO Log VALUES (new.age); END"
      let upsert = SQLUpsert(Guest(id: 1 + age % 3, name: "n\(age % 3)", age: age))
      switch step {
      case .upsert: try session.run(upsert)
      case .upsertInTransaction: try session.transaction { _ = try session.run(upsert) }
      case .trigger: try session.execute(before)
      case .dropTrigger: try session.execute("DROP TRIGGER main.b")
      case .otherTrigger: try other.execute(before)
      case .otherDropTrigger: try other.execute("DROP TRIGGER b")
      case .temporaryTrigger:
        try session.execute(
          "CREATE TEMP TRIGGER tb BEFORE INSERT ON main.Person BEGIN INSERT INTO Log VALUES (new.age); END")
      case .dropTemporaryTrigger: try session.execute("DROP TRIGGER temp.tb")
      case .check:
        try session.execute("ALTER TABLE Person RENAME TO Old")
        try session.execute("CREATE TABLE Person(id INTEGER PRIMARY KEY, name UNIQUE, age CHECK (age > 0), score)")
        try session.execute("DROP TABLE Old")
      case .index: try session.execute("CREATE UNIQUE INDEX i ON Person(age)")
      case .dropIndex: try session.execute("DROP INDEX i")
      case .triggerRolledBack: try undone { try session.execute(before) }
      case .dropTriggerRolledBack: try undone { try session.execute("DROP TRIGGER main.b") }
      case .upsertAfterTriggerRolledBack:
        // Without the trigger the upsert passes; what it finds then is gone with the transaction.
        try undone {
          try session.execute("DROP TRIGGER IF EXISTS main.b")
          try session.run(upsert)
        }
        try session.execute(SQLFragment(raw: "CREATE TABLE t\(age)(x)"))
      case .temporaryTable: try session.execute("CREATE TEMP TABLE Person(id INTEGER PRIMARY KEY, name, age, score)")
      case .dropTemporaryTable: try session.execute("DROP TABLE temp.Person")
      }
    }
  }
}
