/// A user's sign-in, for the drivers of remote databases.
///
/// A program sets its sign-ins in ``DriverEnvironment/signIn``, so that URLs can name them:
/// `hrana+https://host?login=work`.
public struct DriverSignIn: Sendable {
  /// The address of the service that accepts the tokens; `nil` if the sign-in doesn't say.
  ///
  /// A driver sends the tokens to no other host.
  public var serviceAddress: String?
  /// The database that the tokens grant access to; `nil` if they aren't limited to one.
  public var database: String?
  /// Returns a token that hasn't expired. A driver calls it before each request, also from several tasks at once.
  ///
  /// - Throws: ``DatabaseError`` if no token can be obtained.
  public var token: @Sendable () async throws(DatabaseError) -> DriverSecret
  /// Called with a token that a server refused.
  public var refused: @Sendable (_ token: DriverSecret) async -> Void

  /// Describes a sign-in.
  ///
  /// - Parameters:
  ///   - serviceAddress: The address of the service that accepts the tokens; `nil` if the sign-in doesn't say.
  ///   - database: The database that the tokens grant access to.
  ///   - token: Returns a token that hasn't expired.
  ///   - refused: Called with a token that a server refused. The driver then asks for another one, once.
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
