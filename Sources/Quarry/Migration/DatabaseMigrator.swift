/// Migrates the schema of a database to the version that the program wants, step by step.
///
/// ```swift
/// var migrator = DatabaseMigrator<Int>()
/// migrator.add(1, "notes", sql: "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
/// migrator.add(2, "pinned notes") { session in
///   try session.execute("ALTER TABLE note ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0")
/// }
/// try await migrator.migrate(database)
/// ```
///
/// Each step is applied together with its version, in one transaction that first reads the version again. So each step
/// takes effect exactly once, even if several programs open the database at the same time. A step that fails is rolled
/// back, and the next call continues with it.
///
/// Applied steps are recorded in a table, with checksums. If the driver can hold a transaction open, `PRAGMA
/// user_version` also contains the version, for other libraries.
///
/// Steps of SQL text run on every driver. On a driver that can't hold a transaction open, such a step is one atomic
/// batch, and a step of Swift code throws before anything is sent.
public struct DatabaseMigrator<Version: SchemaVersion>: Sendable {
  /// The steps, in the order of their versions.
  public private(set) var steps: [MigrationStep<Version>] = []
  /// The step that creates the schema of a new database, or `nil` if all steps are applied to it.
  public private(set) var creation: MigrationStep<Version>?
  /// What to do with a database that is newer than the program.
  public var downgrades = DowngradePolicy.refuse
  /// The version of a database that has tables but no version. If `nil`, such a database throws an error.
  public var baseline: Version?
  /// Whether to suspend foreign keys during a step and check them at its end. A table that others refer to can then be
  /// replaced without losing their rows. It has an effect only if the driver can change settings of its connections.
  public var suspendsForeignKeys = true
  /// Whether to apply all missing steps in one transaction, so that either all take effect or none. By default, each
  /// step has its own transaction, and the steps before a failing one stay applied.
  public var appliesStepsTogether = false
  /// Runs before the first step if the database isn't empty, for example to make a backup.
  ///
  /// If it throws, nothing is changed.
  public var beforeFirstStep: (@Sendable (Database) async throws -> Void)?
  /// Receives the progress of the migration.
  public var observer: (any MigrationObserver<Version>)?
  /// The name of the table of applied steps.
  public let table: String

  /// Creates a migrator without steps.
  ///
  /// - Parameter table: The name of the table of applied steps.
  public init(table: String = "quarry_migration") { self.table = table }

  /// Adds a step of SQL text, which runs on every driver.
  ///
  /// - Parameters:
  ///   - version: The version after the step. It must be greater than the versions of earlier steps.
  ///   - name: A short description of the step.
  ///   - sql: One or more statements, without BEGIN and COMMIT.
  ///   - undo: The statements that undo the step, for ``DowngradePolicy/undo``.
  public mutating func add(_ version: Version, _ name: String = "", sql: String, undo: String? = nil) {
    let statements = SQLScript(sql).map { SQLFragment(raw: $0.sql) }
    steps.append(
      MigrationStep(
        version: version, name: name, work: .statements(statements),
        undo: undo.map { .statements(SQLScript($0).map { SQLFragment(raw: $0.sql) }) },
        checksum: MigrationChecksum.of(statements)))
  }

  /// Adds a step of Swift code, which runs in a transaction on a separate thread.
  ///
  /// - Parameters:
  ///   - version: The version after the step. It must be greater than the versions of earlier steps.
  ///   - name: A short description of the step.
  ///   - revision: A text that you change with the code, to detect edits of an applied step. If `nil`, edits aren't
  ///     detected.
  ///   - undo: Undoes the step, for ``DowngradePolicy/undo``.
  ///   - body: The step. Don't use the database itself in it.
  public mutating func add(
    _ version: Version, _ name: String = "", revision: String? = nil,
    undo: (@Sendable (SQLSession) throws -> Void)? = nil, _ body: @escaping @Sendable (SQLSession) throws -> Void
  ) {
    steps.append(
      MigrationStep(
        version: version, name: name, work: .body(body), undo: undo.map { .body($0) },
        checksum: revision.map { MigrationChecksum.of(revision: $0) } ?? ""))
  }

  /// Creates the schema of a new database at once, instead of applying the steps up to a version.
  ///
  /// The steps up to the version count as applied. They still run for older databases. In a test, compare both ways with
  /// ``Database/schemaDifferences(from:ignoring:)``.
  ///
  /// - Parameters:
  ///   - version: The version of the schema. A step must have it.
  ///   - name: A short description.
  ///   - sql: The statements that create the whole schema.
  public mutating func create(_ version: Version, _ name: String = "", sql: String) {
    let statements = SQLScript(sql).map { SQLFragment(raw: $0.sql) }
    creation = MigrationStep(version: version, name: name, work: .statements(statements), undo: nil, checksum: "")
  }

  /// Creates the schema of a new database at once with Swift code, instead of applying the steps up to a version.
  ///
  /// - Parameters:
  ///   - version: The version of the schema. A step must have it.
  ///   - name: A short description.
  ///   - body: Creates the whole schema. Don't use the database itself in it.
  public mutating func create(
    _ version: Version, _ name: String = "", _ body: @escaping @Sendable (SQLSession) throws -> Void
  ) {
    creation = MigrationStep(version: version, name: name, work: .body(body), undo: nil, checksum: "")
  }

  /// Adds a first step that replaces all steps up to a version, so that you can delete their code.
  ///
  /// New databases run this step. A database that has this version from the old steps continues after it. A database
  /// with an older version throws `.unknownSchemaVersion`: open it first with a program that has the old steps. In a
  /// test, check with ``Database/schemaDifferences(from:ignoring:)`` that both ways produce the same schema.
  ///
  /// - Parameters:
  ///   - version: The version after the step. Later steps must have greater versions.
  ///   - name: A short description of the step.
  ///   - sql: The statements that create the whole schema of that version.
  public mutating func squash(upTo version: Version, _ name: String = "", sql: String) {
    let statements = SQLScript(sql).map { SQLFragment(raw: $0.sql) }
    steps.insert(
      MigrationStep(
        version: version, name: name, work: .statements(statements), undo: nil,
        checksum: MigrationChecksum.ofSquashed(statements), isSquashed: true), at: 0)
  }

  /// Throws for steps that are out of order, and for versions that no file can store.
  func requireOrder() throws(DatabaseError) {
    var last: Int64 = 0
    for step in steps {
      guard step.number > last, step.number <= Int64(Int32.max) else {
        throw DatabaseError(
          .invalidConfiguration,
          "step \(step.number) (\(step.name)) comes after step \(last); versions rise from step to step, between 1 and "
            + "\(Int32.max)")
      }
      last = step.number
    }
    guard let creation, !steps.contains(where: { $0.number == creation.number }) else { return }
    throw DatabaseError(
      .invalidConfiguration,
      "a new database would get version \(creation.number), which no step has; give it the version of a step")
  }
}
