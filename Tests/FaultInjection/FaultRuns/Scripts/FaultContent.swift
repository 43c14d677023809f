#if Command
import Quarry
import QuarrySQLiteEngine

/// The content of the databases: what each transaction makes of it is decided by its number alone, so that the whole
/// content can be told from how many transactions there were.
enum FaultContent {
  /// Makes the tables and the content that transactions start from.
  static func create(_ context: SQLContext) throws {
    try context.executeScript(
      """
      CREATE TABLE state (id INTEGER PRIMARY KEY, last INTEGER NOT NULL);
      CREATE TABLE item (id INTEGER PRIMARY KEY, batch INTEGER NOT NULL, name TEXT, amount REAL, content BLOB);
      CREATE INDEX item_name ON item (name, amount);
      INSERT INTO state VALUES (1, 0);
      """)
    try context.transaction {
      for number in 1...30 { try insert(context, number: number, batch: 0) }
    }
  }

  /// Runs the next transaction.
  ///
  /// - Returns: its number.
  static func advance(_ context: SQLContext) throws -> Int {
    try context.transaction {
      guard case .integer(let last)? = try value(context, "SELECT last FROM state") else {
        throw FaultRunError("there is no state")
      }
      let number = Int(last) + 1
      for offset in 0..<4 { try insert(context, number: 1000 * number + offset, batch: number) }
      switch number % 4 {
      case 0: try replaceBlob(context, number)
      case 1:
        try context.execute(
          SQLFragment(raw: "UPDATE item SET amount = amount + 0.5 WHERE id % 7 = ?", values: [.integer(last % 7)]))
      case 2: try undoSavepoint(context, number)
      default:
        try context.execute(SQLFragment(raw: "DELETE FROM item WHERE id % 11 = ?", values: [.integer(last % 11)]))
      }
      try context.execute(SQLFragment(raw: "UPDATE state SET last = ?", values: [.integer(Int64(number))]))
      return number
    }
  }

  private static func insert(_ context: SQLContext, number: Int, batch: Int) throws {
    let content = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: number % 9 == 0 ? 5000 : 120)
    try context.execute(
      SQLFragment(
        raw: "INSERT INTO item VALUES (?, ?, ?, ?, ?)",
        values: [
          .integer(Int64(number)), .integer(Int64(batch)), .text("item \(number) of ä, €, 𝄞"),
          .real(Double(number) / 4), number % 13 == 0 ? .null : .blob(content),
        ]))
  }

  /// Writes over a part of a blob that is part of the same transaction.
  private static func replaceBlob(_ context: SQLContext, _ number: Int) throws {
    let row = Int64(1000 * number + 1)
    try context.execute(
      SQLFragment(raw: "UPDATE item SET content = zeroblob(9000) WHERE id = ?", values: [.integer(row)]))
    let blob = try context.engineConnection.openBlob(table: "item", column: "content", rowID: row, writable: true)
    defer { blob.close() }
    try blob.write([UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 6000), at: 1500)
    _ = try blob.read(at: 1400, count: 200)
  }

  private static func undoSavepoint(_ context: SQLContext, _ number: Int) throws {
    struct Undo: Error {}
    do {
      try context.savepoint {
        try context.execute("UPDATE item SET name = 'must not stay', content = randomblob(3000) WHERE id % 3 = 0")
        throw Undo()
      }
    } catch is Undo {}
  }

  /// The first value of a statement's first row.
  static func value(_ context: SQLContext, _ sql: String) throws -> SQLValue? {
    let statement = try context.prepare(sql)
    defer { statement.close() }
    return try statement.rows().first?.values.first
  }

  /// What the content is, as one number, and how many transactions it has.
  static func digest(_ context: SQLContext) throws -> (last: Int, digest: UInt64) {
    guard case .integer(let last)? = try value(context, "SELECT last FROM state") else {
      throw FaultRunError("there is no state")
    }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    let statement = try context.prepare("SELECT * FROM item ORDER BY id")
    defer { statement.close() }
    for row in try statement.rows() {
      for value in row.values {
        switch value {
        case .null: add([0])
        case .integer(let integer): add("i\(integer)".utf8)
        case .real(let real): add("r\(real.bitPattern)".utf8)
        case .text(let text): add("t\(text)".utf8)
        case .blob(let blob): add(blob)
        }
      }
    }
    return (Int(last), hash)
  }

  /// The digests after 0, 1, 2 … transactions.
  static func digests(_ target: FaultTarget, count: Int) throws -> [UInt64] {
    let context = try SQLContext(SQLiteConnection.open(.memory, library: target.location))
    defer { context.close() }
    try create(context)
    var digests = [try digest(context).digest]
    for _ in 0..<count {
      _ = try advance(context)
      digests.append(try digest(context).digest)
    }
    return digests
  }
}
#endif
