import Foundation
import Quarry
import QuarrySQLCipher
import QuarrySQLite
import QuarrySQLiteEngine
import TestSupport
import Testing

/// Files that are encrypted, decrypted and encrypted anew in their place.
@Suite("The life of an encrypted file", .enabled(if: Installed.hasSQLCipher, "skipped: SQLCipher is not installed"))
struct FileEncryptionTests {
  private static let marker = "find me if you can"
  private static let first = SQLCipherEncryption(key: .passphrase("first"))
  private static let second = SQLCipherEncryption(key: .raw([UInt8](1...32)))

  /// The states that a file can be in.
  enum State: String, CaseIterable, Sendable {
    case plain, first, second, larger

    var encryption: SQLCipherEncryption? {
      switch self {
      case .plain: return nil
      case .first: return FileEncryptionTests.first
      case .second: return FileEncryptionTests.second
      case .larger:
        var encryption = FileEncryptionTests.second
        encryption.pageSize = 8192
        return encryption
      }
    }
  }

  private func open(_ path: String, _ state: State, library: SQLiteLibrary.Location) throws -> SQLiteConnection {
    var settings = SQLiteConnectionSettings()
    settings.journalMode = nil
    return try SQLiteConnection.open(
      .file(path: path, mode: .readWriteCreate), library: library, encryption: state.encryption, settings: settings)
  }

  private func change(_ file: SQLCipherFile, from old: State, to new: State) async throws {
    switch (old.encryption, new.encryption) {
    case (nil, let new?): try await file.encrypt(with: new)
    case (let old?, nil): try await file.decrypt(old)
    case (let old?, let new?): try await file.changeEncryption(from: old, to: new)
    case (nil, nil): break
    }
  }

  /// What has to stay as it is.
  private func content(_ connection: SQLiteConnection) throws -> [String] {
    let rows = try connection.rows(
      """
      SELECT 'row', id, hex(a), typeof(a) FROM t UNION ALL SELECT name, rootpage <> 0, sql, type FROM sqlite_master
      UNION ALL SELECT 'seq', seq, name, '' FROM sqlite_sequence ORDER BY 1, 2, 3
      """
    ).map { "\($0)" }
    let settings = try ["user_version", "application_id", "auto_vacuum", "journal_mode", "encoding"].map { name in
      "\(name) \(try connection.rows("PRAGMA \(name)"))"
    }
    return rows + settings
  }

  private func fill(_ path: String, _ state: State, isLogged: Bool, library: SQLiteLibrary.Location) throws -> [String]
  {
    let connection = try open(path, state, library: library)
    defer { connection.closeSynchronously() }
    try connection.execute(
      """
      PRAGMA auto_vacuum = 2; PRAGMA user_version = 42; PRAGMA application_id = 77; PRAGMA encoding = 'UTF-16le';
      CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a);
      CREATE INDEX i ON t (a); CREATE VIEW v AS SELECT a FROM t; CREATE TRIGGER r AFTER DELETE ON t BEGIN SELECT 1; END;
      """)
    if isLogged { try connection.execute("PRAGMA journal_mode = wal") }
    try connection.execute(
      """
      WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 2000)
      INSERT INTO t (a) SELECT '\(Self.marker) ' || x FROM n; INSERT INTO t VALUES (9000, x'00ff'); DELETE FROM t WHERE id = 9000
      """)
    return try content(connection)
  }

  private func holdsMarker(_ folder: TemporaryFolder) -> Bool {
    let texts = [Data(Self.marker.utf8), Self.marker.data(using: .utf16LittleEndian) ?? Data()]
    return folder.names.contains { name in
      let bytes = Data(folder.bytes(of: name))
      return texts.contains { bytes.range(of: $0) != nil }
    }
  }

  private static let libraries = [SQLiteLibrary.Location.systemSQLCipher] + (CachedEngine.sqlCipher4.map { [$0] } ?? [])

