#if Identity
public import Quarry

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An account that is signed in: its token and its record.
///
/// Descriptions show no token.
public struct BosBaseAccount: Sendable, Hashable {
  /// The token for calls.
  public var token: DriverSecret
  /// The record of the account.
  public var record: BosBaseRecord
  /// What the provider of an OAuth2 sign-in told, with the provider's own tokens; `nil` for other sign-ins.
  public var metadata: BosBaseJSON?

  /// Creates an account from a token and a record.
  public init(token: DriverSecret, record: BosBaseRecord, metadata: BosBaseJSON? = nil) {
    self.token = token
    self.record = record
    self.metadata = metadata
  }

  /// When the token expires, by its own word, or `nil` if it doesn't say or can't be read.
  public var expiry: Date? { BosBaseToken(token)?.expiry }
  /// Whether the server replaces the token when it's refreshed.
  public var isRefreshable: Bool { BosBaseToken(token)?.isRefreshable ?? false }
  /// Whether the account is a superuser, by the token's own word.
  public var isSuperuser: Bool {
    guard let token = BosBaseToken(token), token.type == "auth" else { return false }
    return record.collectionName == "_superusers" || token.collectionID == "pbc_3142635823"
  }

  /// Returns whether the token has time left. A token without an expiry, or that can't be read, hasn't.
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
  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
#endif
