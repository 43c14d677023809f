internal import CQuarrySQLite
internal import Quarry

/// A connection as the library opens it by itself: no setting of the driver, no key.
final class SQLiteScratch {
  private let api: UnsafePointer<quarry_sqlite_api>
  let database: OpaquePointer
  /// The folder that goes away with the connection.
  private let folder: SQLiteScratchFolder?
  private let mishaps: SQLiteProbeMishaps?

  /// Opens a database.
  ///
  /// - Parameters:
  ///   - library: The library.
  ///   - name: The name for the engine.
  ///   - flags: The flags to add to `SQLITE_OPEN_READWRITE`, `SQLITE_OPEN_CREATE` and `SQLITE_OPEN_NOMUTEX`.
  ///   - folder: The folder of the file, which is removed when the connection is deallocated.
  ///   - mishaps: Notes what goes wrong.
  init?(
    library: SQLiteLibrary, name: String = ":memory:", flags: Int32 = 0, folder: SQLiteScratchFolder? = nil,
    mishaps: SQLiteProbeMishaps? = nil
  ) {
    var database: OpaquePointer?
    let allFlags = flags | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = library.api.pointee.open_v2(name, &database, allFlags, nil)
    guard code == SQLITE_OK, let database else {
      mishaps?.note(code)
      if let database { _ = library.api.pointee.close_v2(database) }
      return nil
    }
    api = library.api
    self.database = database
    self.folder = folder
    self.mishaps = mishaps
  }

  deinit { _ = api.pointee.close_v2(database) }

  /// Every row, each column as text, or `nil` if the statement fails.
  func rows(_ sql: String) -> [[String?]]? {
    var rows: [[String?]] = []
    return forEachRow(of: sql) { rows.append(row(of: $0)) } ? rows : nil
  }

  /// The first column of every row, or `nil` if the statement fails.
  func list(_ sql: String) -> [String]? { rows(sql).map { $0.compactMap(\.first).compactMap { $0 } } }

  /// Reads the bytes of every column of every row, and returns whether the statement succeeded.
  func read(_ sql: String, _ receive: (UnsafeRawBufferPointer) -> Void) -> Bool {
    forEachRow(of: sql) { statement in
      for index in 0..<api.pointee.column_count(statement) {
        let text = api.pointee.column_text(statement, index)
        let count = Int(api.pointee.column_bytes(statement, index))
        receive(UnsafeRawBufferPointer(start: text, count: text == nil ? 0 : count))
      }
    }
  }

  private func forEachRow(of sql: String, _ body: (OpaquePointer) -> Void) -> Bool {
    var statement: OpaquePointer?
    let code = noted(api.pointee.prepare_v2(database, sql, -1, &statement, nil))
    guard code == SQLITE_OK, let statement else { return false }
    defer { _ = api.pointee.finalize(statement) }
    while true {
      switch noted(api.pointee.step(statement)) {
      case SQLITE_ROW: body(statement)
      case SQLITE_DONE: return true
      default: return false
      }
    }
  }

  private func noted(_ code: Int32) -> Int32 {
    mishaps?.note(code)
    return code
  }

  private func row(of statement: OpaquePointer) -> [String?] {
    (0..<api.pointee.column_count(statement)).map { index in
      api.pointee.column_text(statement, index).map { String(cString: $0) }
    }
  }
}

extension SQLiteScratch: FeatureScratch {
  func prepares(_ statement: String) -> Bool {
    var prepared: OpaquePointer?
    let code = noted(api.pointee.prepare_v2(database, statement, -1, &prepared, nil))
    if let prepared { _ = api.pointee.finalize(prepared) }
    return code == SQLITE_OK
  }

  func run(_ script: String) -> FeatureScratchOutcome {
    script.withCString { text in
      var outcome = FeatureScratchOutcome.noRow
      var position: UnsafePointer<CChar>? = text
      while let start = position, start.pointee != 0 {
        var statement: OpaquePointer?
        let code = noted(api.pointee.prepare_v2(database, start, -1, &statement, &position))
        guard code == SQLITE_OK else { return failure() }
        guard let statement else {
          if position == start { break }
          continue
        }
        defer { _ = api.pointee.finalize(statement) }
        var first: [String?]?
        loop: while true {
          switch noted(api.pointee.step(statement)) {
          case SQLITE_ROW: if first == nil { first = row(of: statement) }
          case SQLITE_DONE: break loop
          default: return failure()
          }
        }
        outcome = first.map { .row($0) } ?? .noRow
      }
      return outcome
    }
  }

  private func failure() -> FeatureScratchOutcome {
    .failure(message: SQLiteLibrary.text(api.pointee.errmsg(database)))
  }
}
