import Quarry

extension EncryptionCases {
  private static let page = "https://www.zetetic.net/sqlcipher/sqlcipher-api/"

  static let keys: [ConformanceCase] = [
    ConformanceCase(
      "ENC-07", "a new key opens and the old one does not; a process killed meanwhile leaves one of the two working",
      .driver(.cipher, .file, .local), page + "#rekey",
      "After a change of the key exactly one of the two keys MUST open the file, and all rows MUST be there.",
      usesProcesses: true,
      body: ConformanceCase.inEngineLayer),
    ConformanceCase(
      "ENC-08", "raw keys, and passphrases of any bytes and length", .driver(.cipher, .file, .local), page + "#key",
      "A key MUST be taken exactly as it is given, and one that the engine would misread MUST be refused.",
      timeLimit: .seconds(30)
    ) { test in
      let passphrases = [
        "it's \"quoted\" 🔑 schlüssel", "with\u{0}zero", String(repeating: "long ", count: 200), "x'00'",
      ]
      for (index, text) in passphrases.enumerated() {
        let request = request(test, "keyed\(index)", .passphrase(text))
        try await makeDatabase(test, request)
        let session = try await test.session(request)
        test.expectIdentical(try rows(session, "SELECT s FROM t"), [["secret"]], "passphrase \(index) opens it again")
        session.close()
      }
      // What a careless layer would make of two of them.
      for (index, text) in [(1, "with"), (2, String(repeating: "long ", count: 199))] {
        await test.expectError(.wrongKey, extended: 26, "nearly passphrase \(index)") {
          try await test.session(request(test, "keyed\(index)", .passphrase(text)))
        }
      }
      let digits = String(repeating: "0123456789abcdef", count: 4)
      let refused: [(String, DriverRequest.Key)] = [
        ("an empty passphrase", .passphrase("")),
        ("a passphrase that the engine takes for a raw key", .passphrase("x'\(digits)'")),
        ("31 bytes", .raw([UInt8](repeating: 1, count: 31))), ("33 bytes", .raw([UInt8](repeating: 1, count: 33))),
        ("no bytes", .raw([])),
      ]
      for (index, (name, key)) in refused.enumerated() {
        let request = request(test, "refused\(index)", key)
        await test.expectError(.invalidConfiguration, "\(name)") { try await test.session(request) }
        test.expect(bytes(request.filePath).isEmpty, "\(name): no file was made")
      }
    },
    ConformanceCase(
      "ENC-09", "the key is given before any statement, on every connection of the pool", .driver(.cipher, .file),
      page + "#key", "Each connection of a pool MUST be able to read, whenever it is opened.",
      needs: [.interactiveTransactions]
    ) { test in
      let request = request(test)
      try await makeDatabase(test, request)
      let (database, roles) = try await test.countedDatabase(request, readers: 3)
      let traits = try await test.driver(for: request).traits
      let readers = database.capabilities.parallelReaders ? min(3, traits.maximumReaders) : 0
      let place = MeetingPlace()
      let tasks = (0..<max(readers, 1)).map { _ in
        Task {
          try await database.read { (transaction: DatabaseTransaction) in
            try await place.stay()
            return try await test.value(transaction, "SELECT s FROM t")
          }
        }
      }
      try await place.wait(for: tasks.count)
      place.open()
      for task in tasks { test.expectIdentical(try await task.value, "secret", "a reader reads") }
      test.expectEqual(roles.withLock { $0.count }, 1 + readers, "each had a connection of its own")
      try await database.execute("INSERT INTO t VALUES ('written')")
      await test.expectValue(database, "SELECT count(*) FROM t", 2, "the writer writes")
      for text: SQLFragment in ["PRAGMA key = 'another'", "PRAGMA main.key = \"x'00'\"", "PRAGMA rekey = 'another'"] {
        let error = await test.expectError(.misuse, "a key in a statement of its own: refused") {
          try await database.execute(text)
        }
        test.expect(error?.sql?.contains("another") != true, "and not shown")
      }
      await test.expectValue(database, "SELECT count(*) FROM t", 2, "the connection keeps its key")
    },
  ]
}
