#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Identifiers are stored as text in upper case, like `uuidString`, unless their column has another coding.
///
/// Every coding reads text in either case and blobs of 16 bytes. SQL compares stored values, so every writer of a
/// column must use the same form.
extension UUID: SQLValueConvertible {
  /// `TEXT`.
  public static var columnType: SQLColumnType { .text }
  /// Text in upper case.
  public static var storedForm: SQLStoredForm { SQLStoredForm(.identifierText, [.equality, .order]) }

  /// Reads text of 36 characters in either case, or a blob of 16 bytes.
  ///
  /// - Throws: ``SQLConversionError`` for any other value.
  public init(sqlValue: SQLValue) throws {
    switch sqlValue {
    case .text(let text):
      guard text.utf8.count == 36, let parsed = UUID(uuidString: text) else {
        throw SQLConversionError(wanted: "UUID", found: "text that isn't a UUID")
      }
      self = parsed
    case .blob(let bytes):
      guard bytes.count == 16 else {
        throw SQLConversionError(wanted: "UUID", found: "a blob that doesn't have 16 bytes")
      }
      self.init(
        uuid: (
          bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
          bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
        ))
    default: throw SQLConversionError(wanted: UUID.self, found: sqlValue.storageClass)
    }
  }

  /// Returns the text in upper case.
  ///
  /// - Throws: Nothing.
  public func sqlValue() throws -> SQLValue { .text(uuidString) }
}

/// How a column stores identifiers.
extension SQLValueCoding where Value == UUID {
  /// Text in upper case. The default.
  public static var text: SQLValueCoding<UUID> { UUIDCodings.text }
  /// Text in lower case.
  public static var lowercaseText: SQLValueCoding<UUID> { UUIDCodings.lowercaseText }
  /// A blob of the 16 bytes.
  public static var blob: SQLValueCoding<UUID> { UUIDCodings.blob }
}

private enum UUIDCodings {
  static let text = SQLValueCoding<UUID>(
    columnType: .text, storing: SQLStoredForm(.identifierText, [.equality, .order]), encode: { .text($0.uuidString) },
    decode: { try UUID(sqlValue: $0) })
  static let lowercaseText = SQLValueCoding<UUID>(
    columnType: .text, storing: SQLStoredForm(.lowercaseIdentifierText, [.equality, .order]),
    encode: { .text($0.uuidString.lowercased()) }, decode: { try UUID(sqlValue: $0) })
  static let blob = SQLValueCoding<UUID>(
    columnType: .blob, storing: SQLStoredForm(.identifierBytes, [.equality, .order]),
    encode: { identifier in withUnsafeBytes(of: identifier.uuid) { .blob(Array($0)) } },
    decode: { try UUID(sqlValue: $0) })
}
