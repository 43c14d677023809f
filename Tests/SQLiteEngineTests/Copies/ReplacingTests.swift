import Foundation
import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

/// Files that copies are written to: permissions, links, and what processes leave that are killed.
@Suite("Replaced files")
struct ReplacingTests {
  static let key = SQLCipherEncryption(key: .raw([UInt8](1...32)))

  private func permissions(_ path: String) throws -> Int {
    try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  private func source(_ folder: TemporaryFolder, keyed: Bool = false) throws -> SQLiteConnection {
    let connection = try SQLiteConnection.open(
      .file(path: folder.file("source.db"), mode: .readWriteCreate),
      library: keyed ? .systemSQLCipher : .systemSQLite, encryption: keyed ? Self.key : nil)
    try connection.execute("CREATE TABLE IF NOT EXISTS t (a); INSERT INTO t VALUES (1)")
    return connection
  }

  @Test("The file that is replaced hands its permissions on", arguments: [0o600, 0o640, 0o644, 0o666])
  func keptPermissions(_ mode: Int) throws {
    let folder = try TemporaryFolder()
    let source = try source(folder)
    let path = folder.file("target.db")
    try source.backUp(toFile: path)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    try source.backUp(toFile: path)
    #expect(try permissions(path) == mode)
    #expect(folder.names.filter { $0.contains("target") } == ["target.db"])
  }

  @Test("New files of an encrypted database and exports are for their owner only", .needsSQLCipher)
  func newPermissions() throws {
    let folder = try TemporaryFolder()
    let source = try source(folder, keyed: true)
    try source.backUp(toFile: folder.file("backup.db"), encryption: Self.key)
    try source.export(to: folder.file("plain.db"), encryption: nil)
    try source.export(to: folder.file("other.db"), encryption: SQLCipherEncryption(key: .raw([UInt8](2...33))))
    for name in ["backup.db", "plain.db", "other.db"] {
      #expect(try permissions(folder.file(name)) == 0o600, "\(name)")
    }
  }

  @Test("A symbolic link stays, and the file it leads to is replaced or made")
  func symbolicLinks() throws {
    let folder = try TemporaryFolder()
    let source = try source(folder)
    let files = FileManager.default
    try files.createDirectory(atPath: folder.file("real"), withIntermediateDirectories: false)
    for (link, target) in [("one", "real/a.db"), ("two", "one"), ("three", folder.file("real/c.db"))] {
      try files.createSymbolicLink(atPath: folder.file(link), withDestinationPath: target)
    }
    for _ in 0..<2 {
      for (link, target) in [("two", "real/a.db"), ("three", "real/c.db")] {
        try source.backUp(toFile: folder.file(link))
        #expect((try? files.destinationOfSymbolicLink(atPath: folder.file(link))) != nil)
        let copy = try SQLiteConnection.open(.file(path: folder.file(target), mode: .readWrite))
        #expect(try copy.value("SELECT count(*) FROM t") == 1)
        copy.closeSynchronously()
      }
    }
    try files.createSymbolicLink(atPath: folder.file("loop"), withDestinationPath: "loop")
    #expect(try databaseError { try source.backUp(toFile: folder.file("loop")) }.code == .cannotOpen)
  }

  @Test("A copy that fails or is cancelled leaves nothing, and the target as it was")
  func failedCopies() throws {
    let folder = try TemporaryFolder()
    let source = try source(folder)
    let path = folder.file("target.db")
    try source.backUp(toFile: path)
    let before = (folder.bytes(of: "target.db"), folder.names)
    try source.execute("INSERT INTO t SELECT zeroblob(100000)")
    #expect(try databaseError { try source.backUp(toFile: path, pagesPerStep: 1) { _ in false } }.code == .interrupted)
    #expect(folder.bytes(of: "target.db") == before.0)
    #expect(folder.names == before.1)
  }

  @Test("What a killed process has left is removed by the next copy, and what a running one holds is not")
  func leftovers() async throws {
    let folder = try TemporaryFolder()
    let source = try source(folder)
    try source.execute("INSERT INTO t SELECT zeroblob(200000)")
    let path = folder.file("target.db")
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, name = folder.file("source.db") as String] in
      let source = try SQLiteConnection.open(.file(path: name, mode: .readWrite))
      try source.backUp(toFile: path, pagesPerStep: 1) { _ in
        kill(getpid(), SIGKILL)
        return true
      }
    }
    func work() -> [String] { folder.names.filter { $0.hasPrefix(".target.db") } }
    let left = work()
    #expect(left.count == 1)
    #expect(try permissions(folder.file(left[0])) == 0o700)
    // While one copy is under way, another one to the same place removes the leftover and not the folder of the first.
    var during: [String] = []
    let other = try self.source(folder)
    try source.backUp(toFile: path, pagesPerStep: 1) { _ in
      if during.isEmpty {
        #expect(throws: Never.self) { try other.backUp(toFile: path) }
        during = work()
      }
      return true
    }
    #expect(during.count == 1)
    #expect(during != left)
    #expect(work().isEmpty)
    let copy = try SQLiteConnection.open(.file(path: path, mode: .readOnly))
    #expect(try copy.value("PRAGMA integrity_check") == "ok")
  }
}
