/// A value of one of SQLite's five storage classes.
///
/// Quarry and a driver exchange only `SQLValue`s. Quarry converts them to and from Swift types, so that every driver
/// stores the same bytes for the same Swift value.
///
/// Source: <https://sqlite.org/datatype3.html>, section 2.
public enum SQLValue: Sendable, Hashable {
  /// The NULL value.
  case null
  /// A signed 64-bit integer.
  case integer(Int64)
  /// An IEEE 754 double. SQLite stores NaN as NULL.
  case real(Double)
  /// Text, including embedded NUL characters.
  case text(String)
  /// Bytes. An empty blob isn't NULL.
  case blob([UInt8])
}

/// One of SQLite's five storage classes.
///
/// Source: <https://sqlite.org/datatype3.html>, section 2.
public enum SQLStorageClass: UInt32, Sendable, Hashable, CaseIterable, CustomStringConvertible {
  /// A signed integer of at most 64 bits.
  case integer = 1
  /// A 64-bit IEEE 754 floating-point number.
  case real = 2
  /// Text.
  case text = 3
  /// Bytes.
  case blob = 4
  /// NULL.
  case null = 5

  /// The result of `typeof()`: `integer`, `real`, `text`, `blob` or `null`.
  public var description: String {
    switch self {
    case .integer: "integer"
    case .real: "real"
    case .text: "text"
    case .blob: "blob"
    case .null: "null"
    }
  }
}

extension SQLValue {
  /// The storage class of this value.
  public var storageClass: SQLStorageClass {
    switch self {
    case .null: .null
    case .integer: .integer
    case .real: .real
    case .text: .text
    case .blob: .blob
    }
  }

  /// Whether this value is NULL.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// Whether both values have the same storage class and the same bits. `0.0` and `-0.0` differ, and so do texts with
  /// different Unicode normalization.
  public func isIdentical(to other: SQLValue) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.integer(let a), .integer(let b)): a == b
    case (.real(let a), .real(let b)): a.bitPattern == b.bitPattern
    case (.text(let a), .text(let b)): SQLValue.haveEqualBytes(a, b)
    case (.blob(let a), .blob(let b)): a == b
    default: false
    }
  }

  /// Whether two texts have the same bytes, which `==` doesn't tell. Compares eight bytes at a time.
  private static func haveEqualBytes(_ a: String, _ b: String) -> Bool {
    let result = a.utf8.withContiguousStorageIfAvailable { a in
      b.utf8.withContiguousStorageIfAvailable { b in
        guard a.count == b.count else { return false }
        let (a, b) = (UnsafeRawBufferPointer(a), UnsafeRawBufferPointer(b))
        var offset = 0
        while offset &+ 8 <= a.count {
          if a.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            != b.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
          {
            return false
          }
          offset &+= 8
        }
        return a[offset...].elementsEqual(b[offset...])
      }
    }
    return (result ?? nil) ?? a.utf8.elementsEqual(b.utf8)
  }
}

extension SQLValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  /// An integer value.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A real value.
  public init(floatLiteral value: Double) { self = .real(value) }
  /// A text value.
  public init(stringLiteral value: String) { self = .text(value) }
  /// The integer 1 or 0.
  public init(booleanLiteral value: Bool) { self = .integer(value ? 1 : 0) }
  /// NULL.
  public init(nilLiteral: ()) { self = .null }
}

extension SQLValue: CustomStringConvertible {
  /// The value in the form of an SQL literal. Use it for display, never to build SQL.
  public var description: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): String(value)
    case .real(let value): String(value)
    case .text(let value):
      "'" + value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    case .blob(let bytes): "x'" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
    }
  }
}
