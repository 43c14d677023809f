public import Quarry
@_exported public import QuarryMemory
@_exported public import QuarryRemote
@_exported public import QuarrySQLCipher
@_exported public import QuarrySQLite

extension DriverRegistry {
  /// The drivers of this package: `sqlite`, `sqlcipher` and `memory`; over HTTP `hrana+http`, `hrana+https`, `libsql`,
  /// `persql`, `persql+http`, `persql+https`, `rqlite+http` and `rqlite+https`.
  public static let standard = DriverRegistry([
    .sqlite, .sqlcipher, .memory, .hranaHTTP, .hranaHTTPS, .libSQL, .persqlHTTPS, .persqlHTTP, .persqlSignIn,
    .rqliteHTTPS,
    .rqliteHTTP,
  ])
}
