import Quarry

/// The paths on which a value reaches a table.
enum ValuePath: String, Sendable, CaseIterable {
  /// Written into the SQL text.
  case literal
  /// Bound by position.
  case positional
  /// Bound by name.
  case named
  /// Bound to a prepared statement.
  case reused
  /// As part of records that are inserted together.
  case bulk
}

/// A row of the table that the paths write to. The column of the value doesn't convert anything.
struct StoredValue: SQLCodable, Equatable {
  var id: Int64
  var path: String
  var value: SQLValue

  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let path = SQLColumn<String>("path")
  static let value = SQLColumn<SQLValue>("value")
  static let table = SQLTable("Stored", id, path, value)

  init(path: String, value: SQLValue) {
    id = 0
    self.path = path
    self.value = value
  }

  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    path = try row[Self.path]
    value = try row[Self.value]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.path] = path
    row[Self.value] = value
  }
}

extension CaseContext {
  /// Asserts that values are returned unchanged on every path, and without a table too: storage class, bits, and the
  /// length of texts and blobs in bytes.
  ///
  /// - Parameters:
  ///   - values: The values.
  ///   - expected: The expected values, if they are different.
  ///   - paths: The paths; all of them by default.
  ///   - database: The database; a new one by default.
  func expectRoundTrip(
    _ values: [SQLValue], as expected: [SQLValue]? = nil, paths: [ValuePath] = ValuePath.allCases,
    in given: Database? = nil, file: StaticString = #fileID, line: UInt = #line
  ) async throws {
    let database: Database
    if let given { database = given } else { database = try await self.database() }
    let expected = expected ?? values
    try await database.execute(
      "CREATE TABLE IF NOT EXISTS Stored (id INTEGER PRIMARY KEY, path TEXT NOT NULL, value BLOB)")
    try await database.execute("DELETE FROM Stored")
    for path in paths {
      try await store(values, on: path, in: database)
      try await expectStored(expected, on: path, in: database, file: file, line: line)
      try await expectSelected(values, as: expected, on: path, in: database, file: file, line: line)
    }
  }

  private func store(_ values: [SQLValue], on path: ValuePath, in database: Database) async throws {
    switch path {
    case .literal:
      try await database.batch { batch in
        for value in values {
          batch.execute("INSERT INTO Stored (path, value) VALUES ('literal', \(raw: value.literal))")
        }
      }
    case .positional:
      for value in values {
        try await database.execute(
          SQLFragment(raw: "INSERT INTO Stored (path, value) VALUES ('positional', ?)", values: [value]))
      }
    case .named:
      try await database.batch { batch in
        for value in values {
          batch.execute(
            try SQLFragment(
              raw: "INSERT INTO Stored (value, path) VALUES (:value, @path)", named: ["value": value, "path": "named"]))
        }
      }
    case .reused:
      try await storeReused(values, "INSERT INTO Stored (path, value) VALUES ('reused', ?)", in: database)
    case .bulk:
      try await database.insert(values.map { StoredValue(path: path.rawValue, value: $0) })
    }
  }

  /// Runs one statement with one value after another. On drivers that aren't local, runs its text again, which reuses
  /// the statement there.
  private func storeReused(_ values: [SQLValue], _ sql: String, in database: Database) async throws {
    guard isOf(.local) else {
      for value in values { try await database.execute(SQLFragment(raw: sql, values: [value])) }
      return
    }
    try await database.write { (session: SQLSession) in
      let statement = try session.prepare(sql)
      defer { statement.close() }
      for value in values { try statement.execute([value]) }
    }
  }

  /// Reads the stored values of a path: as plain rows with the engine's own facts, and as records.
  private func expectStored(
    _ expected: [SQLValue], on path: ValuePath, in database: Database, file: StaticString, line: UInt
  ) async throws {
    let rows = try await rows(
      database,
      """
      SELECT value, typeof(value), CASE WHEN typeof(value) IN ('text', 'blob') THEN length(CAST(value AS BLOB)) END
      FROM Stored WHERE path = \(path.rawValue) ORDER BY id
      """)
    let query: SQLFragment = "SELECT id, path, value FROM Stored WHERE path = \(path.rawValue) ORDER BY id"
    let records = try await database.fetchAll(query.as(StoredValue.self))
    expectEqual(rows.count, expected.count, "every value arrived on the path \(path)", file: file, line: line)
    for (index, value) in expected.enumerated() {
      let row = index < rows.count ? rows[index] : []
      let what = "value \(index + 1), stored on the path \(path)"
      expectIdentical(row.first, value, what, file: file, line: line)
      expectIdentical(
        Array(row.dropFirst()), [.text(value.storageClass.description), value.storedLength],
        "storage class and length of " + what, file: file, line: line)
      expectIdentical(
        index < records.count ? records[index].value : nil, value, what + ", read as a record", file: file, line: line)
    }
  }

  /// Reads values back without a table, on the paths that a query has.
  private func expectSelected(
    _ values: [SQLValue], as expected: [SQLValue], on path: ValuePath, in database: Database, file: StaticString,
    line: UInt
  ) async throws {
    for (index, value) in values.enumerated() {
      let query: SQLFragment
      switch path {
      case .literal: query = SQLFragment(raw: "SELECT v, typeof(v) FROM (SELECT \(value.literal) AS v)")
      case .positional: query = SQLFragment(raw: "SELECT ?1, typeof(?1)", values: [value])
      case .named: query = try SQLFragment(raw: "SELECT $value, typeof($value)", named: ["value": value])
      case .reused, .bulk: return
      }
      let row = try await rows(database, query).first ?? []
      expectIdentical(
        row, [expected[index], .text(expected[index].storageClass.description)],
        "value \(index + 1), selected on the path \(path)", file: file, line: line)
    }
  }

  /// Asserts that two short lists of values are equal in storage class and bits.
  @discardableResult
  func expectIdentical(
    _ actual: [SQLValue], _ expected: [SQLValue], _ message: @autoclosure () -> String, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Bool {
    expectIdentical([actual], [expected], message(), file: file, line: line)
  }
}

extension SQLValue {
  /// The value as SQL text, so that the engine reads the same value from it.
  ///
  /// Infinities are numbers that overflow. A text with a zero byte is cast from its bytes, because SQL text ends there.
  var literal: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): String(value)
    case .real(let value) where value.isInfinite: value < 0 ? "-9e999" : "9e999"
    case .real(let value): String(value)
    case .text(let value) where value.utf8.contains(0): "CAST(\(SQLValue.blob(Array(value.utf8)).literal) AS TEXT)"
    case .text(let value): SQLIdentifier.quoteText(value)
    case .blob(let bytes):
      "x'" + String(decoding: bytes.flatMap { [Self.digit($0 >> 4), Self.digit($0 & 15)] }, as: UTF8.self) + "'"
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 87 + value }

  /// The number of bytes of a text or blob; NULL for other values.
  fileprivate var storedLength: SQLValue {
    switch self {
    case .text(let text): .integer(Int64(text.utf8.count))
    case .blob(let bytes): .integer(Int64(bytes.count))
    default: .null
    }
  }
}
