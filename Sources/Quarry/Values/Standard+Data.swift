#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Data: SQLValueConvertible {
  /// `BLOB`.
  public static var columnType: SQLColumnType { .blob }
  /// The bytes themselves.
  public static var storedForm: SQLStoredForm { .bytes }
  /// Reads a blob.
  ///
  /// - Throws: ``SQLConversionError`` for other storage classes. Text is never converted.
  public init(sqlValue: SQLValue) throws {
    guard case .blob(let bytes) = sqlValue else {
      throw SQLConversionError(wanted: Data.self, found: sqlValue.storageClass)
    }
    self.init(bytes)
  }
  /// Returns the bytes. Empty data is an empty blob, not NULL.
  ///
  /// - Throws: Nothing.
  public func sqlValue() throws -> SQLValue { .blob(withUnsafeBytes { [UInt8]($0) }) }
  /// Writes the bytes directly.
  ///
  /// - Throws: The error of the coding.
  public func write(to cell: borrowing BoundValues.Cell, coding: SQLValueCoding<Data>?) throws {
    if let coding { return try cell.set(self, with: coding) }
    #if canImport(FoundationEssentials)
    bytes.withUnsafeBytes { cell.set(blob: $0) }
    #else
    withUnsafeBytes { cell.set(blob: $0) }
    #endif
  }
  /// Reads the bytes directly.
  ///
  /// - Throws: ``SQLConversionError`` for other storage classes, or the error of the coding.
  @inlinable public static func read(_ cell: SQLCell, coding: SQLValueCoding<Data>?) throws -> Data {
    if unlikely(coding != nil || !cell.isBlob) { return try readAny(cell, coding: coding) }
    return Data(bytes: cell.bytes + Int(truncatingIfNeeded: cell.storage.payload), count: Int(cell.storage.length))
  }
}

extension ArraySlice: SQLValueConvertible where Element == UInt8 {
  /// `BLOB`.
  @inlinable public static var columnType: SQLColumnType { .blob }
  /// Reads a blob.
  ///
  /// - Throws: ``SQLConversionError`` for other storage classes. Text is never converted.
  @inlinable public init(sqlValue: SQLValue) throws { self = try [UInt8](sqlValue: sqlValue)[...] }
  /// Returns the bytes.
  ///
  /// - Throws: Nothing.
  @inlinable public func sqlValue() throws -> SQLValue { .blob(Array(self)) }
}

extension Substring: SQLValueConvertible {
  /// `TEXT`.
  @inlinable public static var columnType: SQLColumnType { .text }
  /// Reads text.
  ///
  /// - Throws: ``SQLConversionError`` for other storage classes, which are never converted.
  @inlinable public init(sqlValue: SQLValue) throws { self = try String(sqlValue: sqlValue)[...] }
  /// Returns the text.
  ///
  /// - Throws: Nothing.
  @inlinable public func sqlValue() throws -> SQLValue { .text(String(self)) }
}
