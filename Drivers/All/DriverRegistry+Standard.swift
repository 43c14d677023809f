public import Quarry
@_exported public import QuarryMemory
@_exported public import QuarrySQLCipher
@_exported public import QuarrySQLite

extension DriverRegistry {
  /// The drivers of this package: `sqlite`, `sqlcipher` and `memory`.
  public static let standard = DriverRegistry([.sqlite, .sqlcipher, .memory])
}
