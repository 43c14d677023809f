import Foundation
import Quarry
import QuarrySQLCipher
import QuarrySQLiteEngine
import TestSupport
import Testing

private enum SQLCipherProgram {
  /// The path of the program; `nil` where it is not installed.
  static let path = (Surroundings.variable("PATH") ?? "").split(separator: ":").map { "\($0)/sqlcipher" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }
}

/// Files go to and fro between Quarry and SQLCipher's own command-line program, which uses the same version of the library.
@Suite(
  "The sqlcipher program",
  .enabled(
    if: SQLCipherProgram.path != nil && Installed.hasSQLCipher,
    "skipped: the program sqlcipher is not installed"))
struct SQLCipherProgramTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs the program with a script, and returns what it wrote.
  private func program(_ name: String, _ script: String) async throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(SQLCipherProgram.path))
    process.arguments = ["-batch", folder.file(name)]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = output
    try process.run()
    input.fileHandleForWriting.write(Data(script.utf8))
    try input.fileHandleForWriting.close()
    return try await onThread {
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return text
    }
  }

  private func connection(_ name: String, _ key: SQLCipherKey) throws -> SQLiteConnection {
    try SQLiteConnection.open(
      .file(path: folder.file(name), mode: .readWriteCreate), library: .systemSQLCipher,
      encryption: SQLCipherEncryption(key: key))
  }

  static let keys: [(SQLCipherKey, String)] = [
    (.passphrase("it's a \"secret\""), "'it''s a \"secret\"'"),
    (.raw([UInt8](0..<32)), "\"x'000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'\""),
  ]

  @Test("A file of Quarry is read and written by the program, and the other way round", arguments: keys.indices)
  func bothWays(_ index: Int) async throws {
    let (key, text) = Self.keys[index]
    let first = try connection("a.db", key)
    try first.execute("CREATE TABLE t (a); INSERT INTO t VALUES ('of Quarry')")
    first.closeSynchronously()
    let seen = try await program(
      "a.db", "PRAGMA key = \(text); SELECT a FROM t; INSERT INTO t VALUES ('of the program');")
    #expect(seen.contains("of Quarry"), "\(seen)")
    let again = try connection("a.db", key)
    #expect(try again.rows("SELECT a FROM t") == [[.text("of Quarry")], [.text("of the program")]])
    again.closeSynchronously()
    let made = try await program(
      "b.db", "PRAGMA key = \(text); CREATE TABLE t (a); INSERT INTO t VALUES ('made there');")
    let other = try connection("b.db", key)
    #expect(try other.rows("SELECT a FROM t") == [[.text("made there")]], "\(made)")
    other.closeSynchronously()
  }

  @Test("What was encrypted and rekeyed in its place is read by the program", arguments: keys.indices)
  func changed(_ index: Int) async throws {
    let (key, text) = Self.keys[index]
    let plain = try SQLiteConnection.open(.file(path: folder.file("a.db"), mode: .readWriteCreate))
    try plain.execute("CREATE TABLE t (a); INSERT INTO t VALUES ('kept'); PRAGMA user_version = 7")
    plain.closeSynchronously()
    let file = SQLCipherFile(path: folder.file("a.db"))
    try await file.encrypt(with: SQLCipherEncryption(key: .passphrase("first")))
    try await file.changeEncryption(
      from: SQLCipherEncryption(key: .passphrase("first")), to: SQLCipherEncryption(key: key))
    let seen = try await program("a.db", "PRAGMA key = \(text); SELECT a FROM t; PRAGMA user_version;")
    #expect(seen.contains("kept") && seen.contains("7"), "\(seen)")
    let wrong = try await program("a.db", "PRAGMA key = 'first'; SELECT a FROM t;")
    #expect(!wrong.contains("kept"))
  }
}
