extension SQLFragment {
  /// Creates a fragment from SQL text with named parameters and their values.
  ///
  /// ```swift
  /// let fragment = try SQLFragment(
  ///   raw: "SELECT Name FROM Artist WHERE Born BETWEEN :from AND :to", named: ["from": 1930, "to": 1940])
  /// ```
  ///
  /// A name that is used several times is one parameter with one value. Names are case-sensitive. Their sigil can be
  /// left out if the name is unambiguous. The values are put in the order of their parameters immediately, so the
  /// fragment also runs on drivers that only support positions.
  ///
  /// Source: <https://sqlite.org/lang_expr.html#parameters>.
  ///
  /// - Parameters:
  ///   - sql: The program's own text, as one whole statement. Never pass user input.
  ///   - values: A value for each name.
  /// - Throws: ``DatabaseError`` with code `.missingParameter` for a parameter without a value or a name. Code
  ///   `.extraParameter` for a name that the text doesn't have; the message lists the known names.
  public init(raw sql: String, named values: [String: SQLValue]) throws(DatabaseError) {
    self.init(raw: sql, values: try SQLNamedParameters(ofText: sql).ordered(values))
  }
}

/// The names of a statement's parameters, for ordering values by name.
package struct SQLNamedParameters {
  /// The text, for errors.
  let sql: String
  /// The names with their sigil, in the order of the parameters' numbers; `nil` for one without a name.
  package let names: [String?]

  init(sql: String, names: [String?]) {
    self.sql = sql
    self.names = names
  }

  /// Finds the parameters of a text and numbers them as the engine does: `?NNN` has its own number. `?` and a new name
  /// get the number after the highest one so far.
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

  /// Returns the values in the order of the parameters.
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
