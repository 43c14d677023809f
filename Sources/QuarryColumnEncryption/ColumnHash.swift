#if ColumnEncryption
internal import Crypto
public import Quarry

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Creates keyed hashes of the values of an encrypted column, so that queries can find rows by equality.
///
/// ```swift
/// static let emailHash = SQLColumn<ColumnHash?>("email_hash")      // with an index
///
/// let hasher = try ColumnHasher(column: "customer.email", key: searchKey)
/// let hash = try hasher.hash("nina@example.org")
/// let found = try await database.fetchAll(Customer.where { $0.emailHash == hash })
/// ```
///
/// > Important: Equal values have equal hashes. Anyone who can read the database sees which rows have the same value. Anyone who can
/// > also write through the app can test guesses. Don't hash columns with few different values, such as yes and no.
///
/// Use a separate key for hashes. It doesn't change when you rotate the keys of ``ColumnCipher``.
public struct ColumnHasher: Sendable {
  /// The name of the column.
  public let column: String
  private let key: SymmetricKey

  /// Creates a hasher.
  ///
  /// - Parameters:
  ///   - column: A name of the column that never changes.
  ///   - key: The key of the hashes.
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration` if the name is empty.
  public init(column: String, key: ColumnKey) throws(DatabaseError) {
    guard !column.isEmpty else {
      throw DatabaseError(.invalidConfiguration, "a column hasher needs the name of its column")
    }
    self.column = column
    self.key = key.derived("search", column)
  }

  /// Returns the hash of a value. To ignore case, for example, convert values to lower case first.
  ///
  /// - Throws: ``SQLConversionError`` if the value can't be stored.
  public func hash<Value: SQLValueConvertible>(_ value: Value) throws -> ColumnHash {
    let code = HMAC<SHA256>.authenticationCode(
      for: ColumnPlaintext(try value.sqlValue()).bytes(paddedTo: 1), using: key)
    // 128 bits are enough that two values never have the same hash by chance.
    return ColumnHash(text: Data(code.prefix(16)).base64EncodedString())
  }

  /// Returns the hash of an optional value, or `nil` for `nil`.
  ///
  /// - Throws: ``SQLConversionError`` if the value can't be stored.
  public func hash<Value: SQLValueConvertible>(_ value: Value?) throws -> ColumnHash? {
    guard let value else { return nil }
    let hash: ColumnHash = try hash(value)
    return hash
  }
}

/// A keyed hash of a value, stored as text. ``ColumnHasher`` creates it.
public struct ColumnHash: SQLValueConvertible, Hashable {
  private let text: String

  init(text: String) { self.text = text }

  /// `TEXT`.
  public static var columnType: SQLColumnType { .text }
  /// The stored form: hashes can be compared, and have no order.
  public static var storedForm: SQLStoredForm { .named("keyed hash", preserving: .equality) }

  /// Reads a hash.
  ///
  /// - Throws: ``SQLConversionError`` if the value isn't text.
  public init(sqlValue: SQLValue) throws {
    guard case .text(let text) = sqlValue else {
      throw SQLConversionError(wanted: ColumnHash.self, found: sqlValue.storageClass)
    }
    self.text = text
  }

  /// Returns the text.
  ///
  /// - Throws: Never.
  public func sqlValue() throws -> SQLValue { .text(text) }
}
#endif
