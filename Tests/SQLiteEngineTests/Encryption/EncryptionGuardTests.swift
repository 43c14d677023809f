import CQuarrySQLite
import Foundation
import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

/// No SQL gives a key, changes the format of an encrypted file, or weakens the encryption of the process.
@Suite("Guard of the encryption")
struct EncryptionGuardTests {
  static let settings: [(name: String, value: String)] = [
    ("cipher_default_kdf_iter", "1"), ("cipher_default_use_hmac", "OFF"), ("cipher_default_page_size", "512"),
    ("cipher_default_compatibility", "1"), ("cipher_default_plaintext_header_size", "32"),
    ("cipher_default_hmac_algorithm", "HMAC_SHA1"), ("cipher_default_kdf_algorithm", "PBKDF2_HMAC_SHA1"),
    ("cipher_memory_security", "OFF"), ("cipher_use_hmac", "OFF"), ("cipher_hmac_salt_mask", "\"x'12'\""),
    ("cipher_plaintext_header_size", "32"), ("cipher_page_size", "512"), ("kdf_iter", "1"), ("fast_kdf_iter", "7"),
    ("cipher", "'aes-128-cbc'"), ("cipher_compatibility", "1"), ("cipher_hmac_algorithm", "HMAC_SHA1"),
    ("cipher_kdf_algorithm", "PBKDF2_HMAC_SHA1"), ("cipher_salt", "\"x'01010101010101010101010101010101'\""),
    ("key", "'k'"), ("rekey", "'k'"), ("hexkey", "'6b'"), ("hexrekey", "'6b'"),
  ]

  /// Every way to write a setting.
  static func spellings(_ name: String, _ value: String) -> [String] {
    let names = [
      name, name.uppercased(), "\"\(name)\"", "[\(name)]", "`\(name)`", "'\(name)'", "main.\(name)",
      "\"main\" . \(name)", "/* c */ \(name)", "-- c\n \(name)",
    ]
    let values = ["= \(value)", "=\(value)", "(\(value))", " /* c */ = \(value)", "\t(\n\(value) )"]
    let before = [
      "PRAGMA ", "pragma\n", "PrAgMa/**/", ";;PRAGMA ", "/* c */PRAGMA ", "-- c\nPRAGMA ", "EXPLAIN PRAGMA ",
      "EXPLAIN QUERY PLAN PRAGMA ", "\u{FEFF}PRAGMA ", "; \u{FEFF} PRAGMA ", "/* c */\u{FEFF}PRAGMA ", "\u{0C}PRAGMA ",
    ]
    var all: [String] = []
    for (index, name) in names.enumerated() {
      for (offset, start) in before.enumerated() {
        all.append(start + name + " " + values[(index + offset) % values.count])
      }
    }
    return all
  }

  static let encryption = SQLCipherEncryption(key: .raw([UInt8](1...32)))

  @Test("No spelling of a setting reaches the engine: alone, in a script, on an engine with and without encryption")
  func spellings() throws {
    for library in Installed.all + CachedEngine.libraries {
      let folder = try TemporaryFolder()
      let isCipher = library.hasSymbol("sqlite3_key_v2")
      let connection = try SQLiteConnection.open(
        .file(path: folder.file(), mode: .readWriteCreate), library: library.location,
        encryption: isCipher ? Self.encryption : nil)
      try connection.execute("CREATE TABLE t (a)")
      var trace: [String] = []
      // Some builds cannot trace.
      if library.hasSymbol("sqlite3_trace_v2") {
        try connection.onTrace(includesValues: true) { trace.append($0.sql) }
      }
      for (name, value) in Self.settings {
        for text in Self.spellings(name, value) {
          for text in [text, "INSERT INTO t VALUES (1); " + text] {
            let error = try databaseError { try connection.execute(text) }
            // Not every engine takes every way of writing for a setting.
            #expect(error.code == .misuse || error.code == .syntax, "\(library.version) \(text): \(error)")
            if error.code == .misuse {
              #expect(error.message.contains(name))
              #expect(error.sql == nil)
              #expect(error.outcome == .notApplied)
            }
          }
        }
      }
      #expect(!trace.contains { $0.lowercased().contains("pragma") })
      connection.closeSynchronously()
      let again = try SQLiteConnection.open(
        .file(path: folder.file(), mode: .readWriteCreate), library: library.location,
        encryption: isCipher ? Self.encryption : nil)
      #expect(try again.value("PRAGMA integrity_check") == "ok")
    }
  }

