import CQuarrySQLite
import Foundation
import Testing
import TestSupport

@testable import QuarrySQLiteEngine

@Suite("SQLite libraries: loading")
struct LibraryLoadingTests {
  @Test("The system's SQLite is found and describes itself")
  func systemSQLite() throws {
    let library = try Installed.sqlite.get()
    let connection = try RawConnection(library)
    #expect(try connection.text("SELECT sqlite_version()") == library.version)
    #expect(try connection.text("SELECT sqlite_source_id()") == library.sourceID)
    #expect(LibraryTable.versionText(library.versionNumber) == library.version)
    #expect(library.versionNumber >= SQLiteLibrary.minimumVersionNumber)
    #expect(library.path.contains("sqlite3"))
    #expect(library.description.contains(library.version))
  }

  @Test("The compile options are those the engine lists itself", arguments: Installed.all)
  func compileOptions(_ library: SQLiteLibrary) throws {
    let connection = try RawConnection(library)
    let listed = try connection.rows("PRAGMA compile_options").map { row in row.first }
    #expect(library.compileOptions.map { RawValue.text($0) } == listed)
    #expect(!listed.isEmpty)
  }

  @Test("Symbols are found by name, in the table or not", arguments: Installed.all)
  func symbols(_ library: SQLiteLibrary) {
    #expect(library.hasSymbol("sqlite3_libversion"))
    #expect(library.hasSymbol("sqlite3_create_module_v2"), "a function that the table does not contain")
    #expect(!library.hasSymbol("sqlite3_no_such_function"))
    #expect(!library.hasSymbol(""))
  }

  @Test("What the table has and what is reported as missing agree", arguments: Installed.all)
  func missingSymbols(_ library: SQLiteLibrary) {
    let api = library.api.pointee
    let optional: [(String, Bool)] = [
      ("sqlite3_changes64", api.changes64 != nil),
      ("sqlite3_prepare_v3", api.prepare_v3 != nil),
      ("sqlite3_serialize", api.serialize != nil),
      ("sqlite3_create_window_function", api.create_window_function != nil),
      ("sqlite3_key_v2", api.key_v2 != nil),
      ("sqlite3_error_offset", api.error_offset != nil),
      ("sqlite3_column_table_name", api.column_table_name != nil),
    ]
    for (name, isThere) in optional {
      #expect(library.hasSymbol(name) == isThere, "\(name)")
      #expect(library.missingOptionalSymbols.contains(name) != isThere, "\(name)")
    }
    #expect(SQLiteLibrary.missingSymbols(of: library.api, required: true).isEmpty)
    #expect(library.missingOptionalSymbols.allSatisfy { !library.hasSymbol($0) })
  }

  @Test("However a library is named, it is one object")
  func oneObject() throws {
    let library = try Installed.sqlite.get()
    let folder = try TemporaryFolder()
    let link = folder.file("link-to-sqlite")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: library.path)
    for location in [.systemSQLite, .file(library.path), .file(link), .firstOf(["no-such-library", link])]
      as [SQLiteLibrary.Location]
    {
      #expect(try SQLiteLibrary.load(location) === library)
      #expect(try SQLiteLibrary.load(location) === library)
    }
  }

  @Test("Requests from many tasks at once get one object")
  func concurrentRequests() async throws {
    let identities = try await withThrowingTaskGroup(of: ObjectIdentifier.self) { group in
      for _ in 0..<32 { group.addTask { ObjectIdentifier(try SQLiteLibrary.load(.systemSQLite)) } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(identities.count == 1)
  }

  @Test("A library that the program has loaded with visible symbols is found without a name", .needsLinux)
  func process() async {
    await #expect(processExitsWith: .success) {
      await recordingErrors {
        // This program may be linked with the library already, by a driver of another kind among the tests.
        let installed = try SQLiteLibrary.load(.systemSQLite)
        do {
          #expect(try SQLiteLibrary.load(.process) === installed)
        } catch let error as SQLiteLibraryError {
          #expect(error.code == .missingSymbols)
        }
        try #require(makeVisible(installed.path))
        #expect(try SQLiteLibrary.load(.process) === installed)
      }
    }
  }
}
