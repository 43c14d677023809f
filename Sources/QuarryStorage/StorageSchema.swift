public import Quarry

/// The versions of a schema: an enumeration of integers with a case for each version that was ever released.
///
/// ```swift
/// enum NotesVersion: Int, StorageVersion {
///   case first = 1
///   case folders = 3
/// }
/// ```
///
/// Gaps are allowed. Versions are positive and fit in 31 bits.
public protocol StorageVersion: SchemaVersion, CaseIterable, RawRepresentable where RawValue == Int {}

/// The current schema of an app: its version, and how to create it in a new database.
public struct StorageSchema<Version: StorageVersion>: Sendable {
  /// The version.
  public let version: Version
  let build: Build

  enum Build: Sendable {
    case sql(String)
    case body(@Sendable (SQLSession, Version) throws -> Void)
  }

  /// Creates a schema from SQL text.
  ///
  /// - Parameters:
  ///   - version: The version of the schema.
  ///   - sql: One or more statements, without BEGIN and COMMIT.
  public init(version: Version, sql: String) { (self.version, build) = (version, .sql(sql)) }

  /// Creates a schema from Swift code, which runs in a transaction.
  ///
  /// - Parameters:
  ///   - version: The version of the schema.
  ///   - build: Creates the tables.
  public init(version: Version, build: @escaping @Sendable (SQLSession, Version) throws -> Void) {
    (self.version, self.build) = (version, .body(build))
  }
}

/// Migrates a database of an older version, version by version.
///
/// ```swift
/// struct NotesMigrator: StorageMigrator {
///   func perform(_ version: NotesVersion, _ session: SQLSession) throws {
///     switch version {
///     case .first: break
///     case .folders: try session.execute("CREATE TABLE folder (id INTEGER PRIMARY KEY, name TEXT)")
///     }
///   }
/// }
/// ```
public protocol StorageMigrator<Version>: Sendable {
  /// The versions, the same type as those of the schema.
  associatedtype Version: StorageVersion

  /// Called before the first version is applied.
  ///
  /// - Throws: An error to cancel the migration. Nothing changes, and ``SQLiteStorage/initialize(migrator:_:)`` rethrows the error.
  func willStart(from start: Version, to end: Version) async throws

  /// Applies the next declared version, in one transaction with its number.
  ///
  /// - Throws: An error to roll back the transaction and end the migration.
  func perform(_ version: Version, _ session: SQLSession) throws

  /// Called while a version copies the rows of a table that it rebuilds, on the thread of the connection.
  func didCopy(_ version: Version, _ progress: TableRebuildProgress)

  /// Called after a version was applied.
  func didPerform(_ version: Version) async

  /// Called after a version failed. It left no changes. Earlier versions stay applied.
  func didFail(_ version: Version, _ error: any Error) async

  /// Called after the last version was applied.
  func didFinish(from start: Version, to end: Version) async
}

extension StorageMigrator {
  /// Does nothing.
  ///
  /// - Throws: Never.
  public func willStart(from start: Version, to end: Version) async throws {}
  /// Does nothing.
  public func didCopy(_ version: Version, _ progress: TableRebuildProgress) {}
  /// Does nothing.
  public func didPerform(_ version: Version) async {}
  /// Does nothing.
  public func didFail(_ version: Version, _ error: any Error) async {}
  /// Does nothing.
  public func didFinish(from start: Version, to end: Version) async {}
}
