/// A virtual table's module, and the tables in which it stores the content of the virtual table.
package struct VirtualTableModule: Sendable {
  /// The module in lower case, or an empty text if the definition isn't understood.
  package let name: String
  private let table: String
  private let isVirtual: Bool

  /// The suffixes that the modules of SQLite add to the name of a table.
  ///
  /// Source: the function `xShadowName` of each, <https://sqlite.org/vtab.html#xshadowname>.
  private static let suffixes: [String: [String]] = [
    "fts5": ["data", "idx", "content", "docsize", "config"],
    "fts4": ["content", "segments", "segdir", "docsize", "stat"],
    "fts3": ["content", "segments", "segdir", "docsize", "stat"],
    "rtree": ["node", "parent", "rowid"], "rtree_i32": ["node", "parent", "rowid"],
    "geopoly": ["node", "parent", "rowid"],
  ]

  /// Reads the text that created a table.
  ///
  /// - Parameters:
  ///   - table: The name of the table.
  ///   - sql: The text that created it.
  package init(of table: String, sql: String) {
    self.table = table.lowercased()
    let words = Array(SQLTokens(sql).prefix(12))
    isVirtual = words.dropFirst().first?.isWord("VIRTUAL") ?? false
    name = zip(words, words.dropFirst()).first { $0.0.isWord("USING") }?.1.name?.lowercased() ?? ""
  }

  /// Whether the module comes with SQLite.
  package var isKnown: Bool { Self.suffixes[name] != nil }

  /// Whether the module stores its content in a table of this name. For an unknown module, the beginning of the name
  /// decides.
  package func owns(_ other: String) -> Bool {
    guard isVirtual else { return false }
    let other = other.lowercased()
    guard let suffixes = Self.suffixes[name] else { return other != table && other.hasPrefix(table + "_") }
    return suffixes.contains { other == "\(table)_\($0)" }
  }
}
