import Quarry
import QuarrySQLCipher
import QuarrySQLite
import QuarrySQLiteEngine
import Testing
import TestSupport

/// What SQLite 3.40 has and SQLCipher 3.4.1, which is SQLite 3.15.2, has not: the same rows by other statements, or a
/// refusal before anything is sent.
@Suite("Lowering on SQLCipher 3.4.1")
struct LoweringOnSQLCipherTests {
  /// The same content on both engines, with what was prepared on each.
  private struct Pair {
    let folder: TemporaryFolder
    let native: SQLSession
    let lowered: SQLSession
    let nativeTexts = Recording()
    let loweredTexts = Recording()

    init(seed: UInt64 = 1, count: Int = 60) throws {
      folder = try TemporaryFolder()
      native = try LocalDriver.sqlite.session(in: folder, nativeTexts)
      lowered = try LocalDriver.sqlcipher.session(in: folder, loweredTexts)
      let rows = RandomRows(seed: seed, count: count)
      try rows.load(into: native)
      try rows.load(into: lowered)
    }

    /// The lines that a body gives on each engine; what was prepared is recorded afresh.
    func compare(_ body: (SQLSession) throws -> [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
      nativeTexts.clear()
      loweredTexts.clear()
      let expected = try body(native)
      #expect(try body(lowered) == expected, sourceLocation: sourceLocation)
      #expect(!expected.isEmpty, sourceLocation: sourceLocation)
    }

    func natively(_ word: String) -> Bool { nativeTexts.statements.contains { $0.contains(word) } }
    func loweredly(_ word: String) -> Bool { loweredTexts.statements.contains { $0.contains(word) } }
  }

  @Test("The engines are those that the comparison is about")
  func engines() throws {
    let pair = try Pair(count: 1)
    #expect(pair.native.engine.version >= EngineVersion(3, 39, 0))
    #expect(pair.lowered.engine.version < EngineVersion(3, 24, 0))
    for feature in [SQLFeature.rightJoin, .fullJoin, .upsert, .returning, .windowFunctions] {
      #expect(pair.native.engine.supports(feature) && !pair.lowered.engine.supports(feature))
    }
  }

  @Test("A right join", arguments: [1, 2, 3] as [UInt64])
  func rightJoin(_ seed: UInt64) throws {
    let pair = try Pair(seed: seed)
    let joined = Left.rightJoin(Right.self, on: { $0.k == $1.k })
    try pair.compare { session in
      let rows = try session.fetchAll(joined.where { left, right in left.id > 3 || right.s != "a" })
      return rows.map { "\($0.0.line) + \($0.1.line)" }.sorted()
    }
    #expect(pair.natively("RIGHT JOIN") && !pair.loweredly("RIGHT JOIN"))
    try pair.compare { session in
      let rows = try session.fetchAll(
        Left.join(Left.self, on: { $0.id == $1.k }).rightJoin(Right.self, on: { left, _, right in left.k == right.k }))
      return rows.map { "\($0.0.line) + \($0.1.line) + \($0.2.line)" }.sorted()
    }
  }

  @Test("A full join", arguments: [4, 5, 6] as [UInt64])
  func fullJoin(_ seed: UInt64) throws {
    let pair = try Pair(seed: seed)
    let query = Left.fullJoin(Right.self, on: { $0.k == $1.k && $1.s != "b" })
    try pair.compare { session in
      try session.fetchAll(query).map { "\($0.0.line) + \($0.1.line)" }.sorted()
    }
    #expect(pair.natively("FULL JOIN") && !pair.loweredly("FULL JOIN"))
    try pair.compare { session in [String(try session.fetchCount(query))] }
    try pair.compare { session in
      let filtered = query.where { left, right in left.id.isNull || right.r > 0.5 }
      return try session.fetchAll(filtered).map { "\($0.0.line) + \($0.1.line)" }.sorted()
    }
  }

  @Test("An upsert, by key, by a chosen column, with assignments and doing nothing", arguments: [7, 8] as [UInt64])
  func upsert(_ seed: UInt64) throws {
    let pair = try Pair(seed: seed)
    let changes = RandomRows(seed: seed + 100, count: 90).lefts.shuffledBySeed(seed)
    try pair.compare { session in
      let count = try session.run(SQLUpsert(changes)).affectedRows
      return ["\(count)"] + (try session.fetchAll(Left.order { $0.id.ascending }).map(\.line))
    }
    #expect(pair.natively("ON CONFLICT") && !pair.loweredly("ON CONFLICT"))
    try pair.compare { session in
      try session.run(
        SQLInsert(changes).onConflict(Left.id).doUpdate(
          set: { row, new in row.k = row.k + new.k }, where: { new in new.k > Left.k }))
      try session.run(SQLInsert(changes + [Left(id: 500, k: nil, v: .null)]).onConflict(Left.id).doNothing())
      return try session.fetchAll(Left.order { $0.id.ascending }).map(\.line)
    }
  }

