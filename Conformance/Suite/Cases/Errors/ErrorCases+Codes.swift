import Quarry

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ErrorCases {
  /// The classes of the engine's primary codes.
  private static let classes: [(code: Int32, kind: DatabaseError.Code)] = [
    (1, .statementFailed), (2, .engineInternal), (3, .permission), (4, .interrupted), (5, .busy), (6, .locked),
    (7, .outOfMemory), (8, .readOnly), (9, .interrupted), (10, .inputOutput), (11, .corrupt), (13, .diskFull),
    (14, .cannotOpen), (17, .schemaChanged), (18, .tooBig), (19, .constraint), (20, .mismatch), (21, .misuse),
    (23, .authorization), (26, .notADatabase),
  ]

  /// The engine's codes and Quarry's classes.
  static let codes: [ConformanceCase] = [
    ConformanceCase(
      "ERR-19", "locks, limits, files and interrupts have separate classes", .core,
      "https://sqlite.org/rescode.html",
      "Every code of the engine MUST map to its class, and what causes it MUST fail with that code."
    ) { test in
      for (code, kind) in classes {
        test.expectEqual(
          DatabaseError.Code(engineCode: DatabaseError.EngineCode(rawValue: code), message: ""), kind,
          "the class of code \(code)")
      }
      for (code, kind) in [
        (517, .busy), (261, .busy), (262, .busy), (264, .readOnly), (520, .readOnly), (266, .inputOutput),
        (270, .cannotOpen),
        (526, .cannotOpen), (267, .corrupt), (779, .corrupt),
      ] as [(Int32, DatabaseError.Code)] {
        test.expectEqual(
          DatabaseError.Code(engineCode: DatabaseError.EngineCode(rawValue: code), message: ""), kind,
          "the class of code \(code)")
      }
      let database = try await test.database()
      await test.expectError(.tooBig, extended: 18, database, "SELECT zeroblob(2000000000)", "a value beyond the limit")
      await test.expectError(.readOnly, "a write in a reading body") {
        try await database.read { transaction in try await transaction.execute("CREATE TABLE t(a)") }
      }
      if test.section("in a session", requires: .local) { try await test.runEngineLayerPart() }
      if test.section("in a session", requires: .local, .file) { try await checkFileCodes(test) }
    },
    ConformanceCase(
      "ERR-20", "an extended code of the future has the class of its primary code, and keeps its number", .core,
      "https://sqlite.org/rescode.html#primary_result_codes_versus_extended_result_codes",
      "An unknown extended code MUST be classed by its low eight bits, and its number MUST stay readable."
    ) { test in
      await test.expectUsable(try await test.database("answers"), "the driver answers")
      for (code, kind) in classes {
        for high in [200, 250, 4000, 30_000] as [Int32] {
          let raw = DatabaseError.EngineCode(rawValue: code | high << 8)
          test.expectEqual(DatabaseError.Code(engineCode: raw, message: ""), kind, "the class of \(raw.rawValue)")
          test.expectEqual(raw.primary.rawValue, code, "the primary code of \(raw.rawValue)")
          test.expect(
            DatabaseError.EngineCode(rawValue: code) ~= raw, "the primary code as a pattern for \(raw.rawValue)")
          let other = DatabaseError.EngineCode(rawValue: code | 199 << 8)
          test.expect(!(other ~= raw), "another extended code is no pattern for \(raw.rawValue)")
        }
      }
      let future = DatabaseError.EngineCode(rawValue: 19 | 77 << 8)
      let error = DatabaseError(DatabaseError.Code(engineCode: future, message: "x"), "x", engineCode: future)
      test.expect(.constraint ~= error.code, "an unknown constraint is a constraint")
      test.expectEqual(error.engineCode?.rawValue, 19731, "the number stays")
      test.expectEqual(error.description, "x [constraint 19731]", "the description shows the number")
      for code in [0, 12, 15, 16, 22, 24, 27, 28, 99, 255, -1] as [Int32] {
        let kind = DatabaseError.Code(engineCode: DatabaseError.EngineCode(rawValue: code), message: "")
        test.expect(!kind.rawValue.isEmpty && !kind.isConstraint, "an unused primary code \(code) has some class")
      }
    },
  ]

  /// Checks the errors of two connections to one file, and of a file that isn't a database.
  private static func checkFileCodes(_ test: CaseContext) async throws {
    var request = test.request("locks")
    request.busyTimeout = .zero
    let (one, two) = (try await test.session(request), try await test.session(request))
    defer {
      one.close()
      two.close()
    }
    try one.execute("CREATE TABLE t(a)")
    try one.execute("BEGIN IMMEDIATE")
    let busy = test.expectSynchronousError(.busy, extended: 5, "a second writer") { try two.execute("BEGIN IMMEDIATE") }
    test.expectEqual(busy?.isRetrySafe, true, "the call may be made again")
    try one.execute("COMMIT")
    let journal = try one.fetchAll(("PRAGMA journal_mode" as SQLFragment).rows()).first?.values
    if journal == ["wal"] {
      try one.execute("BEGIN")
      _ = try one.fetchAll(("SELECT a FROM t" as SQLFragment).rows())
      try two.execute("INSERT INTO t VALUES (1)")
      test.expectSynchronousError(.busy, extended: 517, "a write on a snapshot that is not the newest") {
        try one.execute("INSERT INTO t VALUES (2)")
      }
      try one.execute("ROLLBACK")
      try one.execute("INSERT INTO t VALUES (2)")
    }

    var missing = test.request("missing")
    missing.path = "\(test.folder)/no such folder/x.db"
    let (missingRequest, strangeRequest) = (missing, strange(test))
    let closed = await test.expectError(.cannotOpen, "a file in a folder that is not there") {
      try await test.database(missingRequest)
    }
    test.expectEqual(closed?.engineCode?.primary.rawValue, 14, "the code of a file that cannot be opened")
    let expected: DatabaseError.Code = test.isOf(.cipher) ? .wrongKey : .notADatabase
    let foreign = await test.expectError(expected, "a file that is no database") {
      let database = try await test.database(strangeRequest)
      return try await database.fetchAll(("SELECT * FROM sqlite_master" as SQLFragment).rows())
    }
    test.expectEqual(foreign?.engineCode?.primary.rawValue, 26, "the code of a file that is no database")
  }

  /// A request for a file with other content.
  private static func strange(_ test: CaseContext) -> DriverRequest {
    var request = test.request("strange")
    let path = "\(test.folder)/strange.db"
    request.path = path
    let content = String(repeating: "This is a text and no database.\n", count: 200)
    _ = FileManager.default.createFile(atPath: path, contents: Data(content.utf8))
    return request
  }
}
