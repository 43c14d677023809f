extension SQLExpressible where Value.Unwrapped == String {
  /// Returns whether the text matches a pattern (`LIKE`): `%` matches any text, `_` any character.
  ///
  /// The 26 ASCII letters match in upper and lower case. All other letters match exactly.
  ///
  /// Source: <https://sqlite.org/lang_expr.html>, section 5.
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - escape: The character that makes a following `%` or `_` literal.
  public func like(_ pattern: String, escape: Character? = nil) -> SQLPredicate {
    matches(.like, .value(.text(pattern)), escape: escape.map { .value(.text(String($0))) })
  }
  /// Returns whether the text doesn't match a pattern (`NOT LIKE`).
  public func notLike(_ pattern: String, escape: Character? = nil) -> SQLPredicate {
    matches(.like, .value(.text(pattern)), escape: escape.map { .value(.text(String($0))) }, negated: true)
  }
  /// Returns whether the text matches the pattern of another expression (`LIKE`).
  public func like<Pattern: SQLExpressible>(_ pattern: Pattern, escape: Character? = nil) -> SQLPredicate
  where Pattern.Value.Unwrapped == String {
    matches(.like, pattern.text(for: "a pattern"), escape: escape.map { .value(.text(String($0))) })
  }
  /// Returns whether the text doesn't match the pattern of another expression (`NOT LIKE`).
  public func notLike<Pattern: SQLExpressible>(_ pattern: Pattern, escape: Character? = nil) -> SQLPredicate
  where Pattern.Value.Unwrapped == String {
    matches(.like, pattern.text(for: "a pattern"), escape: escape.map { .value(.text(String($0))) }, negated: true)
  }

  /// Returns whether the text matches a case-sensitive pattern of `*`, `?` and `[…]` (`GLOB`).
  public func glob(_ pattern: String) -> SQLPredicate { matches(.glob, .value(.text(pattern))) }
  /// Returns whether the text doesn't match a case-sensitive pattern of `*`, `?` and `[…]` (`NOT GLOB`).
  public func notGlob(_ pattern: String) -> SQLPredicate { matches(.glob, .value(.text(pattern)), negated: true) }

  /// Returns whether the text matches a regular expression (`REGEXP`). The application must add the function
  /// `regexp(pattern, text)`.
  public func regexp(_ pattern: String) -> SQLPredicate { matches(.regexp, .value(.text(pattern))) }
  /// Returns whether a column of a full-text table matches a query in the language of FTS5 (`MATCH`).
  public func match(_ query: String) -> SQLPredicate { matches(.match, .value(.text(query))) }

  /// Returns whether the text contains another. `%` and `_` are literal.
  ///
  /// - Parameters:
  ///   - text: The text to find.
  ///   - caseSensitive: Whether the case of letters counts. If `false`, the 26 ASCII letters match in upper and lower
  ///     case, as with `LIKE`. If `true`, all letters match exactly, as with `GLOB`.
  public func contains(_ text: String, caseSensitive: Bool = false) -> SQLPredicate {
    contains(text, before: true, after: true, caseSensitive)
  }
  /// Returns whether the text begins with another. `%` and `_` are literal.
  ///
  /// - Parameters:
  ///   - text: The text to find.
  ///   - caseSensitive: Whether the case of letters counts. See ``contains(_:caseSensitive:)``.
  public func startsWith(_ text: String, caseSensitive: Bool = false) -> SQLPredicate {
    contains(text, before: false, after: true, caseSensitive)
  }
  /// Returns whether the text ends with another. `%` and `_` are literal.
  ///
  /// - Parameters:
  ///   - text: The text to find.
  ///   - caseSensitive: Whether the case of letters counts. See ``contains(_:caseSensitive:)``.
  public func endsWith(_ text: String, caseSensitive: Bool = false) -> SQLPredicate {
    contains(text, before: true, after: false, caseSensitive)
  }

  private func contains(_ text: String, before: Bool, after: Bool, _ caseSensitive: Bool) -> SQLPredicate {
    let any = caseSensitive ? "*" : "%"
    let literal = caseSensitive ? SQLPattern.escapingGlob(text) : SQLPattern.escapingLike(text)
    let pattern = (before ? any : "") + literal + (after ? any : "")
    if caseSensitive { return matches(.glob, .value(.text(pattern))) }
    return matches(.like, .value(.text(pattern)), escape: .literal(.text("\\")))
  }

  private func matches(
    _ operation: SQLSyntax.PatternOperator, _ pattern: SQLSyntax.Expression, escape: SQLSyntax.Expression? = nil,
    negated: Bool = false
  ) -> SQLPredicate {
    SQLPredicate(syntax: .pattern(operation, text(for: "a pattern"), pattern, escape: escape, negated: negated))
  }
}

/// Escaping for patterns.
enum SQLPattern {
  /// The text with a backslash in front of `%`, `_` and `\`.
  static func escapingLike(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if byte == UInt8(ascii: "%") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "\\") {
        bytes.append(UInt8(ascii: "\\"))
      }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text with `*`, `?` and `[` each in brackets.
  static func escapingGlob(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if byte == UInt8(ascii: "*") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "[") {
        bytes += [UInt8(ascii: "["), byte, UInt8(ascii: "]")]
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
