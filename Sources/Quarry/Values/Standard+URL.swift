#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension URL: SQLValueConvertible {
  /// `TEXT`.
  public static var columnType: SQLColumnType { .text }
  /// The text itself.
  public static var storedForm: SQLStoredForm { .text }
  /// Reads text that is a valid URL without percent-encoding it.
  ///
  /// - Throws: ``SQLConversionError`` for text that isn't a valid URL, and for other storage classes.
  public init(sqlValue: SQLValue) throws {
    guard case .text(let text) = sqlValue else {
      throw SQLConversionError(wanted: URL.self, found: sqlValue.storageClass)
    }
    guard let parsed = URL(string: text, encodingInvalidCharacters: false) else {
      throw SQLConversionError(wanted: "URL", found: "text that isn't a valid URL")
    }
    self = parsed
  }
  /// Returns the absolute text of the URL.
  ///
  /// - Throws: Nothing.
  public func sqlValue() throws -> SQLValue { .text(absoluteString) }
}
