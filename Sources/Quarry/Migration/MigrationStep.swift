/// One step from a version of a schema to the next one.
public struct MigrationStep<Version: SchemaVersion>: Sendable {
  /// The version that the schema has behind the step.
  public let version: Version
  /// What the step does, in a few words, for people and for the record in the file.
  public let name: String
  let work: Work
  let undo: Work?
  /// What tells an edited step from the one that was applied; empty where that is not known.
  let checksum: String

  enum Work: Sendable {
    /// Statements that do not depend on each other's rows: they run on every driver.
    case statements([SQLFragment])
    /// Swift code, which needs a transaction that is held open.
    case body(@Sendable (SQLSession) throws -> Void)
    /// Deletes all tables, views, triggers and indexes, and the version.
    case erase
  }

  /// Whether it stands for all steps up to its version, which were applied one by one to older databases.
  var isSquashed = false

  /// The number that the file carries.
  var number: Int64 { version.schemaNumber }
}

/// A checksum of SQL texts that neither blanks nor comments change.
struct MigrationChecksum {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  /// FNV-1a over 64 bits: it finds edits, and is no protection against somebody who wants to hide one.
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

  /// The checksum of a step that stands for others: another kind, since the step that was applied under its number may have
  /// been the last of those.
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
