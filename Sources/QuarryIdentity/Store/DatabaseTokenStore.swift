#if Identity
public import Quarry

/// A token store in a table of a database, such as a file of SQLCipher.
///
/// ```swift
/// let store = DatabaseTokenStore(try await Database(SQLCipherDriver(path: path, key: .raw(key))))
/// ```
///
/// The table `quarry_identity` is created when it's needed.
///
/// > Important: Use an encrypted database. The tokens are stored in plain text, and removed tokens can remain in free
/// > pages unless `secure_delete` is on.
public struct DatabaseTokenStore: TokenStore {
  private let database: Database
  private let name: String

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - name: The name of the sign-in, if a database stores several.
  public init(_ database: Database, name: String = "default") {
    self.database = database
    self.name = name
  }

  /// Reads the tokens.
  ///
  /// - Throws: ``IdentityError`` with code `.store` if the tokens can't be read.
  public func load() async throws(IdentityError) -> TokenGrant? {
    let text = try await attempt {
      try await database.execute(Self.table)
      let query: SQLFragment = "SELECT tokens FROM quarry_identity WHERE name = \(name)"
      return try await database.fetchOne(query.values(String.self))
    }
    guard let text else { return nil }
    return try TokenGrant(stored: Array(text.utf8))
  }

  /// Stores the tokens.
  ///
  /// - Throws: ``IdentityError`` with code `.store` if the tokens can't be stored.
  public func save(_ grant: TokenGrant) async throws(IdentityError) {
    let text = String(decoding: grant.stored, as: UTF8.self)
    try await attempt {
      try await database.batch { batch in
        batch.execute(Self.table)
        batch.execute("INSERT OR REPLACE INTO quarry_identity (name, tokens) VALUES (\(name), \(text))")
      }
    }
  }

  /// Removes the tokens.
  ///
  /// - Throws: ``IdentityError`` with code `.store` if the tokens can't be removed.
  public func clear() async throws(IdentityError) {
    try await attempt {
      try await database.batch { batch in
        batch.execute(Self.table)
        batch.execute("DELETE FROM quarry_identity WHERE name = \(name)")
      }
    }
  }

  private static let table: SQLFragment =
    "CREATE TABLE IF NOT EXISTS quarry_identity (name TEXT PRIMARY KEY NOT NULL, tokens TEXT NOT NULL)"

  private func attempt<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async throws(IdentityError) -> Result {
    do {
      return try await body()
    } catch {
      throw IdentityError(.store, "The database of the tokens failed", underlying: error)
    }
  }
}
#endif
