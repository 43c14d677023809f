import Quarry

extension SecurityCases {
  /// Damaged files, permissions, links and temporary files.
  static let files: [ConformanceCase] = [
    ConformanceCase(
      "SEC-14", "100 damaged databases that are only read: rows or a typed error, never a crash", .core,
      "https://sqlite.org/security.html#untrusted_sqlite_database_files",
      "Whatever bytes a database has, reading it MUST give rows or DatabaseError.", timeLimit: .seconds(30)
    ) { test in
      guard test.section("the database to damage has several pages", requires: .local) else {
        return await test.expectUsable(try await test.database())
      }
      try await test.runEngineLayerPart()
    },
    ConformanceCase(
      "SEC-18", "new files have the permissions of the process, or stricter ones", .core,
      "https://sqlite.org/c3ref/open.html",
      "A new database, its log and its journal MUST NOT be open to more users than the process makes its files for."
    ) { test in
      await test.expectUsable(try await test.database("answers"), "the driver answers")
      guard test.isOf(.file), let usual = SecurityFiles.usualPermissions(in: test.folder) else {
        return await test.expectUsable(try await test.database())
      }
      let request = test.request()
      let database = try await test.database(request)
      try await database.execute("CREATE TABLE t(a)")
      try await database.execute("INSERT INTO t VALUES(1)")
      let permissions = SecurityFiles.permissions(request.filePath)
      test.expectEqual((permissions ?? 0o777) & ~usual, 0, "the file has no permission that other files lack")
      for suffix in ["-wal", "-shm", "-journal"] {
        guard let beside = SecurityFiles.permissions(request.filePath + suffix) else { continue }
        test.expectEqual(
          beside & ~(permissions ?? 0), 0, "the file \(suffix) has no permission that the database lacks")
      }
    },
    ConformanceCase(
      "SEC-19", "a symbolic link opens the database that it points to", .core, "https://sqlite.org/howtocorrupt.html",
      "A database that is opened by a link MUST be the file behind it, with its log beside that file."
    ) { test in
      guard test.section("a row that was written by the link is seen by the file", requires: .file) else {
        return await test.expectUsable(try await test.database())
      }
      var real = test.quickRequest("real")
      real.path = "\(test.folder)/real.db"
      var link = test.quickRequest("link")
      link.path = "\(test.folder)/link.db"
      let first = try await test.database(real)
      try await first.execute("CREATE TABLE t(a)")
      try SecurityFiles.link(link.filePath, to: real.filePath)
      let second = try await test.database(link)
      try await second.execute("INSERT INTO t VALUES(7)")
      await test.expectRows(first, "SELECT a FROM t", [[7]], "a row that was written by the link is seen by the file")
      for suffix in ["-wal", "-shm", "-journal"] {
        test.expect(!CaseFolder.hasFile(link.filePath + suffix), "no file \(suffix) stands beside the link")
      }
      try SecurityFiles.link("\(test.folder)/loop.db", to: "\(test.folder)/loop.db")
      var loop = test.quickRequest("loop")
      loop.path = "\(test.folder)/loop.db"
      let loopRequest = loop
      await test.expectError(.cannotOpen, "a link that points to itself is refused") {
        try await test.database(loopRequest)
      }
      await test.expectUsable(first)
    },
    ConformanceCase(
      "SEC-20", "temporary files are for this user alone", .core, "https://sqlite.org/tempfiles.html",
      "Folders and files for a moment MUST NOT be readable by other users."
    ) { test in
      let database = try await test.database()
      if test.section("in a session", requires: .local) {
        try await database.execute("PRAGMA temp_store = FILE")
        try await database.execute("PRAGMA cache_size = 5")
        try await database.execute("CREATE TEMP TABLE big(a)")
        try await database.execute(
          """
          INSERT INTO big WITH RECURSIVE c(x) AS (VALUES(1) UNION ALL SELECT x+1 FROM c WHERE x < 500)
          SELECT zeroblob(1000) FROM c
          """)
      }
      let open = SecurityFiles.openTemporaryFiles().filter { (SecurityFiles.permissions($0) ?? 0) & 0o077 != 0 }
      test.expectEqual(open, [], "no temporary file of the engine is open to others")
      if let permissions = SecurityFiles.permissions(test.folder) {
        test.expectEqual(permissions & 0o077, 0, "the folder of the case is closed to others")
      }
      await test.expectUsable(database)
    },
  ]
}
