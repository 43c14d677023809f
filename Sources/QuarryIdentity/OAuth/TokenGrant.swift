#if Identity
public import Quarry

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The tokens of one sign-in.
///
/// Descriptions show no token.
public struct TokenGrant: Sendable, Hashable {
  /// The token for calls.
  public var accessToken: DriverSecret
  /// The token for getting a new access token, or `nil` if the server sent none.
  public var refreshToken: DriverSecret?
  /// The signed facts about the user, or `nil` if the server sent none.
  public var idToken: DriverSecret?
  /// The expiry of the access token, by the clock of this computer, or `nil` if the server didn't say.
  public var expiry: Date?
  /// The granted scopes, or `nil` if the server didn't say. They are then the requested ones.
  public var scope: String?
  /// The database that PerSQL granted, as `namespace/db`.
  public var database: String?
  /// The address of the service that holds the database.
  public var serviceAddress: String?

  /// Creates the tokens of a sign-in.
  public init(
    accessToken: DriverSecret, refreshToken: DriverSecret? = nil, idToken: DriverSecret? = nil, expiry: Date? = nil,
    scope: String? = nil, database: String? = nil, serviceAddress: String? = nil
  ) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.idToken = idToken
    self.expiry = expiry
    self.scope = scope
    self.database = database
    self.serviceAddress = serviceAddress
  }
}

extension TokenGrant: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The granted access, without tokens.
  public var description: String {
    let parts = [
      expiry.map { "expires \($0)" }, refreshToken.map { _ in "can be refreshed" }, scope.map { "scope \($0)" },
      database.map { "database \($0)" },
    ]
    return "TokenGrant(\(parts.compactMap { $0 }.joined(separator: ", ")))"
  }
  /// The granted access, without tokens.
  public var debugDescription: String { description }
  /// No children, so that no secret is shown.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
#endif
