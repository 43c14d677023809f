import QuarrySQLiteEngine
import Testing

@Suite("SQLite libraries: loading")
struct LibraryLoadingTests {
  @Test("The system's SQLite is found and describes itself")
  func systemSQLite() throws {
    let library = try Installed.sqlite.get()
    let connection = try RawConnection(library)
    #expect(try connection.text("SELECT sqlite_version()") == library.version)
    #expect(try connection.text("SELECT sqlite_source_id()") == library.sourceID)
    #expect(library.versionNumber >= SQLiteLibrary.minimumVersionNumber)
    #expect(library.path.contains("sqlite3"))
    #expect(library.hasSymbol("sqlite3_libversion"))
    #expect(!library.hasSymbol("sqlite3_no_such_function"))
  }
}
