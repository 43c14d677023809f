#if ColumnEncryption
internal import Crypto
public import Quarry

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Encrypts the values of one column.
///
/// ```swift
/// let emails = try ColumnCipher(column: "customer.email", current: newKey, others: [oldKey])
/// let email = SQLColumn<String?>("email", coding: .encrypted(emails))
/// ```
///
/// Values are encrypted with AES-GCM and a random nonce, under a key that is derived for the column. They are stored as text with
/// the name of the key, so they work on every driver. A query that compares or sorts them throws before it's sent.
///
/// Encryption doesn't hide everything:
/// - Anyone who can read the database sees whether a value is NULL, its length up to a multiple of ``padding``, the name of the
///   key, and which rows change.
/// - Anyone who can write to the database can move an encrypted value to another row of the column, or restore an old one.
///   A modified value, or one of another column, throws when it's read.
///
/// Rotate a key before it has encrypted 2³² values.
///
/// Source: <https://csrc.nist.gov/pubs/sp/800/38/d/final>.
public struct ColumnCipher: Sendable {
  /// The name of the column, from which its key is derived. If it changes, existing values can't be read.
  public let column: String
  /// The name of the key that encrypts new values.
  public let currentKeyID: String
  /// The number of bytes to whose multiple values are padded, to hide their exact length.
  public let padding: Int

  private let keys: [String: SymmetricKey]

  /// Creates a cipher.
  ///
  /// - Parameters:
  ///   - column: A name of the column that never changes, such as `customer.email`.
  ///   - current: The key that encrypts new values.
  ///   - others: The keys of older values.
  ///   - padding: The number of bytes to whose multiple values are padded, from 1 to 4,096.
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration` if two keys have the same name, the name of the column is
  ///   empty, or the padding is out of range.
  public init(column: String, current: ColumnKey, others: [ColumnKey] = [], padding: Int = 16) throws(DatabaseError) {
    guard !column.isEmpty, (1...4096).contains(padding) else {
      throw DatabaseError(
        .invalidConfiguration, "a column cipher needs the name of its column, and a padding from 1 to 4096 bytes")
    }
    var keys: [String: SymmetricKey] = [:]
    for key in [current] + others {
      guard keys.updateValue(key.derived("encrypt", column), forKey: key.id) == nil else {
        throw DatabaseError(.invalidConfiguration, "two column keys have the name \(key.id)")
      }
    }
    (self.column, self.padding, self.keys, currentKeyID) = (column, padding, keys, current.id)
  }

  /// Returns a value as encrypted text.
  ///
  /// - Throws: ``SQLConversionError`` if the value can't be encrypted. The error never contains the value.
  public func seal(_ value: SQLValue) throws -> String {
    guard let key = keys[currentKeyID] else { throw failure("no key") }
    let box = try AES.GCM.seal(
      ColumnPlaintext(value).bytes(paddedTo: padding), using: key,
      authenticating: Self.authenticated(currentKeyID, column))
    guard let combined = box.combined else { throw failure("no nonce") }
    return Self.prefix(currentKeyID) + combined.base64EncodedString()
  }

  /// Returns the value of an encrypted text.
  ///
  /// - Throws: ``SQLConversionError`` if the text isn't an unmodified encrypted value of this column, or its key is missing. The
  ///   error contains the name of the key and never the value.
  public func open(_ text: String) throws -> SQLValue {
    guard let id = Self.keyID(of: text) else { throw failure("a text that isn't encrypted") }
    guard let key = keys[id] else { throw failure("a value of the key \(id), which isn't there") }
    let start = text.utf8.index(text.utf8.startIndex, offsetBy: Self.prefix(id).utf8.count)
    guard let combined = Data(base64Encoded: String(text[start...])),
      let box = try? AES.GCM.SealedBox(combined: combined),
      let bytes = try? AES.GCM.open(box, using: key, authenticating: Self.authenticated(id, column)),
      let value = ColumnPlaintext(bytes: Array(bytes))?.value
    else { throw failure("a value that was changed, or is from another column") }
    return value
  }

  private func failure(_ found: String) -> SQLConversionError {
    SQLConversionError(wanted: "a value of the encrypted column \(column)", found: found)
  }

  // MARK: The stored text

  private static let mark = "qce1:"

  /// The text before the bytes.
  static func prefix(_ id: String) -> String { "\(mark)\(id):" }

  /// The name of the key of a stored text, or `nil` if the text isn't encrypted.
  static func keyID(of text: String) -> String? {
    guard text.hasPrefix(mark) else { return nil }
    let rest = text.dropFirst(mark.count)
    return rest.firstIndex(of: ":").map { String(rest[..<$0]) }
  }

  /// The context to which the encryption binds a value.
  private static func authenticated(_ id: String, _ column: String) -> [UInt8] {
    Array("\(prefix(id))\(column)".utf8)
  }
}

extension ColumnCipher: CustomStringConvertible, CustomReflectable {
  /// The column and the name of the key, never a key.
  public var description: String { "ColumnCipher(\(column), \(currentKeyID))" }
  /// No children, so that `dump` and debuggers show no key.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SQLValueCoding where Value: SQLValueConvertible, Value.Unwrapped == Value {
  /// Stores values as encrypted text, which SQL can't compare or sort.
  ///
  /// - Parameters:
  ///   - cipher: The cipher of the column.
  ///   - coding: The coding of the value before it's encrypted. If `nil`, the default of its type.
  public static func encrypted(_ cipher: ColumnCipher, over coding: SQLValueCoding<Value>? = nil) -> SQLValueCoding<
    Value
  > {
    SQLValueCoding(
      columnType: .text, storing: .named("encrypted text", preserving: []),
      encode: { .text(try cipher.seal($0.sqlValue(coding: coding))) },
      decode: { stored in
        guard case .text(let text) = stored else {
          throw SQLConversionError(wanted: Value.self, found: stored.storageClass)
        }
        let value = try cipher.open(text)
        return try coding.map { try $0.decode(value) } ?? Value(sqlValue: value)
      })
  }
}
#endif
