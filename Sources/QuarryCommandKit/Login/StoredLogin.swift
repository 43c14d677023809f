#if Command
internal import QuarryIdentity
internal import QuarryWire

/// The facts about a sign-in besides its tokens. None of them is secret.
struct StoredLogin: Sendable, Hashable {
  /// The place of the token file's key.
  enum Key: Sendable, Hashable {
    /// In a file beside the tokens, which the command created.
    case beside
    /// In an environment variable.
    case variable(String)
    /// In a file of the user.
    case file(String)
  }

  var server: AuthorizationServer
  var clientID: String
  var scope: String
  var redirectURI: String
  var key = Key.beside
  /// The address of the service that the tokens are for, or `nil` if any service in a URL may get them.
  var serviceAddress: String?
  /// The database that was granted.
  var database: String?

  private static let version: Int64 = 1

  /// The stored form.
  var stored: [UInt8] {
    JSONWriter.object { writer in
      writer.member("version", Self.version)
      writer.member("issuer", server.issuer)
      writer.member("authorization_endpoint", server.authorizationEndpoint)
      writer.member("token_endpoint", server.tokenEndpoint)
      writer.member("revocation_endpoint", server.revocationEndpoint)
      writer.member("userinfo_endpoint", server.userInfoEndpoint)
      writer.member("jwks_uri", server.keysEndpoint)
      writer.member("names_itself", server.isNamedInCallbacks)
      writer.member("client_id", clientID)
      writer.member("scope", scope)
      writer.member("redirect_uri", redirectURI)
      writer.member("service_address", serviceAddress)
      writer.member("database", database)
      switch key {
      case .beside: break
      case .variable(let name): writer.member("key_env", name)
      case .file(let path): writer.member("key_file", path)
      }
    }
  }
}

extension StoredLogin {
  /// Reads the stored form.
  init(_ bytes: [UInt8]) throws(IdentityError) {
    guard let json = try? JSONValue(untrusted: bytes), json["version"]?.integer == Self.version,
      let authorization = json["authorization_endpoint"]?.string, let token = json["token_endpoint"]?.string,
      let clientID = json["client_id"]?.string, let scope = json["scope"]?.string,
      let redirectURI = json["redirect_uri"]?.string
    else { throw IdentityError(.store, "The sign-in was stored by another version, or is damaged. Sign in again") }
    server = try AuthorizationServer(
      issuer: json["issuer"]?.string, authorizationEndpoint: authorization, tokenEndpoint: token,
      revocationEndpoint: json["revocation_endpoint"]?.string, userInfoEndpoint: json["userinfo_endpoint"]?.string,
      keysEndpoint: json["jwks_uri"]?.string)
    server.isNamedInCallbacks = json["names_itself"]?.bool ?? false
    self.clientID = clientID
    self.scope = scope
    self.redirectURI = redirectURI
    serviceAddress = json["service_address"]?.string
    database = json["database"]?.string
    key =
      if let name = json["key_env"]?.string {
        .variable(name)
      } else if let path = json["key_file"]?.string {
        .file(path)
      } else {
        .beside
      }
  }
}
#endif
