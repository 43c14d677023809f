import Quarry
import TestSupport

/// A row with a key that repeats and may be NULL, and a value of any storage class.
struct Left: SQLCodable {
  var id: Int64
  var k: Int64?
  var v: SQLValue

  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let k = SQLColumn<Int64?>("k")
  static let v = SQLColumn<SQLValue>("v")
  static let table = SQLTable("L", id, k, v)

  init(id: Int64, k: Int64?, v: SQLValue) {
    self.id = id
    self.k = k
    self.v = v
  }

  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    k = try row[Self.k]
    v = try row[Self.v]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.k] = k
    row[Self.v] = v
  }

  /// The row with the class and the bits of its value.
  var line: String { "\(id)|\(k.map(String.init) ?? "-")|\(v.line)" }
}

/// A row without an integer key, so that nothing but the rowid tells it from no row.
struct Right: SQLCodable {
  var k: Int64?
  var s: String?
  var r: Double?

  static let k = SQLColumn<Int64?>("k", references: .table("L"))
  static let s = SQLColumn<String?>("s")
  static let r = SQLColumn<Double?>("r")
  static let table = SQLTable("R", k, s, r)

  init(k: Int64?, s: String?, r: Double?) {
    self.k = k
    self.s = s
    self.r = r
  }

  init(row: inout SQLRowReader<Self>) throws {
    k = try row[Self.k]
    s = try row[Self.s]
    r = try row[Self.r]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.k] = k
    row[Self.s] = s
    row[Self.r] = r
  }

  /// The row with the bits of its real.
  var line: String {
    "\(k.map(String.init) ?? "-")|\(s.map { SQLValue.text($0).line } ?? "-")|\(r.map { SQLValue.real($0).line } ?? "-")"
  }
}

extension SQLValue {
  /// The class and the bits, so that two lines are equal exactly when the values are identical.
  var line: String {
    switch self {
    case .null: "null"
    case .integer(let value): "i\(value)"
    case .real(let value): "r\(value.bitPattern)"
    case .text(let value): "t\(Array(value.utf8))"
    case .blob(let value): "b\(value)"
    }
  }
}

extension Optional where Wrapped == Left {
  var line: String { self?.line ?? "none" }
}

extension Optional where Wrapped == Right {
  var line: String { self?.line ?? "none" }
}

/// Random rows for two tables, with NULLs, duplicates and whole rows of NULLs.
struct RandomRows {
  var lefts: [Left] = []
  var rights: [Right] = []

  init(seed: UInt64, count: Int) {
    var random = SeededGenerator(seed: seed)
    let values: [SQLValue] = [
      .null, 0, 1, -1, .integer(.max), .integer(.min), 1.0, -0.5, .real(.infinity), 1e300, "", "a", "A", "ä", "a%_",
      "1", .blob([]), .blob([0, 255]), .text("a\0b"),
    ]
    let texts: [String?] = [nil, "", "a", "A", "b", "ab", "a%", "a_b", "ä", "\u{10FFFF}"]
    let reals: [Double?] = [nil, 0, 1, -1.5, 1e-300, .infinity, 0.1]
    for id in 1...count {
      lefts.append(
        Left(
          id: Int64(id),
          k: Int64.random(in: 0...6, using: &random) == 0 ? nil : Int64.random(in: 1...9, using: &random),
          v: values.randomElement(using: &random) ?? .null))
      rights.append(
        Right(
          k: Int64.random(in: 0...5, using: &random) == 0 ? nil : Int64.random(in: 1...12, using: &random),
          s: texts.randomElement(using: &random) ?? nil, r: reals.randomElement(using: &random) ?? nil))
    }
    rights += [Right(k: nil, s: nil, r: nil), Right(k: nil, s: nil, r: nil)]
  }

  /// Creates the tables and fills them. The right one has no constraint, as its keys need no parent here.
  func load(into session: SQLSession) throws {
    try session.executeScript(
      """
      CREATE TABLE "L" ("id" INTEGER PRIMARY KEY, "k" INTEGER, "v");
      CREATE TABLE "R" ("k" INTEGER, "s" TEXT, "r" REAL);
      """)
    try session.transaction {
      try session.insert(lefts)
      try session.insert(rights)
    }
  }
}
