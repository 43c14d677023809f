import Synchronization

/// How a column stores values of a Swift type. Choose one for a column if the type has more than one representation.
///
/// ```swift
/// static let created = SQLColumn<Date>("created", coding: .unixSeconds)
/// static let price = SQLColumn<Decimal>("price", coding: .scaled(2))
/// ```
///
/// A coding is part of an expression. An expression that is computed from a column is read, compared and assigned in
/// the column's coding. An operation that the coding doesn't support in SQL throws.
public final class SQLValueCoding<Value: Sendable>: Sendable {
  /// The declared type of a column with this coding.
  public let columnType: SQLColumnType
  /// What SQL can do with stored values.
  public let storedForm: SQLStoredForm
  /// Converts a Swift value to the value to store.
  public let encode: @Sendable (Value) throws -> SQLValue
  /// Converts a stored value to the Swift value.
  public let decode: @Sendable (SQLValue) throws -> Value

  /// Creates a coding from its two directions. For optional columns, neither closure is called with `nil` or NULL.
  ///
  /// - Parameters:
  ///   - columnType: The declared type of a column with this coding.
  ///   - form: What SQL can do with stored values. If `nil`, stored values can only be compared for equality, and only
  ///     with values of the same coding.
  ///   - encode: Converts a Swift value to the value to store. Equal values must have equal results.
  ///   - decode: Converts a stored value to the Swift value.
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

/// Numbers for codings without a declared form.
private enum UndeclaredForms {
  private static let counter = Atomic<UInt64>(0)

  static func next() -> UInt64 { counter.wrappingAdd(1, ordering: .relaxed).newValue }
}
