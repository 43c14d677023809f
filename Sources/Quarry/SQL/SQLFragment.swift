/// SQL text with the values bound to its parameters.
///
/// Interpolation binds values and never splices them; identifiers are quoted; raw text has to be spelled out.
///
/// ```swift
/// let name = "O'Hara"
/// let fragment: SQLFragment = "SELECT * FROM \(identifier: "Artist") WHERE Name = \(name)"
/// // fragment.sql == #"SELECT * FROM "Artist" WHERE Name = ?"#
/// ```
public struct SQLFragment: Sendable, Hashable {
  /// The text, with `?` where a value is bound.
  public private(set) var sql: String
  /// The values, in the order of their `?`.
  public private(set) var values: [SQLValue]
  /// Why an interpolated value could not be converted; reported when the fragment is used.
  public private(set) var conversionError: SQLConversionError?

  /// Creates a fragment from SQL text that is used as it is, and the values of its parameters.
  ///
  /// - Parameters:
  ///   - sql: text that comes from the program, never from a user.
  ///   - values: one value for each parameter.
  public init(raw sql: String, values: [SQLValue] = []) {
    self.sql = sql
    self.values = values
  }

  /// Appends another fragment.
  public mutating func append(_ other: SQLFragment) {
    sql += other.sql
    values += other.values
    if conversionError == nil { conversionError = other.conversionError }
  }

  /// Appends SQL text that comes from the program.
  public mutating func append(raw text: String) { sql += text }

  /// Appends a parameter with its value.
  public mutating func append(value: SQLValue) {
    sql += "?"
    values.append(value)
  }

  mutating func fail(_ error: SQLConversionError) {
    if conversionError == nil { conversionError = error }
  }

  /// The fragment in parentheses, as it stands when it is combined with others.
  public var parenthesized: SQLFragment {
    var result = SQLFragment(raw: "(")
    result.append(self)
    result.append(raw: ")")
    return result
  }
}

extension SQLFragment: CustomStringConvertible {
  /// The text and the kinds of its values; never the values themselves.
  public var description: String {
    values.isEmpty ? sql : sql + " [" + values.map(\.storageClass.description).joined(separator: ", ") + "]"
  }
}

extension SQLFragment: CustomReflectable {
  /// The text and the kinds of its values: `dump` and debuggers that use mirrors see no value.
  public var customMirror: Mirror {
    Mirror(self, children: ["sql": sql, "values": values.map(\.storageClass.description)])
  }
}

extension SQLFragment: ExpressibleByStringInterpolation {
  /// Creates a fragment from a literal.
  public init(stringLiteral value: String) { self.init(raw: value) }

  /// Creates a fragment from an interpolated literal.
  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.fragment }

  /// Collects the parts of an interpolated literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    var fragment: SQLFragment

    /// Creates an empty interpolation.
    public init(literalCapacity: Int, interpolationCount: Int) { fragment = SQLFragment(raw: "") }

    /// Appends the program's own text.
    public mutating func appendLiteral(_ literal: String) { fragment.append(raw: literal) }

    /// Binds a value.
    public mutating func appendInterpolation<Value: SQLValueConvertible>(_ value: Value) {
      do {
        fragment.append(value: try value.sqlValue())
      } catch let error as SQLConversionError {
        fragment.append(value: .null)
        fragment.fail(error)
      } catch {
        fragment.append(value: .null)
        fragment.fail(SQLConversionError(wanted: "a value to bind", found: "\(Value.self) that does not convert"))
      }
    }

    /// Binds a value, or NULL for `nil`.
    ///
    /// This form exists for the compiler, which else takes an optional in an interpolation for an oversight.
    public mutating func appendInterpolation<Value: SQLValueConvertible>(_ value: Value?) {
      if let value { appendInterpolation(value) } else { fragment.append(value: .null) }
    }

    /// Binds each value of a list, separated by commas and in parentheses; `(NULL)`-free and valid when empty.
    public mutating func appendInterpolation<Value: SQLValueConvertible>(list values: [Value]) {
      fragment.append(raw: "(")
      for (index, value) in values.enumerated() {
        if index > 0 { fragment.append(raw: ", ") }
        appendInterpolation(value)
      }
      fragment.append(raw: ")")
    }

    /// Appends a quoted identifier.
    public mutating func appendInterpolation(identifier: String) {
      fragment.append(raw: SQLIdentifier.quote(identifier))
    }

    /// Appends another fragment as it is.
    public mutating func appendInterpolation(_ other: SQLFragment) { fragment.append(other) }

    /// Appends text that comes from the program, unchecked.
    public mutating func appendInterpolation(raw text: String) { fragment.append(raw: text) }
  }
}

/// Quoting of identifiers and text literals.
public enum SQLIdentifier {
  /// The identifier in double quotes, with the quotes inside it doubled.
  ///
  /// Source: <https://sqlite.org/lang_keywords.html>.
  public static func quote(_ name: String) -> String { wrap(name, in: "\"") }

  /// The text in single quotes, with the quotes inside it doubled.
  public static func quoteText(_ text: String) -> String { wrap(text, in: "'") }

  /// Whether SQLite takes both names for the same: the case of ASCII letters does not count.
  public static func areEqual(_ a: some StringProtocol, _ b: some StringProtocol) -> Bool {
    a.utf8.count == b.utf8.count && zip(a.utf8, b.utf8).allSatisfy { lowercase($0) == lowercase($1) }
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte + 32 : byte }

  private static func wrap(_ text: String, in quote: String) -> String {
    let mark = quote.utf8.first ?? 0
    var bytes: [UInt8] = [mark]
    for byte in text.utf8 {
      if byte == mark { bytes.append(mark) }
      bytes.append(byte)
    }
    bytes.append(mark)
    return String(decoding: bytes, as: UTF8.self)
  }
}
