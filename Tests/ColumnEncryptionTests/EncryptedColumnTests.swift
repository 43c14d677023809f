#if ColumnEncryption
import Foundation
import Quarry
import QuarryColumnEncryption
import QuarryMemory
import TestSupport
import Testing

/// Columns whose values are encrypted.
@Suite struct EncryptedColumnTests {
  static let first = try? ColumnKey(id: "2025", secret: [UInt8](repeating: 1, count: 32))
  static let second = try? ColumnKey(id: "2026", secret: [UInt8](repeating: 2, count: 40))
  private static let marker = "find me if you can"

  private static func cipher(_ column: String = "t.v", current: ColumnKey? = first, others: [ColumnKey] = []) throws
    -> ColumnCipher
  { try ColumnCipher(column: column, current: #require(current), others: others) }

  @Test("Values of every class come back, bit by bit, and never look the same twice")
  func values() throws {
    let cipher = try Self.cipher()
    let values: [SQLValue] = [
      .null, .integer(.min), .integer(.max), .integer(0), .real(-0.0), .real(.infinity), .real(.leastNonzeroMagnitude),
      .text(""),
      .text("ünï 東京 🎈\0end"), .blob([]), .blob([0, 255]), .text(String(repeating: "x", count: 100_000)),
    ]
    for value in values {
      let (one, two) = (try cipher.seal(value), try cipher.seal(value))
      #expect(one != two && one.hasPrefix("qce1:2025:"))
      let back = try cipher.open(one)
      #expect(back == value)
      if case .real(let number) = value, case .real(let other) = back { #expect(number.bitPattern == other.bitPattern) }
    }
  }

  @Test("The length tells only a multiple") func padding() throws {
    let cipher = try Self.cipher()
    let lengths = Set(try (0...7).map { try cipher.seal(.text(String(repeating: "a", count: $0))).utf8.count })
    #expect(lengths.count == 1)
  }

  @Test("A value that was changed, cut, moved to another column or made with another key is refused")
  func forged() throws {
    let cipher = try Self.cipher()
    let sealed = try cipher.seal(.text(Self.marker))
    let other = try Self.cipher("t.w")
    #expect(throws: SQLConversionError.self) { try other.open(sealed) }
    let second = try Self.cipher(current: Self.second)
    let missing = try #require(throws: SQLConversionError.self) { try second.open(sealed) }
    #expect("\(missing)".contains("2025") && !"\(missing)".contains(Self.marker))
    var bytes = Array(sealed.utf8)
    for index in stride(from: 0, to: bytes.count, by: 3) {
      bytes[index] ^= 1
      #expect(throws: SQLConversionError.self) { try cipher.open(String(decoding: bytes, as: UTF8.self)) }
      bytes[index] ^= 1
    }
    for text in ["", "plain", "qce1:", "qce1:2025:", "qce1:2025:AAAA", String(sealed.dropLast(4)), sealed + "AAAA"] {
      #expect(throws: SQLConversionError.self) { try cipher.open(text) }
    }
  }

  @Test("Keys and names that cannot be used are refused, and a key shows itself nowhere")
  func keys() throws {
    for id in ["", "a b", "a:b", "ü", String(repeating: "x", count: 65)] {
      #expect(throws: DatabaseError.self) { try ColumnKey(id: id, secret: [UInt8](repeating: 7, count: 32)) }
    }
    #expect(throws: DatabaseError.self) { try ColumnKey(id: "short", secret: [1, 2, 3]) }
    let key = try #require(Self.first)
    #expect(throws: DatabaseError.self) { try ColumnCipher(column: "t", current: key, others: [key]) }
    #expect(throws: DatabaseError.self) { try ColumnCipher(column: "", current: key) }
    var text = "\(key) \(String(reflecting: key)) \(try Self.cipher()) "
    dump(key, to: &text)
    dump(try Self.cipher(), to: &text)
    #expect(!text.contains("1, 1") && !text.contains("AQEB"))
  }

  struct Customer: SQLCodable, Equatable {
    var id: Int64
    var name: String?
    var balance: Decimal?
    var nameHash: ColumnHash?

    static let names = try? EncryptedColumnTests.cipher("customer.name")
    static let id = SQLColumn<Int64>("id", primaryKey: .plain)
    static let name = SQLColumn<String?>("name", coding: names.map { .encrypted($0) })
    static let balance = SQLColumn<Decimal?>("balance", coding: names.map { .encrypted($0, over: .scaled(2)) })
    static let nameHash = SQLColumn<ColumnHash?>("name_hash")
    static let table = SQLTable("customer", id, name, balance, nameHash, indexes: [SQLIndex("by_name", on: nameHash)])

    init(_ id: Int64, _ name: String?, _ balance: Decimal?) throws {
      (self.id, self.name, self.balance) = (id, name, balance)
      nameHash = try Self.hasher().hash(name)
    }

    static func hasher() throws -> ColumnHasher {
      try ColumnHasher(column: "customer.name", key: #require(EncryptedColumnTests.second))
    }

    init(row: inout SQLRowReader<Self>) throws {
      id = try row[Self.id]
      name = try row[Self.name]
      balance = try row[Self.balance]
      nameHash = try row[Self.nameHash]
    }

    func encode(to row: inout SQLRowWriter<Self>) {
      row[Self.id] = id
      row[Self.name] = name
      row[Self.balance] = balance
      row[Self.nameHash] = nameHash
    }
  }

  @Test(
    "Records are stored encrypted, found by their hash, and SQL does nothing else with them",
    arguments: LocalDriver.engines)
  func records(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    try await database.createTable(Customer.self)
    let customers = [
      try Customer(1, Self.marker, 12.5), try Customer(2, nil, nil), try Customer(3, Self.marker, -3),
      try Customer(4, "other", 0),
    ]
    for customer in customers { try await database.insert(customer) }
    #expect(try await database.fetchAll(Customer.all.order { $0.id.ascending }) == customers)
    let wanted = try Customer.hasher().hash(Self.marker)
    let found = try await database.fetchAll(Customer.all.where { $0.nameHash == wanted }.order { $0.id.ascending })
    #expect(found.map(\.id) == [1, 3])
    let nobody = try await database.fetchAll(Customer.all.where { $0.name == nil })
    #expect(nobody.map(\.id) == [2])
    for query in [
      Customer.all.where { $0.name == "other" }, Customer.all.where { $0.name.like("o%") },
      Customer.all.order { $0.name.ascending }, Customer.all.where { $0.balance > 1 },
    ] {
      #expect(try await databaseError { try await database.fetchAll(query) }.code == .invalidQuery)
    }
    let raw = try await database.fetchAll(("SELECT name, balance FROM customer WHERE id = 1" as SQLFragment).rows())
    #expect(raw.allSatisfy { row in row.values.allSatisfy { "\($0)".contains("qce1:2025:") } })
    try await database.checkpoint(.truncate)
    await database.close()
    for name in folder.names { #expect(Data(folder.bytes(of: name)).range(of: Data(Self.marker.utf8)) == nil) }
  }

  @Test(
    "Keys are changed batch by batch, a value that changes meanwhile stays, and work that was cut goes on",
    arguments: LocalDriver.engines)
  func rotation(_ driver: LocalDriver) async throws {
    let (first, second) = (try #require(Self.first), try #require(Self.second))
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    let (v, k1, k2) = (SQLColumn<String?>("v"), SQLColumn<Int64>("k1"), SQLColumn<String>("k2"))
    let tables = [
      SQLTable("plain", SQLColumn<Int64>("id", primaryKey: .plain), v),
      SQLTable("keyed", k1, k2, v, primaryKey: [k1, k2], kind: .withoutRowID),
      SQLTable("odd", SQLColumn<Int64?>("rowid"), v),
    ]
    for table in tables {
      try await database.run(SQLCreateTable(table))
      let (old, new) = (
        try ColumnCipher(column: "v", current: first), try ColumnCipher(column: "v", current: second, others: [first])
      )
      for number in 1...120 {
        let value: SQLValue = number % 10 == 0 ? .null : .text(try old.seal(.text("row \(number)")))
        let names = table.columns.map(\.name).joined(separator: ", ")
        let fields: [SQLValue] =
          table.name == "keyed"
          ? [.integer(Int64(number % 3)), .text("k\(number)"), value] : [.integer(Int64(number)), value]
        let places = fields.map { _ in "?" }.joined(separator: ", ")
        try await database.execute(
          SQLFragment(raw: "INSERT INTO \(table.name) (\(names)) VALUES (\(places))", values: fields))
      }
      let reports = Shared<[ColumnRotationProgress]>([])
      let work = Task {
        try await database.rotateEncryption(of: v, in: table, with: new, batchSize: 25) { report in
          reports.update { $0.append(report) }
          if report.rotated >= 50 { withUnsafeCurrentTask { $0?.cancel() } }
        }
      }
      await #expect(throws: CancellationError.self) { try await work.value }
      #expect(reports.value.map(\.rotated) == [25, 50] && reports.value.allSatisfy { $0.total == 108 })
      #expect(try await database.rotateEncryption(of: v, in: table, with: new, batchSize: 25) == 58)
      #expect(try await database.rotateEncryption(of: v, in: table, with: new) == 0)
      let alone = try ColumnCipher(column: "v", current: second)
      let texts = try await database.fetchAll(
        SQLFragment(raw: "SELECT v FROM \(table.name) WHERE v IS NOT NULL").values(String.self))
      let opened = try Set(texts.map { try alone.open($0) })
      #expect(opened == Set((1...120).filter { $0 % 10 != 0 }.map { SQLValue.text("row \($0)") }))
    }
    await database.close()
  }

  @Test("A column that was in the clear is encrypted when that is asked for") func plainValues() async throws {
    let cipher = try Self.cipher()
    let database = try await Database(MemoryDriver())
    let table = SQLTable("t", SQLColumn<Int64>("id", primaryKey: .plain), SQLColumn<SQLValue>("v"))
    let v = SQLColumn<SQLValue>("v")
    try await database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, v)")
    try await database.execute("INSERT INTO t VALUES (1, 'text'), (2, 7), (3, x'00'), (4, NULL), (5, 1.5)")
    await #expect(throws: SQLConversionError.self) {
      try await database.rotateEncryption(of: v, in: table, with: cipher)
    }
    #expect(try await database.rotateEncryption(of: v, in: table, with: cipher, encryptsPlainValues: true) == 4)
    let texts = try await database.fetchAll(("SELECT v FROM t ORDER BY id" as SQLFragment).values(String?.self))
    let opened = try texts.map { try $0.map { try cipher.open($0) } }
    #expect(opened == [.text("text"), .integer(7), .blob([0]), nil, .real(1.5)])
    await database.close()
  }
}
#endif
