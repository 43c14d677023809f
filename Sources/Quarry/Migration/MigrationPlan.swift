/// Decides what a migration does with a database, from its records and the program's steps, without I/O.
struct MigrationPlan<Version: SchemaVersion> {
  typealias Step = MigrationStep<Version>

  /// The next action.
  enum Action {
    /// The schema already has the wanted version.
    case nothing
    /// Record steps that were applied before, without running them.
    case adopt([Step])
    case apply(Step)
    /// Create the schema of a new database, instead of some steps.
    case create(Step, standingFor: [Step])
    case undo(Step)
    /// Delete everything and start again.
    case reset
    /// Use the newer database unchanged, or only read it.
    case useNewer(readOnly: Bool)
  }

  let action: Action

  /// Decides on the next action.
  ///
  /// - Parameters:
  ///   - records: The records of the database.
  ///   - steps: The program's steps, in the order of their numbers.
  ///   - target: The wanted number.
  ///   - policy: What to do with a newer database.
  ///   - baseline: The version of a database without a version, if known.
  ///   - creation: The step that creates the schema of a new database.
  init(
    _ records: MigrationRecords, _ steps: [Step], target: Int64, policy: DowngradePolicy, baseline: Int64?,
    creation: Step? = nil
  ) throws(DatabaseError) {
    let applied = try Self.applied(records, steps, target, baseline)
    let version = max(applied.last?.number ?? 0, records.version)
    // What goes may have been edited.
    if version <= target || policy != .reset { try Self.requireUnedited(records, steps) }
    // Nothing may be written to a database that is newer, unless its steps are to be undone or all of it is to go.
    if version > target, policy != .undo || records.records != nil || !Self.canUndo(applied, version, target) {
      action = try Self.downgrade(version, applied, target, policy)
      return
    }
    if records.records == nil, !applied.isEmpty {
      action = .adopt(applied)
      return
    }
    if let creation, creation.number <= target, records.isEmpty, records.version == 0 {
      action = .create(creation, standingFor: steps.filter { $0.number <= creation.number })
      return
    }
    let noted = Set((records.records?.map(\.number) ?? []) + applied.map(\.number))
    action = steps.first { $0.number <= target && !noted.contains($0.number) }.map { .apply($0) } ?? .nothing
  }

  /// Returns the program's steps that the database has.
  private static func applied(
    _ records: MigrationRecords, _ steps: [Step], _ target: Int64, _ baseline: Int64?
  ) throws(DatabaseError) -> [Step] {
    if let noted = records.records {
      let numbers = Set(noted.map(\.number))
      let squashed = try Self.squashedNumber(steps, version: noted.last?.number ?? 0)
      if let unknown = noted.first(where: { record in
        record.number > squashed && !steps.contains { $0.number == record.number }
      }),
        unknown.number <= target
      {
        throw DatabaseError(
          .unknownSchemaVersion,
          "the database has step \(unknown.number) (\(unknown.name)), which the program doesn't know; it was made by "
            + "another branch of the program")
      }
      return steps.filter { numbers.contains($0.number) || squashed > 0 && $0.number <= squashed }
    }
    guard records.userVersion >= 0 else {
      throw DatabaseError(
        .negativeSchemaVersion, "the schema version of the database is negative: \(records.userVersion)")
    }
    if records.userVersion == 0, !records.isEmpty {
      guard let baseline else {
        throw DatabaseError(
          .unversionedSchema,
          "the database has tables but no version; set the baseline to its version, or open another file")
      }
      _ = try squashedNumber(steps, version: baseline)
      return steps.filter { $0.number <= baseline }
    }
    let version = records.userVersion
    _ = try squashedNumber(steps, version: version)
    if version > 0, version <= target, !steps.contains(where: { $0.number == version }) {
      throw DatabaseError(
        .unknownSchemaVersion,
        "the database has version \(version), which the program doesn't declare; it declares "
          + steps.map { "\($0.number)" }.joined(separator: ", "))
    }
    return steps.filter { $0.number <= version }
  }

  /// Returns the number of the squashed step, for a database that has it; 0 for a new database, or if there is no such
  /// step.
  private static func squashedNumber(_ steps: [Step], version: Int64) throws(DatabaseError) -> Int64 {
    guard version > 0, let first = steps.first, first.isSquashed else { return 0 }
    guard version >= first.number else {
      throw DatabaseError(
        .unknownSchemaVersion,
        "the database has version \(version), and the program knows no single steps up to version \(first.number) any more; "
          + "open it with a program that does first")
    }
    return first.number
  }

  /// Throws for a step that was edited after it was applied.
  private static func requireUnedited(_ records: MigrationRecords, _ steps: [Step]) throws(DatabaseError) {
    for record in records.records ?? [] {
      guard let step = steps.first(where: { $0.number == record.number }), !step.checksum.isEmpty,
        !record.checksum.isEmpty, step.checksum != record.checksum,
        step.isSquashed == record.checksum.hasPrefix(MigrationChecksum.squashedPrefix)
      else { continue }
      throw DatabaseError(
        .editedMigration,
        "step \(record.number) (\(step.name)) was applied to this database in another form than it has now; undo the "
          + "edit, and write a new step for the change")
    }
  }

  private static func downgrade(
    _ version: Int64, _ applied: [Step], _ target: Int64, _ policy: DowngradePolicy
  ) throws(DatabaseError) -> Action {
    let refusal = DatabaseError(
      .downgradeAttempt,
      "the database has version \(version), and the program wants version \(target): it was opened by a newer "
        + "program; nothing was changed")
    switch policy {
    case .refuse: throw refusal
    case .allow: return .useNewer(readOnly: false)
    case .readOnly: return .useNewer(readOnly: true)
    case .reset: return .reset
    case .undo:
      guard canUndo(applied, version, target), let last = applied.last else { throw refusal }
      return .undo(last)
    }
  }

  /// Whether each step above the wanted version is known and has an undo.
  private static func canUndo(_ applied: [Step], _ version: Int64, _ target: Int64) -> Bool {
    applied.last?.number == version && applied.allSatisfy { $0.number <= target || $0.undo != nil }
  }
}

/// What to do with a database that is newer than the program.
public enum DowngradePolicy: Sendable, Hashable {
  /// Throws ``DatabaseError`` with code `.downgradeAttempt`. Nothing is written, and the database stays open and
  /// readable.
  case refuse
  /// Uses the database unchanged.
  case allow
  /// Allows reading only. ``Database/isReadOnly`` becomes `true`, and writes throw `.readOnly`.
  case readOnly
  /// Undoes the steps above the wanted version, newest first. Throws if one of them has no undo.
  case undo
  /// Deletes everything in the database and applies all steps. Use it for data that the app can download again.
  case reset
}

extension DatabaseError.Code {
  /// The version of the database is newer than the program's.
  public static let downgradeAttempt = Self(rawValue: "schema.downgradeAttempt")
  /// The database has a version, or a step, that the program doesn't declare.
  public static let unknownSchemaVersion = Self(rawValue: "schema.unknownVersion")
  /// The version of the database is negative.
  public static let negativeSchemaVersion = Self(rawValue: "schema.negativeVersion")
  /// The database has tables but no version.
  public static let unversionedSchema = Self(rawValue: "schema.unversioned")
  /// A step was edited after it was applied.
  public static let editedMigration = Self(rawValue: "schema.editedMigration")
}
