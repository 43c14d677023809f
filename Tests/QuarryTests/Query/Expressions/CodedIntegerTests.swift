import Quarry
import QuarryMemory
import Testing
import TestSupport

/// What operators do with whole numbers that are stored as something else: the same as Swift, or nothing.
@Suite struct CodedIntegerTests {
  /// Two whole numbers, each stored as its tenfold.
  private struct Item: SQLCodable, Sendable {
    var id: Int
    var said: Int
    var secret: Int
    static let id = SQLColumn<Int>("id", primaryKey: .plain)
    /// The coding says what it makes of a number.
    static let said = SQLColumn<Int>("said", coding: tenfold(.scaledInteger(1)))
    /// The coding keeps it to itself.
    static let secret = SQLColumn<Int>("secret", coding: tenfold(nil))
    static let table = SQLTable("Item", id, said, secret)

    private static func tenfold(_ form: SQLStoredForm?) -> SQLValueCoding<Int> {
      let encode: @Sendable (Int) throws -> SQLValue = { .integer(Int64($0) * 10) }
      let decode: @Sendable (SQLValue) throws -> Int = { try Int(sqlValue: $0) / 10 }
      guard let form else { return SQLValueCoding(columnType: .integer, encode: encode, decode: decode) }
      return SQLValueCoding(columnType: .integer, storing: form, encode: encode, decode: decode)
    }

    init(_ id: Int, _ number: Int) { (self.id, said, secret) = (id, number, number) }
    init(row: inout SQLRowReader<Self>) throws {
      id = try row[Self.id]
      said = try row[Self.said]
      secret = try row[Self.secret]
    }
    func encode(to row: inout SQLRowWriter<Self>) {
      row[Self.id] = id
      row[Self.said] = said
      row[Self.secret] = secret
    }
  }

  private struct Operation: Sendable {
    var name: String
    var expression: @Sendable (SQLColumn<Int>) -> SQLExpression<Int?>
    var value: @Sendable (Int) -> Int
  }

  private static let operations: [Operation] = [
    Operation(name: "+", expression: { $0 + $0 }, value: { $0 + $0 }),
    Operation(name: "-", expression: { $0 - $0 }, value: { _ in 0 }),
    Operation(name: "*", expression: { $0 * $0 }, value: { $0 * $0 }),
    Operation(name: "/", expression: { $0 / 2 }, value: { $0 / 2 }),
    Operation(name: "%", expression: { $0 % 4 }, value: { $0 % 4 }),
    Operation(name: "% itself", expression: { $0 % $0 }, value: { _ in 0 }),
    Operation(name: "&", expression: { $0 & $0 }, value: { $0 }),
    Operation(name: "|", expression: { $0 | $0 }, value: { $0 }),
    Operation(name: "& 6", expression: { ($0 & 6).nullIf(-1) }, value: { $0 & 6 }),
    Operation(name: "| 6", expression: { ($0 | 6).nullIf(-1) }, value: { $0 | 6 }),
    Operation(name: "<<", expression: { ($0 << 1).nullIf(-1) }, value: { $0 << 1 }),
    Operation(name: ">>", expression: { ($0 >> 1).nullIf(-1) }, value: { $0 >> 1 }),
    Operation(name: "~", expression: { (~$0).nullIf(-1) }, value: { ~$0 }),
  ]

  @Test func everyOperator() async throws {
    let database = try await Database(MemoryDriver())
    try await database.run(SQLCreateTable(Item.table))
    let numbers = [1, 7, 12, 300]
    try await database.insert(numbers.map { Item($0, $0) })
    var refused: [String: Set<String>] = [:]
    for operation in Self.operations {
      for column in [Item.said, Item.secret, Item.id] {
        do {
          let found = try await database.fetchAll(
            Item.order { $0.id }.select { _ in operation.expression(column) })
          #expect(found == numbers.map { operation.value($0) }, "\(column.name) \(operation.name)")
        } catch let error as DatabaseError {
          #expect(error.code == .invalidQuery, "\(column.name) \(operation.name): \(error)")
          refused[column.name, default: []].insert(operation.name)
        }
      }
    }
    let bits: Set = ["%", "% itself", "&", "|", "& 6", "| 6", "<<", ">>", "~"]
    #expect(refused["id"] == nil)
    #expect(refused["secret"] == Set(Self.operations.map(\.name)))
    #expect(refused["said"]?.isSuperset(of: bits) == true && refused["said"]?.contains("+") == false)
  }

  @Test func everyAssignment() async throws {
    let database = try await Database(MemoryDriver())
    try await database.run(SQLCreateTable(Item.table))
    try await database.insert([Item(1, 7)])
    try await database.update(Item.all) { $0.said += 5 }
    #expect(try await database.fetchOne(Item.all.select { $0.said }) == 12)
    let refused: [(String, @Sendable (inout SQLAssignments<Item>) -> Void)] = [
      ("%=", { $0.said %= 4 }), ("&=", { $0.said &= 6 }), ("|=", { $0.said |= 6 }), ("secret %=", { $0.secret %= 4 }),
      ("secret +=", { $0.secret += 4 }), ("secret &=", { $0.secret &= 6 }),
    ]
    for (name, assign) in refused {
      let error = await #expect(throws: DatabaseError.self, "\(name)") {
        try await database.update(Item.all) { assign(&$0) }
      }
      #expect(error?.code == .invalidQuery, "\(name)")
    }
    #expect(try await database.fetchOne(Item.all.select { $0.said }) == 12)
    #expect(try await database.fetchOne(Item.all.select { $0.secret }) == 7)
  }
}
