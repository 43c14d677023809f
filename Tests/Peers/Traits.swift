package import Testing

extension Trait where Self == ConditionTrait {
  /// Runs a test where libSQL's server was obtained.
  package static var needsSqld: Self {
    .enabled(if: SqldServer.program != nil, Comment(rawValue: SqldServer.absence))
  }

  /// Runs a test where PocketBase was obtained.
  package static var needsPocketBase: Self {
    .enabled(if: PocketBaseServer.program != nil, Comment(rawValue: PocketBaseServer.absence))
  }

  /// Runs a test where certificates can be made.
  package static var needsOpenSSL: Self {
    .enabled(if: Certificates.openssl != nil, Comment(rawValue: Certificates.absence))
  }

  /// Runs a test where a proxy speaks HTTP/2.
  package static var needsHTTP2Proxy: Self {
    .enabled(if: HTTP2Proxy.isPossible, Comment(rawValue: HTTP2Proxy.absence))
  }

  /// Runs a test where a client for Python was obtained.
  package static func needs(_ client: PythonClient) -> Self {
    .enabled(if: client.package != nil, Comment(rawValue: client.absence))
  }

  /// Runs a test where Authlib was obtained.
  package static var needsAuthlib: Self {
    .enabled(if: AuthlibServer.package != nil, Comment(rawValue: AuthlibServer.absence))
  }

  /// Runs a test where a browser is installed.
  package static var needsBrowser: Self {
    .enabled(if: HeadlessBrowser.isPossible, Comment(rawValue: HeadlessBrowser.absence))
  }
}
