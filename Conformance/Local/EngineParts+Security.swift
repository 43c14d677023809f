import Quarry
import QuarryConformance
import QuarrySQLiteEngine

extension EngineParts {
  static let security: [EngineLayerPart] = [
    EngineLayerPart("SEC-05") { test in
      let session = try await test.engineSession("settings")
      let connection = session.engineConnection
      for version in [Int64(Int32.max) + 1, Int64(Int32.min) - 1, .max, .min] {
        test.expectThrows(.valueOutOfRange, "a version of more than 32 bits") {
          try connection.setUserVersion(version)
        }
        test.expectThrows(.valueOutOfRange, "an application's number of more than 32 bits") {
          try connection.setApplicationID(version)
        }
      }
      for name in ["utf-9", "'; DROP TABLE t; --", ""] {
        test.expectThrows(.invalidConfiguration, "an unknown encoding") { try connection.setEncoding(name) }
      }
      for text in [
        "PRAGMA key = 'stolen'", "PRAGMA rekey = 'stolen'", "PRAGMA main.key='x'", "pragma\n\"key\" ('x')",
        "/* x */ PRAGMA hexkey='00'", "EXPLAIN PRAGMA key='x'", "; PRAGMA [key]='x'",
      ] {
        test.expectThrows(.misuse, "a key as SQL is refused: \(text)") {
          _ = try connection.prepareSynchronously(text)
        }
      }
      test.expectEqual(try connection.userVersion(), 0, "nothing was set")
      connection.closeSynchronously()
    },
    EngineLayerPart("SEC-06") { test in
      let session = try await test.engineSession("extensions")
      test.expectThrows(
        test.engine.supports(.apiLoadExtension) ? .authorization : .unsupportedFeature,
        "an extension is refused by default"
      ) { try session.engineConnection.loadExtension("\(test.folder)/evil") }
      session.engineConnection.closeSynchronously()
    },
    EngineLayerPart("SEC-07") { test in
      let session = try await test.engineSession()
      let connection = session.engineConnection
      try connection.setAuthorizer { $0.code == 24 ? .deny : .allow }
      for path in [":memory:", "\(test.folder)/other.db", "/etc/passwd", ""] {
        let error = test.expectThrows(.authorization, "ATTACH is refused: \(path)") {
          try session.execute("ATTACH \(path) AS other")
        }
        test.expectEqual(error?.engineCode?.primary.rawValue, 23, "the engine's code")
      }
      test.expect(!CaseFolder.hasFile("\(test.folder)/other.db"), "no file was made")
      let allowed = test.folder + "/"
      try connection.setAuthorizer { action in
        // A path that is bound is not known while the statement is prepared.
        action.code == 24 && action.first?.hasPrefix(allowed) != true ? .deny : .allow
      }
      test.expectThrows(.authorization, "a path outside of the folder is refused") {
        try session.execute("ATTACH '/tmp/outside.db' AS other")
      }
      test.expectThrows(.authorization, "a path that cannot be checked is refused") {
        try session.execute("ATTACH \("/tmp/outside.db") AS other")
      }
      try session.execute(SQLFragment(raw: "ATTACH '\(allowed)inside.db' AS other"))
      test.expectIdentical(
        try session.plainRows("SELECT count(*) FROM other.sqlite_master"), [[0]], "a path inside of it is allowed")
      try connection.setAuthorizer(nil)
      connection.closeSynchronously()
    },
    EngineLayerPart("SEC-08") { test in
      let session = try await test.engineSession("denied")
      try session.execute("CREATE TABLE t(a, b)")
      try session.execute("INSERT INTO t VALUES(1, 2)")
      let connection = session.engineConnection
      try connection.setAuthorizer { action in
        switch action.code {
        case 9: .deny  // a row is deleted
        case 20: action.second == "b" ? .ignore : .allow  // a column is read
        case 21: .allow
        case 19: .deny  // a PRAGMA
        default: .allow
        }
      }
      for text in ["DELETE FROM t", "PRAGMA user_version = 5", "DELETE FROM t WHERE a = 1"] {
        let error = test.expectThrows(.authorization, "a denied statement fails: \(text)") {
          try session.execute(SQLFragment(raw: text))
        }
        test.expectEqual(error?.engineCode?.primary.rawValue, 23, "the engine's code")
      }
      test.expectIdentical(try session.plainRows("SELECT a, b FROM t"), [[1, nil]], "an ignored column reads as NULL")
      try connection.setAuthorizer(nil)
      test.expectIdentical(try session.plainRows("SELECT a, b FROM t"), [[1, 2]], "without it all is as before")
      connection.closeSynchronously()
    },
    EngineLayerPart("SEC-15") { test in
      let session = try await test.engineSession()
      let calls = Protected(0)
      try session.engineConnection.addFunction("side_effect", argumentCount: 0) { _ in
        calls.withLock { $0 += 1 }
        return 1
      }
      try session.engineConnection.addFunction(
        "harmless", argumentCount: 0, options: test.engine.supports(.settingTrustedSchema) ? .innocuous : []
      ) { _ in 2 }
      try session.execute("CREATE VIEW evil AS SELECT side_effect() AS a")
      try session.execute("CREATE VIEW good AS SELECT harmless() AS a")
      test.expectIdentical(try session.plainRows("SELECT side_effect()"), [[1]], "a statement may call it")
      if test.engine.supports(.settingTrustedSchema) {
        let error = test.expectThrows(.statementFailed, "a view may not") {
          _ = try session.plainRows("SELECT * FROM evil")
        }
        test.expectEqual(error?.engineCode?.primary.rawValue, 1, "the engine's code")
        test.expectEqual(calls.withLock { $0 }, 1, "the function was not called by the view")
      } else {
        test.expectIdentical(try session.plainRows("SELECT * FROM evil"), [[1]], "an old engine cannot tell")
      }
      test.expectIdentical(try session.plainRows("SELECT * FROM good"), [[2]], "a harmless function is allowed")
      session.engineConnection.closeSynchronously()
    },
  ]
}
