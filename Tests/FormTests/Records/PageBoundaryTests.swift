import Foundation
import Quarry
import QuarrySQLiteEngine
import Synchronization
import TestSupport
import Testing

/// Pages where rows change between them, where keys are missing or NULL, and what is sent for them.
@Suite struct PageBoundaryTests {
  @Test(arguments: FormEngine.allCases) func rowsThatChangeBetweenPagesMoveNoOthers(_ engine: FormEngine) async throws {
    try await engine.withNotes { database in
      try await database.insert((1...9).map { Note(id: $0, n: 10 - Int($0), text: nil) })
      let query = Note.order { $0.n.descending }
      let first = try await database.page(query, size: 3)
      #expect(first.map(\.id) == [1, 2, 3])
      // The row of the cursor is gone, one appears before it, one after it, and one moves behind.
      try await database.delete(Note.where { $0.id == 3 })
      try await database.insert(Note(id: 20, n: 100, text: nil))
      try await database.insert(Note(id: 21, n: 6, text: nil))
      try await database.update(Note.where { $0.id == 1 }) { $0.n = 5 }
      let second = try await database.page(query, size: 3, after: first.next)
      #expect(second.map(\.id) == [4, 21, 1])
      let third = try await database.page(query, size: 10, after: second.next)
      #expect(third.map(\.id) == [5, 6, 7, 8, 9] && third.next == nil)
      let cursor = try #require(second.previous)
      let back = try await database.page(query, size: 10, before: cursor)
      #expect(back.map(\.id) == [20, 2] && back.previous == nil && back.next != nil)
      // All rows behind a cursor may be gone.
      try await database.delete(Note.where { $0.n < 9 })
      let rest = try await database.page(query, size: 3, after: first.next)
      #expect(rest.isEmpty && rest.next == nil && rest.previous == nil)
    }
  }

  @Test(arguments: FormEngine.allCases) func loopsSeeWhatIsThereWhenAPageIsRead(_ engine: FormEngine) async throws {
    try await engine.withNotes { database in
      try await database.insert((1...6).map { Note(id: $0, n: 0, text: nil) })
      var seen: [Int64] = []
      for try await page in database.pages(Note.all, size: 2) {
        seen += page.map(\.id)
        try await database.delete(Note.where { $0.id == 3 })
        if seen.count == 2 { try await database.insert(Note(id: 7, n: 0, text: nil)) }
      }
      #expect(seen == [1, 2, 4, 5, 6, 7])
      // An error ends the loop.
      var iterator = database.pages(Note.all, size: 0).makeAsyncIterator()
      await #expect(throws: DatabaseError.self) { try await iterator.next() }
      #expect(try await iterator.next() == nil)
    }
  }

  @Test(arguments: FormEngine.allCases) func tablesWithoutCompleteKeys(_ engine: FormEngine) async throws {
    try await engine.withDatabase { database in
      try await database.createTable(Loose.self)
      try await database.createTable(Named.self)
      try await database.insert((0..<7).map { Loose(text: $0 % 2 == 0 ? "same" : nil) })
      try await database.insert((0..<7).map { Named(name: $0 < 5 ? nil : "n\($0)", value: 1) })
      for size in [1, 2, 3] {
        var texts: [String?] = []
        for try await page in database.pages(Loose.order { $0.text.descending }, size: size) {
          texts += page.map(\.text)
        }
        #expect(texts == ["same", "same", "same", "same", nil, nil, nil])
        var names: [String?] = []
        for try await page in database.pages(Named.order { $0.value }, size: size) { names += page.map(\.name) }
        #expect(names == [nil, nil, nil, nil, nil, "n5", "n6"], "size \(size)")
        var backwards: [String?] = []
        for try await page in database.pages(Named.order { $0.name.descending }, size: size) {
          backwards += page.map(\.name)
        }
        #expect(backwards == ["n6", "n5", nil, nil, nil, nil, nil], "size \(size)")
      }
    }
  }

