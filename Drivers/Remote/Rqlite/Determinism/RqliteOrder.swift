internal import Quarry

/// Whether the rows of a LIMIT are the same on every node.
struct RqliteOrder {
  /// The result of examining an order.
  enum Judgement: Hashable {
    /// The order is total: it distinguishes all different rows.
    case isTotal
    /// The order is total with these terms before LIMIT. Any order that keeps the requested one is correct.
    case completed(String)
    /// The order isn't total, and no terms can make it so.
    case isOpen
  }

  private let tokens: RqliteTokens
  private let limit: Int
  private let depth: Int
  /// The beginning of the LIMIT's level of parentheses.
  private let start: Int

  init(_ tokens: RqliteTokens, limit: Int) {
    self.tokens = tokens
    self.limit = limit
    let depth = tokens.enclosing[limit].count
    self.depth = depth
    var start = limit
    while start > 0 {
      let level = tokens.enclosing[start - 1].count
      let isEnd = tokens[start - 1]?.isSymbol(";") == true || tokens[start - 1]?.isWord("BEGIN") == true
      if level < depth || level == depth && isEnd { break }
      start -= 1
    }
    self.start = start
  }

  /// The last of some words before the LIMIT, on its level.
  private func last(_ words: String...) -> Int? {
    (start..<limit).last { index in
      tokens.enclosing[index].count == depth && words.contains { tokens[index]?.isWord($0) == true }
    }
  }

  var judgement: Judgement {
    if depth > 0, let opening = tokens.enclosing[limit].last, tokens[opening - 1]?.isWord("EXISTS") == true {
      return .isTotal
    }
    let terms = orderTerms
    guard let select = last("SELECT", "VALUES") else { return terms.contains(where: isRowID) ? .isTotal : .isOpen }
    if last("UNION", "INTERSECT", "EXCEPT") != nil || tokens[select]?.isWord("VALUES") == true {
      return completed(columns(of: firstSelect), terms, isCompound: true)
    }
    let end = last("ORDER") ?? limit
    let from = (select..<end).first { isOwn($0) && tokens[$0]?.isWord("FROM") == true }
    guard let from else { return .isTotal }
    let behind = (from + 1..<end).filter(isOwn)
    let isOneTable =
      !behind.contains { index in
        ["JOIN", "GROUP"].contains { tokens[index]?.isWord($0) == true } || tokens[index]?.isSymbol(",") == true
      } && tokens[from + 1]?.isSymbol("(") == false && tokens[select + 1]?.isWord("DISTINCT") == false
    if isOneTable, terms.contains(where: isRowID) { return .isTotal }
    return completed(columns(of: select), terms, isCompound: false)
  }

  private func isOwn(_ index: Int) -> Bool {
    tokens.enclosing[index].count == depth
  }

  private var firstSelect: Int {
    (start..<limit).first {
      tokens.enclosing[$0].count == depth
        && (tokens[$0]?.isWord("SELECT") == true || tokens[$0]?.isWord("VALUES") == true)
    } ?? start
  }

  /// The columns of a SELECT, or `nil` if their number isn't known.
  private func columns(of select: Int) -> [Range<Int>]? {
    guard tokens[select]?.isWord("SELECT") == true else { return nil }
    var first = select + 1
    while tokens[first]?.isWord("DISTINCT") == true || tokens[first]?.isWord("ALL") == true { first += 1 }
    let ends = ["FROM", "WHERE", "GROUP", "HAVING", "WINDOW", "ORDER", "LIMIT", "UNION", "INTERSECT", "EXCEPT"]
    let end =
      (first..<limit).first { index in
        tokens.enclosing[index].count == depth && ends.contains { tokens[index]?.isWord($0) == true }
          && !(tokens[index]?.isWord("FROM") == true && tokens[index - 1]?.isWord("DISTINCT") == true && index > first)
      } ?? limit
    guard first < end else { return nil }
    let columns = tokens.split(first..<end)
    let hasStar = columns.contains { column in column.last.map { tokens[$0]?.isSymbol("*") == true } ?? true }
    return hasStar ? nil : columns
  }

  private func completed(_ columns: [Range<Int>]?, _ terms: [Range<Int>], isCompound: Bool) -> Judgement {
    guard let columns, columns.count <= 100 else { return .isOpen }
    let missing = columns.indices.filter { number in
      let column = columns[number]
      if column.count == 1, let token = tokens[column.lowerBound], [.number, .text, .blob].contains(token.kind) {
        return false
      }
      return !terms.contains { term in
        if term.count == 1, tokens[term.lowerBound]?.spelling == "\(number + 1)" { return true }
        return !isCompound && isSame(term, column)
      }
    }
    if missing.isEmpty { return .isTotal }
    let numbers = missing.map { "\($0 + 1)" }.joined(separator: ", ")
    return .completed((orderTerms.isEmpty ? " ORDER BY " : ", ") + numbers)
  }

  private func isSame(_ term: Range<Int>, _ column: Range<Int>) -> Bool {
    term.count == column.count
      && zip(term, column).allSatisfy { first, second in
        guard let first = tokens[first], let second = tokens[second] else { return false }
        if let name = first.name, first.kind != .text, second.kind != .text { return second.isName(name) }
        return first.kind == second.kind && first.spelling == second.spelling
      }
  }

  /// The terms of ORDER BY, without their directions.
  private var orderTerms: [Range<Int>] {
    guard let order = last("ORDER"), order > (last("SELECT", "VALUES") ?? 0), tokens[order + 1]?.isWord("BY") == true,
      order + 2 < limit
    else { return [] }
    return tokens.split(order + 2..<limit).map { term in
      var term = term
      while let last = term.last, term.count > 1,
        ["ASC", "DESC", "NULLS", "FIRST", "LAST"].contains(where: { tokens[last]?.isWord($0) == true })
      {
        term = term.lowerBound..<last
      }
      return term
    }
  }

  private func isRowID(_ term: Range<Int>) -> Bool {
    guard term.count == 1 || term.count == 3 && tokens[term.lowerBound + 1]?.isSymbol(".") == true, let last = term.last
    else { return false }
    return ["rowid", "oid", "_rowid_"].contains { tokens[last]?.isName($0) == true }
  }
}
