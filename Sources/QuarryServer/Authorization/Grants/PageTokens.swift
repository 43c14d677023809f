#if Server
internal import Crypto
internal import QuarryWire

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The tokens of pages. Each is for one page in one browser, and valid once.
///
/// A page that was only shown needs no memory. Only used tokens are stored, until they expire.
struct PageTokens {
  private let key = SymmetricKey(size: .bits256)
  private var used: [[UInt8]: Date] = [:]
  private static let maximumUsed = 100_000

  /// A token for the page of a request.
  func token(for request: String, browser: String, until expiry: Date) -> String {
    let seconds = UInt64(max(0, expiry.timeIntervalSince1970))
    let text = AuthorizationSecret.random(16) + (0..<8).map { UInt8(truncatingIfNeeded: seconds >> (56 - 8 * $0)) }
    return Base64.encodeForURL(text + Array(proof(text[...], request, browser)))
  }

  /// Uses a token. Returns whether it was valid.
  mutating func use(_ token: String, for request: String, browser: String, at now: Date) -> Bool {
    guard let bytes = Base64.decode(token, .urlSafe), bytes.count == 56,
      HMAC<SHA256>.isValidAuthenticationCode(
        bytes[24...], authenticating: covered(bytes[..<24], request, browser), using: key)
    else { return false }
    let expiry = Date(timeIntervalSince1970: Double(bytes[16..<24].reduce(0) { $0 << 8 | UInt64($1) }))
    guard expiry > now, used[Array(bytes[..<16])] == nil else { return false }
    if used.count >= Self.maximumUsed { used = used.filter { $0.value > now } }
    guard used.count < Self.maximumUsed else { return false }
    used[Array(bytes[..<16])] = expiry
    return true
  }

  private func proof(_ text: ArraySlice<UInt8>, _ request: String, _ browser: String) -> HMAC<SHA256>.MAC {
    HMAC<SHA256>.authenticationCode(for: covered(text, request, browser), using: key)
  }

  /// The digests have one length, so that no part can be moved into another.
  private func covered(_ text: ArraySlice<UInt8>, _ request: String, _ browser: String) -> [UInt8] {
    Array(text) + Array(AuthorizationSecret.digest(request)) + Array(AuthorizationSecret.digest(browser))
  }
}
#endif
