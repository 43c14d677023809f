#if Identity
internal import Quarry
internal import QuarryWire

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The claims of a token. Its signature can't be checked here, because only the server has the key.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc7519>.
struct BosBaseToken {
  private let claims: JSONValue

  /// Reads a token: exactly three parts, the second of which is a JSON object as base64url with or without padding.
  init?(_ token: DriverSecret) {
    let parts = Self.text(of: token).split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let bytes = Base64.decode(String(parts[1]), .urlSafe),
      let claims = try? JSONValue(untrusted: bytes), let members = claims.members, !members.isEmpty
    else { return nil }
    self.claims = claims
  }

  /// The token without the prefix that some servers add.
  static func text(of token: DriverSecret) -> String {
    let text = token.text
    return text.hasPrefix("Bearer ") ? String(text.dropFirst(7)) : text
  }

  /// The expiry of the token: a number, or digits in a string, or `nil` if there is none.
  var expiry: Date? {
    guard let claim = claims["exp"] else { return nil }
    let seconds: Double? =
      claim.double
      ?? claim.string.flatMap { text in
        text.utf8.allSatisfy { (48...57).contains($0) } ? Double(text) : nil
      }
    return seconds.map { Date(timeIntervalSince1970: $0) }
  }

  /// The ID of the account.
  var id: String? { claims["id"]?.string }
  /// The ID of the account's collection.
  var collectionID: String? { claims["collectionId"]?.string }
  /// The purpose of the token: `auth` for calls.
  var type: String? { claims["type"]?.string }
  /// Whether the server replaces the token when it's refreshed.
  var isRefreshable: Bool { claims["refreshable"]?.bool ?? false }

  /// Whether the token names a record.
  func names(_ record: BosBaseRecord) -> Bool { id == record.id && collectionID == record.collectionID }
}
#endif
