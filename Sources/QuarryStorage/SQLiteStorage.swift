public import Quarry

/// The database of an app. It can be used once its schema has the version that the app needs.
public final class SQLiteStorage<Version: StorageVersion>: Sendable {
  /// The path of the file, from the root.
  public let path: String
  /// The schema that the app needs.
  public let schema: StorageSchema<Version>
  /// The database, even before ``initialize(migrator:_:)`` has succeeded. Its tables can be missing or have an old
  /// version.
  public let uninitializedDatabase: Database

  private let isInitialized = Protected(false)

  init(_ database: Database, schema: StorageSchema<Version>, path: String) {
    (uninitializedDatabase, self.schema, self.path) = (database, schema, path)
  }

  /// The initialized database.
  ///
  /// - Throws: ``DatabaseError`` with code `.misuse` before ``initialize(migrator:_:)`` has succeeded.
  public var database: Database {
    get throws(DatabaseError) {
      guard isInitialized.withLock({ $0 }) else {
        throw DatabaseError(
          .misuse, "the storage \(path) isn't initialized, so its tables may be missing or old: call initialize first")
      }
      return uninitializedDatabase
    }
  }

  /// Creates or migrates the schema. Does nothing if the schema has the version that the app needs.
  ///
  /// A new database gets the current schema. An older database is migrated version by version, each in one
  /// transaction. If a
  /// version fails, the versions before it stay, and the next call continues with it. If several processes call this method at the
  /// same time, each version is applied exactly once.
  ///
  /// ```swift
  /// try await storage.initialize(migrator: NotesMigrator()) { $0.downgrades = .readOnly }
  /// ```
  ///
  /// - Parameters:
  ///   - migrator: The migrator. Its version type is that of the schema.
  ///   - configure: A closure that changes how the migration runs, such as `downgrades` for a newer file, `baseline` for a
  ///     file with tables and no version, or `beforeFirstStep` for a backup. The migrator stays the observer.
  /// - Throws: Rethrows errors of the migrator. Throws ``DatabaseError`` with code `.downgradeAttempt` if the file is newer than
  ///   the app (you can still read ``uninitializedDatabase``), `.unknownSchemaVersion`, `.negativeSchemaVersion` or
  ///   `.unversionedSchema`.
  public func initialize(
    migrator: some StorageMigrator<Version>, _ configure: (inout DatabaseMigrator<Version>) -> Void = { _ in }
  ) async throws {
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
    configure(&steps)
    steps.observer = Observer(migrator: migrator)
    try await steps.migrate(uninitializedDatabase)
    isInitialized.withLock { $0 = true }
  }

  /// Closes the database.
  public func close() async { await uninitializedDatabase.close() }

  /// Passes on the events of versions. A new database has no earlier version.
  private struct Observer<Migrator: StorageMigrator<Version>>: MigrationObserver {
    typealias Version = Migrator.Version
    let migrator: Migrator
    private let isNew = Protected(false)

    init(migrator: Migrator) { self.migrator = migrator }

    func willStart(from start: Int64, to end: Int64) async throws {
      isNew.withLock { $0 = start == 0 }
      guard let (first, last) = versions(start, end) else { return }
      try await migrator.willStart(from: first, to: last)
    }

    func didCopy(_ step: MigrationStep<Version>, _ progress: TableRebuildProgress) {
      if isOld { migrator.didCopy(step.version, progress) }
    }

    func didPerform(_ step: MigrationStep<Version>, number: Int) async {
      if isOld { await migrator.didPerform(step.version) }
    }

    func didFail(_ step: MigrationStep<Version>, _ error: any Error) async {
      if isOld { await migrator.didFail(step.version, error) }
    }

    private var isOld: Bool { !isNew.withLock { $0 } }

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
