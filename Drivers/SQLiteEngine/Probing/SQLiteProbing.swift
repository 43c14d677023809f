internal import CQuarrySQLite
internal import Quarry

/// Finds out what a library can do.
enum SQLiteProbing {
  static func engine(of library: SQLiteLibrary) -> Engine {
    let cipherVersion = SQLiteScratch(library: library)?.firstText("PRAGMA cipher_version").flatMap {
      EngineVersion($0)
    }
    return Engine.expected(
      product: cipherVersion == nil ? .sqlite : .sqlcipher, version: EngineVersion(number: library.versionNumber),
      sourceID: library.sourceID, cipherVersion: cipherVersion,
      compileOptions: library.compileOptions.isEmpty ? nil : CompileOptions(library.compileOptions))
  }
}

/// A connection as the library opens it by itself: no setting, no key.
final class SQLiteScratch {
  let library: SQLiteLibrary
  let database: OpaquePointer

  init?(library: SQLiteLibrary, name: String = ":memory:") {
    var database: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = library.api.pointee.open_v2(name, &database, flags, nil)
    guard code == SQLITE_OK, let database else {
      if let database { _ = library.api.pointee.close_v2(database) }
      return nil
    }
    self.library = library
    self.database = database
  }

  deinit { _ = library.api.pointee.close_v2(database) }

  func firstText(_ sql: String) -> String? {
    var statement: OpaquePointer?
    guard library.api.pointee.prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      return nil
    }
    defer { _ = library.api.pointee.finalize(statement) }
    guard library.api.pointee.step(statement) == SQLITE_ROW,
      let text = library.api.pointee.column_text(statement, 0)
    else { return nil }
    return String(cString: text)
  }
}
