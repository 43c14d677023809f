/// The version of an SQL engine, or of SQLCipher, in three parts.
///
/// SQLite numbers its versions as `major * 1_000_000 + minor * 1_000 + patch`
/// (<https://sqlite.org/c3ref/c_source_id.html>). A fourth part, which a few old releases have, is ignored.
public struct EngineVersion: Sendable, Hashable, Comparable, LosslessStringConvertible {
  /// The first part: 3 in 3.40.1.
  public let major: Int
  /// The second part: 40 in 3.40.1.
  public let minor: Int
  /// The third part: 1 in 3.40.1.
  public let patch: Int

  /// Creates a version from its parts.
  public init(_ major: Int, _ minor: Int, _ patch: Int = 0) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  /// Creates a version from SQLite's number, such as 3040001 for 3.40.1.
  ///
  /// - Parameter number: The result of `sqlite3_libversion_number()`. A negative number counts as 0.
  public init(number: some BinaryInteger) {
    let number = max(0, Int(clamping: number))
    self.init(number / 1_000_000, number / 1_000 % 1_000, number % 1_000)
  }

  /// Creates a version from text such as `3.40.1`, `3.9` or `4.6.1 community`.
  ///
  /// - Parameter text: At least two parts. Anything after the first space is ignored.
  /// - Returns: `nil` if the text doesn't begin with a version.
  public init?(_ text: String) {
    let word = text.prefix { $0 != " " }
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    guard (2...4).contains(parts.count) else { return nil }
    var numbers: [Int] = []
    for part in parts {
      guard part.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
        let number = Int(part)
      else { return nil }
      numbers.append(number)
    }
    self.init(numbers[0], numbers[1], numbers.count > 2 ? numbers[2] : 0)
  }

  /// SQLite's number for this version, such as 3040001 for 3.40.1.
  public var number: Int {
    major * 1_000_000 + minor * 1_000 + patch
  }

  /// The version as text, always with three parts.
  public var description: String {
    "\(major).\(minor).\(patch)"
  }

  /// Whether the left version is earlier. Versions are compared part by part.
  public static func < (left: EngineVersion, right: EngineVersion) -> Bool {
    (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
  }
}
