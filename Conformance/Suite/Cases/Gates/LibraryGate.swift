package import Quarry

/// A gate of the C interface: the library exports functions, or the layer works without them.
package struct LibraryGate: Sendable {
  package let id: String
  package let symbols: [String]
  package let features: [SQLFeature]
  let since: String

  init(_ id: String, _ symbols: [String], _ features: SQLFeature..., since: String) {
    self.id = id
    self.symbols = symbols
    self.features = features
    self.since = since
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
      """,
      body: ConformanceCase.inEngineLayer)
  }
}

extension SQLSession {
  /// The rows of a text.
  package func plainRows(_ fragment: SQLFragment) throws -> [[SQLValue]] {
    try fetchAll(fragment.rows(readOnly: false)).map(\.values)
  }
}

extension CaseContext {
  /// Asserts that a synchronous body fails with a code, and returns the error.
  @discardableResult
  package func expectThrows(
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
