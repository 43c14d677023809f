#if Command
internal import ArgumentParser
internal import Quarry
internal import QuarryServer

/// The options of `quarry serve` for access. Secrets are never on the command line, where others could see them.
struct ServeAccessOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The environment variable of a token that may read and write. May be given several times.",
      discussion: "NAME@NAMESPACE limits the token to a namespace, for all options of tokens."))
  var tokenEnv: [String] = []

  @Option(help: "The environment variable of a token that only reads. May be given several times.")
  var readTokenEnv: [String] = []

  @Option(
    help: ArgumentHelp(
      "A file of tokens that may read and write, one a line. May be given several times.", valueName: "path"))
  var tokenFile: [String] = []

  @Option(
    help: ArgumentHelp("A file of tokens that only read, one a line. May be given several times.", valueName: "path"))
  var readTokenFile: [String] = []

  @Option(
    help: ArgumentHelp(
      "A file with the public key of signed tokens (JWT). May be given several times.",
      discussion: """
        PEM of an Ed25519 (EdDSA), P-256 (ES256) or RSA key (RS256), or an Ed25519 key in URL-safe base64. The token \
        says "a" ("ro" or "rw"), "id" (a namespace), "exp" and "nbf".
        """, valueName: "path"))
  var jwtKeyFile: [String] = []

  @Option(help: "The environment variable of the shared secret of signed tokens (HS256). May be given several times.")
  var jwtSecretEnv: [String] = []

  @Option(help: ArgumentHelp("A file with the shared secret of signed tokens (HS256).", valueName: "path"))
  var jwtSecretFile: [String] = []

  /// The variable of the first token, for the example that is printed.
  var firstTokenVariable: String? { (tokenEnv + readTokenEnv).first.map { String($0.prefix { $0 != "@" }) } }

  /// Reads the secrets.
  ///
  /// - Throws: ``CommandError`` that names a variable or a file, never its content.
  func access() throws -> ServerAccess {
    var access = ServerAccess()
    for (names, role) in [(tokenEnv, ServerRole.write), (readTokenEnv, .read)] {
      for name in names {
        let (variable, namespace) = Self.halves(name)
        access.tokens.append(ServerToken(try Self.secret(in: variable), namespace: namespace, role: role))
      }
    }
    for (names, role) in [(tokenFile, ServerRole.write), (readTokenFile, .read)] {
      for name in names {
        let (path, namespace) = Self.halves(name)
        let lines = try Self.text(of: path).split(whereSeparator: \.isNewline).map { Self.trimmed($0) }
        let tokens = lines.filter { !$0.isEmpty && !$0.hasPrefix("#") }
        guard !tokens.isEmpty else { throw CommandError("the file \(path) holds no token") }
        access.tokens += tokens.map { ServerToken($0, namespace: namespace, role: role) }
      }
    }
    for path in jwtKeyFile {
      do {
        access.keys.append(try ServerTokenKey(publicKey: try Self.text(of: path)))
      } catch let error as DatabaseError {
        throw CommandError("\(path): \(error.message)")
      }
    }
    var secrets = try jwtSecretEnv.map { try Self.secret(in: $0) }
    secrets += try jwtSecretFile.map { Self.trimmed(try Self.text(of: $0)[...]) }
    for secret in secrets {
      guard secret.utf8.count >= 32 else {
        throw CommandError("the shared secret of signed tokens (HS256) has fewer than 32 bytes; choose a longer one")
      }
      access.keys.append(.sharedSecret(Array(secret.utf8)))
    }
    return access
  }

  /// A name and the namespace after its last `@`.
  private static func halves(_ text: String) -> (name: String, namespace: String?) {
    guard let at = text.lastIndex(of: "@"), at != text.startIndex else { return (text, nil) }
    return (String(text[..<at]), String(text[text.index(after: at)...]))
  }

  private static func secret(in variable: String) throws -> String {
    guard let secret = Platform.environment(variable), !secret.isEmpty else {
      throw CommandError("the environment variable \(variable) holds no token")
    }
    return secret
  }

  private static func text(of path: String) throws -> String {
    guard let bytes = ServeFiles.contents(of: path) else { throw CommandError("the file \(path) cannot be read") }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandError("the file \(path) is no text in UTF-8")
    }
    return text
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
#endif
