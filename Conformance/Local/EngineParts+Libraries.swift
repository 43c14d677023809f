import Quarry
import QuarryConformance
import QuarrySQLiteEngine

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension EngineParts {
  static let libraries: [EngineLayerPart] = [
    EngineLayerPart("LIFE-20") { test in
      let session = try await test.engineSession()
      let library = session.engineConnection.library
      let features: [(String, SQLFeature)] = [
        ("sqlite3_serialize", .apiSerialize), ("sqlite3_prepare_v3", .apiPrepareV3),
        ("sqlite3_normalized_sql", .apiNormalizedSQL), ("sqlite3_expanded_sql", .apiExpandedSQL),
        ("sqlite3_keyword_check", .apiKeywords), ("sqlite3_value_frombind", .apiValueFromBind),
        ("sqlite3_drop_modules", .apiDropModules), ("sqlite3_stmt_scanstatus", .apiStatementScanStatus),
        ("sqlite3_column_origin_name", .apiColumnOrigin), ("sqlite3_unlock_notify", .apiUnlockNotify),
        ("sqlite3_create_window_function", .apiCreateWindowFunction), ("sqlite3_snapshot_get", .apiSnapshot),
      ]
      for (symbol, feature) in features {
        test.expect(
          library.hasSymbol(symbol) || !test.engine.supports(feature),
          "without \(symbol) there is no \(feature.id), and nothing else is missing")
        test.expect(
          !library.missingOptionalSymbols.contains(symbol) || !library.hasSymbol(symbol),
          "what is listed as missing is missing: \(symbol)")
      }
      session.close()
      var request = test.request()
      request.library = test.folder + "/missing.so"
      await test.expectError(.libraryUnavailable, "there is no such file") { [request] in
        try await test.database(request)
      }
      try Data("not a library".utf8).write(to: URL(fileURLWithPath: test.folder + "/text.so"))
      request.library = test.folder + "/text.so"
      await test.expectError(.libraryUnavailable, "the file is no library") { [request] in
        try await test.database(request)
      }
      guard var image = LibraryImage(path: library.path) else {
        test.note("the library cannot be edited on this platform; that a missing function is named was not checked")
        return
      }
      let symbol = "sqlite3_bind_parameter_name"
      test.expect(image.hide(symbol), "the function can be hidden")
      try image.write(to: test.folder + "/hidden.so")
      request.library = test.folder + "/hidden.so"
      let error = await test.expectError(.libraryUnavailable, "a needed function is missing") { [request] in
        try await test.database(request)
      }
      test.expect(error?.message.contains(symbol) == true, "the error names it: \(error?.message ?? "")")
    },
    EngineLayerPart("LIFE-21") { test in
      let session = try await test.engineSession()
      let library = session.engineConnection.library
      session.close()
      test.expect(library.versionNumber >= SQLiteLibrary.minimumVersionNumber, "the library under test is new enough")
      guard var image = LibraryImage(path: library.path), image.setVersion(3_007_017, text: "3.7.17") else {
        test.note("the library cannot be edited on this platform; that an old one is refused was not checked")
        return
      }
      try image.write(to: test.folder + "/old.so")
      var request = test.request()
      request.library = test.folder + "/old.so"
      let error = await test.expectError(.libraryUnavailable, "a library that says it is 3.7.17") { [request] in
        try await test.database(request)
      }
      let message = error?.message ?? ""
      test.expect(message.contains("3.7.17"), "the version that was found: \(message)")
      test.expect(message.contains(SQLiteLibrary.minimumVersion), "the version that is needed: \(message)")
      await test.expectUsable(try await test.database("other"), "the library under test goes on working")
    },
    EngineLayerPart("GATE-129") { test in
      let session = try await test.engineSession(test.quickRequest())
      let options = session.engineConnection.library.compileOptions
      test.expect(!options.contains("THREADSAFE=0"), "the library that is used can be used from several threads")
      test.expectIdentical(try session.plainRows("SELECT 1"), [[1]], "the library works")
      session.engineConnection.closeSynchronously()
    },
  ]
}
