/// Brings the schema of a database to the version that the program wants, step by step.
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
/// Each step is applied together with its version, in one transaction that reads the version again first: however many
/// programs open the database at once, each step takes effect exactly once. A step that fails leaves nothing behind, and the
/// next call goes on with it. Applied steps are kept in a table, with checksums, and where
/// transactions can be held open the version also in `PRAGMA user_version`, where other libraries look for it.
///
/// Steps of SQL text run on every driver. Where a driver cannot hold a transaction open, such a step is one atomic batch, and
/// a step of Swift code is refused by name before anything is sent.
public struct DatabaseMigrator<Version: SchemaVersion>: Sendable {
  /// The steps, in the order of their versions.
  public private(set) var steps: [MigrationStep<Version>] = []
  /// The step that creates the schema of a new database, or `nil` if all steps are applied to it.
  public private(set) var creation: MigrationStep<Version>?
  /// What becomes of a database that is newer than the program.
  public var downgrades = DowngradePolicy.refuse
  /// The version of a database that has tables and no version; `nil` refuses such a database.
  public var baseline: Version?
  /// Whether foreign keys are not enforced while a step runs, and checked at its end; so that a table which others refer to
  /// can be replaced without a loss of their rows. Only where settings of connections can be changed.
  public var suspendsForeignKeys = true
  /// Whether all missing steps are applied in one transaction, so that either all of them take effect or none. By default, each
  /// step has a transaction of its own, and those before a step that fails stay.
  public var appliesStepsTogether = false
  /// Runs before the first step on a database that has something in it already: the place for a backup.
  ///
  /// When it throws, nothing is changed.
  public var beforeFirstStep: (@Sendable (Database) async throws -> Void)?
  /// Is told how the migration goes.
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
  ///   - version: The version behind the step, above those that were added before.
  ///   - name: What the step does, in a few words.
  ///   - sql: One or more statements, without BEGIN and COMMIT.
  ///   - undo: Statements that undo them, for ``DowngradePolicy/undo``.
  public mutating func add(_ version: Version, _ name: String = "", sql: String, undo: String? = nil) {
    let statements = SQLScript(sql).map { SQLFragment(raw: $0.sql) }
    steps.append(
      MigrationStep(
        version: version, name: name, work: .statements(statements),
        undo: undo.map { .statements(SQLScript($0).map { SQLFragment(raw: $0.sql) }) },
        checksum: MigrationChecksum.of(statements)))
  }

  /// Adds a step of Swift code, which runs in a transaction on a thread of its own.
  ///
  /// - Parameters:
  ///   - version: The version behind the step, above those that were added before.
  ///   - name: What the step does, in a few words.
  ///   - revision: What stands for the code, to notice that an applied step was edited; `nil` notices nothing.
  ///   - undo: Undoes the step, for ``DowngradePolicy/undo``.
  ///   - body: The step. It must not use the database itself.
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

  /// Begins with one step that stands for all steps up to a version, so that their code can go.
  ///
  /// New databases get the step. A database that has this version already, by the old steps, goes on from there; one with an
  /// older version is refused with `.unknownSchemaVersion`, and has to be opened by a program with the old steps first. In a
  /// test, ``Database/schemaDifferences(from:ignoring:)`` proves that both ways lead to the same schema.
  ///
  /// - Parameters:
  ///   - version: The version behind the step; steps that are added later are above it.
  ///   - name: What the step does, in a few words.
  ///   - sql: The whole schema as it is at that version.
  public mutating func squash(upTo version: Version, _ name: String = "", sql: String) {
    let statements = SQLScript(sql).map { SQLFragment(raw: $0.sql) }
    steps.insert(
      MigrationStep(
        version: version, name: name, work: .statements(statements), undo: nil,
        checksum: MigrationChecksum.ofSquashed(statements), isSquashed: true), at: 0)
  }

  /// Refuses steps that are out of order, and versions that no file can carry.
  func requireOrder() throws(DatabaseError) {
    var last: Int64 = 0
    for step in steps {
      guard step.number > last, step.number <= Int64(Int32.max) else {
        throw DatabaseError(
          .invalidConfiguration,
          "step \(step.number) (\(step.name)) comes behind step \(last); versions rise from step to step, between 1 and "
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
