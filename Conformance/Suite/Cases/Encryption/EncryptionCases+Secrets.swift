import Quarry
import QuarrySQLiteEngine

extension EncryptionCases {
  /// What must not be found anywhere.
  static let secret = "Unlock-4711-Secret"

  static let secrets: [ConformanceCase] = [
    ConformanceCase(
      "ENC-10", "the key is in no error, no trace, no description and no argument of a process",
      .driver(.cipher, .file, .local), "Quarry: SQLCipherKey", "A key MUST NOT be shown anywhere.", usesProcesses: true
    ) { test in
      func expectHidden(_ text: String, _ message: String) {
        test.expect(!text.contains(secret) && !text.contains("4711"), "hidden in \(message)")
      }
      let right = request(test, "main", .raw(rawKey))
      try await makeDatabase(test, right)
      let wrong = request(test, "main", .passphrase(secret))
      let refusal = await test.expectError(.wrongKey, "a wrong key") { try await test.session(wrong) }
      expectHidden(refusal.map { "\($0)" } ?? "", "the error of a wrong key")
      expectHidden(refusal.map { String(reflecting: $0) } ?? "", "its debug description")
      expectHidden("\(try await test.driver(for: wrong))", "the description of the driver")
      var dumped = ""
      dump(try await test.driver(for: wrong), to: &dumped)
      expectHidden(dumped, "the dump of the driver")
      expectHidden(
        "\(SQLCipherKey.passphrase(secret)) \(SQLCipherEncryption(key: .passphrase(secret)))", "the key itself")

      let session = try await test.session(request(test, "own", .passphrase(secret)))
      defer { session.close() }
      var traced: [String] = []
      try session.engineConnection.onTrace(includesValues: true) { traced.append($0.sql) }
      let statements = [
        "ATTACH '\(test.folder)/other.db' AS other KEY '\(secret)'", "SELECT count(*) FROM other.sqlite_master",
        "DETACH other", "PRAGMA key = '\(secret)'", "PRAGMA rekey = '\(secret)'", "PRAGMA rekey = '\(secret)",
        "ATTACH '/no/such/folder/x.db' AS x KEY '\(secret)'", "ATTACH x KEY '\(secret)' AS y",
        "EXPLAIN PRAGMA key = '\(secret)'", " /* a */ PRAGMA /* b */ main.rekey = '\(secret)'",
      ]
      for (index, statement) in statements.enumerated() {
        let failure = error { try session.execute(SQLFragment(raw: statement)) }
        expectHidden(failure.map { "\($0) \($0.sql ?? "") \($0.message)" } ?? "", "the error of statement \(index)")
      }
      try? session.engineConnection.attach(
        "/no/such/folder/x.db", as: "x", encryption: SQLCipherEncryption(key: .passphrase(secret)))
      try session.execute("SELECT 1")
      test.expect(traced.contains("SELECT 1"), "the trace sees statements")
      for text in traced { expectHidden(text, "the trace: \(text.prefix(20))") }

      let process = try test.childProcess(
        "encryption.wrongKey", wrong, [:], errorFile: "\(test.folder)/child-errors.txt")
      let answer = await process.next() ?? ""
      test.expectEqual(answer, "wrongKey 26", "the second process had the wrong key too")
      let shown = await process.next() ?? ""
      expectHidden(shown, "the arguments of the second process: \(shown)")
      await process.kill()
    },
    ConformanceCase(
      "ENC-17", "the engine's own log lines do not reach standard error", .driver(.cipher, .file, .local),
      "https://www.zetetic.net/sqlcipher/sqlcipher-api/#cipher_log",
      "Whatever fails, a library MUST NOT write to the standard error of its program.", usesProcesses: true
    ) { test in
      let right = request(test)
      try await makeDatabase(test, right)
      let errorFile = "\(test.folder)/child-errors.txt"
      let process = try test.childProcess(
        "encryption.wrongKey", request(test, "main", .passphrase(secret)), [:], errorFile: errorFile)
      try await test.require(process, says: "wrongKey 26")
      _ = await process.next()
      test.expectEqual(await process.finish(), .exit(0), "the second process ends by itself")
      let written = bytes(errorFile)
      test.expectEqual(String(decoding: written.prefix(500), as: UTF8.self), "", "what it wrote to standard error")
    },
  ]
}
