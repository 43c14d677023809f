/// The steps that were applied to a database.
struct MigrationRecords: Sendable, Equatable {
  /// One applied step.
  struct Record: Sendable, Equatable {
    var number: Int64
    var name: String
    /// The checksum of the step; empty if edits can't be detected.
    var checksum: String
  }

  /// The steps in the order of their numbers; `nil` if the database has no table of steps.
  var records: [Record]?
  /// `PRAGMA user_version`.
  var userVersion: Int64
  /// Whether there is nothing besides the table of steps.
  var isEmpty: Bool

  /// The number of the newest step; 0 if the database has none.
  var version: Int64 { records?.last?.number ?? userVersion }
}

/// The table of applied steps and its statements, which run on every engine since SQLite 3.15 and over every protocol.
struct MigrationTable: Sendable {
  private let name: String
  private let quoted: String

  init(_ name: String) {
    self.name = name
    quoted = SQLIdentifier.quote(name)
  }

  var create: SQLFragment {
    SQLFragment(
      raw: "CREATE TABLE IF NOT EXISTS \(quoted) (number INTEGER PRIMARY KEY, name TEXT NOT NULL, "
        + "checksum TEXT NOT NULL, applied TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP)")
  }

  /// Records a step. If the step was already recorded, this fails, together with everything applied with it.
  func insert(_ record: MigrationRecords.Record) -> SQLFragment {
    SQLFragment(
      raw: "INSERT INTO \(quoted) (number, name, checksum) VALUES (?, ?, ?)",
      values: [.integer(record.number), .text(record.name), .text(record.checksum)])
  }

  func delete(_ number: Int64) -> SQLFragment {
    SQLFragment(raw: "DELETE FROM \(quoted) WHERE number = ?", values: [.integer(number)])
  }

  static func setUserVersion(_ number: Int64) -> SQLFragment { SQLFragment(raw: "PRAGMA user_version = \(number)") }

  // MARK: Reading

  /// Whether the table exists, and how many other objects there are.
  var objects: SQLFragment {
    SQLFragment(
      raw:
        "SELECT coalesce(sum(lower(name) = lower(?)), 0), coalesce(sum(lower(name) <> lower(?)), 0) FROM sqlite_master "
        + "WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
      values: [.text(name), .text(name)])
  }

  var list: SQLFragment { SQLFragment(raw: "SELECT number, name, checksum FROM \(quoted) ORDER BY number") }

  static let userVersion = SQLFragment(raw: "PRAGMA user_version")

  /// Reads the records of a session's database.
  func records(_ session: SQLSession) throws -> MigrationRecords {
    let (tables, others) = try session.fetchOne(objects.values(Int64.self, Int64.self)) ?? (Int64(0), Int64(0))
    let rows = tables > 0 ? try session.fetchAll(list.values(Int64.self, String.self, String.self)) : nil
    let version = try session.fetchOne(Self.userVersion.values(Int64.self)) ?? Int64(0)
    return MigrationRecords(
      records: rows?.map { .init(number: $0, name: $1, checksum: $2) }, userVersion: version, isEmpty: others == 0)
  }

  /// Reads the records of a database, statement by statement.
  func records(_ database: Database) async throws -> MigrationRecords {
    let (tables, others) = try await database.fetchOne(objects.values(Int64.self, Int64.self)) ?? (Int64(0), Int64(0))
    let rows = tables > 0 ? try await database.fetchAll(list.values(Int64.self, String.self, String.self)) : nil
    let version = try await database.fetchOne(Self.userVersion.values(Int64.self)) ?? Int64(0)
    return MigrationRecords(
      records: rows?.map { .init(number: $0, name: $1, checksum: $2) }, userVersion: version, isEmpty: others == 0)
  }
}
