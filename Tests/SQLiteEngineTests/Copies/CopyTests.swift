import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

@Suite("SQLite connections: copies")
struct CopyTests {
  static func filled(_ library: SQLiteLibrary, _ location: SQLiteLocation = .memory) throws -> SQLiteConnection {
    let connection = try SQLiteConnection.open(location, library: library.location)
    try connection.execute(
      """
      PRAGMA user_version = 7; CREATE TABLE t (a);
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
      INSERT INTO t SELECT randomblob(1000) FROM n
      """)
    return connection
  }

  @Test("A backup tells its progress and is complete", arguments: Installed.all)
  func backup(_ library: SQLiteLibrary) throws {
    let folder = try TemporaryFolder()
    let source = try Self.filled(library)
    var reports: [SQLiteBackupProgress] = []
    try source.backUp(toFile: folder.file(), pagesPerStep: 10) {
      reports.append($0)
      return true
    }
    #expect(reports.count > 3)
    #expect(reports.last?.remainingPages == 0)
    #expect(folder.names == ["test.db"])
    let copy = try SQLiteConnection.open(.file(path: folder.file(), mode: .readWrite), library: library.location)
    #expect(try copy.rows("SELECT a FROM t") == source.rows("SELECT a FROM t"))
    #expect(try copy.userVersion() == 7)
  }

