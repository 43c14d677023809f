#if Command
import Foundation
import Quarry
import QuarryMemory
import QuarryRemote
import QuarrySQLCipher
import QuarrySQLite
import Testing
import TestSupport

/// What an application sees of columns with codings, the same on every kind of database.
@Suite("Columns with codings, on a file, an encrypted file and over HTTP", .serialized)
struct CodingTableTests {
  /// A record with an amount in cents by a coding of the application, one as text, and a date in seconds.
  struct Item: SQLCodable {
    var id: Int64
    var price: Decimal
    var plain: Decimal
    var seen: Date

    static let id = SQLColumn<Int64>("id", primaryKey: .plain)
    static let price = SQLColumn<Decimal>("price", coding: .ownCents)
    static let plain = SQLColumn<Decimal>("plain")
    static let seen = SQLColumn<Date>("seen", coding: .unixInteger)
    static let table = SQLTable("Item", id, price, plain, seen)

    init(id: Int64, price: Decimal, plain: Decimal, seen: Date) {
      self.id = id
      self.price = price
      self.plain = plain
      self.seen = seen
    }

    init(row: inout SQLRowReader<Self>) throws {
      id = try row[Self.id]
      price = try row[Self.price]
      plain = try row[Self.plain]
      seen = try row[Self.seen]
    }

    func encode(to row: inout SQLRowWriter<Self>) {
      row[Self.id] = id
      row[Self.price] = price
      row[Self.plain] = plain
      row[Self.seen] = seen
    }
  }

  @Test func aFile() async throws {
    let folder = try TemporaryFolder()
    try await check("sqlite", Database(SQLiteDriver(path: folder.file("a.db"))), hasWindows: true)
  }

  @Test func anEncryptedFile() async throws {
    let folder = try TemporaryFolder()
    try await check(
      "sqlcipher", Database(SQLCipherDriver(path: folder.file("c.db"), key: .passphrase("a secret of the tests"))),
      hasWindows: nil)
  }

  @Test func overHTTP() async throws {
    try await withServer(isFile: true) { served in
      try await check(
        "hrana",
        Database(
          HranaDriver(url: "http://127.0.0.1:\(served.client.port)", retries: .patient, timeout: .seconds(300))),
        hasWindows: true)
    }
  }

