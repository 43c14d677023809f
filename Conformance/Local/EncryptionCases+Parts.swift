import Quarry
import QuarryConformance
import QuarrySQLiteEngine

extension EncryptionCases {
  static let encryptionParts: [EngineLayerPart] = [
    EngineLayerPart("ENC-07") { test in
      let (old, new) = (request(test), request(test, "main", .raw(otherKey)))
      let session = try await test.engineSession(old)
      try session.execute("CREATE TABLE t (n INTEGER PRIMARY KEY, s TEXT)")
      try session.transaction {
        for number in 1...1500 {
          try session.execute("INSERT INTO t VALUES (\(number), \(String(repeating: "\(number) ", count: 80)))")
        }
      }
      let other = try await test.engineSession(old)
      let changeKey = { () throws -> Void in try session.engineConnection.rekey(.raw(otherKey)) }
      test.expectEqual(error(changeKey)?.code, .busy, "refused while another connection is open")
      other.close()
      try session.execute("BEGIN")
      test.expectEqual(error(changeKey)?.code, .transactionState, "refused inside a transaction")
      try session.execute("ROLLBACK")
      try changeKey()
      session.close()
      await test.expectError(.wrongKey, extended: 26, "the old key") { try await test.engineSession(old) }
      let reopened = try await test.engineSession(new)
      test.expectIdentical(try rows(reopened, "SELECT count(*) FROM t"), [[1500]], "the new key opens it")
      reopened.close()
      var current = new
      for pause in [0, 2, 6] {
        let next = current == new ? old : new
        let keyNumber = next == new ? "2" : "1"
        let process = try test.childProcess("encryption.rekey", current, ["key": keyNumber])
        try await test.require(process, says: "ready")
        try process.say("go")
        try await Task.sleep(for: .milliseconds(pause))
        await process.kill()
        var opened: [DriverRequest] = []
        for request in [current, next] {
          guard let session = try? await test.engineSession(request) else { continue }
          opened.append(request)
          test.expectIdentical(
            try rows(session, "SELECT count(*), sum(n), sum(s = replace(hex(zeroblob(80)), '00', n || ' ')) FROM t"),
            [[1500, 1_125_750, 1500]], "killed after \(pause) ms: all rows")
          test.expectIdentical(try rows(session, "PRAGMA integrity_check"), [["ok"]], "killed after \(pause) ms: sound")
          session.close()
        }
        test.expectEqual(opened.count, 1, "killed after \(pause) ms: one of the two keys opens the file")
        current = opened.first ?? current
      }
      let plain = try await test.engineSession(request(test, "plain", .none))
      defer { plain.close() }
      test.expectEqual(
        error { try plain.engineConnection.rekey(.raw(rawKey)) }?.code, .unsupportedFeature,
        "a file in the clear has no key to change")
    },
    EngineLayerPart("ENC-10") { test in
      func expectHidden(_ text: String, _ message: String) {
        test.expect(!text.contains(secret) && !text.contains("4711"), "hidden in \(message)")
      }
      let right = request(test, "main", .raw(rawKey))
      try await makeDatabase(test, right)
      let wrong = request(test, "main", .passphrase(secret))
      let refusal = await test.expectError(.wrongKey, "a wrong key") { try await test.engineSession(wrong) }
      expectHidden(refusal.map { "\($0)" } ?? "", "the error of a wrong key")
      expectHidden(refusal.map { String(reflecting: $0) } ?? "", "its debug description")
      expectHidden("\(try await test.driver(for: wrong))", "the description of the driver")
      var dumped = ""
      dump(try await test.driver(for: wrong), to: &dumped)
      expectHidden(dumped, "the dump of the driver")
      expectHidden(
        "\(SQLCipherKey.passphrase(secret)) \(SQLCipherEncryption(key: .passphrase(secret)))", "the key itself")

      let session = try await test.engineSession(request(test, "own", .passphrase(secret)))
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
    EngineLayerPart("ENC-13") { test in
      let probe = try await test.engineSession(request(test))
      defer { probe.close() }
      let path = "\(test.folder)/version3.db"
      try write(try test.require(base64(versionThreeFile), "the file in the suite is base64"), to: path)
      var encryption = SQLCipherEncryption(key: .passphrase(versionThreePassphrase))
      let rowsOfFile: [[SQLValue]] = [[1, "written by version 3"], [2, nil]]
      guard probe.engine.supports(.cipherCompatibility) else {
        let session = try EncryptionCases.session(path, like: probe, encryption)
        test.expectIdentical(try rows(session, "SELECT n, s FROM t"), rowsOfFile, "version 3 reads its own file")
        session.close()
        encryption.compatibility = 3
        let code = error { try EncryptionCases.session(path, like: probe, encryption).close() }?.code
        test.expectEqual(code, .unsupportedFeature, "the setting is refused by name, since the engine would ignore it")
        return
      }
      let refusal = error { try EncryptionCases.session(path, like: probe, encryption).close() }
      test.expectEqual(refusal?.code, .wrongKey, "without the setting")
      test.expectEqual(refusal?.engineCode?.rawValue, 26, "without the setting: the code")
      encryption.compatibility = 3
      for round in 1...2 {
        let session = try EncryptionCases.session(path, like: probe, encryption)
        test.expectIdentical(
          try rows(session, "SELECT n, s FROM t WHERE n < 3"), rowsOfFile, "with the setting, round \(round)")
        test.expectIdentical(try rows(session, "PRAGMA user_version"), [[33]], "the version of the schema")
        try session.execute("INSERT INTO t VALUES (\(round + 2), 'added')")
        session.close()
      }
      encryption.compatibility = nil
      let again = error { try EncryptionCases.session(path, like: probe, encryption).close() }
      test.expectEqual(again?.engineCode?.rawValue, 26, "the file keeps its format")
    },
  ]
}
