import Quarry

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension LifeCases {
  private static let open = "https://sqlite.org/c3ref/open.html"

  static let opening: [ConformanceCase] = [
    ConformanceCase(
      "LIFE-01", "open returns a usable connection", .core, open,
      "A fresh database MUST answer SELECT 1 with one row of one column that holds the integer 1."
    ) { test in
      let database = try await test.database()
      await test.expectRows(database, "SELECT 1", [[1]])
      let rows = try await database.fetchAll(("SELECT 1 AS one" as SQLFragment).rows())
      test.expectEqual(rows.first?.columnNames, ["one"], "the column has its name")
      let values = try await database.fetchAll(("SELECT 1" as SQLFragment).values(Int64.self))
      test.expectEqual(values, [1], "the integer is decoded")
      try await database.execute("CREATE TABLE t (v)")
      try await database.execute("INSERT INTO t VALUES (7)")
      await test.expectRows(database, "SELECT v FROM t", [[7]], "what was written is read")
    },
    ConformanceCase(
      "LIFE-02", "a path in a folder that does not exist cannot be opened", .driver(.file), open,
      "Opening MUST fail with .cannotOpen and leave neither file nor folder behind."
    ) { test in
      var request = test.request()
      request.path = test.folder + "/missing/database.db"
      await test.expectError(.cannotOpen, "the folder of the path does not exist") { [request] in
        try await test.database(request)
      }
      test.expectEqual(test.files(), [], "nothing was made")
      request.path = test.folder
      await test.expectError(.cannotOpen, "the path is a folder") { [request] in try await test.database(request) }
      try Data("x".utf8).write(to: URL(fileURLWithPath: test.folder + "/file"))
      request.path = test.folder + "/file/database.db"
      await test.expectError(.cannotOpen, "the folder of the path is a file") { [request] in
        try await test.database(request)
      }
      test.expectEqual(test.files(), ["file"], "nothing was made")
    },
    ConformanceCase(
      "LIFE-03", "two databases under one name see each other's committed rows where the driver is shared", .core,
      "Quarry: DriverUnderTest",
      "Drivers of kind shared MUST open one database for one name; others MUST open two."
    ) { test in
      let first = try await test.database()
      let second = try await test.database()
      try await first.execute("CREATE TABLE t (v)")
      try await first.execute("INSERT INTO t VALUES (1)")
      if test.isOf(.shared) {
        await test.expectRows(second, "SELECT v FROM t", [[1]], "the second sees the first's row")
        try await second.execute("INSERT INTO t VALUES (2)")
        await test.expectRows(first, "SELECT v FROM t ORDER BY v", [[1], [2]], "the first sees the second's row")
        await test.expectRows(second, "SELECT count(*) FROM t", [[2]])
      } else {
        await test.expectValue(second, "SELECT count(*) FROM sqlite_master", 0, "the second is another database")
        await test.expectError(.noSuchObject, second, "SELECT v FROM t")
      }
    },
    ConformanceCase(
      "LIFE-10", "each case gets an empty database", .core, "Quarry: DriverUnderTest",
      "A database of a case MUST be empty, and another one by name or folder MUST be another database."
    ) { test in
      let database = try await test.database()
      await test.expectValue(database, "SELECT count(*) FROM sqlite_master", 0, "nothing of another case")
      await test.expectError(.noSuchObject, database, "SELECT * FROM canary")
      try await database.execute("CREATE TABLE canary (v)")
      let other = try await test.database("other")
      await test.expectValue(other, "SELECT count(*) FROM sqlite_master", 0, "another name is another database")
      let folder = test.folder + "/elsewhere"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      let elsewhere = try await test.database(DriverRequest(folder: folder, name: "main"))
      await test.expectValue(elsewhere, "SELECT count(*) FROM sqlite_master", 0, "another folder is another case")
      await test.expectValue(database, "SELECT count(*) FROM sqlite_master", 1, "the first keeps its table")
    },
  ]
}

extension CaseContext {
  /// The names of the files in the folder of the case.
  func files() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }
}
