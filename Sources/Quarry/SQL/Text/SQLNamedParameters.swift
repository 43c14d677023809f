extension SQLFragment {
  /// Creates a fragment from SQL text with named parameters, and their values by name.
  ///
  /// ```swift
  /// let fragment = try SQLFragment(
  ///   raw: "SELECT Name FROM Artist WHERE Born BETWEEN :from AND :to", named: ["from": 1930, "to": 1940])
  /// ```
  ///
  /// A name that is used several times is one parameter with one value. Names are case-sensitive, and their sigil may be
  /// left out where it is clear. The values are put in the order of their parameters at once, so the fragment runs on
  /// every driver, also on one that knows positions only.
  ///
  /// Source: <https://sqlite.org/lang_expr.html#parameters>.
  ///
  /// - Parameters:
  ///   - sql: text that comes from the program, never from a user, as a whole statement.
  ///   - values: a value for each name.
  /// - Throws: ``DatabaseError`` with code `.missingParameter` for a parameter without a value or without a name, and
  ///   `.extraParameter` for a name that the text does not have, which lists the known ones.
  public init(raw sql: String, named values: [String: SQLValue]) throws(DatabaseError) {
    self.init(raw: sql, values: try SQLNamedParameters(ofText: sql).ordered(values))
  }
}

/// The names of a statement's parameters, and values put in their order.
package struct SQLNamedParameters {
  /// The text, for errors.
  let sql: String
  /// The names with their sigil, in the order of the parameters' numbers; `nil` for one without a name.
  package let names: [String?]

  init(sql: String, names: [String?]) {
    self.sql = sql
    self.names = names
  }

  /// Finds the parameters of a text, numbered as the engine numbers them: `?NNN` says its number itself; `?` and a new
  /// name get the number after the highest one so far.
  package init(ofText sql: String) {
    var names: [String?] = []
    for token in SQLTokens(sql) where token.kind == .parameter {
      let spelling = String(token.spelling)
      if spelling == "?" {
        names.append(nil)
      } else if spelling.utf8.first == UInt8(ascii: "?") {
        // The engine refuses numbers that are too high; nothing is reserved for them here.
        guard let number = Int(spelling.dropFirst()), (1...250_000).contains(number) else { continue }
        while names.count < number { names.append(nil) }
        if names[number - 1] == nil { names[number - 1] = spelling }
      } else if !names.contains(where: { $0.map { $0.utf8.elementsEqual(spelling.utf8) } ?? false }) {
        // By bytes, as the engine compares: `==` does not tell composed characters from decomposed ones.
        names.append(spelling)
      }
    }
    self.init(sql: sql, names: names)
  }

  /// The values in the order of the parameters.
  func ordered(_ values: [String: SQLValue]) throws(DatabaseError) -> [SQLValue] {
    var remaining = values
    var ordered: [SQLValue] = []
    for (index, name) in names.enumerated() {
      guard let name else {
        throw DatabaseError(
          .missingParameter, "parameter \(index + 1) has no name; give values by position", sql: sql)
      }
      guard let value = remaining.removeValue(forKey: name) ?? remaining.removeValue(forKey: String(name.dropFirst()))
      else {
        throw DatabaseError(.missingParameter, "the parameter \(name) got no value", sql: sql)
      }
      ordered.append(value)
    }
    if let unknown = remaining.keys.sorted().first {
      let known = names.compactMap { $0 }.joined(separator: ", ")
      throw DatabaseError(
        .extraParameter, "the statement has no parameter \(unknown); it has: \(known.isEmpty ? "none" : known)",
        sql: sql)
    }
    return ordered
  }
}
