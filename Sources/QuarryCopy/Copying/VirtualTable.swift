internal import Quarry

/// A virtual table of a schema, and the tables in which its module stores its content.
struct VirtualTable: Sendable {
  let object: DatabaseSchema.Object
  /// The module in lower case, or an empty text if the definition isn't understood.
  let module: String
  /// Whether the module's tables are known.
  let isKnown: Bool
  /// The names of the tables of its module, as far as the module's name shows them.
  let shadows: Set<String>

  /// Finds the virtual tables of a schema.
  static func all(in schema: DatabaseSchema) -> [VirtualTable] {
    let names = Set(schema.objects("table").map(\.name))
    return schema.objects("table").filter(\.isVirtual).map { VirtualTable($0, names: names) }
  }

  private init(_ object: DatabaseSchema.Object, names: Set<String>) {
    self.object = object
    let found = VirtualTableModule(of: object.name, sql: object.sql)
    module = found.name
    isKnown = found.isKnown
    shadows = found.isKnown ? names.filter { found.owns($0) } : []
  }

  /// The place of a full-text table's content: `nil` in itself, an empty text nowhere, otherwise another table.
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
}
