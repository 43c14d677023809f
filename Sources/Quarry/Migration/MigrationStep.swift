/// One step from a version of a schema to the next one.
public struct MigrationStep<Version: SchemaVersion>: Sendable {
  /// The version of the schema after the step.
  public let version: Version
  /// A short description of the step, which is also recorded in the database.
  public let name: String
  let work: Work
  let undo: Work?
  /// The checksum for detecting edits of an applied step; empty if it isn't known.
  let checksum: String

  enum Work: Sendable {
    /// Independent statements, which run on every driver.
    case statements([SQLFragment])
    /// Swift code, which needs an interactive transaction.
    case body(@Sendable (SQLSession) throws -> Void)
    /// Deletes all tables, views, triggers and indexes, and the version.
    case erase
  }

  /// Whether it replaces all steps up to its version, which older databases applied one by one.
  var isSquashed = false

  /// The number of the version in the file.
  var number: Int64 { version.schemaNumber }
}

/// A checksum of SQL texts that ignores white space and comments.
struct MigrationChecksum {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  /// FNV-1a over 64 bits. It detects edits, but doesn't protect against somebody who hides them.
  ///
  /// Source: <https://www.rfc-editor.org/rfc/rfc9923>.
  private mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  static func of(_ statements: [SQLFragment]) -> String {
    var checksum = MigrationChecksum()
    for statement in statements {
      for token in SQLTokens(statement.sql) where !token.isSymbol(";") {
        checksum.add(token.spelling.utf8)
        checksum.add([0])
      }
      checksum.add([1])
    }
    return checksum.text
  }

  /// The checksum of a squashed step. It is of another kind, because an old step may have been applied under the same
  /// number.
  static func ofSquashed(_ statements: [SQLFragment]) -> String { squashedPrefix + of(statements) }

  static let squashedPrefix = "squashed:"

  static func of(revision: String) -> String {
    var checksum = MigrationChecksum()
    checksum.add(revision.utf8)
    return checksum.text
  }

  private var text: String {
    let digits = String(state, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
