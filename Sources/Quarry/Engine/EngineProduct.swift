/// The product name of an engine.
///
/// The set is open: a driver for another engine creates its own value.
public struct EngineProduct: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// The name of the engine, as its makers write it.
  public let rawValue: String

  /// Creates a product from its name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// SQLite itself.
  public static let sqlite = EngineProduct(rawValue: "SQLite")
  /// SQLCipher: SQLite with encrypted files, with its own versions.
  public static let sqlcipher = EngineProduct(rawValue: "SQLCipher")
  /// libSQL: a fork of SQLite that is also available over HTTP.
  public static let libsql = EngineProduct(rawValue: "libSQL")

  /// The name of the engine.
  public var description: String { rawValue }
}
