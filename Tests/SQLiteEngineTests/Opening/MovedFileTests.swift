import Foundation
import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

/// Files that disappear or change places while they are open, and paths that lead to no file.
@Suite("Moved and special files")
struct MovedFileTests {
  enum Change: String, CaseIterable, Sendable {
    case deleted, moved, replaced, emptied

    func apply(_ folder: TemporaryFolder) throws {
      let files = FileManager.default
      switch self {
      case .deleted: try files.removeItem(atPath: folder.file())
      case .moved: try files.moveItem(atPath: folder.file(), toPath: folder.file("elsewhere.db"))
      case .replaced:
        try files.removeItem(atPath: folder.file())
        let other = try SQLiteConnection.open(.file(path: folder.file("new.db"), mode: .readWriteCreate))
        try other.execute("CREATE TABLE other (a)")
        other.closeSynchronously()
        try files.moveItem(atPath: folder.file("new.db"), toPath: folder.file())
      case .emptied:
        try files.removeItem(atPath: folder.file())
        try Data().write(to: URL(filePath: folder.file()))
      }
    }
  }

  @Test("A write to a file that is no longer at its path is refused by type", arguments: Change.allCases)
  func writes(_ change: Change) throws {
    for library in Installed.all {
      for journal in [SQLiteJournalMode.writeAheadLog, .delete] {
        let folder = try TemporaryFolder()
        var settings = SQLiteConnectionSettings()
        settings.journalMode = journal
        let connection = try SQLiteConnection.open(
          .file(path: folder.file(), mode: .readWriteCreate), library: library.location, settings: settings)
        try connection.execute("CREATE TABLE t (a); INSERT INTO t VALUES (1)")
        try change.apply(folder)
        for sql in ["INSERT INTO t VALUES (2)", "BEGIN IMMEDIATE", "DROP TABLE t", "BEGIN; INSERT INTO t VALUES (3)"] {
          let error = try databaseError { try connection.execute(sql) }
          #expect(error.code == .fileMoved, "\(library.version) \(journal) \(sql): \(error)")
          #expect(error.outcome == .notApplied)
          if connection.transactionStatus == .active { try connection.execute("ROLLBACK") }
        }
      }
    }
  }

  @Test("A reader never makes a file", arguments: [SQLiteOpenMode.readOnly, .readWrite, .readWriteCreate])
  func readers(_ mode: SQLiteOpenMode) throws {
    let folder = try TemporaryFolder()
    for library in Installed.all {
      #expect(throws: DatabaseError.self) {
        try SQLiteConnection.open(
          .file(path: folder.file(), mode: mode), role: .reader, library: library.location)
      }
    }
    #expect(folder.names.isEmpty)
  }

  @Test("A pipe or a device is refused at once, wherever a file is opened")
  func specialFiles() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let connection = try SQLiteConnection.open(.memory)
    for path in [pipe, "/dev/null"] {
      for mode in SQLiteOpenMode.allCases {
        let error = try databaseError { _ = try SQLiteConnection.open(.file(path: path, mode: mode)) }
        #expect(error.code == .cannotOpen)
        #expect(error.message.contains("pipe"))
      }
      #expect(try databaseError { try connection.attach(path, as: "p") }.code == .cannotOpen)
      #expect(try databaseError { try connection.load(file: path) }.code == .cannotOpen)
      #expect(try databaseError { try connection.backUp(toFile: path) }.code == .cannotOpen)
    }
  }

  @Test("A file with a log that cannot be read where it lies is refused with what to do")
  func logInReadOnlyFolder() async {
    await #expect(processExitsWith: .success) {
      await recordingErrors {
        let folder = try TemporaryFolder()
        let connection = try SQLiteConnection.open(.file(path: folder.file(), mode: .readWriteCreate))
        try connection.execute("CREATE TABLE t (a)")
        connection.closeSynchronously()
        #expect(folder.names == ["test.db"])
        let files = FileManager.default
        try files.setAttributes([.posixPermissions: 0o444], ofItemAtPath: folder.file())
        try files.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
        // Permissions bind every user but the superuser.
        if getuid() == 0 { #expect(seteuid(65534) == 0) }
        defer {
          if getuid() == 0 { seteuid(0) }
          try? files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
        }
        for library in Installed.all {
          let error = try databaseError {
            _ = try SQLiteConnection.open(.file(path: folder.file(), mode: .readOnly), library: library.location)
          }
          #expect(error.code == .cannotOpen, "\(error)")
          #expect(error.message.contains("write-ahead log"), "\(error)")
          #expect(!error.message.contains("attempt to write"), "\(error)")
        }
      }
    }
  }
}
