/// A moment in the life of a database: everything that was committed when the token was made.
///
/// A token outlives its ``Database`` and its process: its text goes into a header, a cookie or a queue, and a read that
/// is given the token, wherever that read runs, sees at least what the token stands for or fails with a clear error.
///
/// ```swift
/// try await primary.execute("INSERT INTO Artist (Name) VALUES ('Nina')")
/// let token = try await primary.changeToken()
/// // … and elsewhere:
/// let artists = try await replica.fetchAll(Artist.all, after: token)
/// ```
///
/// A token names its database by a hash, so that one of another database is refused. It holds no secret and proves
/// nothing about who carries it.
public struct ChangeToken: Sendable, Hashable {
  /// The hash of the name of the database, or of the log of its changes.
  let database: UInt64
  /// The position in the log of the database; 0 where every later read sees everything that was committed.
  public let position: UInt64

  /// Creates a token.
  ///
  /// - Parameters:
  ///   - database: the name of the database, or of the log that `position` counts in. Positions of two logs never
  ///     compare, so whatever begins to count anew needs another name.
  ///   - position: the position in the log.
  public init(database: String, position: UInt64 = 0) {
    self.database = ChangeToken.hash(database)
    self.position = position
  }

  /// Whether the token was made for the database, or the log, of this name.
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

  /// The text of the token: letters, digits and hyphens, at most 36 of them.
  public var description: String {
    "\(ChangeToken.prefix)-\(String(database, radix: 16))-\(String(position, radix: 16))"
  }

  /// Reads the text of a token; `nil` for a text that is none.
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
  /// Writes the text of the token.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// Reads the text of a token.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for a text that is none.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let token = ChangeToken(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "the text is no change token")
    }
    self = token
  }
}
