#if Identity
public import Quarry
public import QuarryRemote

extension IdentitySession {
  /// Opens the database that the sign-in granted, at the service that holds it.
  ///
  /// ```swift
  /// try await session.signIn(using: LoopbackBrowser())
  /// let database = try await session.database()
  /// ```
  ///
  /// - Parameters:
  ///   - transport: The transport of the calls.
  ///   - configuration: The settings of the database.
  /// - Throws: What ``QuarryRemote/PerSQLDriver/init(session:transport:policy:timeouts:)`` and opening throw.
  public nonisolated func database(
    transport: any HTTPTransport = CurlTransport(), configuration: DatabaseConfiguration = DatabaseConfiguration()
  ) async throws -> Database {
    try await Database(PerSQLDriver(session: self, transport: transport), configuration: configuration)
  }

  /// Returns the session's tokens for a driver of one database.
  ///
  /// If a later sign-in grants another database, or another service, the driver gets no token, because the token
  /// would be sent to the wrong place.
  ///
  /// - Parameters:
  ///   - database: The database of the grant.
  ///   - serviceAddress: The address of the service in the grant. If `nil`, PerSQL's.
  public nonisolated func tokens(forDatabase database: String?, at serviceAddress: String?) -> TokenProvider {
    TokenProvider(
      asking: { () throws(DatabaseError) in
        do throws(IdentityError) {
          return try await self.accessToken(forDatabase: database, at: serviceAddress)
        } catch {
          throw error.databaseError
        }
      },
      refused: { token in await self.refused(token) })
  }

  private func accessToken(
    forDatabase database: String?, at serviceAddress: String?
  ) async throws(IdentityError) -> DriverSecret {
    let token = try await accessToken()
    func place(_ address: String?) -> String { address ?? PerSQLDriver.serviceAddress }
    guard let grant = try await grant(), grant.database == database,
      place(grant.serviceAddress) == place(serviceAddress)
    else {
      throw IdentityError(
        .signInRequired, "The sign-in has changed and is for another database now. Open the database again")
    }
    return token
  }
}

extension PerSQLDriver {
  /// Creates a driver for the database that a sign-in granted.
  ///
  /// Calls go only to the address in the grant, or else to `PerSQLDriver.serviceAddress`, with the
  /// session's token. If the access is withdrawn, calls throw `.authorization`.
  ///
  /// - Parameters:
  ///   - session: A session whose user is signed in, with the scope `database`.
  ///   - transport: The transport of the calls.
  ///   - policy: The policy for retries.
  ///   - timeouts: The limits for calls.
  /// - Throws: ``DatabaseError`` with code `.authorization` if nobody is signed in, or `.invalidConfiguration` if the
  ///   sign-in granted no database, or one at an address without TLS that isn't on this computer.
  public init(
    session: IdentitySession, transport: any HTTPTransport = CurlTransport(), policy: RetryPolicy = RetryPolicy(),
    timeouts: RemoteTimeouts = RemoteTimeouts()
  ) async throws(DatabaseError) {
    let grant: TokenGrant
    let address: String
    do throws(IdentityError) {
      // Whoever isn't signed in learns it here.
      _ = try await session.accessToken()
      guard let found = try await session.grant() else {
        throw IdentityError(.signInRequired, "Nobody is signed in. Sign in first")
      }
      grant = found
      address = found.serviceAddress ?? PerSQLDriver.serviceAddress
      try ServiceAddress.check(address)
      guard !address.contains("?") else {
        throw IdentityError(.invalidConfiguration, "The address of the granted database has a query")
      }
    } catch {
      throw error.databaseError
    }
    guard let database = grant.database else {
      throw DatabaseError(
        .invalidConfiguration, "The sign-in granted no database. Ask for the scope \"database\" and sign in again")
    }
    try self.init(
      baseURL: address, database: database,
      tokens: session.tokens(forDatabase: database, at: grant.serviceAddress), transport: transport, policy: policy,
      timeouts: timeouts)
  }
}
#endif
