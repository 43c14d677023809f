extension SQLFullTextTable {
  /// `CREATE VIRTUAL TABLE … USING fts5(…)`.
  func definition(_ context: SQLGenerationContext, ifNotExists: Bool) throws(DatabaseError) -> SQLFragment {
    try validate(context)
    var arguments = columns.map { SQLIdentifier.quote($0.name) + ($0.isIndexed ? "" : " UNINDEXED") }
    switch content {
    case .own: break
    case .external(let table, let rowID):
      arguments.append("content = \(Self.text(table))")
      if rowID != "rowid" { arguments.append("content_rowid = \(Self.text(rowID))") }
    case .none(let allowsDeletion):
      arguments.append("content = ''")
      if allowsDeletion { arguments.append("contentless_delete = 1") }
    }
    if tokenizer != .unicode61() {
      // The option is a text whose words are texts themselves, where they are not bare words.
      arguments.append("tokenize = \(Self.text(tokenizer.words.map(Self.word).joined(separator: " ")))")
    }
    if !prefixes.isEmpty { arguments.append("prefix = \(Self.text(prefixes.map { "\($0)" }.joined(separator: " ")))") }
    if detail != .full { arguments.append("detail = \(detail.rawValue)") }
    if !keepsSizes { arguments.append("columnsize = 0") }
    return SQLFragment(
      raw: "CREATE VIRTUAL TABLE \(ifNotExists ? "IF NOT EXISTS " : "")\(SQLSchema.qualified(name, schema)) USING "
        + "fts5(\(arguments.joined(separator: ", ")))")
  }

  private static func text(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }

  private static func word(_ word: String) -> String {
    let isBare =
      !word.isEmpty
      && word.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
    return isBare ? word : text(word)
  }

  private func validate(_ context: SQLGenerationContext) throws(DatabaseError) {
    let purpose = "the full-text table \"\(name)\""
    try context.require(.fts5, for: purpose)
    func invalid(_ what: String) -> DatabaseError { DatabaseError(.invalidQuery, "\(purpose) \(what)") }
    if columns.isEmpty { throw invalid("has no columns") }
    for (index, column) in columns.enumerated() {
      if ["rank", "rowid"].contains(where: { SQLIdentifier.areEqual($0, column.name) })
        || SQLIdentifier.areEqual(column.name, name)
      {
        throw invalid("cannot have a column \"\(column.name)\": FTS5 has one of that name itself")
      }
      if columns[..<index].contains(where: { SQLIdentifier.areEqual($0.name, column.name) }) {
        throw invalid("has two columns \"\(column.name)\"")
      }
    }
    if prefixes.contains(where: { !(1...999).contains($0) }) { throw invalid("has a prefix that is not from 1 to 999") }
    if detail != .full { try context.require(.fts5Detail, for: purpose) }
    if case .none(allowsDeletion: true) = content { try context.require(.fts5ContentlessDelete, for: purpose) }
    try require(tokenizer, context, purpose)
  }

  private func require(
    _ tokenizer: SQLFullTextTokenizer, _ context: SQLGenerationContext, _ purpose: String
  ) throws(DatabaseError) {
    switch tokenizer {
    case .unicode61(.allRemoved, _, _): try context.require(.fts5RemoveDiacritics2, for: purpose)
    case .trigram: try context.require(.fts5Trigram, for: purpose)
    case .porter(let base): try require(base, context, purpose)
    case .unicode61, .ascii, .custom: break
    }
  }

  /// Reads the text that created a table.
  ///
  /// - Parameters:
  ///   - sql: The text, as `sqlite_master` keeps it.
  ///   - schema: The schema that the table is in.
  /// - Returns: `nil` if the text isn't a full-text table of FTS5, or has options that this library doesn't know.
  public init?(sql: String, schema: String? = nil) {
    var reader = SQLTokenReader(sql)
    guard reader.take("CREATE", "VIRTUAL", "TABLE") else { return nil }
    _ = reader.take("IF", "NOT", "EXISTS")
    guard var name = reader.takeName() else { return nil }
    if reader.take(symbol: ".") { name = reader.takeName() ?? name }
    guard reader.take("USING", "fts5"), let inner = reader.takeParenthesized() else { return nil }
    self.init(name, schema: schema, columns: [])
    for var part in inner.split() {
      guard let word = part.takeName() else { return nil }
      if part.take(symbol: "=") {
        guard
          take(option: word.lowercased(), part.rest.first?.name ?? part.rest.first.map { String($0.spelling) } ?? "")
        else { return nil }
      } else {
        columns.append(Column(word, indexed: !part.take("UNINDEXED")))
      }
    }
  }

  private mutating func take(option: String, _ value: String) -> Bool {
    switch option {
    case "content":
      guard !value.isEmpty else {
        content = .none()
        return true
      }
      content = .external(table: value)
    case "content_rowid":
      guard case .external(let table, _) = content else { return false }
      content = .external(table: table, rowID: value)
    case "contentless_delete": content = .none(allowsDeletion: value == "1")
    case "tokenize":
      let words = SQLTokens.all(in: value).map { $0.name ?? String($0.spelling) }
      guard let found = SQLFullTextTokenizer(words: words) else { return false }
      tokenizer = found
    case "prefix": prefixes = value.split { $0 == " " || $0 == "," }.compactMap { Int($0) }
    case "detail":
      guard let found = Detail(rawValue: value.lowercased()) else { return false }
      detail = found
    case "columnsize": keepsSizes = value != "0"
    default: return false
    }
    return true
  }
}
