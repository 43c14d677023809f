import Quarry
import QuarrySQLiteEngine

/// A gate of the C interface: the library exports functions, or the layer does without them.
struct LibraryGate: Sendable {
  let id: String
  let symbols: [String]
  let features: [Feature]
  let since: String
  /// What holds in either case, on a connection of its own.
  let use: @Sendable (CaseContext, SQLContext) throws -> Void

  init(
    _ id: String, _ symbols: [String], _ features: Feature..., since: String,
    _ use: @escaping @Sendable (CaseContext, SQLContext) throws -> Void
  ) {
    self.id = id
    self.symbols = symbols
    self.features = features
    self.since = since
    self.use = use
  }

  /// The case of the gate.
  var conformanceCase: ConformanceCase {
    let names = symbols.joined(separator: ", ")
    return ConformanceCase(
      id, "\(names), since \(since): used where the library has it, done without where it has not", .driver(.dlopen),
      "https://sqlite.org/c3ref/funclist.html",
      """
      The driver MUST declare \(names) exactly where the library exports it, and what the layer does with it must hold, \
      or be refused by type, where it does not.
      """
    ) { test in
      let session = try await test.session(test.quickRequest())
      let library = session.engineConnection.library
      var isThere = true
      for symbol in symbols {
        let found = EngineLibrarySymbols.contains(symbol, path: library.path)
        test.expectEqual(library.hasSymbol(symbol), found ?? false, "the driver's look-up of \(symbol) is right")
        isThere = isThere && found == true
      }
      test.expectEqual(
        features.allSatisfy(test.engine.supports), isThere, "\(names) is declared where the library exports it")
      try use(test, session)
      session.engineConnection.closeSynchronously()
      for feature in features { try await test.expectPair(of: feature) }
    }
  }
}

extension SQLContext {
  /// The rows of a text.
  func plainRows(_ fragment: SQLFragment) throws -> [[SQLValue]] {
    try fetchAll(fragment.rows(readOnly: false)).map(\.values)
  }
}

extension CaseContext {
  /// Asserts that a body without suspension fails with a code, and gives the error.
  @discardableResult
  func expectThrows(
    _ code: DatabaseError.Code, _ message: String, file: StaticString = #fileID, line: UInt = #line,
    _ body: () throws -> Void
  ) -> DatabaseError? {
    do {
      try body()
      fail(message, expected: "error \(code)", actual: "no error", file: file, line: line)
      return nil
    } catch {
      let found = error as? DatabaseError
      expect(found.map { code ~= $0.code } ?? false, "\(message): \(error)", file: file, line: line)
      return found
    }
  }
}
