#if Identity
public import Quarry
public import QuarryRemote

extension IdentitySession {
  /// The session's tokens, for the drivers of remote databases.
  ///
  /// If a server rejects a call (401), the call is retried once with another token.
  public nonisolated var tokens: TokenProvider {
    TokenProvider(
      asking: { () throws(DatabaseError) in
        do throws(IdentityError) {
          return try await self.accessToken()
        } catch {
          throw error.databaseError
        }
      },
      refused: { token in await self.refused(token) })
  }
}

extension IdentityError {
  /// The same error as a ``DatabaseError``. Nothing was sent to the database.
  public var databaseError: DatabaseError {
    let code: DatabaseError.Code =
      switch self.code {
      case .invalidConfiguration, .store: .invalidConfiguration
      case .unreachable, .serverError, .invalidAnswer: .cannotOpen
      case .tooManyRequests: .busy
      case .cancelled: .interrupted
      default: .authorization
      }
    var error = DatabaseError(code, message, outcome: .notApplied, underlying: self)
    error.isRetrySafe = [.unreachable, .serverError, .tooManyRequests].contains(self.code)
    return error
  }
}
#endif