  @Test("A backup that is cancelled or fails leaves nothing", arguments: Installed.all)
  func cancelled(_ library: SQLiteLibrary) throws {
    let folder = try TemporaryFolder()
    let source = try Self.filled(library)
    #expect(
      try databaseError { try source.backUp(toFile: folder.file(), pagesPerStep: 10) { _ in false } }.code
        == .interrupted)
    #expect(folder.names.isEmpty)
    let target = try SQLiteConnection.open(
      .file(path: folder.file(), mode: .readWriteCreate), library: library.location)
    try target.execute("CREATE TABLE old (a); INSERT INTO old VALUES (1)")
    #expect(try databaseError { try source.backUp(to: target, pagesPerStep: 1) { _ in false } }.code == .interrupted)
    #expect(try target.rows("SELECT a FROM old") == [[1]])
    #expect(try databaseError { try source.backUp(toFile: folder.file("none/x.db")) }.code == .cannotOpen)
    #expect(try databaseError { try source.backUp(toFile: folder.file()) }.code == .busy)
    #expect(try databaseError { try source.backUp(to: source) }.code == .misuse)
    #expect(try source.value("SELECT count(*) FROM t") == 200)
  }

  @Test("Connections of two libraries are not mixed", .needsSQLCipher)
  func twoLibraries() throws {
    let source = try Self.filled(Installed.sqlite.get())
    let target = try Installed.sqlCipher.get().openMemory()
    #expect(try databaseError { try source.backUp(to: target) }.code == .misuse)
    try target.load(image: try source.image())
    #expect(try target.rows("SELECT a FROM t") == source.rows("SELECT a FROM t"))
  }

  @Test("An image is the whole database, and can be loaded anywhere", arguments: Installed.all)
  func image(_ library: SQLiteLibrary) throws {
    let folder = try TemporaryFolder()
    let location = SQLiteLocation.file(path: folder.file(), mode: .readWriteCreate)
    let source = try Self.filled(library, location)
    let image = try source.image()
    #expect(image.starts(with: Array("SQLite format 3\0".utf8)))
    for target in [
      try library.openMemory(), try SQLiteConnection.open(.sharedMemory(name: "image"), library: library.location),
      try SQLiteConnection.open(.file(path: folder.file("b.db"), mode: .readWriteCreate), library: library.location),
    ] {
      try target.execute("CREATE TABLE other (a)")
      try target.load(image: image)
      #expect(try target.rows("SELECT a FROM t") == source.rows("SELECT a FROM t"))
      #expect(try target.value("SELECT count(*) FROM sqlite_master") == 1)
      try target.execute("INSERT INTO t VALUES (1)")
      #expect(throws: DatabaseError.self) { try target.load(image: [UInt8](repeating: 1, count: 5000)) }
      #expect(try target.value("SELECT count(*) FROM t") == 201)
      try target.load(file: folder.file())
      #expect(try target.value("SELECT count(*) FROM t") == 200)
      try target.load(image: [])
      #expect(try target.isEmpty())
    }
    #expect(try library.openMemory().image().isEmpty || library.versionNumber < 3_036_000)
  }

  @Test("A fork goes its own way", arguments: Installed.all)
  func fork(_ library: SQLiteLibrary) throws {
    let source = try Self.filled(library)
    let fork = try source.fork()
    try fork.execute("DELETE FROM t")
    #expect(try source.value("SELECT count(*) FROM t") == 200)
    #expect(try fork.value("SELECT count(*) FROM t") == 0)
  }

  @Test("A database can be attached and let go, whatever its path", arguments: Installed.all)
  func attach(_ library: SQLiteLibrary) throws {
    let folder = try TemporaryFolder()
    try Self.filled(library, .file(path: folder.file("a ?mode=ro#%20'\".db"), mode: .readWriteCreate))
      .closeSynchronously()
    try folder.write([UInt8](repeating: 7, count: 4000), to: "text")
    let connection = try library.openMemory()
    try connection.attach(folder.file("a ?mode=ro#%20'\".db"), as: "other \"one\"", mode: .readWrite)
    #expect(try connection.value("SELECT count(*) FROM \"other \"\"one\"\"\".t") == 200)
    try connection.detach("other \"one\"")
    for (path, mode, code) in [
      (folder.file("none"), SQLiteOpenMode.readWrite, DatabaseError.Code.cannotOpen),
      (folder.path, .readWrite, .cannotOpen),
      (folder.file("text"), .readWrite, .notADatabase), (folder.file("text"), .readOnly, .unsupportedFeature),
    ] {
      #expect(try databaseError { try connection.attach(path, as: "x", mode: mode) }.code == code)
    }
    #expect(try connection.rows("PRAGMA database_list").count == 1)
    #expect(throws: DatabaseError.self) { try connection.detach("x") }
  }

  @Test(
    "S15, S30: a number that does not fit is refused, and every setter tells when it fails", arguments: Installed.all)
  func properties(_ library: SQLiteLibrary) throws {
    let folder = try TemporaryFolder()
    let connection = try Self.filled(library, .file(path: folder.file(), mode: .readWriteCreate))
    #expect(try databaseError { try connection.setUserVersion(4_294_967_297) }.code == .valueOutOfRange)
    #expect(try connection.userVersion() == 7)
    try connection.setUserVersion(-1)
    #expect(try connection.userVersion() == -1)
    try connection.setApplicationID(99)
    #expect(try connection.applicationID() == 99)
    try connection.execute("BEGIN")
    #expect(try databaseError { try connection.setEnforcesForeignKeys(false) }.code == .transactionState)
    try connection.execute("COMMIT")
    try connection.setEnforcesForeignKeys(false)
    #expect(try !connection.enforcesForeignKeys())
    #expect(try databaseError { try connection.setEncoding("UTF-16") }.code == .invalidConfiguration)
    let reader = try SQLiteConnection.open(.file(path: folder.file(), mode: .readOnly), library: library.location)
    #expect(try databaseError { try reader.setUserVersion(3) }.code == .readOnly)
    let wide = try library.openMemory()
    try wide.setEncoding("UTF-16le")
    try wide.execute("CREATE TABLE t (a)")
    #expect(try wide.encoding() == "UTF-16le")
    let statement = "SELECT 'ü' || ?"
    #expect(try wide.value(statement, ["🦊"]) == "ü🦊")
  }

  @Test("A blob is read and written in parts", arguments: Installed.all)
  func blobs(_ library: SQLiteLibrary) throws {
    let connection = try library.openMemory()
    try connection.execute("CREATE TABLE t (a); INSERT INTO t VALUES (zeroblob(100)), (x'0102'), (5)")
    let blob = try connection.openBlob(table: "t", column: "a", rowID: 1, writable: true)
    #expect(blob.count == 100)
    try blob.write([1, 2, 3], at: 97)
    #expect(try blob.read(at: 96, count: 4) == [0, 1, 2, 3])
    #expect(try databaseError { try blob.write([1], at: 100) }.code == .valueOutOfRange)
    #expect(try databaseError { _ = try blob.read(at: -1, count: 1) }.code == .valueOutOfRange)
    try blob.move(toRow: 2)
    #expect(try blob.read(count: 2) == [1, 2])
    blob.close()
    #expect(throws: DatabaseError.self) { try blob.read(count: 1) }
    #expect(throws: DatabaseError.self) { try connection.openBlob(table: "t", column: "a", rowID: 3) }
    #expect(throws: DatabaseError.self) { try connection.openBlob(table: "none", column: "a", rowID: 1) }
    let open = try connection.openBlob(table: "t", column: "a", rowID: 1)
    connection.closeSynchronously()
    #expect(open.count == 0)
    #expect(try databaseError { _ = try open.read(count: 1) }.code == .connectionClosed)
  }
}
