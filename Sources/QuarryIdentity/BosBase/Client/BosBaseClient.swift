#if Identity
internal import Quarry
public import QuarryRemote

/// A client of a BosBase server: its accounts and its records.
///
/// ```swift
/// let client = try BosBaseClient("https://api.example.com", transport: CurlTransport())
/// let users = client.collection("users")
/// let account = try await users.authWithPassword("ada@example.com", password)
/// let posts = client.collection("posts")
/// let own = try await posts.list(filter: "author = \(account.record.id)", sort: "-created")
/// ```
///
/// After a sign-in, ``authStore`` holds the account, and every later call has its token. If a token is invalid or
/// expired, the server doesn't report an error: it treats the call as a guest's and returns fewer rows. So the client
/// checks the token's expiry first: see ``Options/expiredToken``.
public struct BosBaseClient: Sendable {
  /// The address of the server, without a slash at the end.
  public let address: String
  /// The token and the record of the signed-in account.
  public let authStore: BosBaseAuthStore
  /// The settings.
  public let options: Options
  let transport: any HTTPTransport

  /// The settings of a client.
  public struct Options: Sendable {
    /// The language of messages, as in `Accept-Language`.
    public var language = "en-US"
    /// The longest time for each call.
    public var timeout = Duration.seconds(60)
    /// The treatment of a call whose token has expired.
    public var expiredToken = ExpiredToken.refuse

    /// Creates settings.
    public init() {}

    /// The ways to treat a call whose token has expired.
    public enum ExpiredToken: Sendable, Hashable {
      /// The call throws `.signInRequired`, and nothing is sent.
      case refuse
      /// The call is made as a guest's. The server rejects it only if it needs an account.
      case continueAsGuest
    }
  }

  /// Creates a client. Nothing is sent.
  ///
  /// - Parameters:
  ///   - address: The address of the server: HTTPS, or HTTP on this computer. A path in it is kept.
  ///   - transport: The transport of the requests.
  ///   - authStore: The store of the signed-in account.
  ///   - options: The settings.
  /// - Throws: ``BosBaseError`` with code `.invalidConfiguration` if the address would send secrets in plain text.
  public init(
    _ address: String = "http://127.0.0.1:8090", transport: any HTTPTransport,
    authStore: BosBaseAuthStore = BosBaseAuthStore(), options: Options = Options()
  ) throws(BosBaseError) {
    var address = address
    while address.hasSuffix("/") { address.removeLast() }
    do throws(IdentityError) {
      try ServiceAddress.check(address)
    } catch {
      throw BosBaseError(error)
    }
    guard !address.contains("?") else {
      throw BosBaseError(.invalidConfiguration, "The address of a server has no query")
    }
    self.address = address
    self.transport = transport
    self.authStore = authStore
    self.options = options
  }

  init(_ other: BosBaseClient, authStore: BosBaseAuthStore) {
    address = other.address
    transport = other.transport
    options = other.options
    self.authStore = authStore
  }

  /// Returns a collection of records or accounts.
  ///
  /// - Parameter name: The name or the ID. Any text is allowed.
  public func collection(_ name: String) -> BosBaseCollection { BosBaseCollection(client: self, name: name) }

  /// The collection of superusers, who can do everything.
  public var superusers: BosBaseCollection { collection("_superusers") }
}

extension BosBaseClient: CustomStringConvertible, CustomReflectable {
  /// The address.
  public var description: String { "BosBaseClient(\(address))" }
  /// No children, so that no secret is shown.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
#endif
