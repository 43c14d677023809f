import Quarry
import QuarrySQLCipher
import QuarrySQLite
import Testing
import TestSupport

/// One program of changes on both engines through the whole library: the answers must be the same.
@Suite struct ChangeTests {
  struct Word: SQLCodable, Equatable {
    var id: Int64
    var text: String
    var uses: Int64?
    static let id = SQLColumn<Int64>("id", primaryKey: .autoincrement)
    static let text = SQLColumn<String>("text", unique: true, collation: .nocase)
    static let uses = SQLColumn<Int64?>("uses", defaultValue: 1)
    static let table = SQLTable("Word", id, text, uses)

    init(_ text: String, uses: Int64? = nil, id: Int64 = 0) {
      self.id = id
      self.text = text
      self.uses = uses
    }

    init(row: inout SQLRowReader<Self>) throws {
      id = try row[Self.id]
      text = try row[Self.text]
      uses = try row[Self.uses]
    }

    func encode(to row: inout SQLRowWriter<Self>) {
      row[Self.id] = id
      row[Self.text] = text
      if let uses { row[Self.uses] = uses }
    }
  }

  /// Every answer of the program, in order.
  private func answers(_ database: Database) async throws -> [String] {
    try await database.run(SQLCreateTable(Word.table))
    var lines: [String] = []
    lines.append("\(try await database.insert(Word("one")))")
    lines.append(
      "\(try await database.run(SQLInsert([Word("two", uses: 5), Word("ONE")], or: .ignore).returningRecords()))")
    let count = SQLInsert([Word("Two"), Word("three", uses: 9)]).onConflict(Word.text).doUpdate { row, new in
      row.uses = row.uses + new.uses
    }
    lines.append("\(try await database.run(count.returningRecords()))")
    lines.append(
      "\(try await database.run(SQLUpdate(Word.where { $0.uses > 5 }) { $0.uses = $0.uses * 2 }.returning(Word.uses)).sorted { ($0 ?? 0) < ($1 ?? 0) })"
    )
    do {
      _ = try await database.run(SQLUpdate(Word.all) { $0.text = "same" })
    } catch let error as DatabaseError { lines.append(error.code.rawValue) }
    lines.append("\(try await database.run(SQLDelete(Word.all.order { $0.text }.limit(1)).returningRecords()))")
    try await database.run(SQLRenameColumn("uses", to: "count", of: "Word"))
    try await database.run(SQLDropColumn("count", of: "Word"))
    lines.append("\(try await database.fetchAll(SQLSchema.columns(of: "Word")).map(\.name))")
    let next = try await database.execute("INSERT INTO Word(text) VALUES ('last')")
    lines.append("\(next)")
    return lines
  }

  @Test func bothEnginesAgree() async throws {
    let folder = try TemporaryFolder()
    let sqlite = try await LocalDriver.sqlite.database(in: folder)
    let sqlcipher = try await LocalDriver.sqlcipher.database(in: folder)
    let first = try await answers(sqlite)
    let second = try await answers(sqlcipher)
    for (mine, theirs) in zip(first, second) { #expect(mine == theirs) }
    #expect(first.count == second.count)
    #expect(first[0] == "\(Word("one", uses: 1, id: 1))")
    #expect(first.count == 8)
  }
}
