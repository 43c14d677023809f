import Quarry

extension EncryptionCases {
  static let damage: [ConformanceCase] = [
    ConformanceCase(
      "ENC-14", "one flipped bit in a page is reported as damage, and never returned as data",
      .driver(.cipher, .file, .local), "https://www.zetetic.net/sqlcipher/design/",
      "Whatever bit is changed, a read MUST give the right rows or an error, never other rows."
    ) { test in
      let request = request(test)
      let sound = try await soundFile(test, request)
      let pageSize = sound.count / sound.pages
      let all = "row 1 " + String(repeating: "x", count: 200)
      var generator = test.generator()
      // Within the content of a page; its end may hold bytes that nothing depends on.
      for page in [0, 1, 2, sound.pages / 2, sound.pages - 1] {
        for _ in 0..<3 {
          let position = page * pageSize + Int.random(in: 16..<pageSize / 2, using: &generator)
          var damaged = sound.bytes
          damaged[position] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
          try write(damaged, to: request.filePath)
          if page == 0 {
            await test.expectError(.wrongKey, extended: 26, "a bit in page 1") { try await test.session(request) }
            continue
          }
          let failure: DatabaseError?
          do {
            let session = try await test.session(request)
            defer { session.close() }
            let found = try session.fetchAll(("SELECT n, s FROM t ORDER BY n" as SQLFragment).rows())
            failure = nil
            test.fail("a bit in page \(page + 1) is noticed", actual: "\(found.count) rows")
          } catch {
            failure = error as? DatabaseError
            test.expectEqual(failure?.code, .corrupt, "a bit in page \(page + 1) is damage")
          }
        }
      }
      try write(sound.bytes, to: request.filePath)
      let session = try await test.session(request)
      defer { session.close() }
      test.expectIdentical(
        try rows(session, "SELECT count(*), min(s) FROM t"), [[300, .text(all)]], "without damage every row is there")
    },
    ConformanceCase(
      "ENC-15", "the integrity check of the cipher: no row for a good file, a row for each damaged page",
      .driver(.cipher, .file, .local), "https://www.zetetic.net/sqlcipher/sqlcipher-api/#cipher_integrity_check",
      "The check MUST be silent for a sound file only, and MUST be refused by name where the engine would ignore it."
    ) { test in
      let request = request(test)
      let sound = try await soundFile(test, request)
      let check = ("PRAGMA cipher_integrity_check" as SQLFragment).rows().requiring(.cipherIntegrityCheck)
      let session = try await test.session(request)
      guard session.engine.supports(.cipherIntegrityCheck) else {
        session.close()
        let database = try await test.database(request)
        await test.expectRefusal(of: .cipherIntegrityCheck, "the check of a later version") {
          try await database.fetchAll(check)
        }
        await test.expectValue(database, "PRAGMA integrity_check", "ok", "the engine's own check finds a sound file")
        return
      }
      test.expectEqual(try session.fetchAll(check).count, 0, "a good file")
      session.close()
      let pageSize = sound.count / sound.pages
      for damagedPages in [[1], [1, 3], [1, 2, 5]] {
        var damaged = sound.bytes
        for page in damagedPages { damaged[page * pageSize + 100] ^= 0x10 }
        try write(damaged, to: request.filePath)
        let session = try await test.session(request)
        test.expectEqual(
          try session.fetchAll(check).count, damagedPages.count, "a row for each of \(damagedPages.count) damaged pages"
        )
        session.close()
      }
    },
  ]

  /// Creates a file of several pages, without a log.
  private static func soundFile(
    _ test: CaseContext, _ request: DriverRequest
  ) async throws -> (bytes: [UInt8], count: Int, pages: Int) {
    let session = try await test.session(request)
    try session.execute("CREATE TABLE t (n INTEGER PRIMARY KEY, s TEXT)")
    try session.transaction {
      for number in 1...300 {
        try session.execute(
          "INSERT INTO t VALUES (\(number), \("row \(number) " + String(repeating: "x", count: 200)))")
      }
    }
    let pages = try session.fetchOne(("PRAGMA page_count" as SQLFragment).values(Int.self)) ?? 0
    _ = try rows(session, "PRAGMA wal_checkpoint(TRUNCATE)")
    session.close()
    let content = bytes(request.filePath)
    guard pages > 5, content.count.isMultiple(of: pages) else {
      test.fail("the file has several pages of one size", actual: "\(content.count) bytes, \(pages) pages")
      throw CaseContext.Stopped()
    }
    return (content, content.count, pages)
  }
}
