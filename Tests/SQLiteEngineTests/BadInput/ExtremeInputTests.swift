import Foundation
import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

/// Every number and length of time that a caller can give, at its extremes, and every name with a zero byte: clamped or refused,
/// and the connection goes on.
@Suite("Extreme input")
struct ExtremeInputTests {
  static let integers = [
    Int.min, Int.min + 1, Int(Int32.min) - 1, Int(Int32.min), -1000, -1, 0, 1, 2, 127, 128, Int(Int16.max), 65536,
    Int(Int32.max) - 1, Int(Int32.max), Int(Int32.max) + 1, Int.max - 1, Int.max,
  ]

  static let durations: [Duration] =
    [Int64.min, Int64.min + 1, -1_000_000_000_000, -1, 0, 1, 2_147_483, 2_147_484, Int64.max - 1, Int64.max]
    .map { .seconds($0) } + [
      .milliseconds(Int64.min), .milliseconds(Int64.max), .nanoseconds(Int64.min), .nanoseconds(Int64.max),
      .milliseconds(-1), .nanoseconds(1), .seconds(Int64.max) + .milliseconds(999),
      .seconds(Int64.min) + .milliseconds(1), Duration(secondsComponent: .max, attosecondsComponent: 999),
    ]

  private func changed(_ change: (inout SQLiteConnectionSettings) -> Void) -> SQLiteConnectionSettings {
    var settings = SQLiteConnectionSettings()
    change(&settings)
    return settings
  }

  /// Calls with one integer.
  static let calls: [(name: String, body: @Sendable (SQLiteConnection, Int) throws -> Void)] = [
    ("statement from", { connection, value in _ = try connection.prepareSynchronously("SELECT 1", from: value) }),
    (
      "rows of a step",
      { connection, value in
        let statement = try #require(try connection.prepareSynchronously("SELECT a FROM t")).statement
        defer { statement.finalize() }
        try statement.start([])
        let batch = SQLRowBatch()
        batch.removeAllRows(columnCount: 1)
        _ = try statement.stepSynchronously(into: batch, limit: value)
        #expect(batch.rowCount >= 1)
      }
    ),
    (
      "columns of a batch",
      { connection, value in
        let statement = try #require(try connection.prepareSynchronously("SELECT a FROM t")).statement
        defer { statement.finalize() }
        try statement.start([])
        let batch = SQLRowBatch()
        // The engine's own number counts.
        batch.removeAllRows(columnCount: value > 100_000 ? 100_000 : value)
        _ = try statement.stepSynchronously(into: batch, limit: 1)
        #expect(batch.columnCount == 1)
      }
    ),
    ("arguments of a function", { try $0.addFunction("f", argumentCount: $1) { _ in .null } }),
    ("arguments of a removed function", { try $0.removeFunction("f", argumentCount: $1) }),
    (
      "arguments of an aggregate",
      { try $0.addAggregate("g", argumentCount: $1, initial: 0, step: { _, _ in }, result: { _ in .null }) }
    ),
    (
      "instructions of a progress handler",
      { connection, value in
        try connection.setProgressHandler(every: value) { true }
        _ = try connection.value("SELECT count(*) FROM t")
        try connection.setProgressHandler(nil)
      }
    ),
    (
      "pages of a backup",
      { connection, value in
        let other = try connection.library.openMemory()
        try connection.backUp(to: other, pagesPerStep: value)
      }
    ),
    ("user version", { try $0.setUserVersion(Int64($1)) }),
    ("application", { try $0.setApplicationID(Int64($1)) }),
    ("blob of a row", { _ = try $0.openBlob(table: "t", column: "a", rowID: Int64($1)) }),
    ("part of a blob", { _ = try $0.openBlob(table: "t", column: "a", rowID: 1).read(at: $1, count: 1) }),
    ("length of a part", { _ = try $0.openBlob(table: "t", column: "a", rowID: 1).read(at: 0, count: $1) }),
    ("both", { _ = try $0.openBlob(table: "t", column: "a", rowID: 1).read(at: $1, count: $1) }),
    ("written part", { try $0.openBlob(table: "t", column: "a", rowID: 1, writable: true).write([1], at: $1) }),
    ("other row of a blob", { try $0.openBlob(table: "t", column: "a", rowID: 1).move(toRow: Int64($1)) }),
    ("setting", { _ = try $0.knowsSetting(Int32(clamping: $1)) }),
    ("statements kept", { SQLContext($0, statementCacheCapacity: $1).close() }),
  ]

