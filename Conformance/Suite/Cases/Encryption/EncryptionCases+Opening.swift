import Quarry

extension EncryptionCases {
  private static let page = "https://www.zetetic.net/sqlcipher/sqlcipher-api/"

  static let opening: [ConformanceCase] = [
    ConformanceCase(
      "ENC-01", "a database made with a key opens with the same key, and its rows are there", .driver(.cipher, .file),
      page, "Rows MUST come back with the key that they were written with.", timeLimit: .seconds(30)
    ) { test in
      let keys: [DriverRequest.Key] = [.usual, .raw(rawKey), .passphrase("a passphrase")]
      for (index, key) in keys.enumerated() {
        let request = request(test, "keyed\(index)", key)
        let database = try await test.database(request)
        test.expect(database.capabilities.encrypted, "key \(index): the driver says that it is encrypted")
        try await database.executeScript(
          "CREATE TABLE t (n INTEGER, s TEXT); INSERT INTO t VALUES (1, 'secret'), (2, NULL); PRAGMA user_version = 7")
        await database.close()
        let again = try await test.database(request)
        await test.expectRows(again, "SELECT n, s FROM t ORDER BY n", [[1, "secret"], [2, nil]], "key \(index)")
        await test.expectValue(again, "PRAGMA user_version", 7, "key \(index): the version")
        await again.close()
      }
    },
    ConformanceCase(
      "ENC-02", "a wrong key: 26 at the opening, and the file is as it was", .driver(.cipher, .file, .local), page,
      "A wrong key MUST be an error with code 26 before any statement runs, and MUST change nothing."
    ) { test in
      let right = request(test)
      try await makeDatabase(test, right)
      let before = bytes(right.filePath)
      let wrong: [DriverRequest.Key] = [
        .raw(otherKey), .passphrase("wrong"), .raw([UInt8](repeating: 0, count: 32)), .raw(rawKey.reversed()),
      ]
      for (index, key) in wrong.enumerated() {
        let error = await test.expectError(.wrongKey, extended: 26, "wrong key \(index)") {
          try await test.database(request(test, "main", key))
        }
        test.expect(error?.sql == nil, "no statement is named")
        test.expect(bytes(right.filePath) == before, "the file is as it was")
      }
      let database = try await test.database(right)
      await test.expectRows(database, "SELECT s FROM t", [["secret"]], "the right key opens it afterwards")
    },
    ConformanceCase(
      "ENC-03", "no key on an encrypted file: 26 as well", .driver(.cipher, .file, .local), page,
      "Without a key an encrypted file MUST be refused with code 26, and MUST NOT be changed."
    ) { test in
      let right = request(test)
      try await makeDatabase(test, right)
      let before = bytes(right.filePath)
      for access in DriverRequest.Access.allCases {
        var keyless = request(test, "main", .none)
        keyless.access = access
        let request = keyless
        // An engine that finds the header which is left in the clear complains of what follows it.
        let code: Int32? = before.starts(with: header) ? nil : 26
        await test.expectError(.notADatabase, extended: code, "without a key, \(access)") {
          try await test.database(request)
        }
        test.expect(bytes(right.filePath) == before, "the file is as it was")
      }
      let database = try await test.database(right)
      await test.expectRows(database, "SELECT s FROM t", [["secret"]], "the key opens it afterwards")
    },
    ConformanceCase(
      "ENC-04", "a key on a plain file: 26 as well, and the plain file is as it was", .driver(.cipher, .file, .local),
      page, "A key for a file in the clear MUST be refused, and MUST NOT encrypt anything."
    ) { test in
      let plain = request(test, "main", .none)
      try await makeDatabase(test, plain)
      let before = bytes(plain.filePath)
      test.expect(before.starts(with: header), "the file is in the clear")
      for key in [DriverRequest.Key.usual, .raw(rawKey), .passphrase("a passphrase")] {
        await test.expectError(.wrongKey, extended: 26, "a key on a plain file") {
          try await test.database(request(test, "main", key))
        }
        test.expect(bytes(plain.filePath) == before, "the plain file is as it was")
      }
      let database = try await test.database(plain)
      await test.expectRows(database, "SELECT s FROM t", [["secret"]], "without a key it opens")
    },
    ConformanceCase(
      "ENC-18", "a driver without encryption refuses a key, and never ignores it", .core, "Quarry: DatabaseDriver.open",
      "A key MUST be refused as an unsupported feature before any file is made, unless the driver encrypts."
    ) { test in
      await test.expectUsable(try await test.database("answers"), "the driver answers")
      for (index, key) in [DriverRequest.Key.passphrase("a passphrase"), .raw(rawKey)].enumerated() {
        let request = request(test, "keyed\(index)", key)
        if test.isOf(.cipher) {
          let database = try await test.database(request)
          test.expect(database.capabilities.encrypted, "the database is encrypted")
          await test.expectUsable(database)
        } else {
          let error = await test.expectError(.unsupportedFeature, "a key") { try await test.database(request) }
          test.expectEqual(error?.outcome, .notApplied, "nothing was done")
          test.expect(bytes(request.filePath).isEmpty, "no file was made")
        }
      }
    },
  ]

  /// The first bytes of an unencrypted database file.
  package static let header = Array("SQLite format 3\0".utf8)

  /// Creates a database with a table of one row, completely in its file.
  package static func makeDatabase(_ test: CaseContext, _ request: DriverRequest) async throws {
    let database = try await test.database(request)
    try await database.executeScript("CREATE TABLE t (s TEXT); INSERT INTO t VALUES ('secret')")
    await database.close()
  }
}
