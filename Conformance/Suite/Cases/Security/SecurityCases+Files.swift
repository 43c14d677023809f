import Quarry
import QuarrySQLiteEngine

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
      let image = try await damageableImage(test)
      test.expect(image.count > 8192, "the database to damage has several pages")
      var generator = test.generator()
      let queries = [
        "PRAGMA integrity_check(5)", "SELECT count(*), sum(length(body)), max(extra) FROM Note",
        "SELECT id FROM Note WHERE body > 'm' ORDER BY body LIMIT 20", "SELECT name, sql FROM sqlite_master",
        "SELECT * FROM Summary", "SELECT rowid, * FROM Note ORDER BY id DESC",
      ]
      for number in 0..<100 {
        let damaged = number == 0 ? image : damage(image, number, &generator)
        await test.expectTyped("damaged database \(number)") {
          try await read(damaged, queries, number, test)
        }
      }
      let rows = try await read(image, queries, 100, test)
      test.expectEqual(rows, 1 + 1 + 20 + 3 + 1 + 200, "the database that is not damaged has its rows")
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
      "SEC-19", "a symbolic link leads to the database that it names", .core, "https://sqlite.org/howtocorrupt.html",
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
      await test.expectError(.cannotOpen, "a link that leads to itself is refused") {
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

  /// The bytes of a database with a table, an index, long values, a view and a trigger.
  private static func damageableImage(_ test: CaseContext) async throws -> [UInt8] {
    let request = test.quickRequest("seed")
    let session = try await test.session(request)
    for text in [
      "CREATE TABLE Note(id INTEGER PRIMARY KEY, body TEXT NOT NULL, extra BLOB)",
      "CREATE INDEX NoteBody ON Note(body)", "CREATE VIEW Summary AS SELECT count(*) AS n FROM Note",
      """
      INSERT INTO Note WITH RECURSIVE c(x) AS (VALUES(1) UNION ALL SELECT x+1 FROM c WHERE x < 200)
      SELECT x, char(97 + x % 26) || ' note ' || x, zeroblob(x * 7 % 300) FROM c
      """, "UPDATE Note SET extra = zeroblob(9000) WHERE id = 100",
    ] {
      try session.execute(SQLFragment(raw: text))
    }
    let image = test.isOf(.file) ? nil : try session.engineConnection.image()
    // Closing puts everything into the file.
    session.engineConnection.closeSynchronously()
    return try test.require(image ?? SecurityFiles.read(request.filePath), "the database can be read as bytes")
  }

  /// A copy with some bytes changed, cut off or moved.
  private static func damage(_ image: [UInt8], _ number: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    var copy = image
    switch number % 5 {
    case 0:
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        copy[Int.random(in: 16..<100, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
    case 1:
      copy.removeLast(Int.random(in: 1..<(image.count - 512), using: &generator))
    case 2:
      // The heads of pages and the places of their cells.
      let page = Int.random(in: 0..<(image.count / 4096), using: &generator) * 4096
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        copy[page + Int.random(in: 0..<40, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
    case 3:
      let from = Int.random(in: 0..<(image.count / 4096), using: &generator) * 4096
      let to = Int.random(in: 0..<(image.count / 4096), using: &generator) * 4096
      copy.replaceSubrange(to..<(to + 4096), with: image[from..<(from + 4096)])
    default:
      for _ in 0..<Int.random(in: 1...200, using: &generator) {
        copy[Int.random(in: 100..<image.count, using: &generator)] ^= UInt8.random(in: 1...255, using: &generator)
      }
    }
    return copy
  }

  /// Opens bytes as a database that is only read, and runs the queries.
  ///
  /// - Returns: how many rows there were.
  @discardableResult
  private static func read(
    _ bytes: [UInt8], _ queries: [String], _ number: Int, _ test: CaseContext
  ) async throws -> Int {
    var request = test.quickRequest("damaged\(number)")
    let session: SQLContext
    if test.isOf(.file) {
      let path = "\(test.folder)/damaged\(number).db"
      try SecurityFiles.write(bytes, to: path)
      request.path = path
      request.access = .readOnly
      session = try await test.session(request)
    } else {
      session = try await test.session(request)
      try session.engineConnection.load(image: bytes)
      try session.engineConnection.setReadsOnly(true)
    }
    defer { session.engineConnection.closeSynchronously() }
    var count = 0
    var failure: (any Error)?
    for query in queries {
      do { count += try session.plainRows(SQLFragment(raw: query)).count } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
    return count
  }
}
