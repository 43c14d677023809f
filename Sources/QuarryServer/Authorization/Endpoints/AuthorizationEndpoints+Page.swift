#if Server
internal import HTTPTypes
internal import Hummingbird
internal import QuarryWire

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension AuthorizationEndpoints {
  /// Shows the page that asks the user.
  func page(_ request: Request, _ issuer: String) -> Response {
    if let refusal = stranger(request, issuer) { return refusal }
    let query = String(request.uri.description.split(separator: "?", maxSplits: 1).dropFirst().first ?? "")
    do throws(AuthorizationRequest.Refusal) {
      let wish = try AuthorizationRequest(query: query, authorization)
      return consent(wish, query: query, browser: Self.browser(of: request), issuer)
    } catch {
      return Self.response(to: error, issuer)
    }
  }

  /// Processes the decision of the user.
  func decide(_ request: Request, _ issuer: String) async -> Response {
    if let refusal = stranger(request, issuer) { return refusal }
    guard let fields = await fields(of: request), fields.repeated == nil, let query = fields["request"],
      let token = fields["page"], let browser = Self.browser(of: request)
    else { return Self.problem(.badRequest, "The form isn't complete. Cookies of this page must be allowed.") }
    let now = authorization.now
    guard authorization.withPages({ $0.use(token, for: query, browser: browser, at: now) }) else {
      return Self.problem(.forbidden, "The page has expired, or was used already.")
    }
    let wish: AuthorizationRequest
    do throws(AuthorizationRequest.Refusal) {
      wish = try AuthorizationRequest(query: query, authorization)
    } catch {
      return Self.response(to: error, issuer)
    }
    guard fields["decision"] == "allow" else {
      let problem = OAuthProblem("access_denied", "the user didn't allow it")
      return Self.response(
        to: .returned(redirectURI: wish.redirectURI, state: wish.state, problem), issuer)
    }
    let name = fields["username"] ?? ""
    switch await authorization.login(name, fields["password"] ?? "") {
    case .user(let user):
      let secret = AuthorizationSecret.text()
      let code = AuthorizationState.Code(
        consent: AuthorizationState.Consent(clientID: wish.client.id, user: user, scopes: wish.scopes),
        redirectURI: wish.redirectURI, challenge: wish.challenge, nonce: wish.nonce,
        expiry: now.addingTimeInterval(authorization.configuration.lifetimes.code.inSeconds))
      authorization.withState { $0.add(code, secret, at: now) }
      return Self.redirect(
        AuthorizationRequest.callback(wish.redirectURI, [("code", secret)], state: wish.state, issuer: issuer))
    case .wrong:
      return consent(
        wish, query: query, browser: browser, issuer, name: name, problem: "The user name or the password is wrong.")
    case .wait(let seconds):
      return consent(
        wish, query: query, browser: browser, issuer, name: name, status: .tooManyRequests, retryAfter: seconds,
        problem: "Too many tries. Wait \(seconds) seconds, then try again.")
    }
  }

  private func consent(
    _ wish: AuthorizationRequest, query: String, browser: String?, _ issuer: String, name: String = "",
    status: HTTPResponse.Status = .ok, retryAfter: Int? = nil, problem: String? = nil
  ) -> Response {
    let browser = browser ?? AuthorizationSecret.text()
    let life = authorization.configuration.lifetimes.page
    let expiry = authorization.now.addingTimeInterval(life.inSeconds)
    let token = authorization.withPages { $0.token(for: query, browser: browser, until: expiry) }
    let page = AuthorizationPage.consent(wish, query: query, token: token, name: name, problem: problem)
    var response = AuthorizationPage.response(
      status, page, redirectURI: wish.redirectURI, retryAfter: retryAfter)
    // A form of another page never carries it.
    response.headers[.setCookie] =
      "\(Self.cookie)=\(browser); HttpOnly; SameSite=Lax; Max-Age=\(Int(life.inSeconds))"
      + (issuer.hasPrefix("https:") ? "; Secure" : "")
    return response
  }

  // MARK: Browsers

  private static let cookie = "quarry_page"

  /// The identity of the browser.
  private static func browser(of request: Request) -> String? {
    for pair in request.headers[.cookie]?.split(separator: ";") ?? [] {
      let halves = pair.split(separator: "=", maxSplits: 1)
      guard halves.count == 2, halves[0].drop(while: { $0 == " " }) == cookie else { continue }
      let value = String(halves[1])
      return value.utf8.count == 43 && AuthorizationSecret.isProof(value) ? value : nil
    }
    return nil
  }

  /// The response to a request that another page sends, or that goes to another name, or `nil` if it's allowed.
  ///
  /// Source: <https://www.w3.org/TR/fetch-metadata/>.
  private func stranger(_ request: Request, _ issuer: String) -> Response? {
    if authorization.isReachedDirectly, let authority = request.head.authority,
      !issuer.hasSuffix("://" + authority.lowercased())
    {
      return Self.problem(.misdirectedRequest, "The sign-in has another address than this one.")
    }
    let destination = request.headers.value(of: "Sec-Fetch-Dest") ?? "document"
    guard destination == "document" else { return Self.problem(.forbidden, "The sign-in can't be part of a page.") }
    guard request.method == .post else { return nil }
    // Without a referrer, browsers send "null" for the page's own origin too; then the other header tells them apart.
    let origin = request.headers[.origin] ?? "null"
    let site = request.headers.value(of: "Sec-Fetch-Site") ?? "same-origin"
    let isOwn = site == "same-origin" && (origin == "null" || origin == Self.origin(of: issuer))
    return isOwn ? nil : Self.problem(.forbidden, "The form was sent by another page.")
  }

  private static func origin(of issuer: String) -> String {
    let parts = issuer.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    return parts.prefix(3).joined(separator: "/")
  }

  // MARK: Answers

  private static func response(to refusal: AuthorizationRequest.Refusal, _ issuer: String) -> Response {
    switch refusal {
    case .shown(let text): problem(.badRequest, text)
    case .returned(let redirectURI, let state, let problem):
      redirect(
        AuthorizationRequest.callback(
          redirectURI, [("error", problem.code), ("error_description", problem.description)], state: state,
          issuer: issuer))
    }
  }

  private static func problem(_ status: HTTPResponse.Status, _ text: String) -> Response {
    AuthorizationPage.response(status, AuthorizationPage.problem(text))
  }

  private static func redirect(_ address: String) -> Response {
    var headers = noStore
    headers[.location] = address
    return Response(status: .seeOther, headers: headers)
  }
}
#endif