  @Test("RETURNING, of inserts, updates, upserts and deletes", arguments: [9, 10] as [UInt64])
  func returning(_ seed: UInt64) throws {
    let pair = try Pair(seed: seed)
    let more = RandomRows(seed: seed + 100, count: 5).lefts.map { Left(id: 0, k: $0.k, v: $0.v) }
    try pair.compare { session in
      try session.run(SQLInsert(more).returningRecords()).map(\.line)
    }
    #expect(pair.natively("RETURNING") && !pair.loweredly("RETURNING"))
    try pair.compare { session in
      try session.run(SQLUpdate(Left.where { $0.k > 4 }) { $0.k = $0.k + 1 }.returningRecords()).map(\.line).sorted()
    }
    try pair.compare { session in
      try session.run(SQLUpsert(RandomRows(seed: seed, count: 70).lefts).returningRecords()).map(\.line).sorted()
    }
    try pair.compare { session in
      try session.run(SQLDelete(Left.where { $0.k == nil || $0.id > 50 }).returning(Left.id, Left.k))
        .map { "\($0.0) \(String(describing: $0.1))" }.sorted()
    }
    try pair.compare { session in try session.fetchAll(Left.order { $0.id.ascending }).map(\.line) }
  }

  @Test("A window function is refused by type before anything is prepared, and works where it is known")
  func window() throws {
    let pair = try Pair()
    let query = Left.select { left in
      (left.id, SQL.rowNumber().over(partitionBy: left.k, orderBy: left.id.descending))
    }
    #expect(try pair.native.fetchAll(query).count == 60)
    pair.loweredTexts.clear()
    let calls: [(SQLSession) throws -> Void] = [
      { _ = try $0.fetchAll(query) }, { _ = try $0.fetchOne(query) }, { _ = try $0.fetchCount(query) },
      { _ = try $0.cursor(query) }, { try $0.forEachRow(query) { _ in true } },
    ]
    for call in calls {
      let error = try databaseError { try call(pair.lowered) }
      #expect(error.code == .unsupportedFeature)
      for word in ["query.window", "3.25.0", "3.15.2"] { #expect(error.message.contains(word), "\(error.message)") }
      #expect(error.outcome == .notApplied)
    }
    #expect(pair.loweredTexts.statements.isEmpty)
    #expect(try pair.lowered.fetchCount(Left.all) == 60)
    #expect(!pair.loweredTexts.statements.isEmpty)
  }

  @Test("The engine's own trace sees nothing of what is refused")
  func windowInTrace() throws {
    let folder = try TemporaryFolder()
    let context = try LocalDriver.sqlcipher.context(in: folder)
    try context.createTable(Item.self)
    final class Log { var lines: [String] = [] }
    let log = Log()
    try context.engineConnection.onTrace { log.lines.append($0.sql) }
    let query = Item.select { item in SQL.rank().over(orderBy: item.score) }
    #expect(try databaseError { try context.fetchAll(query) }.code == .unsupportedFeature)
    #expect(log.lines.isEmpty)
    _ = try context.fetchAll(Item.all)
    #expect(log.lines.count == 1)
  }

  @Test("The policy .strict refuses what would be lowered, before anything is prepared")
  func strict() throws {
    let folder = try TemporaryFolder()
    let texts = Recording()
    do {
      let session = try LocalDriver.sqlcipher.session(in: folder, texts)
      try RandomRows(seed: 1, count: 5).load(into: session)
    }
    let strict = try LocalDriver.sqlcipher.session(in: folder, texts, policy: .strict)
    let calls: [(String, (SQLSession) throws -> Void)] = [
      ("right join", { _ = try $0.fetchAll(Left.rightJoin(Right.self, on: { $0.k == $1.k })) }),
      ("full join", { _ = try $0.fetchAll(Left.fullJoin(Right.self, on: { $0.k == $1.k })) }),
      ("upsert", { try $0.upsert(Left(id: 1, k: 1, v: .null)) }),
      ("returning", { _ = try $0.run(SQLInsert(Left(id: 99, k: 1, v: .null)).returningRecords()) }),
      ("insert of a record", { try $0.insert(Left(id: 99, k: 1, v: .null)) }),
      ("update returning", { _ = try $0.run(SQLUpdate(Left.all) { $0.k = 1 }.returningRecords()) }),
      ("delete returning", { _ = try $0.run(SQLDelete(Left.all).returning(Left.id)) }),
      ("window", { _ = try $0.fetchAll(Left.select { left in SQL.rowNumber().over(orderBy: left.id) }) }),
    ]
    texts.clear()
    for (name, call) in calls {
      let error = try databaseError { try call(strict) }
      #expect(error.code == .unsupportedFeature, "\(name)")
      #expect(name == "window" || error.message.contains(".strict"), "\(name): \(error.message)")
    }
    #expect(texts.statements.isEmpty, "\(texts.statements)")
    #expect(try strict.fetchCount(Left.all) == 5)
  }
}

extension Array {
  func shuffledBySeed(_ seed: UInt64) -> [Element] {
    var random = SeededGenerator(seed: seed)
    return shuffled(using: &random)
  }
}
