#if Identity
internal import Quarry
internal import QuarryRemote
internal import QuarryWire

extension BosBaseClient {
  /// Makes a call that has no separate method, such as those of the settings.
  ///
  /// ```swift
  /// let settings = try await client.call("GET", ["api", "settings"])
  /// ```
  ///
  /// - Parameters:
  ///   - method: The HTTP method, in capitals.
  ///   - path: The parts of the path. Each is percent-encoded.
  ///   - query: The query. Names and values are percent-encoded.
  ///   - body: The body, or `nil` for none.
  /// - Returns: The response, or `.null` if it has no body.
  /// - Throws: ``BosBaseError`` with the code for the response's status, or `.unreachable`.
  @discardableResult
  public func call(
    _ method: String, _ path: [String], query: [(name: String, value: String)] = [], body: BosBaseJSON? = nil
  ) async throws(BosBaseError) -> BosBaseJSON {
    try await send(method, path, query: query, body: body)
  }

  /// The account that a call needs.
  enum Caller {
    /// A call without a token, because it signs an account in.
    case nobody
    /// A call that guests can make too.
    case anybody
    /// A call that needs an account.
    case account
  }

  /// Sends a request once, and reads the response.
  ///
  /// - Parameter secrets: Texts of the request that no error repeats.
  func send(
    _ method: String, _ path: [String], query: [(name: String, value: String)] = [], body: BosBaseJSON? = nil,
    by caller: Caller = .anybody, hiding secrets: [String] = []
  ) async throws(BosBaseError) -> BosBaseJSON {
    try body?.check()
    let token = try token(for: caller)
    var headers = [(name: "Accept", value: "application/json"), (name: "Accept-Language", value: options.language)]
    if let token { headers.append(("Authorization", token)) }
    if body != nil { headers.append(("Content-Type", "application/json")) }
    let place = address + "/" + path.map { FormText.encode($0) }.joined(separator: "/")
    let request = HTTPRequest(
      method: method, url: query.isEmpty ? place : place + "?" + FormText.encode(query), headers: headers,
      body: body?.bytes, timeout: options.timeout)
    let answer: HTTPResponse
    do throws(HTTPError) {
      answer = try await transport.send(request)
    } catch {
      throw BosBaseError(error, address: place)
    }
    let wire = try? JSONValue(untrusted: answer.body)
    guard (200..<300).contains(answer.status) else {
      let hidden = secrets + [token].compactMap { $0 }
      throw BosBaseError(answer, body: wire.map { BosBaseJSON($0) } ?? [:], address: place, hiding: hidden)
    }
    if answer.body.isEmpty { return .null }
    guard let wire else {
      throw BosBaseError(
        .invalidAnswer, "The answer of \(ServiceAddress.place(of: place)) isn't JSON", status: answer.status,
        address: place)
    }
    return BosBaseJSON(wire)
  }

  /// The token to send, or `nil` for a guest's call.
  private func token(for caller: Caller) throws(BosBaseError) -> String? {
    if case .nobody = caller { return nil }
    guard let token = authStore.token else {
      if case .account = caller {
        throw BosBaseError(.signInRequired, "The call needs an account, and nobody is signed in. Sign in first")
      }
      return nil
    }
    guard authStore.isValid else {
      switch options.expiredToken {
      case .continueAsGuest: return nil
      case .refuse:
        throw BosBaseError(
          .signInRequired,
          "The token has expired or can't be read, so the call would be a guest's. Sign in again")
      }
    }
    return BosBaseToken.text(of: token)
  }
}
#endif