  @Test("No integer ends the process", arguments: calls.map(\.name))
  func anyInteger(_ name: String) throws {
    let call = try #require(Self.calls.first { $0.name == name })
    for library in Installed.all {
      for value in Self.integers {
        let connection = try library.openMemory()
        try connection.execute("CREATE TABLE t (a); INSERT INTO t VALUES ('text'), ('more')")
        do { try call.body(connection, value) } catch { #expect(error is DatabaseError, "\(name) \(value): \(error)") }
        if !connection.isClosed { #expect(try connection.value("SELECT count(*) FROM t") == 2) }
      }
    }
  }

  @Test("Settings are clamped or refused", arguments: integers)
  func anySetting(_ value: Int) throws {
    for library in Installed.all {
      let folder = try TemporaryFolder()
      for settings in [changed { $0.cacheKibibytes = value }, changed { $0.memoryMapBytes = Int64(value) }] {
        do {
          let connection = try SQLiteConnection.open(
            .file(path: folder.file(), mode: .readWriteCreate), library: library.location, settings: settings)
          try connection.execute("CREATE TABLE IF NOT EXISTS t (a); INSERT INTO t VALUES (1)")
        } catch let error as DatabaseError {
          #expect(error.code == .invalidConfiguration, "\(error)")
        }
      }
    }
    guard Installed.hasSQLCipher else { return }
    let changes: [(inout SQLCipherEncryption) -> Void] = [
      { $0.pageSize = value }, { $0.compatibility = value }, { $0.plaintextHeaderSize = value },
      { $0.keyDerivationIterations = value },
      { $0.salt = Array(repeating: 1, count: min(max(value, 0), 100)) },
    ]
    for change in changes {
      var encryption = SQLCipherEncryption(key: .raw([UInt8](1...32)))
      change(&encryption)
      let folder = try TemporaryFolder()
      do {
        let connection = try SQLiteConnection.open(
          .file(path: folder.file(), mode: .readWriteCreate), library: .systemSQLCipher, encryption: encryption)
        try connection.execute("CREATE TABLE t (a)")
      } catch let error as DatabaseError {
        #expect(error.code == .invalidConfiguration || error.code == .unsupportedFeature, "\(value): \(error)")
      }
    }
  }

  @Test("A length of time of any size is a busy timeout", arguments: durations)
  func busyTimeout(_ duration: Duration) throws {
    let connection = try SQLiteConnection.open(.memory, settings: changed { $0.busyTimeout = duration })
    #expect((.zero...Duration.milliseconds(Int32.max)).contains(connection.busyTimeout))
    connection.busyTimeout = duration
    #expect((.zero...Duration.milliseconds(Int32.max)).contains(connection.busyTimeout))
    if duration > .zero, duration < .seconds(2_000_000), duration > .milliseconds(1) {
      #expect(connection.busyTimeout == duration)
    }
    try connection.execute("CREATE TABLE t (a)")
  }

  @Test("A zero byte in a name never shortens it", arguments: Installed.all)
  func zeroBytes(_ library: SQLiteLibrary) throws {
    let connection = try library.openMemory()
    try connection.execute("CREATE TABLE t (a); INSERT INTO t VALUES ('text')")
    let name = "t\0x"
    let calls: [() throws -> Void] = [
      { try connection.addFunction(name) { _ in .null } }, { try connection.removeFunction(name) },
      { try connection.addAggregate(name, initial: 0, step: { _, _ in }, result: { _ in .null }) },
      { try connection.addCollation(name) { _, _ in .same } }, { try connection.removeCollation(name) },
      { try connection.addCollation("") { _, _ in .same } },
      { _ = try connection.openBlob(table: name, column: "a", rowID: 1) },
      { _ = try connection.openBlob(table: "t", column: "a\0x", rowID: 1) },
      { _ = try connection.openBlob(table: "t", column: "a", rowID: 1, schema: "main\0x") },
      { try connection.checkpoint(schema: "main\0x") }, { try connection.attach("/tmp/x", as: "x\0y") },
      { try connection.attach("/tmp/x\0y", as: "x") }, { try connection.loadExtension("/tmp/x\0y") },
      { try connection.loadExtension("/nowhere", entryPoint: "x\0y") }, { try connection.load(file: "/tmp/x\0y") },
      { try connection.backUp(toFile: "/tmp/x\0y") }, { try connection.detach("temp\0x") },
      { try connection.setEncoding("UTF-8\0x") },
    ]
    for (index, call) in calls.enumerated() { #expect(throws: DatabaseError.self, "call \(index)") { try call() } }
    #expect(try connection.rows("SELECT name FROM sqlite_master") == [["t"]])
    #expect(throws: DatabaseError.self) { try connection.rows("SELECT 'a' < 'b' COLLATE t") }
  }
}
