import CQuarrySQLite
import Foundation
import Testing
import TestSupport

@testable import QuarrySQLiteEngine

@Suite("SQLite libraries: what goes wrong")
struct LibraryFailureTests {
  /// The error of loading, which must be one.
  private func failure(_ location: SQLiteLibrary.Location) throws -> SQLiteLibraryError {
    try #require(throws: SQLiteLibraryError.self) { try SQLiteLibrary.load(location) }
  }

  @Test("A path without a file is named")
  func missingFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("libsqlite3.so")
    let error = try failure(.file(path))
    #expect(error.code == .notFound)
    #expect(error.library == path)
    #expect(error.message.contains(path))

    let file = try folder.write([1], to: "file")
    #expect(try failure(.file(file + "/libsqlite3.so")).code == .notFound, "a file in the place of a folder")
  }

  @Test("A name that the loader does not know is named")
  func missingName() throws {
    let error = try failure(.file("libquarry-no-such-library.so.0"))
    #expect(error.code == .notFound)
    #expect(error.message.contains("libquarry-no-such-library.so.0"))
  }

  @Test("A list of names without success gives all of them")
  func missingNames() throws {
    let error = try failure(.firstOf(["libquarry-first.so", "libquarry-second.so"]))
    #expect(error.code == .notFound)
    #expect(error.message.contains("libquarry-first.so"))
    #expect(error.message.contains("libquarry-second.so"))
  }

  @Test("Of several failures the one of a file that exists is told")
  func mostTelling() throws {
    let folder = try TemporaryFolder()
    let text = try folder.write(Array("no library".utf8), to: "text.so")
    let error = try failure(.firstOf(["libquarry-first.so", text, "libquarry-second.so"]))
    #expect(error.code == .notALibrary)
    #expect(error.library == text)
  }

  @Test("Paths that mean something else to the loader are refused", arguments: ["", "libsqlite3.so.0\u{0}.txt"])
  func impossiblePaths(_ path: String) throws {
    #expect(try failure(.file(path)).code == .notFound)
  }

  @Test("An empty list is refused")
  func noCandidates() throws {
    #expect(try failure(.firstOf([])).code == .notFound)
  }

  @Test("A file that is no library is told from one that is missing")
  func notALibrary() throws {
    let folder = try TemporaryFolder()
    let files = [
      try folder.write([], to: "empty.so"),
      try folder.write(Array("#!/bin/sh\necho no library\n".utf8), to: "script.so"),
      try folder.write([0x7F, 0x45, 0x4C, 0x46] + [UInt8](repeating: 0, count: 4096), to: "damaged.so"),
      folder.path,
    ]
    for file in files {
      let error = try failure(.file(file))
      #expect(error.code == .notALibrary, "\(file)")
      #expect(error.message.contains(file))
    }
  }

  @Test("A file that may not be read is told from one that is missing", .needsLinux)
  func unreadable() throws {
    // A link to itself can be read by nobody, not even by an administrator, whom permissions do not stop.
    let folder = try TemporaryFolder()
    let path = folder.file("loop.so")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
    let error = try failure(.file(path))
    #expect(error.code == .unreadable)
    #expect(error.message.contains(path))
  }

  @Test("A library of something else lacks every function", .needsLinux)
  func otherLibrary() throws {
    let error = try failure(.file("libm.so.6"))
    #expect(error.code == .missingSymbols)
    #expect(error.library == "libm.so.6")
    #expect(error.missingSymbols.contains("sqlite3_prepare_v2"))
    #expect(error.missingSymbols.contains("sqlite3_open_v2"))
    #expect(!error.missingSymbols.contains("sqlite3_changes64"), "an optional function is never demanded")
    #expect(error.message.contains("\(error.missingSymbols.count)"))
    #expect(error.message.contains("not a SQLite library"))
  }

  @Test("A library that is refused does not stay loaded", .needsLinux)
  func unloading() throws {
    let folder = try TemporaryFolder()
    let copy = folder.file("refused.so")
    let library = try Installed.sqlite.get()
    try FileManager.default.copyItem(atPath: library.path, toPath: copy)
    do {
      let table = try LibraryTable(loading: .file(copy))
      try #require(isLoaded(copy))
      #expect(throws: SQLiteLibraryError.self) { try table.checkFunctions(minimumVersion: .max) }
    }
    #expect(!isLoaded(copy))
  }

  @Test("A SQLite that is too old is refused with both versions")
  func tooOld() throws {
    let library = try Installed.sqlite.get()
    let table = try LibraryTable(loading: .file(library.path))
    try table.checkFunctions(minimumVersion: library.versionNumber)
    let error = try #require(throws: SQLiteLibraryError.self) {
      try table.checkFunctions(minimumVersion: library.versionNumber + 1)
    }
    #expect(error.code == .tooOld)
    #expect(error.foundVersion == library.version)
    #expect(error.requiredVersion == LibraryTable.versionText(library.versionNumber + 1))
    #expect(error.message.contains(library.version))
    #expect(SQLiteLibrary.minimumVersion == LibraryTable.versionText(SQLiteLibrary.minimumVersionNumber))
  }

  @Test("Failures use nothing up, are not remembered, and the limit of libraries is an error", .needsLinux)
  func limit() async {
    await #expect(processExitsWith: .success) {
      await recordingErrors {
        let folder = try TemporaryFolder()
        let original = try SQLiteLibrary.load(.systemSQLite)
        let limit = Int(quarry_sqlite_slot_count())
        for _ in 0..<2 * limit {
          #expect(throws: SQLiteLibraryError.self) { try SQLiteLibrary.load(.file("libm.so.6")) }
        }

        // Copies of the file are libraries of their own to the loader.
        var paths: [String] = []
        for number in 1...limit {
          let path = folder.file("libsqlite3-\(number).so")
          let early = #expect(throws: SQLiteLibraryError.self) { try SQLiteLibrary.load(.file(path)) }
          #expect(early?.code == .notFound)
          try FileManager.default.copyItem(atPath: original.path, toPath: path)
          paths.append(path)
        }
        var libraries = [original]
        for path in paths.dropLast() { libraries.append(try SQLiteLibrary.load(.file(path))) }
        #expect(Set(libraries.map { ObjectIdentifier($0) }).count == limit)
        #expect(Set(libraries.map { $0.api.pointee.slot }) == Set(0..<Int32(limit)))

        let last = try #require(paths.last)
        let error = #expect(throws: SQLiteLibraryError.self) { try SQLiteLibrary.load(.file(last)) }
        #expect(error?.code == .tooManyLibraries)
        #expect(error?.message.contains("\(limit)") == true)
        #expect(try SQLiteLibrary.load(.file(paths[0])) === libraries[1], "those that are loaded go on working")
      }
    }
  }
}
