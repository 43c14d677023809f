public import Quarry

/// The database of an app. It can be used once its schema has the version that the app needs.
public final class SQLiteStorage<Version: StorageVersion>: Sendable {
  /// The path of the file, from the root.
  public let path: String
  /// The schema that the app needs.
  public let schema: StorageSchema<Version>
  /// The database, also before ``initialize(migrator:)`` has succeeded. Its tables can be missing or have an old version.
  public let uninitializedDatabase: Database

  private let isInitialized = Protected(false)

  init(_ database: Database, schema: StorageSchema<Version>, path: String) {
    (uninitializedDatabase, self.schema, self.path) = (database, schema, path)
  }

  /// The initialized database.
  ///
  /// - Throws: ``DatabaseError`` with code `.misuse` before ``initialize(migrator:)`` has succeeded.
  public var database: Database {
    get throws(DatabaseError) {
      guard isInitialized.withLock({ $0 }) else {
        throw DatabaseError(
          .misuse, "the storage \(path) is not initialized, so its tables may be missing or old: call initialize first")
      }
      return uninitializedDatabase
    }
  }

  /// Creates or migrates the schema. Does nothing if the schema has the version that the app needs.
  ///
  /// A new database gets the schema at once. An older database is migrated version by version, each in one transaction. If a
  /// version fails, the versions before it stay, and the next call continues with it. If several processes call this method at the
  /// same time, each version is applied exactly once.
  ///
  /// - Parameter migrator: The migrator. Its version type is that of the schema.
  /// - Throws: Rethrows errors of the migrator. Throws ``DatabaseError`` with code `.downgradeAttempt` if the file is newer than
  ///   the app (you can still read ``uninitializedDatabase``), `.unknownSchemaVersion`, `.negativeSchemaVersion` or
  ///   `.unversionedSchema`.
  public func initialize(migrator: some StorageMigrator<Version>) async throws {
    var steps = DatabaseMigrator<Version>()
    switch schema.build {
    case .sql(let sql): steps.create(schema.version, "schema", sql: sql)
    case .body(let body):
      let version = schema.version
      steps.create(version, "schema") { try body($0, version) }
    }
    let declared = Version.allCases.filter { $0.rawValue <= schema.version.rawValue }
    for version in declared.sorted(by: { $0.rawValue < $1.rawValue }) {
      steps.add(version, "\(version)") { try migrator.perform(version, $0) }
    }
    steps.observer = Observer(migrator: migrator)
    try await steps.migrate(uninitializedDatabase)
    isInitialized.withLock { $0 = true }
  }

  /// Closes the database.
  public func close() async { await uninitializedDatabase.close() }

  /// Hands on what concerns versions; a new database has none before.
  private struct Observer<Migrator: StorageMigrator<Version>>: MigrationObserver {
    typealias Version = Migrator.Version
    let migrator: Migrator

    func willStart(from start: Int64, to end: Int64) async throws {
      guard let (first, last) = versions(start, end) else { return }
      try await migrator.willStart(from: first, to: last)
    }

    func didFinish(from start: Int64, to end: Int64) async {
      guard let (first, last) = versions(start, end) else { return }
      await migrator.didFinish(from: first, to: last)
    }

    private func versions(_ start: Int64, _ end: Int64) -> (Version, Version)? {
      guard start > 0, let first = Version(rawValue: Int(start)), let last = Version(rawValue: Int(end)) else {
        return nil
      }
      return (first, last)
    }
  }
}
