/// Caches what is made of one table when it's used: texts, and copies for other schemas.
///
/// It has one lock for both: the runtime makes the type of a lock for each type that it protects, at its first use.
final class SQLTableCache: Sendable {
  /// The maximum number of copies: an engine can't attach more databases. More copies are made each time.
  private static let copyLimit = 125

  private struct State {
    var texts = SQLStatementTexts()
    // Not a dictionary: few programs have a copy, and the first dictionary by texts makes the runtime look through all
    // conformances of a program.
    var copies: [SQLTable] = []
  }

  private let state = Protected(State())

  /// The text for a key. `render` makes it if it isn't cached.
  func text(for key: SQLStatementTexts.Key, render: () -> String) -> String {
    state.withLock { $0.texts.text(for: key, render: render) }
  }

  /// The copy for a schema, which renders its own texts. `make` makes it if it isn't cached.
  func copy(in schema: String, make: () -> SQLTable) -> SQLTable {
    state.withLock { state in
      if let copy = state.copies.first(where: { $0.schema == schema }) { return copy }
      let copy = make()
      if state.copies.count < Self.copyLimit { state.copies.append(copy) }
      return copy
    }
  }
}
