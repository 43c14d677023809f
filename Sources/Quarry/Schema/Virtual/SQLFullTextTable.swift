/// A full-text table of FTS5: its columns, its content and its tokenizer.
///
/// ```swift
/// static let index = SQLFullTextTable(
///   "note_index", columns: ["title", "body"], content: .external(table: "note", rowID: "id"),
///   tokenizer: .porter(.unicode61()), prefixes: [2, 3])
///
/// try await database.run(SQLCreateFullTextTable(index))
/// ```
///
/// Source: <https://sqlite.org/fts5.html>.
public struct SQLFullTextTable: Sendable, Hashable {
  /// One column.
  public struct Column: Sendable, Hashable, ExpressibleByStringLiteral {
    /// Its name.
    public var name: String
    /// Whether its words are indexed. If `false`, the column is only stored.
    public var isIndexed: Bool

    /// Creates a column.
    public init(_ name: String, indexed: Bool = true) { (self.name, isIndexed) = (name, indexed) }
    /// Creates an indexed column.
    public init(stringLiteral value: String) { self.init(value) }
  }

  /// The places where the texts of a full-text table can be stored.
  public enum Content: Sendable, Hashable {
    /// In the full-text table itself.
    case own
    /// In another table that has columns of the same names. Triggers update the index.
    case external(table: String, rowID: String = "rowid")
    /// Nowhere. Rows can be found, but their texts can't be read. To delete rows, set `allowsDeletion`, which needs SQLite
    /// 3.43.
    case none(allowsDeletion: Bool = false)
  }

  /// The levels of detail of an index.
  public enum Detail: String, Sendable, Hashable, CaseIterable {
    /// Row, column and position: all queries.
    case full
    /// Row and column: no phrases.
    case column
    /// The row alone: neither phrases nor columns.
    case none
  }

  /// The name.
  public var name: String
  /// The schema. If `nil`, `main`.
  public var schema: String?
  /// The columns.
  public var columns: [Column]
  /// The place where the texts are stored.
  public var content: Content
  /// The tokenizer, which splits texts into words.
  public var tokenizer: SQLFullTextTokenizer
  /// The lengths, in characters, of the prefixes that get a separate index.
  public var prefixes: [Int]
  /// The level of detail of the index.
  public var detail: Detail
  /// Whether the sizes of texts are stored. The bm25 function needs them.
  public var keepsSizes: Bool

  /// Creates a table.
  public init(
    _ name: String, schema: String? = nil, columns: [Column], content: Content = .own,
    tokenizer: SQLFullTextTokenizer = .unicode61(), prefixes: [Int] = [], detail: Detail = .full,
    keepsSizes: Bool = true
  ) {
    self.name = name
    self.schema = schema
    self.columns = columns
    self.content = content
    self.tokenizer = tokenizer
    self.prefixes = prefixes
    self.detail = detail
    self.keepsSizes = keepsSizes
  }
}

/// A tokenizer of FTS5, which splits texts into words.
///
/// Source: <https://sqlite.org/fts5.html#tokenizers>.
public indirect enum SQLFullTextTokenizer: Sendable, Hashable {
  /// The ways to treat accents.
  public enum Diacritics: Int, Sendable, Hashable, CaseIterable {
    /// Keeps them, so that they distinguish words.
    case kept = 0
    /// Removes them, except from characters with several accents.
    case removed = 1
    /// Removes all of them. Needs SQLite 3.27.
    case allRemoved = 2
  }

  /// Words of the letters and digits of Unicode 6.1, ignoring case.
  ///
  /// - Parameters:
  ///   - diacritics: How to treat accents.
  ///   - letters: More characters that are part of words.
  ///   - separators: Letters or digits that separate words.
  case unicode61(diacritics: Diacritics = .removed, letters: String = "", separators: String = "")
  /// Words of the letters and digits of ASCII, and of all other characters beyond ASCII.
  case ascii(letters: String = "", separators: String = "")
  /// English word stems. Another tokenizer splits the text first.
  case porter(SQLFullTextTokenizer = .unicode61())
  /// All sequences of three characters, to find parts of words. Needs SQLite 3.34.
  case trigram(caseSensitive: Bool = false)
  /// A tokenizer of the application, with its arguments.
  case custom(String, [String] = [])

  /// The words of the option.
  var words: [String] {
    switch self {
    case .unicode61(let diacritics, let letters, let separators):
      ["unicode61"] + (diacritics == .removed ? [] : ["remove_diacritics", "\(diacritics.rawValue)"])
        + Self.characters(letters, separators)
    case .ascii(let letters, let separators): ["ascii"] + Self.characters(letters, separators)
    case .porter(.unicode61(.removed, "", "")): ["porter"]
    case .porter(let base): ["porter"] + base.words
    case .trigram(let caseSensitive): ["trigram"] + (caseSensitive ? ["case_sensitive", "1"] : [])
    case .custom(let name, let arguments): [name] + arguments
    }
  }

  private static func characters(_ letters: String, _ separators: String) -> [String] {
    (letters.isEmpty ? [] : ["tokenchars", letters]) + (separators.isEmpty ? [] : ["separators", separators])
  }

  /// Reads the words of the option.
  init?(words: [String]) {
    guard let name = words.first?.lowercased() else { return nil }
    let rest = Array(words.dropFirst())
    if name == "porter" {
      self = .porter(rest.isEmpty ? .unicode61() : SQLFullTextTokenizer(words: rest) ?? .unicode61())
      return
    }
    var options: [String: String] = [:]
    guard rest.count.isMultiple(of: 2) else {
      self = .custom(words[0], rest)
      return
    }
    for index in stride(from: 0, to: rest.count, by: 2) { options[rest[index].lowercased()] = rest[index + 1] }
    let (letters, separators) = (options.removeValue(forKey: "tokenchars"), options.removeValue(forKey: "separators"))
    let diacritics = options.removeValue(forKey: "remove_diacritics").flatMap { Int($0) }.flatMap(Diacritics.init)
    let caseSensitive = options.removeValue(forKey: "case_sensitive")
    switch name {
    case "unicode61" where options.isEmpty && caseSensitive == nil:
      self = .unicode61(diacritics: diacritics ?? .removed, letters: letters ?? "", separators: separators ?? "")
    case "ascii" where options.isEmpty && diacritics == nil && caseSensitive == nil:
      self = .ascii(letters: letters ?? "", separators: separators ?? "")
    case "trigram" where options.isEmpty && letters == nil && separators == nil && diacritics == nil:
      self = .trigram(caseSensitive: caseSensitive == "1")
    default: self = .custom(words[0], rest)
    }
  }
}
