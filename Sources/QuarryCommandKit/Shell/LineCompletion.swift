#if Command
internal import Quarry

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Completes the beginning of a word when the Tab key is pressed: to keywords, functions, tables and columns, to commands of
/// the shell and to the files they take.
struct LineCompletion: Sendable {
  /// The characters between words.
  static let wordBreaks = " \t\n\"\\'`@$><=;|&{}()[].,+-*/%!~^?:"

  /// The lines of the statement above the one that is typed.
  var before = ""
  /// The tables that there are.
  var catalog = ShellCatalog()

  /// Returns what a word can become.
  ///
  /// - Parameters:
  ///   - line: The line up to the cursor.
  ///   - start: The byte at which the word begins.
  func callAsFunction(_ line: String, _ start: Int) -> [String] {
    let bytes = Array(line.utf8)
    let position = min(max(start, 0), bytes.count)
    let word = String(decoding: bytes[position...], as: UTF8.self)
    let head = String(decoding: bytes[..<position], as: UTF8.self)
    if before.isEmpty, line.hasPrefix(".") { return command(head, word) }
    return sql(before + head, word)
  }

  /// What takes the place of a typed word: the one word that it can become, or what all of them begin with.
  ///
  /// Case makes no difference, and nothing of what was typed is lost.
  static func common(_ words: [String], typed: String) -> String {
    guard let first = words.first, words.count > 1 else { return words.first ?? typed }
    var shared = Substring(first)
    for word in words.dropFirst() {
      let count = zip(shared, word).prefix { $0.lowercased() == $1.lowercased() }.count
      shared = shared.prefix(count)
    }
    guard shared.count >= typed.count else { return typed }
    return words.allSatisfy { $0.hasPrefix(shared) } ? String(shared) : typed + shared.dropFirst(typed.count)
  }

  // MARK: Commands

  private func command(_ head: String, _ word: String) -> [String] {
    // The dot ends a word, so that it is not part of the name.
    guard head != "." else { return matching(ShellVerb.allCases.map(\.rawValue), word) }
    guard let verb = ShellVerb(head.dropFirst().prefix { $0 != " " }) else { return [] }
    let rest = head.dropFirst(verb.rawValue.count + 1)
    switch verb {
    case .tables, .schema: return matching(catalog.tables.map(\.name), word)
    case .mode: return matching(ResultFormat.allCases.map(\.rawValue), word)
    case .timer: return matching(["on", "off"], word)
    case .width: return matching(["auto", "off"], word)
    case .help: return matching(ShellVerb.allCases.map(\.rawValue), word)
    case .explain: return sql(String(rest), word)
    case .dump: return files(rest, word)
    case .importing:
      let arguments = (try? ShellArguments.split(String(rest))) ?? []
      let isFirst = arguments.isEmpty || arguments.count == 1 && rest.last != " "
      return isFirst ? files(rest, word) : matching(catalog.tables.map(\.name), word)
    case .quit: return []
    }
  }

  /// The files whose names begin as the last word of a command does; folders end with a slash.
  private func files(_ head: Substring, _ word: String) -> [String] {
    let typed = String(head.drop { $0 == " " }) + word
    let slash = typed.lastIndex(of: "/")
    let folder = slash.map { String(typed[...$0]) } ?? ""
    let name = slash.map { typed[typed.index(after: $0)...] } ?? typed[...]
    guard name.hasSuffix(word), !typed.contains(where: { " '\"".contains($0) }) else { return [] }
    let manager = FileManager.default
    let found = ((try? manager.contentsOfDirectory(atPath: folder.isEmpty ? "." : ShellArguments.path(folder))) ?? [])
      .filter { file in
        file.hasPrefix(name) && (name.hasPrefix(".") || !file.hasPrefix(".")) && !file.contains { " '\"".contains($0) }
      }
    return unique(
      found.map { file in
        let isFolder = (try? manager.contentsOfDirectory(atPath: ShellArguments.path(folder) + file)) != nil
        // What a point or a slash has ended before the word stays where it is.
        return String(file.dropFirst(name.count - word.count)) + (isFolder ? "/" : "")
      })
  }

  // MARK: SQL

  private func sql(_ head: String, _ word: String) -> [String] {
    let tokens = SQLTokens.all(in: head)
    let last = tokens.last
    // The end of a text or a name in quotes that is still open.
    if let last, last.kind == .illegal {
      let names = catalog.tables.map(\.name) + catalog.tables.flatMap(\.columns)
      return last.spelling.hasPrefix("\"") && last.range.upperBound == head.utf8.count ? matching(names, word) : []
    }
    if last?.isSymbol(".") == true, tokens.count > 1, let owner = tokens[tokens.count - 2].name {
      return matching(members(of: owner, tokens), word).map(Self.written)
    }
    let tables = catalog.tables.filter { $0.schema == nil }.map(\.name)
    let schemas = Set(catalog.tables.compactMap(\.schema)).sorted()
    if let last, last.kind == .word, SQLWords.beforeTables.contains(last.spelling.uppercased()) {
      return matching(tables + schemas, word).map(Self.written)
    }
    // Nothing is proposed for nothing: it would be everything.
    guard !word.isEmpty else { return [] }
    let columns = named(tokens).map(\.columns)
    let names = (columns.isEmpty ? catalog.tables.map(\.columns) : columns).flatMap(\.self) + tables + schemas
    let isLower = word.first?.isLowercase ?? false
    let keywords = matching(SQLWords.keywords, word).map { isLower ? $0.lowercased() : $0 }
    return unique(
      matching(names, word).map(Self.written) + keywords + matching(SQLWords.functions, word).map { $0 + "(" })
  }

  /// The tables that a statement names so far.
  private func named(_ tokens: [SQLToken]) -> [ShellCatalog.Table] {
    catalog.tables.filter { table in tokens.contains { $0.isName(table.name) } }
  }

  /// The members of a name before a dot: the columns of a table or of an alias, or the tables of a
  /// schema.
  private func members(of owner: String, _ tokens: [SQLToken]) -> [String] {
    if let table = catalog[owner] { return table.columns }
    for (index, token) in tokens.enumerated().dropFirst() where token.isName(owner) {
      let before = tokens[index - 1].isWord("AS") ? index - 2 : index - 1
      if before >= 0, let table = tokens[before].name.flatMap({ catalog[$0] }) { return table.columns }
    }
    let tables = catalog.tables.filter { SQLIdentifier.areEqual($0.schema ?? "main", owner) }
    // What the name means may be said further on.
    return tables.isEmpty ? catalog.tables.flatMap(\.columns) : tables.map(\.name)
  }

  // MARK: Names

  /// The name in SQL, with quotes where it needs them.
  private static func written(_ name: String) -> String {
    let tokens = SQLTokens.all(in: name)
    let isPlain =
      tokens.count == 1 && tokens[0].kind == .word && tokens[0].range == 0..<name.utf8.count
      && !SQLWords.keywords.contains(name.uppercased())
    return isPlain ? name : SQLIdentifier.quote(name)
  }

  private func matching(_ names: [String], _ word: String) -> [String] {
    let wanted = word.lowercased()
    return unique(names.filter { $0.lowercased().hasPrefix(wanted) })
  }

  private func unique(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }.sorted()
  }
}
#endif
