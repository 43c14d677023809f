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
  /// Reads text that is a valid URL as it stands; nothing is percent-encoded to make it one.
  public init(sqlValue: SQLValue) throws {
    guard case .text(let text) = sqlValue else {
      throw SQLConversionError(wanted: URL.self, found: sqlValue.storageClass)
    }
    guard let parsed = URL(string: text, encodingInvalidCharacters: false) else {
      throw SQLConversionError(wanted: "URL", found: "text that is not a valid URL")
    }
    self = parsed
  }
  /// The absolute text of the URL.
  public func sqlValue() throws -> SQLValue { .text(absoluteString) }
}