  @Test(
    "From every state to every other one, with and without a log, by every version",
    arguments: [false, true], libraries.indices)
  func states(_ isLogged: Bool, _ library: Int) async throws {
    let library = Self.libraries[library]
    for old in State.allCases {
      for new in State.allCases where (old, new) != (.plain, .plain) {
        let folder = try TemporaryFolder()
        let before = try fill(folder.file(), old, isLogged: isLogged, library: library)
        #expect(chmod(folder.file(), 0o640) == 0)
        let file = SQLCipherFile(path: folder.file(), library: library)
        #expect(try file.isInTheClear == (old == .plain))
        try await change(file, from: old, to: new)
        #expect(try file.isInTheClear == (new == .plain))
        #expect(folder.names == ["test.db"], "\(old) to \(new)")
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file())
        #expect((attributes[.posixPermissions] as? Int) == 0o640)
        if new != .plain { #expect(!holdsMarker(folder)) }
        let connection = try open(folder.file(), new, library: library)
        #expect(try content(connection) == before, "\(old) to \(new)")
        if new == .plain, old == .larger {
          #expect("\(try connection.rows("PRAGMA page_size"))".contains("8192"), "the size of pages is kept")
        }
        connection.closeSynchronously()
        if old != new, old != .plain {
          #expect(throws: DatabaseError.self) { _ = try open(folder.file(), old, library: library) }
        }
      }
    }
  }

  @Test("Symbolic links stay, and what they lead to is changed")
  func links() async throws {
    let folder = try TemporaryFolder()
    _ = try fill(folder.file("real.db"), .plain, isLogged: false, library: .systemSQLCipher)
    try FileManager.default.createSymbolicLink(atPath: folder.file(), withDestinationPath: "real.db")
    try await SQLCipherFile(path: folder.file()).encrypt(with: Self.first)
    #expect(folder.names == ["real.db", "test.db"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file()) == "real.db")
    #expect(!holdsMarker(folder))
  }