  private func check(_ name: String, _ database: Database, hasWindows: Bool?) async throws {
    var lines: [String] = []
    func line(_ what: String, _ wanted: String?, _ body: () async throws -> Any) async {
      var found: String
      do { found = "\(try await body())" } catch let error as DatabaseError { found = "\(error.code)" } catch {
        found = "\(error)"
      }
      found = found.replacingOccurrences(of: "Optional", with: "")
      lines.append("\(name.padding(10)) \(what.padding(46)) \(found)")
      if let wanted { #expect(found == wanted, "\(name): \(what)") }
    }
    func rows<Query: SQLFetchable>(_ query: Query) async throws -> Any where Query.Row: SQLValueConvertible {
      try await database.fetchAll(query).map { row in
        "\(row)".replacingOccurrences(of: "Optional(", with: "").replacingOccurrences(of: ")", with: "")
          .replacingOccurrences(of: "\"", with: "")
      }.joined(separator: ", ")
    }
    try await database.run(SQLCreateTable(Item.table))
    try await database.insert([
      Item(id: 1, price: 15 / 10, plain: 95 / 10, seen: Date(timeIntervalSince1970: 1_704_092_400)),
      Item(id: 2, price: 225 / 100, plain: 10, seen: Date(timeIntervalSince1970: 1_704_092_461)),
    ])
    let refused = "invalidQuery"
    await line("price.sum()", "3.75") { try await rows(Item.select { $0.price.sum() }) }
    await line("price.average()", "1.875") { try await rows(Item.select { $0.price.average() }) }
    await line("price.max()", "2.25") { try await rows(Item.select { $0.price.max() }) }
    await line("price + 1", "2.5, 3.25") { try await rows(Item.select { $0.price + 1 }) }
    await line("price * 2", "3, 4.5") { try await rows(Item.select { $0.price * 2 }) }
    await line("price / 2", refused) { try await rows(Item.select { $0.price / 2 }) }
    await line("price.cast(to: Double.self) / 2", "0.75, 1.125") {
      try await rows(Item.select { $0.price.cast(to: Double.self) / 2 })
    }
    await line("when(id == 2, then: price).else(0)", "0, 2.25") {
      try await rows(Item.select { SQL.when($0.id == 2, then: $0.price).else(0) })
    }
    await line("iif(id == 2, price, value(Decimal(0)))", "0, 2.25") {
      try await rows(Item.select { SQL.iif($0.id == 2, $0.price, SQL.value(Decimal(0))) })
    }
    await line("scalar(select max)", "2.25, 2.25") {
      try await rows(Item.select { _ in SQL.scalar(Item.select { $0.price.max() }) })
    }
    await line("price.sum().over(orderBy: id)", hasWindows == true ? "1.5, 3.75" : nil) {
      try await rows(Item.select { $0.price.sum().over(orderBy: $0.id) })
    }
    await line("plain > 9", refused) { try await rows(Item.where { $0.plain > 9 }.select { $0.id }) }
    await line("plain.max()", refused) { try await rows(Item.select { $0.plain.max() }) }
    await line("order { plain }", refused) { try await rows(Item.order { $0.plain }.select { $0.id }) }
    await line("plain == 9.5", "1") { try await rows(Item.where { $0.plain == 95 / 10 }.select { $0.id }) }
    await line("dateTime(seen), in whole seconds", "2024-01-01 07:00:00, 2024-01-01 07:01:01") {
      try await rows(Item.select { SQL.dateTime($0.seen) })
    }
    await line("update { price = price * 2 }: read", "3, 4.5") {
      try await database.run(SQLUpdate(Item.all) { $0.set(Item.price, to: Item.price * 2) })
      return try await rows(Item.select { $0.price })
    }
    await line("update { price = price * 2 }: stored", "300, 450") {
      try await rows(Item.select { $0.price.typed(as: Int64.self) })
    }
    // Integers of every width.
    let (ids, wide, narrow): ([Int], [UInt64], Set<Int8>) = ([1, 7], [2], [1, 2])
    let (int, limit): (Int, Int64) = (2, 1)
    await line("id.in([Int])", "1") { try await rows(Item.where { $0.id.in(ids) }.select { $0.id }) }
    await line("id.in([UInt64])", "2") { try await rows(Item.where { $0.id.in(wide) }.select { $0.id }) }
    await line("id.notIn(Set<Int8>)", "") { try await rows(Item.where { $0.id.notIn(narrow) }.select { $0.id }) }
    await line("id == Int", "2") { try await rows(Item.where { $0.id == int }.select { $0.id }) }
    await line("id.between(Int...Int)", "2") { try await rows(Item.where { $0.id.between(int...9) }.select { $0.id }) }
    await line("id + Int", "3, 4") { try await rows(Item.select { $0.id + int }) }
    await line("count() > Int64", "true") { try await rows(Item.select { $0.id.count() > limit }) }
    await line("price * Int", "6, 9") { try await rows(Item.select { $0.price * int }) }
    await line("price * id", "3, 9") { try await rows(Item.select { $0.price * $0.id }) }
    print(lines.joined(separator: "\n"))
    await database.close()
  }
}

extension SQLValueCoding where Value == Decimal {
  /// Cents, as an application writes its own coding.
  static let ownCents = SQLValueCoding<Decimal>(
    columnType: .integer, storing: .scaledInteger(2),
    encode: { .integer(NSDecimalNumber(decimal: $0 * 100).int64Value) },
    decode: { Decimal(try Int64(sqlValue: $0)) / 100 })
}

extension String {
  fileprivate func padding(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
#endif
