public import Quarry

/// The source of a remote database's token. The token is fetched when it's first needed, and kept until a server
/// rejects it. Callers that need it at the same time share one fetch.
public actor TokenProvider {
  private let fetch: @Sendable () async throws(DatabaseError) -> DriverSecret
  /// Called with rejected tokens, if the token is kept elsewhere.
  private let refuse: (@Sendable (DriverSecret) async -> Void)?
  private nonisolated let kept = Protected<DriverSecret?>(nil)
  private var running: Task<Result<DriverSecret, DatabaseError>, Never>?

  /// Creates a provider that calls a closure, for example for short-lived tokens.
  public init(_ fetch: @escaping @Sendable () async throws(DatabaseError) -> DriverSecret) {
    self.fetch = fetch
    refuse = nil
  }

  /// Creates a provider that keeps no token and calls a closure before each call.
  ///
  /// - Parameters:
  ///   - fetch: Returns a token. It's called often and concurrently, so it should cache the token.
  ///   - refuse: Called with a token that a server rejected. The call is retried once if `fetch` then returns another
  ///     token.
  public init(
    asking fetch: @escaping @Sendable () async throws(DatabaseError) -> DriverSecret,
    refused refuse: @escaping @Sendable (DriverSecret) async -> Void
  ) {
    self.fetch = fetch
    self.refuse = refuse
  }

  /// Returns a provider of a token that never changes.
  public static func fixed(_ token: DriverSecret) -> TokenProvider { TokenProvider { () in token } }

  /// Returns a provider of the token in an environment variable.
  public static func variable(_ name: String, in environment: DriverEnvironment = .process) -> TokenProvider {
    TokenProvider { () throws(DatabaseError) in
      guard let text = environment.variable(name) else {
        throw DatabaseError(
          .invalidConfiguration, "The environment variable \(name), which should hold the token, isn't set")
      }
      return DriverSecret(text)
    }
  }

  /// Returns a provider of the token in a file. The file is read again when a server rejects the token.
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
  /// If a caller is cancelled, the shared fetch continues for the others.
  ///
  /// - Throws: ``DatabaseError`` of the fetch, or with code `.invalidConfiguration` if a header can't contain the
  ///   token.
  public func token() async throws(DatabaseError) -> DriverSecret {
    if refuse != nil { return try await TokenProvider.result(fetch).get() }
    if let known { return known }
    let task = running ?? Task { [fetch] in await TokenProvider.result(fetch) }
    running = task
    let result = await task.value
    if running == task {
      running = nil
      let token = try? result.get()
      kept.withLock { $0 = token }
    }
    return try result.get()
  }

  /// The token, if it needn't be fetched.
  nonisolated var known: DriverSecret? { kept.withLock { $0 } }

  /// Reports that a server rejected this token. The next caller fetches another one, unless that was done already.
  public func refused(_ token: DriverSecret) async {
    if let refuse { return await refuse(token) }
    kept.withLock { if $0 == token { $0 = nil } }
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
