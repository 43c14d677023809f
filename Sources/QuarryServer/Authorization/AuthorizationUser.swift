#if Server
internal import Crypto
public import Quarry

/// A user of a ``ServerAuthorization``.
public struct AuthorizationUser: Sendable {
  /// The name that the user enters.
  public var name: String
  /// The identifier of the user for apps (`sub`). Never use it for another user.
  public var subject: String
  /// The display name, or `nil` to hide it from apps.
  public var displayName: String?
  /// The e-mail address, or `nil` to hide it from apps.
  public var email: String?
  /// The namespace of the user's database, which is `NAMESPACE/main`.
  public var namespace: String
  let password: PasswordHash?

  /// Creates a user without a password, who can only sign in with ``AuthorizationConfiguration/authenticate``.
  ///
  /// - Parameters:
  ///   - name: The name that the user enters.
  ///   - subject: The identifier of the user for apps. If `nil`, the name.
  ///   - namespace: The namespace of the user's database. If `nil`, it's derived from the subject.
  public init(_ name: String, subject: String? = nil, namespace: String? = nil) {
    self.init(name, subject, namespace, password: nil)
  }

  /// Creates a user with a password. Only a slow, salted hash of it is stored.
  ///
  /// - Parameters:
  ///   - name: The name that the user enters.
  ///   - password: The password.
  ///   - subject: The identifier of the user for apps. If `nil`, the name.
  ///   - namespace: The namespace of the user's database. If `nil`, it's derived from the subject.
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration` if the password is empty, or `.outOfMemory`.
  public init(
    _ name: String, password: String, subject: String? = nil, namespace: String? = nil
  ) throws(DatabaseError) {
    guard !password.isEmpty else {
      throw DatabaseError(.invalidConfiguration, "the password of \(name) is empty; choose one")
    }
    do {
      self.init(name, subject, namespace, password: try PasswordHash(password))
    } catch {
      throw DatabaseError(.outOfMemory, "the password of \(name) can't be hashed", underlying: error)
    }
  }

  private init(_ name: String, _ subject: String?, _ namespace: String?, password: PasswordHash?) {
    self.name = name
    self.subject = subject ?? name
    self.namespace = namespace ?? Self.namespace(of: subject ?? name)
    self.password = password
  }

  /// A namespace that fits into paths and host names, whatever the subject is.
  private static func namespace(of subject: String) -> String {
    let digits = Array("0123456789abcdef")
    let digest = SHA256.hash(data: Array(subject.utf8)).prefix(8)
    return "user-" + String(digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
#endif
