import Foundation
import Quarry
import QuarrySQLiteEngine
import TestSupport
import Testing

/// A record that is nothing but its key.
private protocol KeyOnly: SQLCodable, Hashable {
  associatedtype Key: SQLValueConvertible & Hashable
  static var key: SQLColumn<Key> { get }
  var value: Key { get }
  init(value: Key)
}

extension KeyOnly {
  init(row: inout SQLRowReader<Self>) throws { self.init(value: try row[Self.key]) }
  func encode(to row: inout SQLRowWriter<Self>) { row[Self.key] = value }
}

private struct ByInteger: KeyOnly {
  var value: Int64
  static let key = SQLColumn<Int64>("key", primaryKey: .plain)
  static let table = SQLTable("ByInteger", key)
}

private struct ByText: KeyOnly {
  var value: String
  static let key = SQLColumn<String>("key", primaryKey: .plain, collation: .nocase)
  static let table = SQLTable("ByText", key)
}

private struct ByIdentifier: KeyOnly {
  var value: UUID
  static let key = SQLColumn<UUID>("key", primaryKey: .plain)
  static let table = SQLTable("ByIdentifier", key)
}

private struct ByStoredIdentifier: KeyOnly {
  var value: UUID
  static let key = SQLColumn<UUID>("key", primaryKey: .plain, coding: .blob)
  static let table = SQLTable("ByStoredIdentifier", key)
}

private struct ByDay: KeyOnly {
  var value: Date
  static let key = SQLColumn<Date>("key", primaryKey: .plain, coding: .unixInteger)
  static let table = SQLTable("ByDay", key)
}

private struct ByPrice: KeyOnly {
  var value: Decimal
  static let key = SQLColumn<Decimal>("key", primaryKey: .plain, coding: .scaled(2))
  static let table = SQLTable("ByPrice", key)
}

private struct ByBytes: KeyOnly {
  var value: Data?
  static let key = SQLColumn<Data?>("key", primaryKey: .plain)
  static let table = SQLTable("ByBytes", key)
}

/// A key of one column finds the same row in each way, however the column stores it.
@Suite struct FindByKeyTests {
  @Test(arguments: FormEngine.allCases) func everyCodingFindsItsRow(_ engine: FormEngine) async throws {
    try await engine.withDatabase { database in
      try await check(ByInteger.self, [5, -7, .max], missing: 8, in: database)
      try await check(ByText.self, ["", "a\0b", "é"], missing: "x", in: database)
      try await check(ByIdentifier.self, [someUUID(1), someUUID(2)], missing: someUUID(3), in: database)
      try await check(ByStoredIdentifier.self, [someUUID(1), someUUID(2)], missing: someUUID(3), in: database)
      let days = [1, 86_400, -1].map { Date(timeIntervalSince1970: $0) }
      try await check(ByDay.self, days, missing: Date(timeIntervalSince1970: 5), in: database)
      try await check(ByPrice.self, [0.01, 1.25, -99.5], missing: 1.24, in: database)
      try await check(ByBytes.self, [Data(), Data([0, 1])], missing: nil, in: database)
      #expect(try await database.find(ByText.self, "É") == nil)
      try await database.insert(ByText(value: "Oslo"))
      #expect(try await database.find(ByText.self, "OSLO") == ByText(value: "Oslo"))
    }
  }

  private func check<Record: KeyOnly>(
    _ type: Record.Type, _ keys: [Record.Key], missing: Record.Key, in database: Database
  ) async throws {
    try await database.createTable(type)
    for key in keys { try await database.insert(Record(value: key)) }
    for key in keys + [missing] {
      let expected = try await database.fetchOne(SQLFindByKey<Record>([key]))
      #expect((expected == nil) == (key == missing), "\(type)")
      for schema in [nil, "main"] {
        #expect(try await database.find(type, key, inSchema: schema) == expected, "\(type)")
        let ofSession = try await database.read { try $0.find(type, key, inSchema: schema) }
        #expect(ofSession == expected, "\(type)")
        #expect(try await database.fetchOne(Record.find(key).inSchema(schema)) == expected, "\(type)")
      }
      #expect(try await database.batch { $0.find(type, key) } == expected, "\(type)")
      // A key whose type isn't known before the program runs.
      let any: any SQLValueConvertible = key
      #expect(try await database.find(type, any) == expected, "\(type)")
    }
  }

  @Test(arguments: FormEngine.allCases) func otherNumbersOfColumnsAreRefused(_ engine: FormEngine) async throws {
    try await engine.withRecords { database in
      await #expect(throws: DatabaseError.self) { try await database.find(Seat.self, "main") }
      await #expect(throws: DatabaseError.self) { try await database.find(Member.self, 1, 2) }
      let failure = await #expect(throws: DatabaseError.self) {
        try await database.read { try $0.find(Seat.self, "main", inSchema: "main") }
      }
      #expect(failure?.code == .invalidQuery && failure.map { "\($0)".contains("main") } == false)
      #expect(try await database.find(Seat.self, "main", 3) == nil)
      try await database.insert(Seat("main", 3))
      #expect(try await database.find(Seat.self, "main", 3) == Seat("main", 3))
    }
  }
}
