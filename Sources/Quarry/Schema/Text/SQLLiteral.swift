/// Values and fragments as literal SQL text, for statements of the schema, which can't have parameters.
package enum SQLLiteral {
  /// The literal of a value.
  ///
  /// Infinities become numbers that overflow, because SQLite has no literal for them. A text with a NUL character is
  /// cast from its bytes, because SQL text ends at a NUL.
  ///
  /// Source: <https://sqlite.org/lang_expr.html>, section 3.
  package static func text(of value: SQLValue) -> String {
    switch value {
    case .null: "NULL"
    case .integer(let integer): String(integer)
    case .real(let real): text(of: real)
    case .text(let text): text.utf8.contains(0) ? "(CAST(\(blob(text.utf8)) AS TEXT))" : SQLIdentifier.quoteText(text)
    case .blob(let bytes): blob(bytes)
    }
  }

  private static func text(of real: Double) -> String {
    if real.isNaN { return "NULL" }
    if real.isInfinite { return real < 0 ? "-9e999" : "9e999" }
    return String(real)
  }

  private static func blob(_ bytes: some Sequence<UInt8>) -> String {
    "x'" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
  }

  /// A fragment with its values written into the text instead of parameters.
  ///
  /// - Throws: ``DatabaseError`` with code `.invalidQuery` if the fragment has a named or numbered parameter, or
  ///   another number of values than parameters.
  static func inline(_ fragment: SQLFragment) throws(DatabaseError) -> String {
    if let error = fragment.conversionError {
      throw DatabaseError(.valueOutOfRange, "a value in SQL text of the schema: \(error)", underlying: error)
    }
    let source = Array(fragment.sql.utf8)
    var result: [UInt8] = []
    var copied = 0
    var used = 0
    for token in SQLTokens.all(in: fragment.sql) where token.kind == .parameter {
      guard token.spelling == "?", used < fragment.values.count else { throw mismatch(fragment) }
      result += source[copied..<token.range.lowerBound]
      result += text(of: fragment.values[used]).utf8
      used += 1
      copied = token.range.upperBound
    }
    guard used == fragment.values.count else { throw mismatch(fragment) }
    result += source[copied...]
    return String(decoding: result, as: UTF8.self)
  }

  private static func mismatch(_ fragment: SQLFragment) -> DatabaseError {
    DatabaseError(
      .invalidQuery,
      "SQL text of the schema can't have parameters, and its \(fragment.values.count) values don't match its "
        + "placeholders; interpolate the values instead", sql: fragment.sql)
  }
}
