package import CQuarrySQLite
package import QuarrySQLiteEngine

/// A connection and its statements straight through the table of functions, as thin as a test can use it.
package struct RawConnection: ~Copyable {
  package struct Failure: Error, CustomStringConvertible {
    package let code: Int32
    package let description: String
  }

  package let library: SQLiteLibrary
  package let database: OpaquePointer

  package var api: UnsafePointer<quarry_sqlite_api> { library.api }

  package init(_ library: SQLiteLibrary, path: String = ":memory:") throws {
    var database: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = library.api.pointee.open_v2(path, &database, flags, nil)
    guard code == SQLITE_OK, let database else {
      _ = library.api.pointee.close_v2(database)
      throw Failure(code: code, description: "open_v2 of \(path) failed with \(code)")
    }
    self.library = library
    self.database = database
  }

  deinit {
    _ = library.api.pointee.close_v2(database)
  }

  package borrowing func failure(_ code: Int32) -> Failure {
    Failure(code: code, description: "\(code): \(api.pointee.errmsg(database).map { String(cString: $0) } ?? "")")
  }

  package borrowing func prepare(_ sql: String) throws -> OpaquePointer {
    var statement: OpaquePointer?
    let code = api.pointee.prepare_v2(database, sql, -1, &statement, nil)
    guard code == SQLITE_OK, let statement else { throw failure(code) }
    return statement
  }

  /// Runs one statement to its end; rows are passed over.
  package borrowing func execute(_ sql: String) throws {
    let statement = try prepare(sql)
    defer { _ = api.pointee.finalize(statement) }
    var code = api.pointee.step(statement)
    while code == SQLITE_ROW { code = api.pointee.step(statement) }
    guard code == SQLITE_DONE else { throw failure(code) }
  }

  /// The first column of the first row, as text.
  package borrowing func text(_ sql: String) throws -> String? {
    let statement = try prepare(sql)
    defer { _ = api.pointee.finalize(statement) }
    let code = api.pointee.step(statement)
    guard code == SQLITE_ROW else { throw failure(code) }
    return api.pointee.column_text(statement, 0).map { String(cString: $0) }
  }
}
