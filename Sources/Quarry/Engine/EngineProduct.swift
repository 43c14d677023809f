/// Which engine answers on a connection.
///
/// The set is open: a driver for an engine that is not listed here makes its own value.
public struct EngineProduct: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// The name of the engine as its makers write it.
  public let rawValue: String

  /// Creates a product from its name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// SQLite itself, whoever built it.
  public static let sqlite = EngineProduct(rawValue: "SQLite")
  /// SQLCipher: SQLite with encrypted files, versioned on its own.
  public static let sqlcipher = EngineProduct(rawValue: "SQLCipher")
  /// libSQL: a fork of SQLite that is also served over HTTP.
  public static let libsql = EngineProduct(rawValue: "libSQL")

  /// The name of the engine.
  public var description: String { rawValue }
}