  @Test("Settings that are only read are read")
  func reading() throws {
    let library = try Installed.sqlCipher.get()
    let folder = try TemporaryFolder()
    let connection = try SQLiteConnection.open(
      .file(path: folder.file(), mode: .readWriteCreate), library: library.location, encryption: Self.encryption)
    #expect(try connection.value("PRAGMA cipher_default_kdf_iter") != .null)
    #expect(try connection.value("PRAGMA cipher_page_size") != .null)
  }

  @Test("An authorizer of the program's own does not open the way")
  func authorizer() throws {
    let library = try Installed.sqlCipher.get()
    let connection = try library.openMemory()
    for authorizer in [{ _ in .allow }, nil] as [((SQLiteAction) -> SQLiteAuthorization)?] {
      try connection.setAuthorizer(authorizer)
      #expect(try databaseError { try connection.execute("PRAGMA cipher_default_kdf_iter = 1") }.code == .misuse)
    }
  }

  @Test("Defaults that something else in the process has weakened do not reach a file")
  func foreignDefaults() async {
    await #expect(processExitsWith: .success) {
      await recordingErrors {
        for library in Installed.all + CachedEngine.libraries where library.hasSymbol("sqlite3_key_v2") {
          do {
            let folder = try TemporaryFolder()
            func formats(_ name: String) throws -> [SQLValue] {
              let connection = try SQLiteConnection.open(
                .file(path: folder.file(name), mode: .readWriteCreate), library: library.location,
                encryption: SQLCipherEncryption(key: .passphrase("p")))
              try connection.execute("CREATE TABLE IF NOT EXISTS t (a); INSERT INTO t VALUES (1)")
              try connection.attach(
                folder.file("attached " + name), as: "more", encryption: SQLCipherEncryption(key: .passphrase("q")))
              try connection.execute("CREATE TABLE IF NOT EXISTS more.t (a)")
              return try ["", "more."].flatMap { schema in
                try ["kdf_iter", "cipher_page_size", "cipher_use_hmac"].map {
                  try connection.value("PRAGMA \(schema)\($0)")
                }
              }
            }
            let before = try formats("before.db")
            let raw = try RawConnection(library)
            for setting in ["kdf_iter = 1", "use_hmac = OFF", "page_size = 512", "compatibility = 1"] {
              try raw.execute("PRAGMA cipher_default_\(setting)")
            }
            #expect(try formats("after.db") == before, "\(library)")
            // And the older file is still read.
            #expect(try formats("before.db") == before, "\(library)")
          } catch { Issue.record(error, "\(library)") }
        }
      }
    }
  }

  @Test("A file of any format is attached, also beside files of others and by several threads at once")
  func otherFormats() async throws {
    for library in Installed.all + CachedEngine.libraries where library.hasSymbol("sqlite3_key_v2") {
      let folder = try TemporaryFolder()
      var formats: [SQLCipherEncryption] = []
      for (pageSize, iterations) in [(nil, nil), (1024, 1), (8192, 4_000), (4096, 64_000)] as [(Int?, Int?)] {
        var format = SQLCipherEncryption(key: .passphrase("p"))
        (format.pageSize, format.keyDerivationIterations) = (pageSize, iterations)
        formats.append(format)
      }
      func open(_ number: Int) throws -> SQLiteConnection {
        try SQLiteConnection.open(
          .file(path: folder.file("\(number).db"), mode: .readWriteCreate), library: library.location,
          encryption: formats[number])
      }
      // What could be written and never be read again.
      formats.append(formats[0])
      formats[4].pageSize = 512
      #expect(try databaseError { _ = try open(4) }.code == .invalidConfiguration)
      formats.removeLast()
      for number in formats.indices {
        try open(number).execute("CREATE TABLE t (a); INSERT INTO t VALUES (\(number))")
      }
      let (files, known) = (folder, formats)
      await withTaskGroup(of: Void.self) { group in
        for number in formats.indices {
          group.addTask {
            do {
              let connection = try SQLiteConnection.open(
                .file(path: files.file("\(number).db"), mode: .readWriteCreate), library: library.location,
                encryption: known[number])
              for other in known.indices where other != number {
                try connection.attach(files.file("\(other).db"), as: "other", encryption: known[other])
                #expect(try connection.value("SELECT a FROM other.t") == .integer(Int64(other)), "\(library)")
                try connection.execute("INSERT INTO other.t VALUES (100)")
                try connection.detach("other")
                let made = files.file("made by \(number) as \(other).db")
                try connection.attach(made, as: "made", encryption: known[other])
                try connection.execute("CREATE TABLE made.t AS SELECT 7 AS a")
                try connection.detach("made")
                let again = try SQLiteConnection.open(
                  .file(path: made, mode: .readWriteCreate), library: library.location, encryption: known[other])
                #expect(try again.value("SELECT a FROM t") == 7, "\(library)")
              }
            } catch { Issue.record(error, "\(library), \(number)") }
          }
        }
      }
    }
  }

  @Test("The export of a database and a trace get along, also the export by SQL, in a view and in a trigger")
  func exportWhileTracing() async {
    await #expect(processExitsWith: .success) {
      await recordingErrors {
        for library in Installed.all + CachedEngine.libraries where library.hasSymbol("sqlite3_key_v2") {
          for includesValues in [false, true] {
            let folder = try TemporaryFolder()
            let connection = try SQLiteConnection.open(
              .file(path: folder.file(), mode: .readWriteCreate), library: library.location,
              encryption: SQLCipherEncryption(key: .raw([UInt8](1...32))))
            try connection.execute("CREATE TABLE t (a); INSERT INTO t VALUES (1), (2)")
            try connection.attach(folder.file("sql.db"), as: "sql")
            // Prepared before anybody traces.
            let early = try #require(try connection.prepareSynchronously("SELECT sqlcipher_export('sql')")).statement
            var trace: [String] = []
            let observer = try connection.onTrace(includesValues: includesValues) { trace.append($0.sql) }
            try connection.export(to: folder.file("copy.db"), encryption: nil)
            #expect(trace.contains { $0.contains("sqlcipher_export") })
            trace.removeAll()
            _ = try early.run()
            early.finalize()
            #expect(trace.contains { $0.contains("sqlcipher_export") })
            try connection.execute(
              """
              ATTACH '\(folder.file("view.db"))' AS v KEY '';
              ATTACH '\(folder.file("trigger.db"))' AS g KEY '';
              CREATE TEMP VIEW exporting AS SELECT sqlcipher_export('v');
              CREATE TEMP TABLE wish (a);
              CREATE TEMP TRIGGER exported AFTER INSERT ON wish BEGIN SELECT sqlcipher_export('g'); END
              """)
            _ = try? connection.rows("SELECT * FROM exporting")
            _ = try? connection.execute("INSERT INTO wish VALUES (1)")
            trace.removeAll()
            #expect(try connection.value("SELECT count(*) FROM t") == 2)
            #expect(trace.count == 1)
            connection.removeObserver(observer)
            connection.closeSynchronously()
            let copy = try SQLiteConnection.open(
              .file(path: folder.file("copy.db"), mode: .readOnly), library: .systemSQLite)
            #expect(try copy.value("SELECT count(*) FROM t") == 2)
          }
        }
      }
    }
  }
}
