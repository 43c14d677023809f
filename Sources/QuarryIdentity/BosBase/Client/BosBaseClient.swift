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
/// A sign-in is kept in ``authStore``, and every later call carries its token. The server treats a token that is invalid
/// or has expired as if nobody were signed in, and answers with fewer rows instead of an error. So the client looks at the
/// token's expiry first: see ``Options/expiredToken``.
public struct BosBaseClient: Sendable {
  /// The address of the server, without a slash at the end.
  public let address: String
  /// The token and the record of the account that is signed in.
  public let authStore: BosBaseAuthStore
  /// The settings.
  public let options: Options
  let transport: any HTTPTransport

  /// The settings of a client.
  public struct Options: Sendable {
    /// The language of messages, as `Accept-Language` has it.
    public var language = "en-US"
    /// The longest time for each call.
    public var timeout = Duration.seconds(60)
    /// What happens to a call when the token in the store has expired.
    public var expiredToken = ExpiredToken.refuse

    /// Creates settings.
    public init() {}

    /// What happens to a call when the token in the store has expired.
    public enum ExpiredToken: Sendable, Hashable {
      /// The call throws `.signInRequired`, and nothing is sent.
      case refuse
      /// The call is made as if nobody were signed in. The server refuses only what needs an account.
      case continueAsGuest
    }
  }

  /// Creates a client. Nothing is sent.
  ///
  /// - Parameters:
  ///   - address: The address of the server: HTTPS, or HTTP on this computer. A path in it is kept.
  ///   - transport: What sends the requests.
  ///   - authStore: Keeps the account that is signed in.
  ///   - options: The settings.
  /// - Throws: ``BosBaseError`` with code `.invalidConfiguration` for an address that would send secrets in plain text.
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
  /// - Parameter name: The name or the ID; any text.
  public func collection(_ name: String) -> BosBaseCollection { BosBaseCollection(client: self, name: name) }

  /// The accounts that may do everything.
  public var superusers: BosBaseCollection { collection("_superusers") }
}

extension BosBaseClient: CustomStringConvertible, CustomReflectable {
  /// The address.
  public var description: String { "BosBaseClient(\(address))" }
  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
#endif
