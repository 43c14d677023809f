#if Server
internal import Crypto
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import QuarryWire

/// The pages that users see: plain HTML, without scripts, for every browser and screen reader.
enum AuthorizationPage {
  /// The page that asks for a password and a decision.
  ///
  /// - Parameters:
  ///   - query: The request, which the form sends back.
  ///   - token: The token of this page.
  ///   - name: The name that was entered before.
  ///   - problem: The problem of the previous try.
  static func consent(
    _ request: AuthorizationRequest, query: String, token: String, name: String, problem: String?
  ) -> String {
    let client = escaped(request.client.name)
    let wishes = request.scopes.map { "<li>\(escaped(wish($0)))</li>" }.joined()
    let alert = problem.map { "<p role=\"alert\" id=\"problem\">\(escaped($0))</p>" } ?? ""
    let described = problem == nil ? "" : " aria-invalid=\"true\" aria-describedby=\"problem\""
    return document(
      "Sign in to \(client)",
      """
      <h1>Sign in to \(client)</h1>
      <p><strong>\(client)</strong> asks to:</p>
      <ul>\(wishes)</ul>
      <p>You continue at <code>\(escaped(target(request.redirectURI)))</code>.</p>
      \(alert)
      <form method="post" action="authorize">
      <input type="hidden" name="request" value="\(escaped(query))">
      <input type="hidden" name="page" value="\(escaped(token))">
      <p><label for="username">User name</label>
      <input id="username" name="username" value="\(escaped(name))" autocomplete="username" autocapitalize="none" \
      spellcheck="false" maxlength="256" required autofocus\(described)></p>
      <p><label for="password">Password</label>
      <input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" \
      required\(described)></p>
      <p class="choice"><button id="allow" name="decision" value="allow">Allow</button>
      <button id="deny" name="decision" value="deny" formnovalidate>Deny</button></p>
      </form>
      """)
  }

  /// A page that shows a problem.
  static func problem(_ text: String) -> String {
    document(
      "Sign-in is not possible",
      "<h1>Sign-in is not possible</h1>\n<p role=\"alert\">\(escaped(text))</p>\n<p>Go back to the app and try again.</p>"
    )
  }

  private static func wish(_ scope: String) -> String {
    switch scope {
    case "openid": "know who you are here"
    case "profile": "see your name"
    case "email": "see your e-mail address"
    case "database": "read and change your database"
    default: scope
    }
  }

  private static func document(_ title: String, _ body: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(title)</title>
    <style>\(style)</style>
    </head>
    <body>
    <main>
    \(body)
    </main>
    </body>
    </html>

    """
  }

  private static let style = """
    :root{color-scheme:light dark;font:1.05rem/1.5 system-ui,sans-serif}
    main{max-width:26rem;margin:1rem auto;padding:0 1rem}
    h1{font-size:1.4rem;overflow-wrap:anywhere}
    label{display:block;font-weight:600}
    input{box-sizing:border-box;width:100%;padding:.5rem;font:inherit}
    button{padding:.5rem 1.5rem;font:inherit;margin-right:.5rem}
    code{overflow-wrap:anywhere}
    [role=alert]{border-left:.3rem solid;padding-left:.7rem;font-weight:600}
    """

  private static let styleDigest = Base64.encode(Array(AuthorizationSecret.digest(style)))

  /// The scheme and host of a redirect URI, for a policy and the user.
  private static func target(_ redirectURI: String) -> String {
    let beginning = redirectURI.prefix { $0 != ":" }
    guard ["http", "https"].contains(beginning) else { return "\(beginning):" }
    let rest = redirectURI.dropFirst(beginning.count + 3)
    return "\(beginning)://\(rest.prefix { $0 != "/" && $0 != "?" })"
  }

  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  /// A page as a response that no other page can frame, and that isn't cached.
  ///
  /// - Parameter redirectURI: The address to which the form can send the browser, through this server.
  static func response(
    _ status: HTTPResponse.Status, _ page: String, redirectURI: String? = nil, retryAfter: Int? = nil
  ) -> Response {
    var headers = AuthorizationEndpoints.noStore
    headers[.contentType] = "text/html; charset=utf-8"
    let forms = redirectURI.map { "'self' \(target($0))" } ?? "'none'"
    for (name, value) in [
      (
        "Content-Security-Policy",
        """
        default-src 'none'; style-src 'sha256-\(styleDigest)'; form-action \(forms); frame-ancestors 'none'; \
        base-uri 'none'
        """
      ),
      ("X-Frame-Options", "DENY"), ("X-Content-Type-Options", "nosniff"),
    ] {
      if let name = HTTPField.Name(name) { headers[name] = value }
    }
    if let retryAfter { headers[.retryAfter] = String(retryAfter) }
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: page)))
  }
}
#endif
