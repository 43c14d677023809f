/// A position in the history of a database: everything that was committed when the token was made.
///
/// A token outlives its ``Database`` and its process. Put its text into a header, a cookie or a queue. A read with the
/// token, in any process, sees at least those changes or throws an error.
///
/// ```swift
/// try await primary.execute("INSERT INTO Artist (Name) VALUES ('Nina')")
/// let token = try await primary.changeToken()
/// // … and elsewhere:
/// let artists = try await replica.fetchAll(Artist.all, after: token)
/// ```
///
/// A token names its database by a hash, so that a token of another database throws an error. It contains no secret,
/// and doesn't authenticate its bearer.
public struct ChangeToken: Sendable, Hashable {
  /// The hash of the name of the database, or of the log of its changes.
  let database: UInt64
  /// The position in the log of the database; 0 if every later read sees everything that was committed.
  public let position: UInt64

  /// Creates a token.
  ///
  /// - Parameters:
  ///   - database: The name of the database, or of the log that `position` counts in. Positions of two logs aren't
  ///     comparable, so use another name when a log restarts.
  ///   - position: The position in the log.
  public init(database: String, position: UInt64 = 0) {
    self.database = ChangeToken.hash(database)
    self.position = position
  }

  /// Whether the token was made for the database or the log with this name.
  public func isOf(_ database: String) -> Bool { self.database == ChangeToken.hash(database) }

  /// FNV-1a, which is the same in every process.
  ///
  /// Source: <http://www.isthe.com/chongo/tech/comp/fnv/>.
  private static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

extension ChangeToken: LosslessStringConvertible {
  private static var prefix: String { "q1" }

  /// The text of the token: up to 36 letters, digits and hyphens.
  public var description: String {
    "\(ChangeToken.prefix)-\(String(database, radix: 16))-\(String(position, radix: 16))"
  }

  /// Creates a token from its text. Returns `nil` if the text isn't a valid token.
  public init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == ChangeToken.prefix,
      let database = ChangeToken.number(parts[1]), let position = ChangeToken.number(parts[2])
    else { return nil }
    self.database = database
    self.position = position
  }

  private static func number(_ digits: Substring) -> UInt64? {
    digits.utf8.first == UInt8(ascii: "+") ? nil : UInt64(digits, radix: 16)
  }
}

extension ChangeToken: Codable {
  /// Encodes the text of the token.
  ///
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// Decodes the text of a token.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the text isn't a valid token.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let token = ChangeToken(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "the text isn't a change token")
    }
    self = token
  }
}
