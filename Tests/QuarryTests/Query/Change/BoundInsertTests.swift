import QuarryMemory
import Testing
import TestSupport

@testable import Quarry

/// Inserts write their values into a buffer: they must be those of the records, whatever a record does while it is written.
@Suite("Values of inserts")
struct BoundInsertTests {
  /// A record that writes itself in one of several ways.
  struct Willful: SQLCodable {
    enum Way: Int, Sendable, CaseIterable {
      case inOrder, backwards, twice, withDefault, withNull, replacesRow, fails, readsBack
    }
    var way: Way
    var id: Int64
    var text: String
    var blob: [UInt8]?

    static let id = SQLColumn<Int64>("id", primaryKey: .plain)
    static let text = SQLColumn<String>("text", defaultValue: "none")
    static let blob = SQLColumn<[UInt8]?>("blob")
    static let number = SQLColumn<UInt64?>("number")
    static let doubled = SQLColumn<Int64?>("doubled", generated: SQLGeneratedColumn("id * 2"))
    static let table = SQLTable("Willful", id, text, blob, number, doubled)

    init(_ way: Way, id: Int64 = 0, text: String, blob: [UInt8]? = nil) {
      (self.way, self.id, self.text, self.blob) = (way, id, text, blob)
    }

    init(row: inout SQLRowReader<Self>) throws {
      self.init(
        .inOrder, id: try row[Self.id], text: try row[Self.text], blob: try row[Self.blob])
    }

    func encode(to row: inout SQLRowWriter<Self>) {
      switch way {
      case .inOrder:
        row[Self.id] = id
        row[Self.text] = text
        row[Self.blob] = blob
        row[Self.doubled] = 7
      case .backwards:
        row[Self.blob] = blob
        row[Self.text] = text
        row[Self.id] = id
      case .twice:
        row[Self.text] = text + text + text
        row[Self.id] = -1
        row[Self.text] = text
        row[Self.id] = id
        row[Self.blob] = blob
      case .withDefault:
        row[Self.text] = text
        row[Self.id] = id
        row.useDefault(Self.text)
      case .withNull:
        row[Self.text] = text
        row[Self.id] = id
        row.setNull(Self.blob)
        row.setNull(Self.id)
      case .replacesRow:
        row[Self.text] = "gone"
        row = SQLRowWriter()
        row[Self.text] = text
        row[Self.id] = id
      case .fails:
        row[Self.id] = id
        row[Self.number] = .max
        row[Self.text] = text
      case .readsBack:
        row[Self.id] = id
        row[Self.text] = "\(row.values.map { $0 == nil ? "-" : "+" })" + text
      }
    }
  }

  /// The columns and values that an insert of these records has, by the rules alone.
  private func expected(_ record: Willful) throws -> SQLInsertRow {
    SQLInsertRow(try record.columnValues(), of: Willful.table)
  }

  static let records: [Willful] = Willful.Way.allCases.filter { $0 != .fails }.flatMap { way in
    [
      Willful(way, id: 0, text: ""), Willful(way, id: 3, text: "a\0b"), Willful(way, id: 4, text: "ä", blob: []),
      Willful(way, id: -5, text: String(repeating: "x", count: 5000), blob: Array(repeating: 7, count: 300)),
    ]
  }

  @Test("One record is written as its values are", arguments: records.indices) func one(_ index: Int) throws {
    let record = Self.records[index]
    let wanted = try expected(record)
    let statements = try MachineScript.run(SQLInsert(record)).statements
    #expect(statements.map(\.values) == [wanted.values])
    var buffer: BoundValues? = BoundValues([1, 2, "an earlier value"])
    let single = try #require(try SQLInsert(record).singleStatement(for: MachineScript.new, reusing: &buffer))
    #expect(single.statement == statements[0])
    guard case .bound(let bound) = single.statement.parameters else {
      Issue.record("the values of one record are not bound at once")
      return
    }
    #expect(single.statement.values.count == bound.count)
  }

  @Test("Many records are split where their columns differ, and nothing is lost or written twice") func many() throws {
    let records = Self.records + Self.records.shuffled() + (0..<200).map { Willful(.inOrder, text: "\($0)") }
    let statements = try MachineScript.run(SQLInsert(records)).statements
    var rest = try records.map { try expected($0) }[...]
    for statement in statements {
      let first = try #require(rest.first)
      var values: [SQLValue] = []
      if first.positions.isEmpty { rest = rest.dropFirst() }
      while let row = rest.first, row.positions == first.positions, values.count < statement.values.count {
        values += row.values
        rest = rest.dropFirst()
      }
      #expect(statement.values == values)
      #expect(statement.sql.utf8.filter { $0 == UInt8(ascii: "?") }.count == values.count)
    }
    #expect(rest.isEmpty)
  }

  @Test("A value that can't be stored is named, not shown, and stores nothing", arguments: [1, 2, 70])
  func failure(_ count: Int) async throws {
    let database = try await Database(MemoryDriver())
    try await database.run(SQLCreateTable(Willful.table))
    let records = (1..<count).map { Willful(.inOrder, text: "\($0)") } + [Willful(.fails, id: 9, text: "secret")]
    let error = await #expect(throws: DatabaseError.self) { _ = try await database.run(SQLInsert(records)) }
    #expect(error?.code == .valueOutOfRange)
    #expect(error?.message.contains("number") == true)
    #expect(try await database.fetchCount(Willful.all) == 0)
    await database.close()
  }

  @Test("A buffer is used again only if nobody else has it") func reuse() {
    var buffer: BoundValues?
    let first = BoundValues.emptied(&buffer)
    first.append([1, "two", .blob([3]), .null, 4.5])
    let fragment = SQLFragment(raw: "x", bound: first)
    let second = BoundValues.emptied(&buffer)
    second.append(["other"])
    #expect(first !== second)
    #expect(fragment.values == [1, "two", .blob([3]), .null, 4.5])
    #expect(second.values == ["other"])
  }

  @Test("Fragments with a buffer are values like others") func fragments() {
    let values: [SQLValue] = [1, "two", .blob([]), .null]
    let bound = SQLFragment(raw: "a", bound: BoundValues(values))
    let listed = SQLFragment(raw: "a", values: values)
    #expect(bound == listed && bound.hashValue == listed.hashValue)
    #expect(bound.description == listed.description)
    var longer = bound
    longer.append(value: 5)
    longer.append(bound)
    #expect(longer.values == values + [5] + values)
    #expect(bound.values == values)
    var other = SQLFragment(raw: "")
    other.append(bound)
    #expect(other.values == values)
  }

  @Test("A session stores what single inserts say, one after the other") func stored() async throws {
    let database = try await Database(MemoryDriver())
    try await database.run(SQLCreateTable(Willful.table))
    for (number, record) in Self.records.enumerated() where record.way != .replacesRow {
      var record = record
      record.id = Int64(number + 1) * (record.way == .withNull ? 0 : 1)
      _ = try await database.run(SQLInsert(record, or: .replace))
      let stored = try await database.fetchAll(Willful.all.order { $0.id.descending }.limit(1)).first
      if record.way == .inOrder {
        #expect(stored?.text == record.text && stored?.blob == record.blob)
      }
      if record.way == .withDefault { #expect(stored?.text == "none") }
    }
    await database.close()
  }
}
