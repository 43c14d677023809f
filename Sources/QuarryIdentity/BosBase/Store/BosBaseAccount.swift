#if Identity
public import Quarry

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A signed-in account: its token and its record.
///
/// Descriptions show no token.
public struct BosBaseAccount: Sendable, Hashable {
  /// The token for calls.
  public var token: DriverSecret
  /// The record of the account.
  public var record: BosBaseRecord
  /// The metadata of an OAuth2 sign-in, with the provider's tokens, or `nil` for other sign-ins.
  public var metadata: BosBaseJSON?

  /// Creates an account from a token and a record.
  public init(token: DriverSecret, record: BosBaseRecord, metadata: BosBaseJSON? = nil) {
    self.token = token
    self.record = record
    self.metadata = metadata
  }

  /// The expiry in the token, or `nil` if there is none or the token can't be read.
  public var expiry: Date? { BosBaseToken(token)?.expiry }
  /// Whether the server replaces the token when it's refreshed.
  public var isRefreshable: Bool { BosBaseToken(token)?.isRefreshable ?? false }
  /// Whether the token says that the account is a superuser.
  public var isSuperuser: Bool {
    guard let token = BosBaseToken(token), token.type == "auth" else { return false }
    return record.collectionName == "_superusers" || token.collectionID == "pbc_3142635823"
  }

  /// Returns whether the token has time left. `false` if a token has no expiry or can't be read.
  public func isValid(at date: Date = Date()) -> Bool {
    guard let expiry = BosBaseToken(token)?.expiry else { return false }
    return expiry > date
  }

  init(_ answer: BosBaseJSON) throws(BosBaseError) {
    guard let token = answer["token"]?.text, !token.isEmpty, let fields = answer["record"]?.members else {
      throw BosBaseError(.invalidAnswer, "The answer holds no token and record")
    }
    self.init(token: DriverSecret(token), record: BosBaseRecord(fields), metadata: answer["meta"])
  }
}

extension BosBaseAccount: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The record's collection and ID.
  public var description: String { "BosBaseAccount(\(record.collectionName) \(record.id))" }
  /// The record's collection and ID.
  public var debugDescription: String { description }
  /// No children, so that no secret is shown.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
#endif
