extension SQLExpressible where Value.Unwrapped == String {
  /// `LIKE`: `%` stands for any text, `_` for any character.
  ///
  /// Upper and lower case of the 26 ASCII letters are the same, all other letters differ.
  /// Source: <https://sqlite.org/lang_expr.html>, section 5.
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - escape: The character that makes the `%` or `_` behind it stand for itself.
  public func like(_ pattern: String, escape: Character? = nil) -> SQLPredicate {
    matches(.like, .value(.text(pattern)), escape: escape.map { .value(.text(String($0))) })
  }
  /// `NOT LIKE`.
  public func notLike(_ pattern: String, escape: Character? = nil) -> SQLPredicate {
    matches(.like, .value(.text(pattern)), escape: escape.map { .value(.text(String($0))) }, negated: true)
  }
  /// `LIKE` with a pattern from another expression.
  public func like<Pattern: SQLExpressible>(_ pattern: Pattern, escape: Character? = nil) -> SQLPredicate
  where Pattern.Value.Unwrapped == String {
    matches(.like, pattern.text(for: "a pattern"), escape: escape.map { .value(.text(String($0))) })
  }
  /// `NOT LIKE` with a pattern from another expression.
  public func notLike<Pattern: SQLExpressible>(_ pattern: Pattern, escape: Character? = nil) -> SQLPredicate
  where Pattern.Value.Unwrapped == String {
    matches(.like, pattern.text(for: "a pattern"), escape: escape.map { .value(.text(String($0))) }, negated: true)
  }

  /// `GLOB`: `*`, `?` and `[…]`, with regard to case.
  public func glob(_ pattern: String) -> SQLPredicate { matches(.glob, .value(.text(pattern))) }
  /// `NOT GLOB`.
  public func notGlob(_ pattern: String) -> SQLPredicate { matches(.glob, .value(.text(pattern)), negated: true) }

  /// `REGEXP`, which calls the function `regexp(pattern, text)` that the application adds.
  public func regexp(_ pattern: String) -> SQLPredicate { matches(.regexp, .value(.text(pattern))) }
  /// `MATCH`, for columns of full-text tables.
  public func match(_ query: String) -> SQLPredicate { matches(.match, .value(.text(query))) }

  /// Returns whether the text contains another, taken letter for letter: `%` and `_` stand for themselves.
  ///
  /// - Parameters:
  ///   - text: What to look for.
  ///   - caseSensitive: By default `LIKE` is used, for which upper and lower case of the 26 ASCII letters are the same;
  ///     with `true` it is `GLOB`, for which all letters differ.
  public func contains(_ text: String, caseSensitive: Bool = false) -> SQLPredicate {
    contains(text, before: true, after: true, caseSensitive)
  }
  /// Returns whether the text begins with another, taken letter for letter.
  ///
  /// - Parameters:
  ///   - text: What to look for.
  ///   - caseSensitive: As for ``contains(_:caseSensitive:)``.
  public func startsWith(_ text: String, caseSensitive: Bool = false) -> SQLPredicate {
    contains(text, before: false, after: true, caseSensitive)
  }
  /// Returns whether the text ends with another, taken letter for letter.
  ///
  /// - Parameters:
  ///   - text: What to look for.
  ///   - caseSensitive: As for ``contains(_:caseSensitive:)``.
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
