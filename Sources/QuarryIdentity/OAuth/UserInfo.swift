#if Identity
internal import QuarryRemote
internal import QuarryWire

/// Facts about the user who signed in.
///
/// Store ``subject`` to find the user again. An e-mail address can get another owner.
///
/// Source: <https://openid.net/specs/openid-connect-core-1_0.html#UserInfo>.
public struct UserInfo: Sendable, Hashable {
  /// The identifier of the user at this server, which never changes.
  public var subject: String
  /// The e-mail address, or `nil` if it wasn't granted.
  public var email: String?
  /// Whether the server verified the e-mail address, or `nil` if it doesn't say.
  public var isEmailVerified: Bool?
  /// All facts that are texts, numbers or truth values, as text, by their names.
  public var claims: [String: String]

  init(_ response: HTTPResponse, from address: String) throws(IdentityError) {
    let json = try ServiceCalls.object(response, from: address)
    guard let subject = json["sub"]?.string, !subject.isEmpty else {
      throw IdentityError(.invalidAnswer, "The facts about the user name no subject")
    }
    self.subject = subject
    email = json["email"]?.string
    isEmailVerified = json["email_verified"]?.bool
    claims = [:]
    for (name, value) in json.members ?? [] {
      switch value {
      case .string(let text): claims[name] = text
      case .integer(let number): claims[name] = String(number)
      case .double(let number): claims[name] = String(number)
      case .bool(let flag): claims[name] = String(flag)
      default: break
      }
    }
  }
}
#endif
