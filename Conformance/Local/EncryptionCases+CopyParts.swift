import Quarry
import QuarryConformance
import QuarrySQLiteEngine

extension EncryptionCases {
  static let copyParts: [EngineLayerPart] = [
    EngineLayerPart("ENC-11") { test in
      let plain = try await test.engineSession(request(test, "plain", .none))
      defer { plain.close() }
      try plain.executeScript(
        """
        CREATE TABLE t (n INTEGER PRIMARY KEY AUTOINCREMENT, s TEXT, r REAL, b BLOB);
        INSERT INTO t VALUES (5, 'naïve 🙂', 0.1, x'00FF'), (9, NULL, 9e999, x'');
        DELETE FROM t WHERE n = 9; INSERT INTO t (s) VALUES ('after');
        CREATE INDEX ti ON t (s); CREATE VIEW tv AS SELECT n FROM t;
        CREATE TABLE w (k TEXT PRIMARY KEY, v) WITHOUT ROWID; INSERT INTO w VALUES ('a', 1);
        CREATE TRIGGER tt AFTER DELETE ON t BEGIN DELETE FROM w; END;
        PRAGMA user_version = 42; PRAGMA application_id = -77;
        """)
      let questions: [SQLFragment] = [
        "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name",
        "SELECT * FROM t ORDER BY n", "SELECT * FROM w", "SELECT * FROM tv", "SELECT name, seq FROM sqlite_sequence",
        "PRAGMA user_version", "PRAGMA application_id", "PRAGMA integrity_check",
      ]
      let expected: [[[SQLValue]]] = try questions.map { try rows(plain, $0) }
      test.expectIdentical(
        expected[1], [[5, "naïve 🙂", 0.1, .blob([0, 255])], [10, "after", nil, nil]], "the rows of the source")
      test.expectIdentical(expected[5] + expected[6], [[42], [-77]], "the numbers of the source")
      let encryption = SQLCipherEncryption(key: .raw(rawKey))
      let paths = ["\(test.folder)/encrypted.db", "\(test.folder)/other.db", "\(test.folder)/decrypted.db"]
      let steps: [(SQLCipherEncryption?, String)] = [
        (encryption, paths[0]), (SQLCipherEncryption(key: .passphrase("other")), paths[1]), (nil, paths[2]),
      ]
      var source = plain
      for (index, (key, path)) in steps.enumerated() {
        try source.engineConnection.export(to: path, encryption: key)
        if index > 0 { source.close() }
        test.expectEqual(bytes(path).starts(with: header), key == nil, "copy \(index): whether it is in the clear")
        let copy = try session(path, like: plain, key)
        for (question, answer) in zip(questions, expected) {
          test.expectIdentical(try rows(copy, question), answer, "copy \(index): \(question.sql)")
        }
        let second = error { try copy.engineConnection.export(to: path, encryption: key) }
        test.expectEqual(second?.code, .cannotOpen, "copy \(index): an existing file is not replaced")
        source = copy
      }
      source.close()
    },
    EngineLayerPart("ENC-12") { test in
      let main = try await test.engineSession(request(test))
      defer { main.close() }
      try main.execute("CREATE TABLE t (s TEXT)")
      let files: [(String, SQLCipherEncryption?)] = [
        ("same", SQLCipherEncryption(key: .raw(rawKey))), ("other", SQLCipherEncryption(key: .raw(otherKey))),
        ("phrase", SQLCipherEncryption(key: .passphrase("it's another"))), ("plain", nil),
      ]
      let connection = main.engineConnection
      for (name, encryption) in files {
        let path = "\(test.folder)/\(name).db"
        try connection.attach(path, as: name, encryption: encryption)
        try main.execute("CREATE TABLE \(identifier: name).a (s TEXT)")
        try main.execute("INSERT INTO \(identifier: name).a VALUES (\(name))")
        try connection.detach(name)
        test.expectEqual(bytes(path).starts(with: header), encryption == nil, "\(name): whether it is in the clear")
        let own = try session(path, like: main, encryption)
        test.expectIdentical(try rows(own, "SELECT s FROM a"), [[.text(name)]], "\(name): opened by itself")
        own.close()
        try connection.attach(path, as: name, encryption: encryption)
        try main.execute("INSERT INTO t SELECT s FROM \(identifier: name).a")
        try connection.detach(name)
        let wrong: [SQLCipherEncryption?] = [
          SQLCipherEncryption(key: .raw(rawKey.reversed())),
          encryption == nil ? SQLCipherEncryption(key: .raw(rawKey)) : nil,
        ]
        for (index, key) in wrong.enumerated() {
          let refusal = error { try connection.attach(path, as: "wrong", encryption: key) }
          test.expectEqual(refusal?.code, key == nil ? .notADatabase : .wrongKey, "\(name): wrong key \(index)")
          test.expectEqual(refusal?.engineCode?.rawValue, 26, "\(name): the code of wrong key \(index)")
          test.expectEqual(try rows(main, "PRAGMA database_list").count, 1, "\(name): nothing stays attached")
        }
      }
      test.expectIdentical(
        try rows(main, "SELECT s FROM t ORDER BY s"), [["other"], ["phrase"], ["plain"], ["same"]], "rows of them all")
    },
    EngineLayerPart("ENC-16") { test in
      let source = try await test.engineSession(request(test))
      defer { source.close() }
      try source.executeScript(
        """
        CREATE TABLE t (n INTEGER PRIMARY KEY, s TEXT); PRAGMA user_version = 8;
        INSERT INTO t WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
        SELECT i, 'row ' || i FROM n
        """)
      let usualPageSize = (test.engine.cipherVersion?.major ?? 0) >= 4 ? 4096 : 1024
      // Some versions tell it as text.
      let pageSize = try rows(source, "PRAGMA page_size").first?.first
      let hasUsualFormat = pageSize == .integer(Int64(usualPageSize)) || pageSize == .text("\(usualPageSize)")
      for (name, bytesOfKey) in [("same", rawKey), ("other", otherKey)] {
        let path = "\(test.folder)/\(name)-copy.db"
        let encryption = SQLCipherEncryption(key: .raw(bytesOfKey))
        guard hasUsualFormat else {
          // Pages of one format make no file of another.
          let refusal = error { try source.engineConnection.backUp(toFile: path, encryption: encryption) }
          test.expectEqual(refusal?.code, .unsupportedFeature, "\(name) key: to another format")
          test.expect(bytes(path).isEmpty, "\(name) key: no file of another format was made")
          continue
        }
        try source.engineConnection.backUp(toFile: path, encryption: encryption)
        test.expect(!bytes(path).starts(with: header), "\(name) key: the copy is encrypted")
        let copy = try session(path, like: source, encryption)
        test.expectIdentical(
          try rows(copy, "SELECT count(*), sum(n), max(s) FROM t"), [[500, 125_250, "row 99"]], "\(name) key: the rows")
        test.expectIdentical(try rows(copy, "PRAGMA user_version"), [[8]], "\(name) key: the version")
        test.expectIdentical(try rows(copy, "PRAGMA integrity_check"), [["ok"]], "\(name) key: the copy is sound")
        copy.close()
      }
      let plainPath = "\(test.folder)/plain-copy.db"
      let toPlain = error { try source.engineConnection.backUp(toFile: plainPath) }
      test.expectEqual(toPlain?.code, .unsupportedFeature, "to a plain file")
      test.expect(bytes(plainPath).isEmpty, "no plain file was made")
      let plain = try await test.engineSession(request(test, "plain", .none))
      defer { plain.close() }
      try plain.execute("CREATE TABLE p (n)")
      for (from, to) in [(plain, source), (source, plain)] {
        let refusal = error { try from.engineConnection.backUp(to: to.engineConnection) }
        test.expectEqual(refusal?.code, .unsupportedFeature, "between plain and encrypted")
      }
      test.expectIdentical(try rows(source, "SELECT count(*) FROM t"), [[500]], "the encrypted one is as it was")
      test.expectIdentical(try rows(plain, "SELECT name FROM sqlite_master"), [["p"]], "the plain one is as it was")
    },
  ]
}
