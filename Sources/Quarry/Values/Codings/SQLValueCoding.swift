import Synchronization

/// How one column stores values of a Swift type: chosen per column, where a type has more than one representation.
///
/// ```swift
/// static let created = SQLColumn<Date>("created", coding: .unixSeconds)
/// static let price = SQLColumn<Decimal>("price", coding: .scaled(2))
/// ```
///
/// A coding is part of an expression: what is computed from a column is read, compared and assigned in the column's
/// coding, and what a coding can't do in SQL throws.
public final class SQLValueCoding<Value: Sendable>: Sendable {
  /// The declared type of a column with this coding.
  public let columnType: SQLColumnType
  /// What SQL can do with stored values.
  public let storedForm: SQLStoredForm
  /// Makes the value to store.
  public let encode: @Sendable (Value) throws -> SQLValue
  /// Makes the Swift value from a stored one.
  public let decode: @Sendable (SQLValue) throws -> Value

  /// Creates a coding from its two directions, which are never called with `nil` or NULL for optional columns.
  ///
  /// - Parameters:
  ///   - columnType: The declared type of a column with this coding.
  ///   - form: What SQL can do with stored values. If `nil`, stored values can only be compared for equality, and only
  ///     with values of this very coding.
  ///   - encode: Makes the value to store. Equal values must give equal results.
  ///   - decode: Makes the Swift value from a stored one.
  public init(
    columnType: SQLColumnType, storing form: SQLStoredForm? = nil,
    encode: @escaping @Sendable (Value) throws -> SQLValue,
    decode: @escaping @Sendable (SQLValue) throws -> Value
  ) {
    self.columnType = columnType
    self.storedForm = form ?? SQLStoredForm(.coding(UndeclaredForms.next()), .equality)
    self.encode = encode
    self.decode = decode
  }
}

/// Numbers for codings that declare no form.
private enum UndeclaredForms {
  private static let counter = Atomic<UInt64>(0)

  static func next() -> UInt64 { counter.wrappingAdd(1, ordering: .relaxed).newValue }
}
