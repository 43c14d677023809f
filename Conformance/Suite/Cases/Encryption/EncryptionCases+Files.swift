import Quarry

extension EncryptionCases {
  private static let page = "https://www.zetetic.net/sqlcipher/design/"

  static let files: [ConformanceCase] = [
    ConformanceCase(
      "ENC-05", "the file does not begin as one in the clear; no text is in the file, its log or its journal",
      .driver(.cipher, .file, .local), page, "No byte of what was stored MUST be readable in any file."
    ) { test in
      let marker = "Zugspitze-Matterhorn"
      for key in [DriverRequest.Key.raw(rawKey), .none] {
        let isKeyed = key != .none
        for journal in ["WAL", "DELETE"] {
          let request = request(test, "\(journal)-\(isKeyed)", key)
          let session = try await test.session(request)
          defer { session.close() }
          _ = try rows(session, SQLFragment(raw: "PRAGMA journal_mode = \(journal)"))
          _ = try rows(session, "PRAGMA cache_size = 5")
          try session.execute("CREATE TABLE t (n INTEGER PRIMARY KEY, s TEXT)")
          // Pages of the open transaction leave the small cache, and old ones go to the journal.
          for round in 1...2 {
            try session.execute("BEGIN")
            for number in 1...40 {
              let text = "\(marker) \(round) " + String(repeating: "x", count: 300)
              try session.execute("INSERT OR REPLACE INTO t VALUES (\(number), \(text))")
            }
            let found = try anyFile(of: test.folder, contains: marker)
            // The search itself must be able to find something.
            test.expectEqual(found, !isKeyed, "\(journal), round \(round): readable in an open transaction")
            try session.execute("COMMIT")
            test.expectEqual(
              try anyFile(of: test.folder, contains: marker), !isKeyed, "\(journal), round \(round): committed")
          }
          // Some files are to begin in the clear, for systems that look at shared files.
          let asked = isKeyed ? try rows(session, "PRAGMA cipher_plaintext_header_size").first?.first : nil
          let isHeaderPlain = asked.map { $0 != "0" && $0 != 0 } ?? false
          session.close()
          test.expectEqual(
            bytes(request.filePath).starts(with: header), !isKeyed || isHeaderPlain,
            "\(journal): begins as one in the clear")
          test.expectEqual(try anyFile(of: test.folder, contains: marker), !isKeyed, "\(journal): closed")
        }
      }
    },
    ConformanceCase(
      "ENC-06", "temporary tables and sorting leave no plain text on the disk", .driver(.cipher, .local),
      "https://sqlite.org/tempfiles.html",
      "Temporary content MUST stay in memory, since temporary files would not be encrypted."
    ) { test in
      let session = try await test.session(request(test))
      defer { session.close() }
      let options = try test.require(session.engine.compileOptions, "the engine tells its options")
      test.expect(
        options.contains("TEMP_STORE=2") || options.contains("TEMP_STORE=3"),
        "the build keeps temporary content in memory")
      test.expect(try rows(session, "PRAGMA temp_store") != [[1]], "and the connection does not say otherwise")
      let marker = "Kilimandscharo-Elbrus"
      _ = try rows(session, "PRAGMA cache_size = 5")
      try session.execute("CREATE TEMP TABLE sorted (s TEXT)")
      try session.execute(
        """
        INSERT INTO sorted WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
        SELECT \(marker) || ' ' || ((i * 7919) % 2000) FROM n
        """)
      let cursor = try session.cursor(("SELECT s FROM sorted ORDER BY s DESC" as SQLFragment).values(String.self))
      test.expectEqual(try cursor.next()?.hasPrefix(marker), true, "a large sort is under way")
      test.expect(!(try anyFile(of: test.folder, contains: marker)), "nothing of it is readable")
      cursor.close()
      let spilled = try rows(session, "SELECT count(*) FROM (SELECT s FROM sorted GROUP BY s ORDER BY s)")
      test.expectIdentical(spilled, [[2000]], "the rows of the sort")
      test.expect(!(try anyFile(of: test.folder, contains: marker)), "nothing is readable afterwards")
    },
    ConformanceCase(
      "ENC-13", "a database of the previous major version opens with the compatibility setting, without it 26",
      .driver(.cipher, .local), "https://www.zetetic.net/sqlcipher/sqlcipher-api/#cipher_compatibility",
      "A file of version 3 MUST be refused with 26 by version 4, and MUST be read and written under compatibility 3.",
      body: ConformanceCase.inEngineLayer),
  ]
}
