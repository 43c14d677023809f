import Quarry

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension LifeCases {
  private static let open = "https://sqlite.org/c3ref/open.html"

  static let files: [ConformanceCase] = [
    ConformanceCase(
      "LIFE-12", "a database that is opened for reading only is read and never written", .driver(.local, .file), open,
      "Reads MUST work and every write MUST fail with code 8, and the file MUST stay unchanged."
    ) { test in
      let writer = try await test.database()
      try await writer.execute("CREATE TABLE t (v)")
      try await writer.execute("INSERT INTO t VALUES (1)")
      await writer.close()
      let before = test.contents(of: "main.db")
      test.expect(before?.isEmpty == false, "there is a file")
      var request = test.request()
      request.access = .readOnly
      let database = try await test.database(request)
      await test.expectRows(database, "SELECT v FROM t", [[1]])
      let writes: [SQLFragment] = [
        "INSERT INTO t VALUES (2)", "UPDATE t SET v = 2", "DELETE FROM t", "CREATE TABLE u (v)", "DROP TABLE t",
        "CREATE INDEX i ON t (v)", "ALTER TABLE t RENAME TO u", "PRAGMA user_version = 7", "CREATE VIEW w AS SELECT 1",
      ]
      for write in writes { await test.expectError(.readOnly, extended: 8, database, write) }
      await test.expectError(.readOnly, "a transaction that writes") {
        try await database.write { (session: SQLSession) in try session.execute("INSERT INTO t VALUES (2)") }
      }
      await test.expectRows(database, "SELECT v FROM t", [[1]], "the row is as it was")
      await database.close()
      test.expect(before == test.contents(of: "main.db"), "the file is the same, byte for byte")
    },
    ConformanceCase(
      "LIFE-13", "a file that does not exist is not made where creating is not allowed", .driver(.local, .file), open,
      "Opening a missing file for reading, or for reading and writing, MUST fail with code 14 and create nothing."
    ) { test in
      for access in [DriverRequest.Access.readOnly, .readWrite] {
        var request = test.request()
        request.access = access
        let error = await test.expectError(.cannotOpen, "opened for \(access)") { [request] in
          try await test.database(request)
        }
        test.expectEqual(error?.engineCode?.primary.rawValue, 14, "the code of SQLite")
        test.expectEqual(test.files(), [], "nothing was made")
      }
      let created = try await test.database()
      try await created.execute("CREATE TABLE t (v)")
      await created.close()
      var request = test.request()
      request.access = .readWrite
      let database = try await test.database(request)
      try await database.execute("INSERT INTO t VALUES (1)")
      await test.expectValue(database, "SELECT count(*) FROM t", 1, "a file that exists is opened and written")
    },
    ConformanceCase(
      "LIFE-14", "a file that is not a database is refused and left alone", .driver(.local, .file),
      "https://sqlite.org/rescode.html#notadb",
      "A file with other content MUST fail with code 26 when it is opened, and stay unchanged byte for byte."
    ) { test in
      let contents: [(String, [UInt8])] = [
        ("text", Array(String(repeating: "This is not a database.\n", count: 200).utf8)),
        ("zeros", Array(repeating: 0, count: 4096)),
        ("image", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + Array(repeating: 7, count: 8184)),
        ("header", Array("SQLite format 2\0".utf8) + Array(repeating: 1, count: 4080)),
      ]
      for (name, bytes) in contents {
        let path = "\(test.folder)/\(name).db"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let code: DatabaseError.Code = test.isOf(.cipher) ? .wrongKey : .notADatabase
        let error = await test.expectError(code, "the file of \(name)") { try await test.database(name) }
        test.expectEqual(error?.engineCode?.primary.rawValue, 26, "the code of SQLite for \(name)")
        test.expect(test.contents(of: "\(name).db").map { Array($0) } == bytes, "the file of \(name) is as it was")
        test.expectEqual(test.files().filter { $0 != "\(name).db" && $0.hasPrefix(name) }, [], "and nothing beside it")
      }
    },
    ConformanceCase(
      "LIFE-15", "a file of length zero is an empty database", .driver(.local, .file),
      "https://sqlite.org/fileformat2.html",
      "An empty file MUST open as an empty database that can be written."
    ) { test in
      try Data().write(to: URL(fileURLWithPath: test.folder + "/main.db"))
      let database = try await test.database()
      await test.expectValue(database, "SELECT count(*) FROM sqlite_master", 0)
      try await database.execute("CREATE TABLE t (v)")
      try await database.execute("INSERT INTO t VALUES (1)")
      await database.close()
      let again = try await test.database()
      await test.expectRows(again, "SELECT v FROM t", [[1]], "what was written is in the file")
      test.expect((test.contents(of: "main.db")?.count ?? 0) >= 1024, "the file has pages now")
    },
  ]

  static let fileNames: [ConformanceCase] = [
    ConformanceCase(
      "LIFE-16", "a path that looks like a URI is the name of a file", .driver(.local, .file),
      "https://sqlite.org/uri.html",
      "A path MUST be used literally: file: and text after a question mark MUST have no special meaning."
    ) { test in
      // From the current folder on, this would be a file in folders that do not exist; as a URI, it would be made.
      var request = test.request()
      request.path = "file:\(test.folder)/uri.db"
      await test.expectError(.cannotOpen, "a URI of a file") { [request] in try await test.database(request) }
      request.path = "file:\(test.folder)/uri.db?mode=memory"
      await test.expectError(.cannotOpen, "a URI with a query") { [request] in try await test.database(request) }
      test.expectEqual(test.files(), [], "no URI was followed")
      request.path = test.folder + "/plain.db?mode=memory"
      let literal = try await test.database(request)
      try await literal.execute("CREATE TABLE t (v)")
      await literal.close()
      test.expectEqual(test.files(), ["plain.db?mode=memory"], "a query is part of the name")
      let plain = try await test.database("plain")
      await test.expectValue(plain, "SELECT count(*) FROM sqlite_master", 0, "plain.db is another file")
    },
    ConformanceCase(
      "LIFE-17", "any name of a file opens the file of exactly that name", .driver(.local, .file), open,
      "Blanks, percent signs, question marks, quotes and characters of any script MUST be part of the name."
    ) { test in
      let names = [
        "with space & 100%41.db", "#part;of=it?mode=memory", "it's \"quoted\" `so` [there].db", "Grüße-日本語-🎵.db",
        ":memory:",
      ]
      for name in names {
        var request = test.request(name)
        request.path = "\(test.folder)/\(name)"
        let database = try await test.database(request)
        try await database.execute("CREATE TABLE name (v)")
        try await database.execute("INSERT INTO name VALUES (\(name))")
        await test.expectValue(database, "SELECT v FROM name", .text(name))
        await database.close()
        test.expect(test.files().contains { Array($0.utf8) == Array(name.utf8) }, "there is a file \(name)")
      }
      test.expectEqual(test.files().count, names.count, "and no others")
      var request = test.request("again")
      request.path = "\(test.folder)/\(names[2])"
      await test.expectValue(try await test.database(request), "SELECT v FROM name", .text(names[2]), "opened again")
    },
  ]

  static let memory: [ConformanceCase] = [
    ConformanceCase(
      "LIFE-18", "databases in memory are separate unless they share a name", .driver(.memory),
      "https://sqlite.org/inmemorydb.html",
      "Two names MUST be two databases; one name MUST be one database for drivers of kind shared."
    ) { test in
      let first = try await test.database("first")
      let second = try await test.database("second")
      try await first.execute("CREATE TABLE t (v)")
      try await first.execute("INSERT INTO t VALUES (1)")
      await test.expectValue(second, "SELECT count(*) FROM sqlite_master", 0, "another name")
      try await second.execute("CREATE TABLE t (v)")
      await test.expectRows(second, "SELECT v FROM t", [], "both have a table of one name")
      await test.expectRows(first, "SELECT v FROM t", [[1]])
      let again = try await test.database("first")
      if test.isOf(.shared) {
        await test.expectRows(again, "SELECT v FROM t", [[1]], "the same name")
      } else {
        await test.expectValue(again, "SELECT count(*) FROM sqlite_master", 0, "names are not shared")
      }
      test.expectEqual(test.files(), [], "nothing is written to a file")
    },
    ConformanceCase(
      "LIFE-19", "a database in memory is gone with its last connection", .driver(.memory),
      "https://sqlite.org/inmemorydb.html",
      "A database in memory MUST live as long as a connection to it, and no longer."
    ) { test in
      let first = try await test.database()
      try await first.execute("CREATE TABLE t (v)")
      if test.isOf(.shared) {
        let second = try await test.database()
        await first.close()
        await test.expectValue(second, "SELECT count(*) FROM t", 0, "it lives while a connection is open")
        await second.close()
      } else {
        await first.close()
      }
      let again = try await test.database()
      await test.expectValue(again, "SELECT count(*) FROM sqlite_master", 0, "it is gone with the last one")
    },
  ]
}

extension CaseContext {
  /// The content of a file in the folder of the case.
  fileprivate func contents(of name: String) -> Data? {
    FileManager.default.contents(atPath: "\(folder)/\(name)")
  }
}
