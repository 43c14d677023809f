/// What a user's sign-in gives to the drivers of remote databases.
///
/// A program puts its sign-ins into ``DriverEnvironment/signIn``, so that URLs can name them: `hrana+https://host?login=work`.
public struct DriverSignIn: Sendable {
  /// The address of the service that the tokens are for; `nil` if the sign-in doesn't say.
  ///
  /// A driver sends the tokens to no other host.
  public var serviceAddress: String?
  /// The database that was granted; `nil` if the sign-in is for no particular one.
  public var database: String?
  /// Returns a token that has time left. It's called before each call of a driver, also at the same time.
  public var token: @Sendable () async throws(DatabaseError) -> DriverSecret
  /// Is told of a token that a server refused.
  public var refused: @Sendable (_ token: DriverSecret) async -> Void

  /// Describes a sign-in.
  ///
  /// - Parameters:
  ///   - serviceAddress: The address of the service that the tokens are for; `nil` if the sign-in doesn't say.
  ///   - database: The database that was granted.
  ///   - token: Returns a token that has time left.
  ///   - refused: Is told of a token that a server refused. The driver asks for another one then, once.
  public init(
    serviceAddress: String? = nil, database: String? = nil,
    token: @escaping @Sendable () async throws(DatabaseError) -> DriverSecret,
    refused: @escaping @Sendable (_ token: DriverSecret) async -> Void
  ) {
    self.serviceAddress = serviceAddress
    self.database = database
    self.token = token
    self.refused = refused
  }
}
