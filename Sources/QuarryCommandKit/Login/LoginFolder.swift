#if Command
internal import Quarry
internal import QuarryIdentity
internal import QuarryRemote

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The folder of sign-ins: for each, `NAME.json` and the encrypted `NAME.tokens`.
struct LoginFolder: Sendable {
  /// Another folder than the user's, for tests.
  @TaskLocal static var replacement: String?

  let path: String

  /// The folder of the user, or its replacement. It's created when it's needed.
  static func current() throws -> LoginFolder {
    if let replacement { return LoginFolder(path: replacement) }
    // A relative path is not valid there.
    if let folder = Platform.environment("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      return LoginFolder(path: folder + "/quarry/logins")
    }
    guard let home = Platform.environment("HOME"), home.hasPrefix("/") else {
      throw CommandError("sign-ins are kept below HOME, which isn't set; set it, or XDG_CONFIG_HOME", exit: .usage)
    }
    return LoginFolder(path: home + "/.config/quarry/logins")
  }

  /// Checks the name of a sign-in, which becomes part of a file's name.
  static func check(_ name: String) throws(IdentityError) {
    let isName = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "-_.".utf8.contains(byte)
      }
    }
    guard isName, (1...64).contains(name.utf8.count), name.first != ".", name.first != "-" else {
      throw IdentityError(
        .invalidConfiguration, "The name of a sign-in has 1 to 64 letters, digits, hyphens, underscores and full stops")
    }
  }

  /// The names of the sign-ins, in alphabetical order.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
      .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }

  /// Reads a sign-in, or `nil` if there is none of that name.
  func login(_ name: String) throws(IdentityError) -> StoredLogin? {
    try Self.check(name)
    guard let content = try PrivateFile(path: "\(path)/\(name).json").read() else { return nil }
    return try StoredLogin(content)
  }

  /// Stores a sign-in in place of the one that has its name.
  func write(_ login: StoredLogin, as name: String) throws {
    try Self.check(name)
    try create()
    try PrivateFile(path: "\(path)/\(name).json").write(login.stored)
  }

  /// Removes a sign-in. Its lock stays, because another program may wait for it.
  func remove(_ name: String) throws(IdentityError) {
    try Self.check(name)
    try PrivateFile(path: tokenPath(name)).remove()
    try PrivateFile(path: "\(path)/\(name).json").remove()
  }

  /// The session of a sign-in.
  ///
  /// - Throws: ``IdentityError``, or ``CommandError`` if the key of the tokens is missing.
  func session(_ login: StoredLogin, named name: String) throws -> IdentitySession {
    try Self.check(name)
    try create()
    let client = try OAuthClient(
      login.server, clientID: login.clientID, redirectURI: login.redirectURI, scope: login.scope,
      transport: CurlTransport())
    return IdentitySession(client, store: try FileTokenStore(path: tokenPath(name), key: try key(login.key)))
  }

  private func tokenPath(_ name: String) -> String { "\(path)/\(name).tokens" }

  /// Creates the folder, readable only by its owner.
  private func create() throws {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw CommandError("the folder \(path) of the sign-ins can't be created")
    }
  }

  /// The key of token files.
  private func key(_ place: StoredLogin.Key) throws -> [UInt8] {
    switch place {
    case .beside:
      let file = PrivateFile(path: path + "/key")
      if let key = try file.read() { return key }
      // Of two programs that make the key at once, one does; the other reads it.
      var generator = SystemRandomNumberGenerator()
      try file.create((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
      guard let key = try file.read() else { throw CommandError("the key \(file.path) has disappeared") }
      return key
    case .variable(let name):
      guard let text = Platform.environment(name), !text.isEmpty else {
        throw CommandError("the environment variable \(name), which holds the key of the tokens, isn't set")
      }
      return Array(text.utf8)
    case .file(let path):
      guard var bytes = DriverEnvironment.process.file(path), !bytes.isEmpty else {
        throw CommandError("the file \(path), which holds the key of the tokens, cannot be read")
      }
      if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
      return bytes
    }
  }
}
#endif
