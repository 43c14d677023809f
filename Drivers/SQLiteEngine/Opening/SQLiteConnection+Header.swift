internal import CQuarrySQLite
package import Quarry

extension SQLiteConnection {
  /// Whether the file begins like a plain database.
  ///
  /// Source: <https://sqlite.org/fileformat.html#magic_header_string>.
  var beginsInTheClear: Bool { database.map { Self.beginsInTheClear($0, api) } ?? false }

  /// Whether there is a file that begins like a plain database. Needs no lock and no key.
  package static func beginsInTheClear(
    fileAt path: String, library: SQLiteLibrary.Location
  ) throws(DatabaseError) -> Bool {
    try SQLiteFile.checkPath(path)
    guard SQLiteFile.exists(path) else { return false }
    let library = try loadLibrary(library)
    let location = SQLiteLocation.file(path: path, mode: .readOnly)
    let database = try openHandle(location, mode: .readOnly, library: library)
    defer { _ = library.api.pointee.close_v2(database) }
    return beginsInTheClear(database, library.api)
  }

  private static func beginsInTheClear(_ database: OpaquePointer, _ api: UnsafePointer<quarry_sqlite_api>) -> Bool {
    let header = Array("SQLite format 3\0".utf8)
    var bytes = [UInt8](repeating: 0, count: header.count)
    guard quarry_read_file(api, database, &bytes, Int32(bytes.count)) == SQLITE_OK else { return false }
    return bytes == header
  }
}