  @Test(arguments: FormEngine.allCases) func sessionsAndReaders(_ engine: FormEngine) async throws {
    try await engine.withNotes { database in
      try await database.insert((1...5).map { Note(id: $0, n: Int($0), text: nil) })
      let query = Note.order { $0.n.descending }
      let (sync, total) = try await database.read { session in
        var ids: [[Int64]] = []
        try session.forEachPage(query, size: 2) { page in
          ids.append(page.map(\.id))
          return true
        }
        var first: [Int64] = []
        try session.forEachPage(query, size: 2) { page in
          first += page.map(\.id)
          return false
        }
        #expect(first == [5, 4])
        return (ids, try session.page(query, number: 3, size: 2).total)
      }
      #expect(sync == [[5, 4], [3, 2], [1]] && total == 5)
      let asynchronous = try await database.read { transaction in
        var ids: [[Int64]] = []
        for try await page in transaction.pages(query, size: 2) { ids.append(page.map(\.id)) }
        return (ids, try await transaction.page(query, number: 2, size: 2).rows.map(\.id))
      }
      #expect(asynchronous.0 == sync && asynchronous.1 == [3, 2])
      // Pages of a transaction that is over throw.
      let late = try await database.read { transaction in transaction.pages(query, size: 2) }
      var iterator = late.makeAsyncIterator()
      await #expect(throws: DatabaseError.self) { try await iterator.next() }
      // Cursors of one way go on in another.
      let next = try await database.page(query, size: 2).next
      #expect(
        try await database.read { session in try session.page(query, size: 9, after: next).map(\.id) } == [3, 2, 1])
      #expect(try await database.batch { $0.page(query, size: 9, after: next) }.map(\.id) == [3, 2, 1])
    }
    let context = try LocalDriver.memory.context(in: TemporaryFolder())
    try context.createTable(Note.self)
    try context.insert(Note(id: 1, n: 1, text: nil))
    #expect(try context.page(Note.all, number: 1, size: 2).total == 1)
    #expect(try context.page(Note.all, size: 2).map(\.id) == [1])
  }

  @Test func cursorsAreTheSameInEveryProcess() async throws {
    try await FormEngine.memory.withNotes { database in
      try await database.insert([Note(id: 1, n: 1, text: nil), Note(id: 2, n: 1, text: nil)])
      let cursor = try await database.page(Note.order { $0.n.descending }, size: 1).next
      // Links hold cursors: another text here means that those of earlier versions are foreign.
      #expect(cursor?.description == Self.golden)
    }
  }

  static let golden = "k1-FE_VjiT1R5MBAAAAAAAAAAEBAAAAAAAAAAEmbxctdn1_Xg"

  @Test func anIndexLeadsToAPage() async throws {
    let (database, recorder) = try await Recorder.database()
    try await database.createTable(Sample.self)
    try await database.execute("CREATE INDEX sample_real ON Sample (real, id)")
    try await database.execute("CREATE INDEX sample_number ON Sample (number)")
    try await database.insert((1...3).map { Sample(id: someUUID($0), number: 1, text: nil, date: nil, real: 2) })
    for (index, query) in [
      Sample.order { $0.real }, Sample.order { $0.real.descending }, Sample.order { ($0.real.descending, $0.text) },
      Sample.all,
    ].enumerated() {
      let page = try await database.page(query, size: 1)
      _ = try await database.page(query, size: 1, after: page.next)
      let text = try #require(recorder.last)
      let plan = SQLFragment(raw: "EXPLAIN QUERY PLAN " + text.replacing("?", with: "1")).rows(readOnly: true)
      let details = try await database.fetchAll(plan).map { try $0.get("detail", as: String.self) }.joined()
      #expect(details.contains("SEARCH"), "order \(index): \(text): \(details)")
    }
    await database.close()
  }

  @Test func nothingIsSentWhereNothingDiffers() async throws {
    let (database, recorder) = try await Recorder.database()
    try await database.createTable(Member.self)
    let member = try await database.save(Member(0, "Nina", token: 1))
    recorder.forget()
    #expect(try await database.update(member, onlyChangedFrom: member).affectedRows == 0)
    #expect(recorder.last == nil && recorder.statements == 0)
    var changed = member
    changed.email = "n@x"
    try await database.update(changed, onlyChangedFrom: member)
    let text = try #require(recorder.last)
    #expect(text.contains("\"email\"") && !text.contains("\"name\"") && recorder.statements == 1, "\(text)")
    recorder.forget()
    _ = try await database.page(Member.all, number: 1, size: 3)
    #expect(recorder.statements == 2)
    await database.close()
  }
}

/// Remembers the statements of a database.
private final class Recorder: DatabaseInstrument {
  private let results = Mutex<[OperationResult]>([])

  var last: String? { results.withLock { $0.last?.statement?.text } }
  var statements: Int { results.withLock { $0.reduce(0) { $0 + $1.statementCount } } }
  func forget() { results.withLock { $0 = [] } }

  func didRun(_ operation: DatabaseOperation, _ token: OperationToken?, _ result: OperationResult) {
    results.withLock { $0.append(result) }
  }

  static func database() async throws -> (Database, Recorder) {
    let recorder = Recorder()
    let database = try await LocalDriver.memory.database(
      in: TemporaryFolder(), configuration: DatabaseConfiguration(instruments: [recorder]))
    return (database, recorder)
  }
}

/// A table without any key.
struct Loose: SQLCodable, Equatable {
  var text: String?
  static let text = SQLColumn<String?>("text")
  static let table = SQLTable("Loose", text)
  init(text: String?) { self.text = text }
  init(row: inout SQLRowReader<Self>) throws { text = try row[Self.text] }
  func encode(to row: inout SQLRowWriter<Self>) { row[Self.text] = text }
}

/// A table whose primary key may be NULL, as SQLite allows for texts.
struct Named: SQLCodable, Equatable {
  var name: String?
  var value: Int
  static let name = SQLColumn<String?>("name", primaryKey: .plain)
  static let value = SQLColumn<Int>("value")
  static let table = SQLTable("Named", name, value)
  init(name: String?, value: Int) {
    self.name = name
    self.value = value
  }
  init(row: inout SQLRowReader<Self>) throws {
    name = try row[Self.name]
    value = try row[Self.value]
  }
  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.name] = name
    row[Self.value] = value
  }
}
