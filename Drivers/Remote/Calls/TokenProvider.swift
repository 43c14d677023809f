public import Quarry

/// Where the token of a remote database comes from. It is fetched when it is first needed and kept until a server
/// refuses it; callers that need it at the same time share one fetch.
public actor TokenProvider {
  private let fetch: @Sendable () async throws(DatabaseError) -> DriverSecret
  /// What is told of refused tokens, where somebody else keeps the token.
  private let refuse: (@Sendable (DriverSecret) async -> Void)?
  private var current: DriverSecret?
  private var running: Task<Result<DriverSecret, DatabaseError>, Never>?

  /// Creates a provider that asks a closure, as for tokens of short life.
  public init(_ fetch: @escaping @Sendable () async throws(DatabaseError) -> DriverSecret) {
    self.fetch = fetch
    refuse = nil
  }

  /// Creates a provider that keeps no token: it asks for one before each call.
  ///
  /// - Parameters:
  ///   - fetch: Returns a token. It is called often, and at the same time, so it keeps the token itself.
  ///   - refuse: Is told of a token that a server refused. The call is made once more if `fetch` then returns another.
  public init(
    asking fetch: @escaping @Sendable () async throws(DatabaseError) -> DriverSecret,
    refused refuse: @escaping @Sendable (DriverSecret) async -> Void
  ) {
    self.fetch = fetch
    self.refuse = refuse
  }

  /// Returns a token that never changes.
  public static func fixed(_ token: DriverSecret) -> TokenProvider { TokenProvider { () in token } }

  /// Returns the token in an environment variable.
  public static func variable(_ name: String, in environment: DriverEnvironment = .process) -> TokenProvider {
    TokenProvider { () throws(DatabaseError) in
      guard let text = environment.variable(name) else {
        throw DatabaseError(
          .invalidConfiguration, "The environment variable \(name), which should hold the token, is not set")
      }
      return DriverSecret(text)
    }
  }

  /// Returns the token in a file, which is read again when a server refuses the token.
  public static func file(_ path: String, in environment: DriverEnvironment = .process) -> TokenProvider {
    TokenProvider { () throws(DatabaseError) in
      guard let bytes = environment.file(path) else {
        throw DatabaseError(.invalidConfiguration, "The token file \(path) cannot be read")
      }
      return DriverSecret(bytes: bytes)
    }
  }

  /// Returns the token, without white space around it.
  ///
  /// A cancelled caller leaves the shared fetch to the others.
  ///
  /// - Throws: What the fetch throws, and `.invalidConfiguration` for a token that no header can carry.
  public func token() async throws(DatabaseError) -> DriverSecret {
    if refuse != nil { return try await TokenProvider.result(fetch).get() }
    if let current { return current }
    let task = running ?? Task { [fetch] in await TokenProvider.result(fetch) }
    running = task
    let result = await task.value
    if running == task {
      running = nil
      current = try? result.get()
    }
    return try result.get()
  }

  /// Says that a server refused this token: the next caller fetches another one, unless that was done already.
  public func refused(_ token: DriverSecret) async {
    if let refuse { return await refuse(token) }
    if current == token { current = nil }
  }

  private static func result(
    _ fetch: @Sendable () async throws(DatabaseError) -> DriverSecret
  ) async -> Result<DriverSecret, DatabaseError> {
    do throws(DatabaseError) {
      var bytes = try await fetch().bytes[...]
      while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
      while let first = bytes.first, first <= 0x20 { bytes.removeFirst() }
      guard !bytes.isEmpty, bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
        return .failure(
          DatabaseError(.invalidConfiguration, "The token is empty or holds a character that no header can carry"))
      }
      return .success(DriverSecret(bytes: Array(bytes)))
    } catch {
      return .failure(error)
    }
  }
}
