internal import Quarry

/// A virtual table of a schema, and the tables in which its module keeps its content.
struct VirtualTable: Sendable {
  let object: DatabaseSchema.Object
  /// The module in lower case; empty when the text is not understood.
  let module: String
  /// The names of the tables that its module keeps, as far as they are known by its name.
  let shadows: Set<String>

  /// What the modules that come with SQLite put behind the name of a table.
  ///
  /// Source: the function `xShadowName` of each, <https://sqlite.org/vtab.html#xshadowname>.
  private static let suffixes: [String: [String]] = [
    "fts5": ["data", "idx", "content", "docsize", "config"],
    "fts4": ["content", "segments", "segdir", "docsize", "stat"],
    "fts3": ["content", "segments", "segdir", "docsize", "stat"],
    "rtree": ["node", "parent", "rowid"], "rtree_i32": ["node", "parent", "rowid"],
    "geopoly": ["node", "parent", "rowid"],
  ]

  /// Finds the virtual tables of a schema.
  static func all(in schema: DatabaseSchema) -> [VirtualTable] {
    let names = Set(schema.objects("table").map(\.name))
    return schema.objects("table").filter(\.isVirtual).map { VirtualTable($0, names: names) }
  }

  private init(_ object: DatabaseSchema.Object, names: Set<String>) {
    self.object = object
    module = Self.module(of: object.sql)
    let own = Set((Self.suffixes[module] ?? []).map { "\(object.name)_\($0)".lowercased() })
    shadows = names.filter { own.contains($0.lowercased()) }
  }

  /// Whether the module is one whose tables are known.
  var isKnown: Bool { Self.suffixes[module] != nil }

  /// Where a full-text table has its content: `nil` in itself, an empty text nowhere, else in another table.
  var externalContent: String? {
    guard module.hasPrefix("fts") else { return nil }
    // content = 'table', as an argument of its own.
    let tokens = SQLTokens.all(in: object.sql)
    for (index, token) in tokens.enumerated().dropLast(2)
    where token.isWord("content") && tokens[index + 1].isSymbol("=") && index > 0
      && (tokens[index - 1].isSymbol("(") || tokens[index - 1].isSymbol(","))
    {
      return tokens[index + 2].name ?? ""
    }
    return nil
  }

  /// The word after USING.
  private static func module(of sql: String) -> String {
    let words = SQLTokens(sql).prefix(12)
    return zip(words, words.dropFirst()).first { $0.0.isWord("USING") }?.1.name?.lowercased() ?? ""
  }
}