  @Test("What cannot be changed is refused, and the file stays as it is, byte by byte")
  func refusals() async throws {
    let folder = try TemporaryFolder()
    let file = SQLCipherFile(path: folder.file(), busyTimeout: .milliseconds(20))
    #expect(try await databaseError { try await file.encrypt(with: Self.first) }.code == .cannotOpen)
    #expect(folder.names.isEmpty, "no file is made")
    _ = try fill(folder.file(), .first, isLogged: false, library: .systemSQLCipher)
    let before = folder.bytes()
    #expect(try await databaseError { try await file.encrypt(with: Self.second) }.code == .notADatabase)
    #expect(try await databaseError { try await file.decrypt(Self.second) }.code == .wrongKey)
    let empty = SQLCipherEncryption(key: .passphrase(""))
    #expect(
      try await databaseError { try await file.changeEncryption(from: Self.first, to: empty) }.code
        == .invalidConfiguration)
    var plain = file
    plain.library = .systemSQLite
    #expect(try await databaseError { try await plain.decrypt(Self.first) }.code == .unsupportedFeature)
    #expect(folder.bytes() == before && folder.names == ["test.db"])
  }

  @Test("A file that is in use is refused, and keeps its log", arguments: [false, true])
  func inUse(_ isLogged: Bool) async throws {
    let folder = try TemporaryFolder()
    let before = try fill(folder.file(), .first, isLogged: isLogged, library: .systemSQLCipher)
    let other = try open(folder.file(), .first, library: .systemSQLCipher)
    _ = try other.rows("SELECT count(*) FROM t")
    // Without a log only a lock tells.
    if !isLogged { try other.execute("BEGIN IMMEDIATE") }
    let file = SQLCipherFile(path: folder.file(), busyTimeout: .milliseconds(20))
    let error = try await databaseError { try await file.decrypt(Self.first) }
    #expect(error.code == .busy)
    if !isLogged { try other.execute("ROLLBACK") }
    try other.execute("INSERT INTO t (a) VALUES ('still works'); DELETE FROM t WHERE a = 'still works'")
    #expect(try content(other).filter { !$0.contains("seq") } == before.filter { !$0.contains("seq") })
    other.closeSynchronously()
    try await file.decrypt(Self.first)
    #expect(try file.isInTheClear)
  }

  @Test("Whoever has the file open without a log is told that it was replaced")
  func replaced() async throws {
    let folder = try TemporaryFolder()
    _ = try fill(folder.file(), .first, isLogged: false, library: .systemSQLCipher)
    let other = try open(folder.file(), .first, library: .systemSQLCipher)
    try await SQLCipherFile(path: folder.file()).changeEncryption(from: Self.first, to: Self.second)
    #expect(try databaseError { try other.execute("DELETE FROM t") }.code == .fileMoved)
    other.closeSynchronously()
  }

  @Test("A cancelled change leaves the old file, and nothing else")
  func cancelled() async throws {
    let folder = try TemporaryFolder()
    let before = try fill(folder.file(), .first, isLogged: true, library: .systemSQLCipher)
    let task = Task { try await SQLCipherFile(path: folder.file()).changeEncryption(from: Self.first, to: Self.second) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(folder.names.filter { !$0.hasPrefix("test.db") }.isEmpty)
    let connection = try open(folder.file(), .first, library: .systemSQLCipher)
    #expect(try content(connection) == before)
    connection.closeSynchronously()
  }

  @Test("A leftover of a process that was killed goes with the next opening for writing, and no sooner than that")
  func leftovers() throws {
    let folder = try TemporaryFolder()
    _ = try fill(folder.file(), .plain, isLogged: false, library: .systemSQLCipher)
    let leftover = ".test.db.quarry-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder.file(leftover), withIntermediateDirectories: false)
    try folder.write(Self.marker.utf8, to: leftover + "/copy.db")
    let others = [".other.db.quarry-\(UUID().uuidString)", ".test.db.quarry-mine"]
    for name in others {
      try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: false)
    }
    try SQLiteConnection.open(.file(path: folder.file(), mode: .readOnly)).closeSynchronously()
    #expect(folder.names.contains(leftover))
    try SQLiteConnection.open(.file(path: folder.file(), mode: .readWrite)).closeSynchronously()
    #expect(folder.names == (others + ["test.db"]).sorted())
  }

  @Test("A journal without content, of a process that was killed, is in nobody's way") func staleJournal() async throws
  {
    let folder = try TemporaryFolder()
    let before = try fill(folder.file(), .plain, isLogged: true, library: .systemSQLCipher)
    try folder.write([], to: "test.db-journal")
    try SQLiteConnection.open(.file(path: folder.file(), mode: .readWrite)).closeSynchronously()
    #expect(folder.names == ["test.db"])
    for journal in [[UInt8](), [UInt8](repeating: 0, count: 512)] {
      try folder.write(journal, to: "test.db-journal")
      try await SQLCipherFile(path: folder.file()).encrypt(with: Self.first)
      #expect(folder.names == ["test.db"])
      try folder.write(journal, to: "test.db-journal")
      try await SQLCipherFile(path: folder.file()).decrypt(Self.first)
    }
    let connection = try open(folder.file(), .plain, library: .systemSQLCipher)
    #expect(try content(connection) == before)
    connection.closeSynchronously()
  }

  @Test("A wrong key of one connection leaves the locks of the others of the process in force")
  func locks() throws {
    let folder = try TemporaryFolder()
    _ = try fill(folder.file(), .plain, isLogged: false, library: .systemSQLCipher)
    let writer = try open(folder.file(), .plain, library: .systemSQLCipher)
    try writer.execute("BEGIN EXCLUSIVE; DELETE FROM t")
    for _ in 0..<3 {
      #expect(throws: DatabaseError.self) { _ = try open(folder.file(), .first, library: .systemSQLCipher) }
    }
    _ = try SQLCipherFile(path: folder.file()).isInTheClear
    // Another process asks for the lock.
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      "import sqlite3,sys\nc=sqlite3.connect(sys.argv[1],timeout=0)\nc.execute('SELECT count(*) FROM t').fetchall()",
      folder.file(),
    ]
    let output = Pipe()
    process.standardError = output
    try process.run()
    process.waitUntilExit()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(text.contains("locked"), "another process got in: \(text)")
    try writer.execute("ROLLBACK")
    writer.closeSynchronously()
  }

  @Test(
    "A file of version 3 becomes one of version 4",
    .enabled(if: CachedEngine.sqlCipher4 != nil, "skipped: sqlcipher-4.19.0 is not in the folder of engines"))
  func upgrade() async throws {
    let library = try #require(CachedEngine.sqlCipher4)
    let folder = try TemporaryFolder()
    let before = try fill(folder.file(), .first, isLogged: true, library: .systemSQLCipher)
    #expect(throws: DatabaseError.self) { _ = try open(folder.file(), .first, library: library) }
    var old = Self.first
    old.compatibility = 3
    try await SQLCipherFile(path: folder.file(), library: library).changeEncryption(from: old, to: Self.first)
    let connection = try open(folder.file(), .first, library: library)
    #expect(try content(connection) == before)
    connection.closeSynchronously()
    #expect(!holdsMarker(folder))
  }
}
