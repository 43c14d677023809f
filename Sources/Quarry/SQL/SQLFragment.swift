/// SQL text with the values bound to its parameters.
///
/// Interpolated values are bound, never inserted into the text. Identifiers are quoted, and raw text must be marked as
/// such.
///
/// ```swift
/// let name = "O'Hara"
/// let fragment: SQLFragment = "SELECT * FROM \(identifier: "Artist") WHERE Name = \(name)"
/// // fragment.sql == #"SELECT * FROM "Artist" WHERE Name = ?"#
/// ```
public struct SQLFragment: Sendable, Hashable {
  /// The text, with `?` where a value is bound.
  @inlinable public var sql: String { text }
  // Both are changed only in this file.
  @usableFromInline var text: String
  /// The values, in the order of their `?`.
  public var values: [SQLValue] {
    switch parameters {
    case .listed(let values): values
    case .bound(let values): values.values
    case .single(let value): [value]
    case .failed(let failure): failure.values
    }
  }
  @usableFromInline var parameters: Parameters

  /// The number of the values.
  @inline(__always) var valueCount: Int {
    // Without a table of jumps, for lookups.
    if case .single = parameters { 1 } else { anyValueCount }
  }

  @inline(never) private var anyValueCount: Int {
    switch parameters {
    case .listed(let values): values.count
    case .bound(let values): values.count
    case .single: 1
    case .failed(let failure): failure.values.count
    }
  }

  /// Appends the values to a buffer.
  @inline(__always) func appendValues(to buffer: BoundValues) {
    // Most keys are integers. Any other value is copied for the time of the call.
    if case .single(.integer(let integer)) = parameters {
      buffer.append(integer: integer)
    } else {
      appendAnyValues(to: buffer)
    }
  }

  @inline(never) private func appendAnyValues(to buffer: BoundValues) {
    if case .single(let value) = parameters { buffer.append(value) } else { buffer.append(values) }
  }

  /// The values in one of their forms.
  @usableFromInline enum Parameters: Sendable {
    /// A list.
    case listed([SQLValue])
    /// In the form that a driver in the same process binds at once.
    case bound(BoundValues)
    /// The only value, which was given alone: a list would be an allocation.
    case single(SQLValue)
    /// A list with a value that can't be converted.
    case failed(Failure)
  }

  /// Values, one of which can't be converted. An error is large, and nearly no fragment has one.
  @usableFromInline final class Failure: Sendable {
    let error: SQLConversionError
    let values: [SQLValue]

    init(_ error: SQLConversionError, _ values: [SQLValue]) { (self.error, self.values) = (error, values) }
  }

  /// The error of an interpolated value that can't be converted. Using the fragment throws it.
  public var conversionError: SQLConversionError? {
    if case .failed(let failure) = parameters { failure.error } else { nil }
  }

  /// Whether a value can't be converted.
  var hasFailed: Bool {
    if case .failed = parameters { true } else { false }
  }

  /// Creates a fragment from unchecked SQL text and the values of its parameters.
  ///
  /// - Parameters:
  ///   - sql: The program's own text. Never pass user input.
  ///   - values: One value for each parameter.
  public init(raw sql: String, values: [SQLValue] = []) {
    self.text = sql
    self.parameters = .listed(values)
  }

  /// Creates a fragment from the program's own text and the values of its parameters. Nobody writes to them later.
  init(raw sql: String, bound: BoundValues) {
    self.text = sql
    self.parameters = .bound(bound)
  }

  /// Creates a fragment from the program's own text with one parameter.
  @inlinable init(raw sql: String, value: SQLValue) {
    self.text = sql
    self.parameters = .single(value)
  }

  /// Appends another fragment.
  public mutating func append(_ other: SQLFragment) {
    text += other.sql
    add(other.values)
    if let error = other.conversionError { fail(error) }
  }

  /// Appends the program's own SQL text.
  public mutating func append(raw text: String) { self.text += text }

  /// Appends a parameter with its value.
  public mutating func append(value: SQLValue) {
    text += "?"
    add(CollectionOfOne(value))
  }

  /// The fragment with a list of its values, for callers that look at them more than once.
  var listingValues: SQLFragment {
    if case .listed = parameters { return self }
    var copy = self
    copy.add([])
    return copy
  }

  /// Adds values to their list.
  private mutating func add(_ values: some Collection<SQLValue>) {
    var listed = self.values
    let error = conversionError
    // Nobody else has the list meanwhile, so it isn't copied.
    parameters = .listed([])
    listed.append(contentsOf: values)
    parameters = .listed(listed)
    if let error { fail(error) }
  }

  /// Takes the first error.
  mutating func fail(_ error: SQLConversionError) {
    if !hasFailed { parameters = .failed(Failure(error, values)) }
  }

  /// The fragment in parentheses, for combining it with others.
  public var parenthesized: SQLFragment {
    var result = SQLFragment(raw: "(")
    result.append(self)
    result.append(raw: ")")
    return result
  }
}

extension SQLFragment {
  /// Whether the texts and the values of two fragments are equal.
  public static func == (left: SQLFragment, right: SQLFragment) -> Bool {
    left.sql == right.sql && left.values == right.values && left.conversionError == right.conversionError
  }

  /// Hashes the text and the values.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(sql)
    hasher.combine(values)
    hasher.combine(conversionError)
  }
}

extension SQLFragment: CustomStringConvertible {
  /// The text and the storage classes of its values, without the values.
  public var description: String {
    values.isEmpty ? sql : sql + " [" + values.map(\.storageClass.description).joined(separator: ", ") + "]"
  }
}

extension SQLFragment: CustomReflectable {
  /// The text and the storage classes of its values, without the values, for `dump` and debuggers.
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
        fragment.fail(SQLConversionError(wanted: "a value to bind", found: "\(Value.self) that can't be converted"))
      }
    }

    /// Binds a value, or NULL for `nil`.
    ///
    /// Without this form, the compiler warns about an optional in an interpolation.
    public mutating func appendInterpolation<Value: SQLValueConvertible>(_ value: Value?) {
      if let value { appendInterpolation(value) } else { fragment.append(value: .null) }
    }

    /// Binds each value of a list, separated by commas, in parentheses. An empty list is valid too.
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

    /// Appends another fragment.
    public mutating func appendInterpolation(_ other: SQLFragment) { fragment.append(other) }

    /// Appends the program's own text, unchecked.
    public mutating func appendInterpolation(raw text: String) { fragment.append(raw: text) }
  }
}

/// Quotes identifiers and text literals.
public enum SQLIdentifier {
  /// Returns the identifier in double quotes. Quotes inside it are doubled.
  ///
  /// Source: <https://sqlite.org/lang_keywords.html>.
  public static func quote(_ name: String) -> String { wrap(name, in: "\"") }

  /// Returns the text in single quotes. Quotes inside it are doubled.
  public static func quoteText(_ text: String) -> String { wrap(text, in: "'") }

  /// Whether SQLite treats two names as equal. The case of ASCII letters is ignored.
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
