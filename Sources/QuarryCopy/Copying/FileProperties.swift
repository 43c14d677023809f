internal import Quarry
internal import QuarrySQLiteEngine

/// The properties of a file besides its content. A property that the driver doesn't report is `nil`.
struct FileProperties: Sendable, Equatable {
  var pageSize: Int64?
  var encoding: String?
  var autoVacuum: Int64?
  /// `wal`, or a kind of rollback journal.
  var journal: String?

  /// Reads the properties of a local database. A server doesn't report its properties.
  static func read(_ database: Database) async throws -> FileProperties {
    do {
      return try await database.withoutTransaction { session in
        try session.withDriverConnection(SQLiteConnection.self) { connection in
          FileProperties(
            pageSize: try connection.pageSize(), encoding: try connection.encoding(),
            autoVacuum: try connection.first("PRAGMA auto_vacuum")?.integer,
            journal: try connection.first("PRAGMA journal_mode")?.text?.lowercased())
        }
      }
    } catch let error as DatabaseError where error.code == .unsupportedFeature {
      return FileProperties()
    }
  }

  private static let autoVacuumNames: [Int64: String] = [0: "none", 1: "full", 2: "incremental"]

  /// The properties that a copy lacks.
  func missing(in copy: FileProperties, isEncrypted: Bool) -> [String] {
    var missing: [String] = []
    func compare(_ name: String, _ wanted: String?, _ found: String?, _ why: String) {
      guard let wanted, wanted != found else { return }
      missing.append("\(name) \(wanted): the copy has \(found ?? "what its server decides")\(why)")
    }
    // Nothing of it matters in memory.
    let isFile = copy.journal != "memory"
    if isFile {
      compare(
        "page size", pageSize.map { "\($0)" }, copy.pageSize.map { "\($0)" },
        isEncrypted ? "; the size of encrypted pages is chosen when the file is created, as with page-size=" : "")
      compare(
        "auto-vacuum", autoVacuum.map { Self.autoVacuumNames[$0] ?? "\($0)" },
        copy.autoVacuum.map { Self.autoVacuumNames[$0] ?? "\($0)" }, "")
    }
    compare("encoding", encoding, copy.encoding, "; an encoding cannot be changed once a database holds something")
    if isFile, let journal, journal != "memory" {
      compare(
        "journal mode", journal == "wal" ? "wal" : "rollback", copy.journal.map { $0 == "wal" ? "wal" : "rollback" },
        "; its settings ask for it")
    }
    return missing
  }
}

/// Statements that run on the engine's own connection, outside of any transaction.
extension SQLiteConnection {
  /// Gives a new or rewritten database the properties of another one, as far as the engine accepts them.
  func adopt(_ properties: FileProperties, isEmpty: Bool) throws(DatabaseError) {
    let journal = try first("PRAGMA journal_mode")?.text?.lowercased()
    let pageSize = try pageSize()
    let autoVacuum = try first("PRAGMA auto_vacuum")?.integer
    if isEmpty, let encoding = properties.encoding, try self.encoding() != encoding { try? setEncoding(encoding) }
    // The engine ignores another size for encrypted pages, and some versions write it into the file all the same.
    let changesSize = !capabilities.encrypted && properties.pageSize ?? pageSize != pageSize
    guard changesSize || properties.autoVacuum ?? autoVacuum != autoVacuum else { return }
    // The page size of a database with a write-ahead log cannot be changed.
    if journal == "wal" { _ = try first("PRAGMA journal_mode = delete") }
    if changesSize, let size = properties.pageSize { _ = try first("PRAGMA page_size = \(size)") }
    if let mode = properties.autoVacuum { _ = try first("PRAGMA auto_vacuum = \(mode)") }
    _ = try first("VACUUM")
    if journal == "wal" { _ = try first("PRAGMA journal_mode = wal") }
  }

  /// The bytes of a page; SQLCipher 4.19 reports those of an encrypted file as text.
  fileprivate func pageSize() throws(DatabaseError) -> Int64? {
    let size = try first("PRAGMA page_size")
    return size?.integer ?? size?.text.flatMap { Int64($0) }
  }

  /// The first cell of the first row of a statement, which is run to its end.
  func first(_ sql: String) throws(DatabaseError) -> SQLValue? {
    guard let statement = try prepareSynchronously(sql)?.statement else { return nil }
    defer { statement.finalize() }
    try statement.start([])
    let batch = SQLRowBatch()
    var value: SQLValue?
    while true {
      batch.removeAllRows(columnCount: statement.columns.count)
      let step = try statement.stepSynchronously(into: batch, limit: 16)
      if value == nil, batch.rowCount > 0, batch.columnCount > 0 { value = try? batch.cell(row: 0, column: 0).value() }
      if case .done = step { return value }
    }
  }
}
